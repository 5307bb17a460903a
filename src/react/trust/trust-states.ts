import { trustAt } from '../../client/trust-at.js';
import type { CitationRecord } from '../../schema/citation-record.js';
import { parseDate } from '../../schema/date-time.js';

/** Every state a badge can show, gravest first. The order is part of the public contract. */
export const TRUST_STATES = [
  'identity-conflict',
  'digest-mismatch',
  'not-yet-in-force',
  'no-longer-in-force',
  'superseded',
  'deprecated',
  'contested',
  'disputed',
  'stale',
  'quote-not-found',
  'audience-invalid',
  'draft',
  'unverified-review',
  'declared',
  'signed-reported',
  'attested-reported',
  'checked',
] as const;

export type TrustState = (typeof TRUST_STATES)[number];

/**
 * Who makes a claim: the package's author (`declared`), the service's Reader (`reported`), this device's
 * clock applied to dates that were reported (`clock`), or this device after it read the package (`checked`).
 */
export type ClaimLayer = 'declared' | 'reported' | 'clock' | 'checked';

/** How a state weighs: keep away, take care, know about it, or it speaks for the source. */
export type TrustTone = 'danger' | 'caution' | 'note' | 'claim';

export interface TrustFact {
  readonly state: TrustState;
  readonly layer: ClaimLayer;
  readonly tone: TrustTone;
  /** The date the state hangs on, as written in the record: stale after, valid from, valid until, reviewed at. */
  readonly when?: string;
  /** Who is named: signers, reviewers, declared verifiers, or the nodes that supersede or contest. */
  readonly who?: readonly string[];
}

export const VERDICTS = [
  'confirmed',
  'changed',
  'misreported',
  'digest-mismatch',
  'node-missing',
  'package-missing',
  'invalid-record',
] as const;

/** What a re-check on this device concluded about one citation. */
export type CheckVerdict = (typeof VERDICTS)[number];

export interface CitationCheck {
  readonly verdict: CheckVerdict;
  /** When this device checked, as an RFC 3339 date-time. */
  readonly checkedAt: string;
  /**
   * What was confirmed, when it is known. A confirmation says nothing of another record under the same citation
   * key, such as one that arrived after the check.
   */
  readonly records?: readonly CitationRecord[] | undefined;
}

// Only what was confirmed speaks for the source; a check that found otherwise is as grave as what it found.
const VERDICT_TONES: Record<CheckVerdict, TrustTone> = {
  confirmed: 'claim',
  changed: 'caution',
  misreported: 'danger',
  'digest-mismatch': 'danger',
  'node-missing': 'danger',
  'package-missing': 'note',
  'invalid-record': 'danger',
};

export function verdictTone(verdict: CheckVerdict): TrustTone {
  return VERDICT_TONES[verdict];
}

/** Verdicts that warn and that no trust state stands for, gravest first. */
export const WARNING_VERDICTS = ['invalid-record', 'misreported', 'node-missing', 'changed'] as const;
export type WarningVerdict = (typeof WARNING_VERDICTS)[number];

/** The gravest of what checks warn of beside the trust states. */
export function verdictWarning(
  checks: Iterable<Pick<CitationCheck, 'verdict'> | undefined>,
): WarningVerdict | undefined {
  const found = new Set<CheckVerdict | undefined>();
  for (const check of checks) found.add(check?.verdict);
  return WARNING_VERDICTS.find((verdict) => found.has(verdict));
}

/** What `trustStates` looks at: a citation of an answer, or just a record. */
export interface TrustSubject {
  readonly record: CitationRecord;
  /** Another citation of the answer carries the same `node.ref` with another package digest. */
  readonly identityConflict?: boolean | undefined;
}

export interface TrustOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the service computed the record, in milliseconds since the epoch. */
  readonly computedAt?: number | undefined;
  /** The result of a re-check on this device, when there was one. */
  readonly check?: CitationCheck | undefined;
}

const TONES: Record<TrustState, TrustTone> = {
  'identity-conflict': 'danger',
  'digest-mismatch': 'danger',
  'not-yet-in-force': 'danger',
  'no-longer-in-force': 'danger',
  superseded: 'caution',
  deprecated: 'caution',
  contested: 'caution',
  disputed: 'caution',
  stale: 'caution',
  'quote-not-found': 'caution',
  'audience-invalid': 'caution',
  draft: 'note',
  'unverified-review': 'note',
  declared: 'claim',
  'signed-reported': 'claim',
  'attested-reported': 'claim',
  checked: 'claim',
};

export function toneOf(state: TrustState): TrustTone {
  return TONES[state];
}

/** Whether a state warns, rather than speaks for the source or only describes it. */
export function isWarning(state: TrustState): boolean {
  return TONES[state] !== 'claim';
}

/** How the attested reviews of a record may be shown. */
export type ReviewStanding = 'approved' | 'disputed' | 'unverified' | 'none';

/**
 * The standing of a record's attested reviews, by the strictest of what the record says. `reviewStatus` is
 * never taken at its word when the reviews beside it say less, and a record without it (services older
 * than contract 0.6.0) is never an approval.
 */
export function reviewStanding(record: CitationRecord): ReviewStanding {
  const { attestedReviews, reviewStatus } = record.trust;
  if (reviewStatus === 'disputed') return 'disputed';
  if (attestedReviews.some((review) => review.outcome !== 'accurate')) return 'disputed';
  if (attestedReviews.length === 0) return 'none';
  const approved =
    reviewStatus === 'approved' &&
    record.package.signed &&
    attestedReviews.every((review) => review.packageVerified !== false);
  return approved ? 'approved' : 'unverified';
}

// A reported "not in force" ends only where the record's own dates explain why it held then and not now.
function reportedWindowHasOpened(record: CitationRecord, computedAt: number | undefined): boolean {
  if (record.trust.inForce) return true;
  return computedAt !== undefined && trustAt(record, computedAt).notYet;
}

function present<T extends object>(fact: T): T {
  for (const key of Object.keys(fact) as (keyof T)[]) if (fact[key] === undefined) delete fact[key];
  return fact;
}

/**
 * Every state that holds for a citation at `now`, gravest first. The clock can add to what was reported; it
 * takes nothing away, save "not yet in force" once the reported date has come.
 */
export function trustStates(subject: TrustSubject, { now, computedAt, check }: TrustOptions): TrustFact[] {
  const { record } = subject;
  const { trust } = record;
  const facts: TrustFact[] = [];
  const add = (
    state: TrustState,
    layer: ClaimLayer,
    details: { when?: string | undefined; who?: readonly string[] | undefined } = {},
  ) => facts.push(present({ state, layer, tone: TONES[state], ...details }) as TrustFact);

  if (subject.identityConflict) add('identity-conflict', 'reported');
  if (check?.verdict === 'digest-mismatch') add('digest-mismatch', 'checked', { when: check.checkedAt });

  const at = trustAt(record, now);
  if (at.notYet) {
    add('not-yet-in-force', trust.inForce ? 'clock' : 'reported', { when: trust.validFrom });
  } else if (at.noLonger) {
    add('no-longer-in-force', trust.inForce ? 'clock' : 'reported', { when: trust.validUntil });
  } else if (!at.inForce || !reportedWindowHasOpened(record, computedAt)) {
    add('no-longer-in-force', 'reported');
  }

  if (trust.superseded || trust.supersededBy?.length) {
    add('superseded', 'reported', { who: trust.supersededBy });
  }
  if (trust.status === 'deprecated') add('deprecated', 'declared');
  if (trust.contested || trust.contestedBy?.length) add('contested', 'reported', { who: trust.contestedBy });

  const standing = reviewStanding(record);
  const reviewers = trust.attestedReviews.map((review) => review.reviewer);
  const reviewedAt = latest(trust.attestedReviews.map((review) => review.reviewedAt));
  if (standing === 'disputed') {
    const against = trust.attestedReviews.filter((review) => review.outcome !== 'accurate');
    add('disputed', 'reported', {
      who: against.length ? against.map((review) => review.reviewer) : undefined,
      when: latest(against.map((review) => review.reviewedAt)),
    });
  }
  if (at.stale) add('stale', trust.stale ? 'reported' : 'clock', { when: trust.staleAfter });
  if (record.evidence?.some((item) => item.matched === false)) add('quote-not-found', 'reported');
  if (record.audienceInvalid) add('audience-invalid', 'reported');
  if (trust.status === 'draft') add('draft', 'declared');
  if (standing === 'unverified') add('unverified-review', 'reported', { who: reviewers, when: reviewedAt });
  if (trust.declaredVerified.length) {
    add('declared', 'declared', {
      who: trust.declaredVerified.map((entry) => entry.by),
      when: latest(trust.declaredVerified.map((entry) => entry.at)),
    });
  }
  if (record.package.signed) add('signed-reported', 'reported', { who: record.package.signers });
  if (standing === 'approved') add('attested-reported', 'reported', { who: reviewers, when: reviewedAt });
  if (check?.verdict === 'confirmed') add('checked', 'checked', { when: check.checkedAt });
  return facts;
}

/** When any state of these citations next changes with the clock, in milliseconds; undefined for never. */
export function nextTrustChange(records: Iterable<CitationRecord>, now: number): number | undefined {
  let next: number | undefined;
  for (const record of records) {
    const change = trustAt(record, now).nextChange;
    if (change !== undefined && (next === undefined || change < next)) next = change;
  }
  return next;
}

function latest(dates: readonly (string | undefined)[]): string | undefined {
  let best: string | undefined;
  let bestTime = Number.NEGATIVE_INFINITY;
  for (const date of dates) {
    const time = date === undefined ? undefined : parseDate(date);
    if (time !== undefined && time > bestTime) [best, bestTime] = [date, time];
  }
  return best;
}

/** The graver of two facts; either may be missing. */
export function graver(one: TrustFact | undefined, other: TrustFact | undefined): TrustFact | undefined {
  if (!one || !other) return one ?? other;
  return TRUST_STATES.indexOf(one.state) <= TRUST_STATES.indexOf(other.state) ? one : other;
}
