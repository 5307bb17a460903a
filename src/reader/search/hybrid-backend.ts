import type { CitationRecord } from '../../schema/citation-record.js';
import { compareHits, parseHit } from './hit.js';
import type { BackendHit, SearchBackend } from './types.js';

export interface HybridOptions {
  /** Dampens the weight of first places; 60 when left out. */
  k?: number;
  /** At least 0, one above 0; 1 each when left out. */
  weights?: { lexical?: number; dense?: number };
}

/**
 * Runs a lexical and a dense backend and merges their hits by reciprocal rank fusion (Reader contract §9.6).
 * Throws a `RangeError` for settings that are not allowed.
 */
export function hybridBackend(
  lexical: SearchBackend,
  dense: SearchBackend,
  { k = 60, weights = {} }: HybridOptions = {},
): SearchBackend {
  const parts = [
    { backend: lexical, weight: weights.lexical ?? 1 },
    { backend: dense, weight: weights.dense ?? 1 },
  ];
  if (!Number.isFinite(k) || k < 0) throw new RangeError('k must be a number of at least 0.');
  for (const { weight } of parts) {
    if (!Number.isFinite(weight) || weight < 0)
      throw new RangeError('A weight must be a number of at least 0.');
  }
  if (parts.every(({ weight }) => weight === 0)) throw new RangeError('One weight must be above 0.');
  const pushdown = parts.every(({ backend }) => backend.features.includes('filterPushdown'));
  return {
    features: ['lexical', 'dense', ...(pushdown ? (['filterPushdown'] as const) : [])],
    get diagnostics() {
      return parts.flatMap(({ backend }) => backend.diagnostics ?? []);
    },
    async search(query, options) {
      const results = await Promise.all(parts.map(async ({ backend }) => backend.search(query, options)));
      const fused = new Map<string, BackendHit>();
      for (const [index, { weight }] of parts.entries()) {
        const seen = new Set<string>();
        for (const [place, hit] of wellFormed(results[index]).entries()) {
          const key = JSON.stringify([hit.digest, hit.node, hit.locale, hit.span?.start, hit.span?.end]);
          // The first place of a hit is its rank; a backend that repeats it says nothing more.
          if (seen.has(key)) continue;
          seen.add(key);
          const before = fused.get(key);
          const score = (before?.score ?? 0) + weight / (k + place + 1);
          if (score > 0) fused.set(key, { ...(before ?? hit), score });
        }
      }
      return [...fused.values()].sort(compareHits);
    },
  };
}

// Each is read once: what a hit says when it is read again may differ.
function wellFormed(hits: unknown): BackendHit[] {
  return (Array.isArray(hits) ? hits : []).flatMap((value: unknown) => {
    const parsed = parseHit(value);
    if (!parsed) return [];
    return [
      parsed.record === undefined ? parsed.hit : { ...parsed.hit, record: parsed.record as CitationRecord },
    ];
  });
}
