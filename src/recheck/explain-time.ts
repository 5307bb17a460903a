import { trustAtTime } from '../reader/library/validity-window.js';
import type { CitationRecord } from '../schema/citation-record.js';
import { parseDate } from '../schema/date-time.js';

/**
 * Whether some moment up to `latest` (milliseconds) gives a record of these dates the saved `stale` and
 * `inForce`. Both change only at the dates, so one moment on each side of every date is enough.
 */
export function someMomentGives(
  present: CitationRecord,
  saved: { stale: boolean; inForce: boolean },
  latest: number,
): boolean {
  const { staleAfter, validFrom, validUntil } = present.trust;
  const dates = [staleAfter, validFrom, validUntil]
    .map((text) => (text === undefined ? undefined : parseDate(text)))
    .filter((date) => date !== undefined);
  const moments = [latest, ...dates.flatMap((date) => [date - 1, date])];
  return moments.some((moment) => {
    if (moment > latest) return false;
    const at = trustAtTime(present.trust, moment);
    return at.stale === saved.stale && at.inForce === saved.inForce;
  });
}

/** What time did to a flag between the service's report and now. */
export function timePassed(field: 'trust.stale' | 'trust.inForce', present: CitationRecord): string {
  const { staleAfter, validFrom, validUntil } = present.trust;
  if (field === 'trust.stale') return `The node is fresh until ${staleAfter ?? 'no given time'}.`;
  const window = [validFrom && `from ${validFrom}`, validUntil && `until ${validUntil}`].filter(Boolean);
  return `The node is in force ${window.join(' ')}.`;
}
