import type { CitationRecord } from './citation-record.js';

/**
 * The key of what an answer cites: `node.ref`, `node.locale` and `span` together (Reader contract §7).
 * Two entries with one key are the same citation.
 */
export function citationKey(record: CitationRecord): string {
  return JSON.stringify([
    record.node.ref,
    record.node.locale ?? null,
    record.span?.start ?? null,
    record.span?.end ?? null,
  ]);
}

/**
 * The key that cannot be forged: `node.id` with `package.digest` (Reader contract §7). A `node.ref` is made
 * of names a package gives itself, so a forged copy can carry the same one.
 */
export function evidenceKey(record: CitationRecord): string {
  return JSON.stringify([record.node.id, record.package.digest]);
}
