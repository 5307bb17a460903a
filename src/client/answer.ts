import { citationKey } from '../schema/citation-keys.js';
import type { CitationRecord } from '../schema/citation-record.js';
import type { Finding } from '../schema/finding.js';
import type { ReceivedCitation } from './citations-value.js';
import type { Failure } from './message-log.js';

/**
 * - `streaming`: being written, or its run goes on and its citations may still come
 * - `no-event`: finished without a usable `moca.citations` event; the service may not be a MOCA service
 * - `no-sources`: finished, and the service says that it cites nothing
 * - `cited`: finished, with citations
 * - `cited-partly`: finished, with some or all citations left out as invalid or over a limit
 * - `failed`: its run failed, was stopped or broke off; what is there is not a finished answer
 */
export type AnswerState = 'streaming' | 'no-event' | 'no-sources' | 'cited' | 'cited-partly' | 'failed';

export interface Citation {
  /** `citationKey` of the record. */
  readonly key: string;
  /** The text in the answer that refers to this citation. */
  readonly marker?: string;
  /** As reported by the service's Reader at `computedAt`; known properties only. */
  readonly record: CitationRecord;
  /** The record as received, unknown properties included. */
  readonly raw: unknown;
  /** Place in the event's list. */
  readonly index: number;
  /**
   * Another record in this conversation has the same `node.ref` and another package digest: at least one of
   * the two is not what its reference says (Reader contract §7).
   */
  readonly identityConflict: boolean;
}

/** One assistant message and its citations. Immutable: a change is a new object, no change the same one. */
export interface Answer {
  readonly messageId: string;
  /** Markdown as the service wrote it, so far. */
  readonly content: string;
  readonly state: AnswerState;
  /** In the order of the event. */
  readonly citations: readonly Citation[];
  /** What was left out of the citations, and why. */
  readonly omitted: readonly Finding[];
  /** When the service's Reader computed the records: an RFC 3339 date-time as written. */
  readonly computedAt?: string;
  /** Where the citations came from. */
  readonly source?: 'event' | 'metadata';
  /** Why the answer failed. */
  readonly failure?: Failure;
}

export function toCitation(received: ReceivedCitation, identityConflict: boolean): Citation {
  return {
    key: citationKey(received.record),
    ...(received.marker !== undefined && { marker: received.marker }),
    record: received.record,
    raw: received.raw,
    index: received.index,
    identityConflict,
  };
}
