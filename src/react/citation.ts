import { type CitationRecord, citationKey, citationRecordSchema } from '../schema/citation-record.js';
import { type Finding, toFindings } from '../schema/finding.js';

/** A record that came in by props: checked once, whatever it is. */
export type RecordReading =
  | { readonly ok: true; readonly record: CitationRecord; readonly key: string }
  | { readonly ok: false; readonly findings: readonly Finding[] };

const readings = new WeakMap<object, RecordReading>();

/** Reads a citation record of unknown form. Never throws; the same object gives the same reading. */
export function readRecord(raw: unknown): RecordReading {
  if (typeof raw !== 'object' || raw === null) return read(raw);
  const known = readings.get(raw);
  if (known) return known;
  const reading = read(raw);
  readings.set(raw, reading);
  return reading;
}

function read(raw: unknown): RecordReading {
  const parsed = citationRecordSchema.safeParse(raw);
  if (!parsed.success) return { ok: false, findings: toFindings(parsed.error, 'invalid-record') };
  return { ok: true, record: parsed.data, key: citationKey(parsed.data) };
}

/** The name a source goes by: its title, or the last part of its path. */
export function titleOf(record: CitationRecord): string {
  const title = record.node.title?.trim();
  if (title) return title;
  const path = record.node.path || record.node.ref;
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

/** The last part of a package's identifier, which is how people name it; the whole when there is no part. */
export function packageName(record: CitationRecord): string {
  const { id } = record.package;
  const trimmed = id.replace(/[/#]+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1) || id;
}
