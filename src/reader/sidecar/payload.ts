import type { SidecarIndex } from '../../schema/sidecar-index.js';
import { diagnostic } from '../diagnostics.js';
import type { Diagnostic, PackageResult, Representation } from '../types.js';
import type { SidecarChunk } from './bind-sidecar.js';

// A payload of nothing but bad lines must not become as many findings.
const MAX_FINDINGS = 1000;

/**
 * Reads a `moca-jsonl-v1` payload (reader reference §14.2): the chunks in line order, and `S004` with the line
 * of every item that breaks the rules, up to a bounded number.
 */
export function readPayload(
  bytes: Uint8Array,
  { storage, model }: SidecarIndex,
  result: PackageResult,
): { chunks: SidecarChunk[]; diagnostics: Diagnostic[] } {
  const chunks: SidecarChunk[] = [];
  const diagnostics: Diagnostic[] = [];
  const report = (message: string, line: number) => {
    if (diagnostics.length >= MAX_FINDINGS) return;
    diagnostics.push(diagnostic('S004_SIDECAR_ITEM_INVALID', message, storage.file, line));
  };
  const representations = representationsOf(result);
  const numbering = new Map<string, { counts: Set<number>; indexes: Set<number>; line: number }>();
  for (const { text, line } of linesOf(bytes)) {
    const item = parseItem(text, representations, model?.dimensions);
    if (typeof item === 'string') {
      report(item, line);
      continue;
    }
    const { chunkIndex, chunkCount, ...chunk } = item;
    chunks.push(chunk);
    const key = keyOf(chunk.path, chunk.locale);
    const numbers = numbering.get(key) ?? { counts: new Set(), indexes: new Set(), line };
    numbering.set(key, numbers);
    numbers.counts.add(chunkCount);
    numbers.indexes.add(chunkIndex);
  }
  for (const { counts, indexes, line } of numbering.values()) {
    if (counts.size === 1 && counts.has(indexes.size)) continue;
    report('The chunks of the representation are not as many as its items say.', line);
  }
  return { chunks, diagnostics };
}

type Item = SidecarChunk & { chunkIndex: number; chunkCount: number };

/** The item of one line, or what is wrong with it. */
function parseItem(
  text: string,
  representations: ReadonlyMap<string, Representation>,
  dimensions: number | undefined,
): Item | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The line is not JSON.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The line is not an object.';
  const {
    path,
    locale,
    chunkIndex,
    chunkCount,
    start,
    end,
    vector,
    text: quoted,
  } = value as Record<string, unknown>;
  if (typeof path !== 'string' || path.startsWith('/') || path.split('/').includes('..')) {
    return 'The path is missing or not a node path.';
  }
  if (locale !== undefined && typeof locale !== 'string') return 'The locale is not text.';
  if (quoted !== undefined && typeof quoted !== 'string') return 'The text is not text.';
  const representation = representations.get(keyOf(path, locale));
  if (!representation) return `There is no such representation of ${path.slice(0, 200)} in the package.`;
  if (!isCount(chunkIndex) || !isCount(chunkCount) || chunkIndex >= chunkCount) {
    return 'chunkIndex and chunkCount do not number a chunk.';
  }
  if (!isCount(start) || !isCount(end) || start > end || end > representation.size) {
    return 'start and end are not a span of the file.';
  }
  if (vector !== undefined && !isVector(vector, dimensions))
    return 'The vector is not numbers of the right length.';
  return {
    path,
    ...(locale === undefined ? {} : { locale }),
    span: { start, end },
    ...(vector === undefined ? {} : { vector }),
    chunkIndex,
    chunkCount,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isVector(value: unknown, dimensions: number | undefined): value is number[] {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one === 'number') &&
    (dimensions === undefined || value.length === dimensions)
  );
}

function representationsOf({ nodes }: PackageResult): Map<string, Representation> {
  const found = new Map<string, Representation>();
  for (const { path, representations } of nodes) {
    for (const representation of representations) found.set(keyOf(path, representation.tag), representation);
  }
  return found;
}

function keyOf(path: string, tag: string | undefined): string {
  return JSON.stringify([path, tag ?? null]);
}

/** The lines of a text that are not blank, numbered from 1. Decoded line by line: a payload may be long. */
function* linesOf(bytes: Uint8Array): Generator<{ text: string; line: number }> {
  const decoder = new TextDecoder();
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    line += 1;
    const text = decoder.decode(bytes.subarray(start, end)).trim();
    if (text !== '') yield { text, line };
    start = end + 1;
  }
}
