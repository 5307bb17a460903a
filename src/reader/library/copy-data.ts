/**
 * A deep copy of plain data (objects, lists, primitive values): what a record takes from frontmatter, so that
 * a consumer cannot change the package. Walks with a stack of its own, since a package decides how deep its
 * frontmatter nests. Anything that is not plain data is left out, as JSON would leave it out.
 */
export function copyData<T>(value: T): T {
  const holder: { copy?: unknown } = {};
  const pending: { value: unknown; into: object; key: PropertyKey }[] = [
    { value, into: holder, key: 'copy' },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const copied = shellOf(next.value);
    // Defined, not assigned: a key named `__proto__` is data like any other.
    Object.defineProperty(next.into, next.key, {
      value: copied,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    if (copied === next.value || typeof copied !== 'object' || copied === null) continue;
    const source = next.value as Record<string, unknown>;
    const keys = Object.keys(source);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] ?? '';
      const member = source[key];
      if (typeof member !== 'function' && typeof member !== 'symbol' && member !== undefined) {
        pending.push({ value: member, into: copied, key });
      }
    }
  }
  return holder.copy as T;
}

function shellOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}
