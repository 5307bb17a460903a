import { type SearchHit, searchHitSchema } from '../../schema/search-hit.js';
import { compareCodePoints } from '../package/paths.js';
import type { Searchable } from './filter.js';

/** What a backend returned, taken apart; undefined when it has not the form of a hit. */
export function parseHit(value: unknown): { hit: SearchHit; record: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    const { record, ...bare } = value as Record<string, unknown>;
    const parsed = searchHitSchema.safeParse(bare);
    return parsed.success ? { hit: parsed.data, record } : undefined;
  } catch {
    // A hit that throws when it is read is malformed like any other.
    return undefined;
  }
}

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
