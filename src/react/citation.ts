import { citationKey } from '../schema/citation-keys.js';
import type { CitationRecord } from '../schema/citation-record.js';
import type { Finding } from '../schema/finding.js';
import { readCitationRecord } from '../schema/read-citation-record.js';

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
  const reading = readCitationRecord(raw, []);
  return reading.ok ? { ...reading, key: citationKey(reading.record) } : reading;
}

/** The name a source goes by: its title, or the last part of its path. */
export function titleOf(record: CitationRecord): string {
  const title = record.node.title?.trim();
  if (title) return title;
  const path = record.node.path || record.node.ref;
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

/**
 * How people name a package: the last part of its identifier, and its version. One text, so that it keeps its
 * order wherever it stands.
 */
export function packageLabel(record: CitationRecord): string {
  const { id, version } = record.package;
  const trimmed = id.replace(/[/#]+$/, '');
  return `${trimmed.slice(trimmed.lastIndexOf('/') + 1) || id} ${version}`;
}
