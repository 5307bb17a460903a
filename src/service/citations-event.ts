import type { EventType } from '@ag-ui/client';
import { type CitationRecord, citationRecordSchema } from '../schema/citation-record.js';
import { CITATIONS_EVENT } from '../schema/citations-event.js';
import { parseDateTime } from '../schema/date-time.js';
import { check, type Finding } from '../schema/finding.js';
import { findMentions, type Mark, unresolvedMentions } from './mentions.js';
import { entryKey } from './record-run.js';

/** One entry of the event: what the answer calls it, and the Reader's own record. */
export type CitationEntry = { marker?: string; record: CitationRecord };

/**
 * The AG-UI `CUSTOM` event `moca.citations` (AG-UI citations §2). Send it after the message's `TEXT_MESSAGE_END` and
 * before `RUN_FINISHED`: `encoder.encode(event)`, or an RxJS subscriber's `next(event)`.
 */
export type CitationsEvent = {
  type: EventType.CUSTOM;
  name: typeof CITATIONS_EVENT;
  value: { version: 1; messageId: string; computedAt?: string; citations: CitationEntry[] };
};

export interface CitationsEventInput {
  /** The `messageId` of the assistant message, from its `TEXT_MESSAGE_START`. */
  messageId: string;
  /** The whole text of that message, as it was streamed. */
  answer: string;
  /** What the Reader returned in this run: a `recordRun()`, or any list of its records. */
  returned: Iterable<CitationRecord>;
  /** The text that refers to a record in the answer, such as `[1]`; undefined when only its reference does. */
  marker?: (record: CitationRecord) => string | undefined;
  /** When the Reader computed the records: an RFC 3339 date-time with an offset. */
  computedAt?: string;
  /** `false` leaves `text` out of every record, to keep the event small. */
  text?: boolean;
  /** Told of everything left out, and why. */
  onFinding?: (finding: Finding) => void;
}

/**
 * The event for one answer by the rules of AG-UI citations §3: only records that the answer mentions and that the
 * Reader returned in this run, in order of first mention, one entry a `node.ref` and span, each as the Reader made
 * it. An answer that mentions none gives an event with an empty list: send that too.
 *
 * Throws a TypeError for a wrong argument of the caller. What is wrong in a record or in the answer is left out and
 * told to `onFinding`, with a path from `returned` or `answer`.
 */
export function createCitationsEvent(input: CitationsEventInput): CitationsEvent {
  checkArguments(input);
  const { messageId, answer, marker, computedAt, text = true, onFinding = () => {} } = input;
  const candidates = candidatesOf(input.returned, onFinding);
  const marks = candidates.map((record) => markOf(record, marker));
  const { cited, byMarker, findings } = findMentions(answer, marks);
  for (const finding of [...findings, ...unresolvedMentions(answer, marks)]) onFinding(finding);
  const citations = cited.flatMap((index): CitationEntry[] => {
    const record = candidates[index];
    const named = marks[index]?.marker;
    if (!record) return [];
    return [
      {
        ...(named !== undefined && byMarker.has(index) && { marker: named }),
        record: text ? record : withoutText(record),
      },
    ];
  });
  return {
    type: 'CUSTOM' as EventType.CUSTOM,
    name: CITATIONS_EVENT,
    value: { version: 1, messageId, ...(computedAt !== undefined && { computedAt }), citations },
  };
}

function checkArguments({
  messageId,
  answer,
  returned,
  marker,
  computedAt,
  text,
}: CitationsEventInput): void {
  if (typeof messageId !== 'string' || messageId === '')
    throw new TypeError('messageId must be a non-empty string.');
  if (typeof answer !== 'string')
    throw new TypeError('answer must be a string: the whole text of the message.');
  if (typeof returned !== 'object' || returned === null || typeof returned[Symbol.iterator] !== 'function') {
    throw new TypeError('returned must be a recordRun() or a list of citation records.');
  }
  if (marker !== undefined && typeof marker !== 'function') {
    throw new TypeError('marker must be a function from a record to its marker.');
  }
  if (
    computedAt !== undefined &&
    (typeof computedAt !== 'string' || parseDateTime(computedAt) === undefined)
  ) {
    throw new TypeError(
      'computedAt must be an RFC 3339 date-time with an offset, such as 2026-01-31T09:00:00Z.',
    );
  }
  if (text !== undefined && typeof text !== 'boolean') throw new TypeError('text must be true or false.');
}

/** The valid records, one a `node.ref` and span. */
function candidatesOf(
  returned: Iterable<CitationRecord>,
  onFinding: (finding: Finding) => void,
): CitationRecord[] {
  const byKey = new Map<string, CitationRecord>();
  let index = -1;
  for (const record of returned) {
    index += 1;
    const checked = check(citationRecordSchema, record, 'invalid-record', ['returned', index]);
    if (!checked.ok) {
      for (const finding of checked.findings) onFinding(finding);
      continue;
    }
    const key = entryKey(record);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, record);
    else if (first.package.digest !== record.package.digest || first.node.locale !== record.node.locale) {
      onFinding({
        code: 'same-reference',
        path: ['returned', index],
        message: `Another package or locale gives ${record.node.ref} too; only the record returned first can be cited.`,
      });
    }
  }
  return [...byKey.values()];
}

function markOf(record: CitationRecord, marker: CitationsEventInput['marker']): Mark {
  const { ref } = record.node;
  const mark = marker?.(record);
  if (mark === undefined) return { ref };
  if (typeof mark !== 'string' || mark.trim() === '') {
    throw new TypeError('marker must return a text that is not blank, or undefined.');
  }
  return { ref, marker: mark };
}

function withoutText({ text: _, ...rest }: CitationRecord): CitationRecord {
  return rest;
}
