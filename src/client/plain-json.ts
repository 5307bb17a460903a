import type { Finding } from '../schema/finding.js';

/** Bounds on a value copied from an untrusted object. */
export interface PlainJsonLimits {
  /** Levels of arrays and objects, the outermost counted as 1. */
  maxDepth: number;
  /** Size of the value as JSON text, in UTF-8 bytes. */
  maxBytes: number;
}

export type PlainJson = { ok: true; value: unknown; bytes: number } | { ok: false; finding: Finding };

type Path = readonly (string | number)[];

class NotPlain extends Error {
  constructor(
    readonly code: string,
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
  const writer: Writer = { ...limits, parts: [], bytes: 0, path: [...base] };
  try {
    write(writer, value, 1);
    // Through text on purpose: `JSON.parse` makes `__proto__` an own property, and lays objects out tightly.
    return { ok: true, value: JSON.parse(writer.parts.join('')), bytes: writer.bytes };
  } catch (error) {
    const { path } = writer;
    const finding =
      error instanceof NotPlain
        ? { code: error.code, path, message: error.message }
        : { code: 'not-readable', path, message: 'Reading the value threw an exception.' };
    return { ok: false, finding };
  }
}

interface Writer extends PlainJsonLimits {
  parts: string[];
  bytes: number;
  /** Of the value being written; left as it is by an exception. */
  path: (string | number)[];
}

function put(writer: Writer, text: string): void {
  writer.bytes += utf8Length(text);
  if (writer.bytes > writer.maxBytes) {
    throw new NotPlain('too-large', `The value is larger than ${writer.maxBytes} bytes as JSON text.`);
  }
  writer.parts.push(text);
}

/** In bytes, of a text without lone surrogates. Counted and not encoded: it runs over everything that is kept. */
function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair is two of its four bytes.
    if (unit > 0x7f) length += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return length;
}

// Recursion is safe here: `maxDepth` bounds it, and a cycle runs into that bound.
function write(writer: Writer, value: unknown, depth: number): void {
  if (typeof value === 'string') {
    // Checked before quoting, so that a huge string is not copied only to be refused.
    if (writer.bytes + value.length > writer.maxBytes) put(writer, value);
    put(writer, JSON.stringify(value));
  } else if (value === null || typeof value === 'boolean') {
    put(writer, String(value));
  } else if (typeof value === 'number' && Number.isFinite(value)) {
    put(writer, String(value));
  } else if (typeof value === 'object') {
    if (depth > writer.maxDepth) {
      throw new NotPlain('too-deep', `The value is nested deeper than ${writer.maxDepth} levels.`);
    }
    if (Array.isArray(value)) writeArray(writer, value, depth);
    else writeObject(writer, value, depth);
  } else {
    throw new NotPlain('not-json', `A value of type ${typeof value} is not JSON.`);
  }
}

function writeArray(writer: Writer, array: readonly unknown[], depth: number): void {
  put(writer, '[');
  for (let index = 0; index < array.length; index++) {
    if (index > 0) put(writer, ',');
    writer.path.push(index);
    write(writer, dataProperty(array, index) ?? null, depth + 1);
    writer.path.pop();
  }
  put(writer, ']');
}

function writeObject(writer: Writer, object: object, depth: number): void {
  put(writer, '{');
  let first = true;
  for (const key of Object.keys(object)) {
    writer.path.push(key);
    const value = dataProperty(object, key);
    if (value !== undefined) {
      put(writer, `${first ? '' : ','}${JSON.stringify(key)}:`);
      first = false;
      write(writer, value, depth + 1);
    }
    writer.path.pop();
  }
  put(writer, '}');
}

function dataProperty(object: object, key: string | number): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return undefined;
  if (!('value' in descriptor)) {
    throw new NotPlain('accessor', 'The property is computed by code and was not read.');
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
