import type { Span } from '../../schema/citation-record.js';
import { passesAudience } from '../library/policy.js';
import type { PackageNode, Representation } from '../types.js';
import type { BackendFilters } from './types.js';

/** A piece of a loaded package that a built-in backend searches. */
export interface Searchable {
  readonly digest: string;
  readonly node: string;
  readonly path: string;
  readonly locale: string | undefined;
  /** Absent for a whole representation. */
  readonly span: Span | undefined;
  readonly nodeEntry: PackageNode;
  readonly representation: Representation;
  readonly concepts: readonly string[];
  readonly audience?: string;
  readonly audienceInvalid: boolean;
  /** Whether its representation is the one picked for a locale. */
  isPicked(locale: string): boolean;
}

/** The pushed-down filters as a test of one searchable piece (Reader contract §9.5). */
export function createFilter(filters: BackendFilters): (piece: Searchable) => boolean {
  const digests = new Set(filters.digests);
  const excluded = excludedKeys(filters.exclude);
  const { locale } = filters;
  const concepts = filters.concepts && new Set(filters.concepts);
  const audience = {
    audiences: filters.audiences && new Set(filters.audiences),
    allowUnlabelled: filters.allowUnlabelled ?? false,
  };
  return (piece) =>
    digests.has(piece.digest) &&
    !excluded.has(`${piece.digest} ${piece.node}`) &&
    passesAudience(piece, audience) &&
    (locale === undefined || piece.isPicked(locale)) &&
    (concepts === undefined || piece.concepts.some((concept) => concepts.has(concept)));
}

// One list of exclusions serves many searches, and may name every node of a library.
const keysByList = new WeakMap<BackendFilters['exclude'], ReadonlySet<string>>();

function excludedKeys(exclude: BackendFilters['exclude']): ReadonlySet<string> {
  let keys = keysByList.get(exclude);
  if (!keys) {
    keys = new Set(exclude.map(({ digest, node }) => `${digest} ${node}`));
    keysByList.set(exclude, keys);
  }
  return keys;
}
