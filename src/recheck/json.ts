/** A value as JSON would carry it: what is not finite becomes null. */
function scalar(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether two values are the same JSON: the order of properties and properties that are undefined do not
 * count. Iterative, since the depth of either value is the input's choice.
 */
export function sameJson(left: unknown, right: unknown): boolean {
  const pending: [unknown, unknown][] = [[left, right]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [index, item] of a.entries()) pending.push([item, b[index]]);
    } else if (isObject(a) && isObject(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        pending.push([
          Object.hasOwn(a, key) ? a[key] : undefined,
          Object.hasOwn(b, key) ? b[key] : undefined,
        ]);
      }
    } else if (!Object.is(scalar(a), scalar(b)) && !(a === 0 && b === 0)) {
      return false;
    }
  }
  return true;
}

/** Whether two lists hold the same JSON values, in any order, each as often. */
export function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && withoutItems(left, right).length === 0;
}

/** The items of `list` that `others` does not hold, each occurrence counted. */
export function withoutItems<Item>(list: readonly Item[], others: readonly unknown[]): Item[] {
  const left = [...others];
  return list.filter((item) => {
    const found = left.findIndex((other) => sameJson(item, other));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}
