import { hasEffect, keyOf } from '../reader/library/relations.js';
import type { RelationStanding } from './explain-relations.js';
import type { HeldPackage } from './held-package.js';

/** What the manifests of the packages held here declare about each other, authorised or not. */
export interface DeclaredRelations {
  supersedes(target: HeldPackage, reportedBeside: ReadonlySet<string>): RelationStanding;
  contests(target: HeldPackage, reportedBeside: ReadonlySet<string>): RelationStanding;
}

/** Collects what the manifests declare, so that a look-up does not walk them again. */
export function declaredRelations(packages: readonly HeldPackage[]): DeclaredRelations {
  const byKey = new Map(packages.map((held) => [keyOf(held), held]));
  const declared = new Set<string>();
  const name = (type: string, from: string, id: string, version: string | undefined) =>
    JSON.stringify([type, from, id, version ?? null]);
  for (const held of packages) {
    for (const relation of held.relations.filter(hasEffect)) {
      declared.add(name(relation.type, keyOf(held), relation.target, relation.version));
    }
  }
  const says = (type: string, from: string, { id, version }: HeldPackage) =>
    declared.has(name(type, from, id, version)) || declared.has(name(type, from, id, undefined));
  return {
    supersedes: (target, reportedBeside) => ({
      isLoaded: (key) => byKey.has(key),
      isDeclared: (key) => says('supersedes', key, target),
      reportedBeside,
    }),
    contests: (target, reportedBeside) => ({
      isLoaded: (key) => byKey.has(key),
      isDeclared: (key) => {
        const other = byKey.get(key);
        return (
          says('conflictsWith', key, target) ||
          (other !== undefined && says('conflictsWith', keyOf(target), other))
        );
      },
      reportedBeside,
    }),
  };
}
