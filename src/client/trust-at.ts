import type { CitationRecord } from '../schema/citation-record.js';
import { parseDate } from '../schema/date-time.js';

/** What the dates of a record say at one moment. */
export interface TrustAt {
  readonly stale: boolean;
  readonly inForce: boolean;
  /** The validity window has not begun. */
  readonly notYet: boolean;
  /** The validity window is over. */
  readonly noLonger: boolean;
  /** Milliseconds since the epoch at which one of these next changes; absent when none will. */
  readonly nextChange?: number;
}

/**
 * The flags of a record that follow from a clock (Reader contract §7; dates as in package spec §4.4), at
 * `now` in milliseconds since the epoch.
 *
 * In force: now ≥ `validFrom` and now < `validUntil`; a bound that is no date makes it false. Stale:
 * now ≥ `staleAfter`. Where the record has no such date, or says it was stale already, what its Reader
 * reported stands: a clock can only add to a warning.
 */
export function trustAt(record: Pick<CitationRecord, 'trust'>, now: number): TrustAt {
  const { trust } = record;
  const from = boundary(trust.validFrom);
  const until = boundary(trust.validUntil);
  const staleAt = boundary(trust.staleAfter);
  const dated = from !== undefined || until !== undefined;
  const notYet = from !== undefined && now < from;
  const noLonger = until !== undefined && now >= until;
  const inForce = dated ? !Number.isNaN(from) && !Number.isNaN(until) && !notYet && !noLonger : trust.inForce;
  const stale = trust.stale || (staleAt !== undefined && now >= staleAt);
  const next = Math.min(...changesOf(trust).filter((instant) => instant > now));
  return { stale, inForce, notYet, noLonger, ...(Number.isFinite(next) && { nextChange: next }) };
}

/** The instants, in milliseconds since the epoch, at which the flags of `trustAt` change. */
export function changesOf(trust: CitationRecord['trust']): number[] {
  return [trust.validFrom, trust.validUntil, trust.staleAfter]
    .map(boundary)
    .filter((instant) => instant !== undefined && !Number.isNaN(instant)) as number[];
}

/** NaN for a text that is no date: every comparison with it is false. */
function boundary(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseDate(text) ?? Number.NaN);
}
