/** The members of a manifest relation that the Reader acts on. */
export interface DeclaredRelation {
  readonly type: string;
  readonly target: string;
  readonly version?: string | undefined;
}

/** What relations among packages depend on: a loaded package, or its state (reader reference §15). */
export interface RelationParty {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  readonly relations: readonly DeclaredRelation[];
  /** Union of the `relations` lists behind the package's valid attestations. */
  readonly relationScopes: readonly string[];
  readonly signers: readonly string[];
}

/** What the relations among the loaded packages do to every node of one of them. */
export interface RelationEffect {
  /** `<id>@<version>` of the packages that supersede it, in loading order, without repeats. */
  readonly supersededBy: readonly string[];
  /** `<id>@<version>` of the packages in conflict with it, in loading order, without repeats. */
  readonly contestedBy: readonly string[];
}

export const NO_EFFECT: RelationEffect = { supersededBy: [], contestedBy: [] };

/**
 * Whether a signer of a package authorises its `supersedes` or `conflictsWith` relation to `target`
 * (reader reference §9.2, interpretation 36): the package is signed, and the target is the package's own id
 * or is covered by a relation scope, exactly or by a prefix that ends in `*`.
 */
export function authorises(
  declarer: Pick<RelationParty, 'id' | 'signers' | 'relationScopes'>,
  target: string,
): boolean {
  if (declarer.signers.length === 0) return false;
  if (target === declarer.id) return true;
  return declarer.relationScopes.some((scope) =>
    scope.endsWith('*') ? target.startsWith(scope.slice(0, -1)) : target === scope,
  );
}

/** Whether relations of this type have an effect, so that a signer must authorise them. */
export function hasEffect(relation: DeclaredRelation): boolean {
  return relation.type === 'supersedes' || relation.type === 'conflictsWith';
}

/**
 * The effects of the relations among `parties`, which are in loading order, by package digest (reader
 * reference §9.1). A package that nothing happens to has no entry. `trustDeclared` is the host option that
 * lets every declared relation count.
 */
export function relationEffects(
  parties: readonly RelationParty[],
  trustDeclared: boolean,
): Map<string, RelationEffect> {
  const byId = groupById(parties);
  const superseding = new Map<string, Set<string>>();
  const conflicting = new Map<string, Set<string>>();
  for (const declarer of parties) {
    for (const relation of declarer.relations) {
      if (!hasEffect(relation)) continue;
      if (!trustDeclared && !authorises(declarer, relation.target)) continue;
      for (const target of byId.get(relation.target) ?? []) {
        if (target === declarer) continue;
        if (relation.version !== undefined && relation.version !== target.version) continue;
        if (relation.type === 'supersedes') addTo(superseding, target.digest, keyOf(declarer));
        else {
          addTo(conflicting, target.digest, keyOf(declarer));
          addTo(conflicting, declarer.digest, keyOf(target));
        }
      }
    }
  }
  const loadingOrder = new Map(parties.map((party, index) => [keyOf(party), index]));
  const inLoadingOrder = (keys: ReadonlySet<string> | undefined) =>
    [...(keys ?? [])].sort((a, b) => (loadingOrder.get(a) ?? 0) - (loadingOrder.get(b) ?? 0));
  const effects = new Map<string, RelationEffect>();
  for (const digest of new Set([...superseding.keys(), ...conflicting.keys()])) {
    effects.set(digest, {
      supersededBy: inLoadingOrder(superseding.get(digest)),
      contestedBy: inLoadingOrder(conflicting.get(digest)),
    });
  }
  return effects;
}

/** `<id>@<version>` */
export function keyOf({ id, version }: { id: string; version: string }): string {
  return `${id}@${version}`;
}

function groupById(parties: readonly RelationParty[]): Map<string, RelationParty[]> {
  const groups = new Map<string, RelationParty[]>();
  for (const party of parties) {
    const group = groups.get(party.id);
    if (group) group.push(party);
    else groups.set(party.id, [party]);
  }
  return groups;
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
