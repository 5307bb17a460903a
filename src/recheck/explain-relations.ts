import type { DifferenceKind } from '../schema/recheck-report.js';

/** What the packages loaded here say about one package by way of relations. */
export interface RelationStanding {
  /** Whether a package of this key (`id@version`) is loaded here. */
  isLoaded(key: string): boolean;
  /** Whether the package of this key and this one are related so in a manifest, authorised or not. */
  isDeclared(key: string): boolean;
  /** Keys that the same answer reports for this package, in any of its records. */
  readonly reportedBeside: ReadonlySet<string>;
}

export interface Explanation {
  kind: DifferenceKind;
  why: string;
}

const GRAVEST: readonly DifferenceKind[] = ['unexplained', 'trust-root', 'relation', 'time'];

/** The gravest of several explanations; undefined for none. */
export function gravest(explanations: readonly Explanation[]): Explanation | undefined {
  for (const kind of GRAVEST) {
    const found = explanations.find((explanation) => explanation.kind === kind);
    if (found) return found;
  }
  return undefined;
}

/**
 * Why the saved and the present list of packages that supersede or contest this one differ. `own` are the
 * node's own words (`moca.contested_by`), which no other package can explain.
 */
export function explainKeys(
  verb: 'supersedes' | 'contests',
  saved: readonly string[],
  present: readonly string[],
  own: readonly string[],
  standing: RelationStanding,
): Explanation | undefined {
  const reasons: Explanation[] = [];
  for (const key of new Set(saved.filter((item) => !present.includes(item)))) {
    if (!standing.isLoaded(key)) {
      reasons.push({
        kind: 'relation',
        why: `The record says that ${key} ${verb} it; that package is not loaded here.`,
      });
    } else if (standing.isDeclared(key)) {
      reasons.push({
        kind: 'trust-root',
        why: `${key} is loaded here and says that it ${verb} it, but no signer that the trust root allows to say so has signed it.`,
      });
    } else {
      reasons.push({
        kind: 'unexplained',
        why: `${key} is loaded here and does not say that it ${verb} it.`,
      });
    }
  }
  for (const key of new Set(present.filter((item) => !saved.includes(item)))) {
    if (own.includes(key)) {
      reasons.push({
        kind: 'unexplained',
        why: `The node itself says that ${key} contests it; the record leaves it out.`,
      });
    } else if (standing.reportedBeside.has(key)) {
      reasons.push({
        kind: 'unexplained',
        why: `Another record of the same answer says that ${key} ${verb} it, so the service knew; this record leaves it out.`,
      });
    } else {
      reasons.push({ kind: 'relation', why: `${key}, loaded here, ${verb} it.` });
    }
  }
  return gravest(reasons);
}
