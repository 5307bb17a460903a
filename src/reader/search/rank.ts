import type { SearchHit } from '../../schema/search-hit.js';
import { compareCodePoints } from '../package/paths.js';
import type { Searchable } from './filter.js';

/** The hit of a searchable piece. */
export function toHit({ digest, node, path, locale, span }: Searchable, score: number): SearchHit {
  return {
    digest,
    node,
    path,
    ...(locale === undefined ? {} : { locale }),
    ...(span === undefined ? {} : { span: { start: span.start, end: span.end } }),
    score,
  };
}

/**
 * Orders hits by score, best first; ties by node id, then locale, then span start, then digest. No locale
 * comes before any, no span before any.
 */
export function compareHits(a: SearchHit, b: SearchHit): number {
  return (
    b.score - a.score ||
    compareCodePoints(a.node, b.node) ||
    compareCodePoints(a.locale ?? '', b.locale ?? '') ||
    (a.span?.start ?? -1) - (b.span?.start ?? -1) ||
    compareCodePoints(a.digest, b.digest)
  );
}
