import { parseDate } from '../../schema/date-time.js';

/** Dates as written. */
export interface ValidityDates {
  readonly staleAfter?: string | undefined;
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | undefined;
}

/**
 * `stale` and `inForce` at `now`, in milliseconds since the epoch (reader reference §5.8). A bound of the
 * window that is not a date fails closed: the content is not in force. A `staleAfter` that is none means
 * nothing.
 */
export function trustAtTime(dates: ValidityDates, now: number): { stale: boolean; inForce: boolean } {
  const staleAfter = dates.staleAfter === undefined ? undefined : parseDate(dates.staleAfter);
  return {
    stale: staleAfter !== undefined && now >= staleAfter,
    inForce: hasStarted(dates.validFrom, now) && !hasEnded(dates.validUntil, now),
  };
}

function hasStarted(validFrom: string | undefined, now: number): boolean {
  if (validFrom === undefined) return true;
  const start = parseDate(validFrom);
  return start !== undefined && now >= start;
}

function hasEnded(validUntil: string | undefined, now: number): boolean {
  if (validUntil === undefined) return false;
  const end = parseDate(validUntil);
  return end === undefined || now >= end;
}
