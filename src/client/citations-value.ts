import { citationKey } from '../schema/citation-keys.js';
import type { CitationRecord } from '../schema/citation-record.js';
import { parseDateTime } from '../schema/date-time.js';
import type { Finding } from '../schema/finding.js';
import { readCitationRecord } from '../schema/read-citation-record.js';
import { sameJson, toPlainJson } from './plain-json.js';

/** Bounds on what is taken from one `moca.citations` event; over them the rest is left out and reported. */
export interface CitationLimits {
  /** Citations an event. Default 1,000. */
  maxCitations: number;
  /** One entry of the list with all its text, as JSON, in UTF-8 bytes. Default 1,048,576. */
  maxRecordBytes: number;
  /** All of an event's entries together, as JSON, in UTF-8 bytes. Default 8,388,608. */
  maxEventBytes: number;
  /** Levels of arrays and objects in one entry. Default 32. */
  maxDepth: number;
}

export const DEFAULT_LIMITS: CitationLimits = {
  maxCitations: 1_000,
  maxRecordBytes: 1_048_576,
  maxEventBytes: 8_388_608,
  maxDepth: 32,
};

/** One valid entry of an event. */
export interface ReceivedCitation {
  /** Place in the event's list, counting entries that were left out. */
  readonly index: number;
  /** The text in the answer that refers to this citation. */
  readonly marker?: string;
  /** The typed view: known properties only. */
  readonly record: CitationRecord;
  /** The record as received, unknown properties included. */
  readonly raw: unknown;
}

/** The content of a `moca.citations` event after checking it entry by entry. */
export interface ReceivedCitations {
  readonly version: 1;
  readonly messageId: string;
  /** When the service's Reader computed the records, as written. */
  readonly computedAt?: string;
  readonly citations: readonly ReceivedCitation[];
  /** Entries left out, and why; `path` starts at the event. */
  readonly omitted: readonly Finding[];
  /** The value as received, `null` in place of an entry that was over a limit or not JSON. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export type CitationsRefusal = 'other-event' | 'unknown-version' | 'malformed';

export type CitationsResult =
  | { ok: true; value: ReceivedCitations /** Everything that was not as it should be. */; issues: Finding[] }
  | {
      ok: false;
      reason: CitationsRefusal /** The message named, as far as that was read. */;
      messageId?: string;
      issues: Finding[];
    };

type Path = readonly (string | number)[];

/** Longer texts are no marker that a person could follow. In UTF-16 units. */
const MAX_MARKER_LENGTH = 1_000;

/**
 * Reads the `value` of a `moca.citations` event, or the same value kept in a message's metadata
 * (AG-UI citations §2). `path` is where it stands, for the findings. Never throws.
 */
export function readCitationsValue(input: unknown, limits: CitationLimits, path: Path): CitationsResult {
  try {
    return readValue(input, limits, path);
  } catch {
    return refuse('malformed', 'not-readable', path, 'Reading the value threw an exception.');
  }
}

type Refused = Extract<CitationsResult, { ok: false }>;

function refuse(reason: CitationsRefusal, code: string, path: Path, message: string): Refused {
  return { ok: false, reason, issues: [{ code, path, message }] };
}

function readValue(input: unknown, limits: CitationLimits, path: Path): CitationsResult {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuse('malformed', 'malformed-event', path, 'Expected an object.');
  }
  const list = Object.getOwnPropertyDescriptor(input, 'citations')?.value;
  const frame = toPlainJson({ ...ownData(input), citations: [] }, envelopeLimits(limits), path);
  if (!frame.ok) return { ok: false, reason: 'malformed', issues: [frame.finding] };
  const value = frame.value as Record<string, unknown>;

  const { version, messageId } = value;
  const named = typeof messageId === 'string' && { messageId };
  if (version !== 1) {
    const versionPath = [...path, 'version'];
    const refused =
      version === undefined
        ? refuse('malformed', 'malformed-event', versionPath, 'The version is missing.')
        : refuse('unknown-version', 'unknown-version', versionPath, 'Only version 1 is known.');
    return { ...refused, ...named };
  }
  if (typeof messageId !== 'string' || messageId === '') {
    return refuse('malformed', 'malformed-event', [...path, 'messageId'], 'Expected a message id.');
  }
  if (!Array.isArray(list)) {
    return {
      ...refuse('malformed', 'malformed-event', [...path, 'citations'], 'Expected array.'),
      messageId,
    };
  }

  const issues: Finding[] = [];
  const computedAt = readComputedAt(value, path, issues);
  const entries = readEntries(list, limits, [...path, 'citations'], issues);
  return {
    ok: true,
    value: {
      version: 1,
      messageId,
      ...(computedAt !== undefined && { computedAt }),
      citations: entries.citations,
      omitted: entries.omitted,
      raw: { ...value, citations: entries.raw },
    },
    issues,
  };
}

/** Own enumerable data properties; spread alone would run accessors. */
function ownData(input: object): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(input))) {
    if (descriptor.enumerable && 'value' in descriptor) result[key] = descriptor.value;
  }
  return result;
}

function envelopeLimits(limits: CitationLimits) {
  return { maxDepth: limits.maxDepth, maxBytes: limits.maxRecordBytes };
}

function readComputedAt(value: Record<string, unknown>, path: Path, issues: Finding[]): string | undefined {
  const { computedAt } = value;
  if (computedAt === undefined) return undefined;
  if (typeof computedAt === 'string' && parseDateTime(computedAt) !== undefined) return computedAt;
  issues.push({
    code: 'invalid-computed-at',
    path: [...path, 'computedAt'],
    message: 'Expected an RFC 3339 date-time with an offset; the time is treated as not given.',
  });
  return undefined;
}

interface Entries {
  citations: ReceivedCitation[];
  omitted: Finding[];
  raw: unknown[];
}

function readEntries(
  list: readonly unknown[],
  limits: CitationLimits,
  path: Path,
  issues: Finding[],
): Entries {
  const entries: Entries = { citations: [], omitted: [], raw: [] };
  const seen = new Set<string>();
  let room = limits.maxEventBytes;
  const omit = (...findings: Finding[]) => {
    entries.omitted.push(...findings);
    issues.push(...findings);
  };

  for (let index = 0; index < list.length; index++) {
    const entryPath = [...path, index];
    if (index >= limits.maxCitations || room <= 0) {
      omit({
        code: 'too-many-citations',
        path: entryPath,
        message: `Left out from here on: the event is over the limits (${list.length} citations).`,
      });
      entries.raw.push(null);
      break;
    }
    const maxBytes = Math.min(limits.maxRecordBytes, room);
    const item = Object.getOwnPropertyDescriptor(list, index)?.value;
    const plain = toPlainJson(item, { maxDepth: limits.maxDepth, maxBytes }, entryPath);
    if (!plain.ok) {
      omit(plain.finding);
      entries.raw.push(null);
      continue;
    }
    room -= plain.bytes;
    entries.raw.push(plain.value);
    const citation = readEntry(plain.value, index, entryPath, issues);
    if (!('record' in citation)) {
      omit(...citation.findings);
      continue;
    }
    // The digest is part of it: a forged copy with the same reference stays, so that both can say so.
    const key = `${citationKey(citation.record)}${citation.record.package.digest}`;
    if (seen.has(key)) {
      issues.push({
        code: 'repeated-citation',
        path: entryPath,
        message: 'The same node, locale and span is listed before; the first entry counts.',
      });
      continue;
    }
    seen.add(key);
    entries.citations.push(citation);
  }
  return entries;
}

function readEntry(
  entry: unknown,
  index: number,
  path: Path,
  issues: Finding[],
): ReceivedCitation | { findings: Finding[] } {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { findings: [{ code: 'invalid-record', path, message: 'Expected an object with a record.' }] };
  }
  const { marker, record: raw } = entry as { marker?: unknown; record?: unknown };
  const parsed = readCitationRecord(raw, [...path, 'record']);
  if (!parsed.ok) return { findings: parsed.findings };
  const usable = typeof marker === 'string' && marker !== '' && marker.length <= MAX_MARKER_LENGTH;
  if (marker !== undefined && !usable) {
    issues.push({
      code: 'invalid-marker',
      path: [...path, 'marker'],
      message: `Expected text of 1 to ${MAX_MARKER_LENGTH} characters; the citation is kept without a marker.`,
    });
  }
  return {
    index,
    ...(usable && { marker }),
    // One object for both views when nothing is unknown: records are most of a conversation's memory.
    record: sameJson(parsed.record, raw) ? (raw as CitationRecord) : parsed.record,
    raw,
  };
}
