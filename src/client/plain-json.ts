import type { Finding } from '../schema/finding.js';

/** Bounds on a value copied from an untrusted object. */
export interface PlainJsonLimits {
  /** Levels of arrays and objects, the outermost counted as 1. */
  maxDepth: number;
  /** Length of the value as JSON text, in UTF-16 units. */
  maxLength: number;
}

export type PlainJson = { ok: true; value: unknown; length: number } | { ok: false; finding: Finding };

type Path = readonly (string | number)[];

class NotPlain extends Error {
  constructor(
    readonly code: string,
    readonly path: Path,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A copy of `value` that is plain JSON data and shares nothing with it, so that what was checked is what is
 * kept. `__proto__` and the like are ordinary keys of the copy. Reads own data properties only: an accessor,
 * a cycle, a proxy that throws, a function or a value over the limits gives a finding, never an exception.
 */
export function toPlainJson(value: unknown, limits: PlainJsonLimits, base: Path = []): PlainJson {
  const writer: Writer = { ...limits, parts: [], length: 0 };
  try {
    write(writer, value, 1, base);
    const text = writer.parts.join('');
    // Through text on purpose: `JSON.parse` makes `__proto__` an own property, and lays objects out tightly.
    return { ok: true, value: JSON.parse(text), length: text.length };
  } catch (error) {
    const finding =
      error instanceof NotPlain
        ? { code: error.code, path: error.path, message: error.message }
        : { code: 'not-readable', path: base, message: 'Reading the value threw an exception.' };
    return { ok: false, finding };
  }
}

interface Writer extends PlainJsonLimits {
  parts: string[];
  length: number;
}

function put(writer: Writer, text: string, path: Path): void {
  writer.length += text.length;
  if (writer.length > writer.maxLength) {
    throw new NotPlain('too-large', path, `The value is longer than ${writer.maxLength} as JSON text.`);
  }
  writer.parts.push(text);
}

// Recursion is safe here: `maxDepth` bounds it, and a cycle runs into that bound.
function write(writer: Writer, value: unknown, depth: number, path: Path): void {
  if (typeof value === 'string') {
    // Checked before quoting, so that a huge string is not copied only to be refused.
    if (writer.length + value.length > writer.maxLength) put(writer, value, path);
    put(writer, JSON.stringify(value), path);
  } else if (value === null || typeof value === 'boolean') {
    put(writer, String(value), path);
  } else if (typeof value === 'number' && Number.isFinite(value)) {
    put(writer, String(value), path);
  } else if (typeof value === 'object') {
    if (depth > writer.maxDepth) {
      throw new NotPlain('too-deep', path, `The value is nested deeper than ${writer.maxDepth} levels.`);
    }
    if (Array.isArray(value)) writeArray(writer, value, depth, path);
    else writeObject(writer, value, depth, path);
  } else {
    throw new NotPlain('not-json', path, `A value of type ${typeof value} is not JSON.`);
  }
}

function writeArray(writer: Writer, array: readonly unknown[], depth: number, path: Path): void {
  put(writer, '[', path);
  for (let index = 0; index < array.length; index++) {
    if (index > 0) put(writer, ',', path);
    write(writer, dataProperty(array, String(index), path) ?? null, depth + 1, [...path, index]);
  }
  put(writer, ']', path);
}

function writeObject(writer: Writer, object: object, depth: number, path: Path): void {
  put(writer, '{', path);
  let first = true;
  for (const key of Object.keys(object)) {
    const value = dataProperty(object, key, path);
    if (value === undefined) continue;
    put(writer, `${first ? '' : ','}${JSON.stringify(key)}:`, path);
    first = false;
    write(writer, value, depth + 1, [...path, key]);
  }
  put(writer, '}', path);
}

function dataProperty(object: object, key: string, path: Path): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return undefined;
  if (!('value' in descriptor)) {
    throw new NotPlain('accessor', [...path, key], 'The property is computed by code and was not read.');
  }
  return descriptor.value;
}

/** Whether two plain JSON values are the same, the order of object keys aside. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameJson(item, b[index]))
    );
  }
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(
      ([key, item]) => Object.hasOwn(b, key) && sameJson(item, (b as Record<string, unknown>)[key]),
    )
  );
}
