import { type AudiencePolicy, passesAudience, passesDefaultPolicy } from '../library/policy.js';
import type { RecordSource } from './record-source.js';
import type { ScoredRecord } from './types.js';

/** What the gate goes by: the host's choices and the caller's request, never a hook's. */
export interface GateRules {
  readonly digests: ReadonlySet<string>;
  readonly includeAll: boolean;
  readonly audience: AudiencePolicy;
  readonly locale: string | undefined;
  /** Undefined when the caller named neither concepts nor a scope. */
  readonly concepts: ReadonlySet<string> | undefined;
  readonly limit: number;
  /** Keeps the order of the candidates instead of sorting by score: an egress hook gave it. */
  readonly keepOrder: boolean;
}

/** The last step of every search, in the order of Reader contract §9.2, 5. */
export function gate(
  candidates: readonly ScoredRecord[],
  source: Pick<RecordSource, 'picked'>,
  rules: GateRules,
): ScoredRecord[] {
  const { concepts, locale } = rules;
  let kept = candidates.filter(
    (record) =>
      rules.digests.has(record.package.digest) &&
      (rules.includeAll || passesDefaultPolicy(record)) &&
      passesAudience(record, rules.audience),
  );
  if (locale !== undefined) {
    const picked = new Set<object>(source.picked(kept, locale));
    kept = kept.filter((record) => picked.has(record));
  }
  if (concepts) kept = kept.filter((record) => record.concepts?.some((concept) => concepts.has(concept)));
  kept = firstOfEach(kept);
  // The sort is stable: candidates of one score keep their order.
  if (!rules.keepOrder) kept.sort((a, b) => b.score - a.score);
  return kept.slice(0, rules.limit);
}

function firstOfEach(records: readonly ScoredRecord[]): ScoredRecord[] {
  const seen = new Set<string>();
  return records.filter(({ node, span }) => {
    const key = JSON.stringify([node.ref, node.locale ?? null, span?.start ?? null]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
