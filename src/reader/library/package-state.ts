import type { PackageState } from '../../schema/package-state.js';
import type { PackageResult } from '../types.js';
import { nodeContestedBy } from './record.js';

/**
 * The state of a read package for a store search (reader reference §15): plain JSON that a host keeps beside
 * its store. Throws a `TypeError` for a package that is not valid or has no digest.
 */
export function packageState(result: PackageResult): PackageState {
  const { manifest, digest } = result;
  if (!result.valid || !manifest || !digest) {
    throw new TypeError('Only a valid package with a digest has a state.');
  }
  const contestedBy: [file: string, by: string[]][] = [];
  for (const node of result.nodes) {
    for (const representation of node.representations) {
      const by = nodeContestedBy(representation);
      if (by.length > 0) contestedBy.push([representation.file, by]);
    }
  }
  return {
    digest,
    id: manifest.id,
    version: manifest.version,
    ...(manifest.language === undefined ? {} : { language: manifest.language }),
    relations: (manifest.relations ?? []).map((relation) => ({ ...relation })),
    relationScopes: [...result.relationScopes],
    signers: [...result.signers],
    reviews: Object.fromEntries(
      [...result.reviewsByFile].map(([file, reviews]) => [file, reviews.map((review) => ({ ...review }))]),
    ),
    contestedBy: Object.fromEntries(contestedBy),
  };
}
