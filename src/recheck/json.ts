import type { CitationRecord } from '../schema/citation-record.js';

/** A value as JSON would carry it: what is not finite becomes null. */
function scalar(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values of which at most one is a list or an object are the same. */
function sameScalar(a: unknown, b: unknown): boolean {
  return a === b || Object.is(scalar(a), scalar(b));
}

/**
 * Whether two values are the same JSON: the order of properties and properties that are undefined do not
 * count. Iterative, since the depth of either value is the input's choice.
 */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const pending: unknown[] = [left, right];
  while (pending.length > 0) {
    const b = pending.pop();
    const a = pending.pop();
    if (a === b) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (let index = 0; index < a.length; index += 1) pending.push(a[index], b[index]);
    } else if (isObject(a) && isObject(b)) {
      for (const key of Object.keys(a)) pending.push(a[key], Object.hasOwn(b, key) ? b[key] : undefined);
      for (const key of Object.keys(b)) if (!Object.hasOwn(a, key) && b[key] !== undefined) return false;
    } else if (!sameScalar(a, b)) {
      return false;
    }
  }
  return true;
}

/** Whether two records claim the same; what a search adds to a record claims nothing of the package. */
export function sameClaims(one: CitationRecord, other: CitationRecord): boolean {
  const bare = (record: CitationRecord) => ({ ...record, score: undefined, retrieval: undefined });
  return sameJson(bare(one), bare(other));
}

/** Whether two lists hold the same JSON values, in any order, each as often. */
export function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && withoutItems(left, right).length === 0;
}

/** The items of `list` that `others` does not hold, each occurrence counted. */
export function withoutItems<Item>(list: readonly Item[], others: readonly unknown[]): Item[] {
  if (list.length === 0) return [];
  const left = [...others];
  return list.filter((item) => {
    const found = left.findIndex((other) => sameJson(item, other));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}
