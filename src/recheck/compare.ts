import { reviewStatusOf } from '../reader/library/review-status.js';
import type { CitationRecord } from '../schema/citation-record.js';
import type { Difference, DifferenceKind } from '../schema/recheck-report.js';
import type { AttestationClaim } from './claims.js';
import { type Explanation, explainKeys, gravest, type RelationStanding } from './explain-relations.js';
import { someMomentGives, timePassed } from './explain-time.js';
import { explainReviews, explainSigned } from './explain-trust.js';
import { sameItems, sameJson } from './json.js';

/** Everything outside two records that may explain why they differ. */
export interface ComparisonContext {
  /** Milliseconds; undefined when the service gives no time. */
  readonly computedAt: number | undefined;
  /** The last moment, in milliseconds, at which the record can have been computed. */
  readonly latest: number;
  /** Path in the package of the cited representation. */
  readonly file: string;
  /** Strings of the node's own `moca.contested_by`. */
  readonly ownContestedBy: readonly string[];
  /** The package's text at the cited span; undefined when the saved record has no text to compare. */
  readonly text: string | undefined;
  readonly claims: readonly AttestationClaim[];
  /** Asked only when the record and the packages here differ. */
  supersedes(): RelationStanding;
  contests(): RelationStanding;
}

const EMPTY: readonly unknown[] = [];

// Fields that the package's bytes alone decide: a difference in one is never explained.
const FIXED: readonly [field: string, value: (record: CitationRecord) => unknown][] = [
  ['package.id', (record) => record.package.id],
  ['package.version', (record) => record.package.version],
  ['node.id', (record) => record.node.id],
  ['node.ref', (record) => record.node.ref],
  ['node.path', (record) => record.node.path],
  ['node.locale', (record) => record.node.locale],
  ['node.type', (record) => record.node.type],
  ['node.title', (record) => record.node.title],
  ['node.description', (record) => record.node.description],
  ['node.tags', (record) => record.node.tags ?? EMPTY],
  ['node.digest', (record) => record.node.digest],
  ['trust.status', (record) => record.trust.status],
  ['trust.generated', (record) => record.trust.generated ?? undefined],
  ['trust.declaredVerified', (record) => record.trust.declaredVerified],
  ['trust.staleAfter', (record) => record.trust.staleAfter],
  ['trust.validFrom', (record) => record.trust.validFrom],
  ['trust.validUntil', (record) => record.trust.validUntil],
  ['evidence', (record) => record.evidence ?? EMPTY],
  ['concepts', (record) => record.concepts ?? EMPTY],
  ['audience', (record) => record.audience],
  ['audienceInvalid', (record) => record.audienceInvalid ?? false],
  ['profiles', (record) => record.profiles ?? EMPTY],
];

const FIXED_WHY = 'The package’s bytes say otherwise, and neither time nor a trust root changes them.';

interface Values {
  saved: unknown;
  asOf: unknown;
  now: unknown;
}

function difference(field: string, kind: DifferenceKind, why: string, values: Values): Difference {
  return {
    field,
    kind,
    ...(values.saved === undefined ? {} : { saved: values.saved }),
    ...(values.asOf === undefined ? {} : { asOf: values.asOf }),
    ...(values.now === undefined ? {} : { now: values.now }),
    why,
  };
}

/**
 * Compares a saved record, field by field, with the record computed here. A field that equals what held when
 * the service computed it, and differs now, is explained by time; one that already differed then needs another
 * explanation, or has none. Properties unknown to the schema, `score` and `retrieval` say nothing about the
 * package and are not compared.
 *
 * @param then the record as of the service's time; undefined when the service gives none
 * @param now the record as of the report's clock
 */
export function compareRecords(
  saved: CitationRecord,
  then: CitationRecord | undefined,
  now: CitationRecord,
  context: ComparisonContext,
): Difference[] {
  const found: Difference[] = [];
  for (const [field, value] of FIXED) {
    const before = value(saved);
    const after = value(now);
    if (sameJson(before, after)) continue;
    const values = { saved: before, asOf: then && value(then), now: after };
    found.push(difference(field, 'unexplained', FIXED_WHY, values));
  }
  if (saved.span && !sameJson(saved.span, now.span)) {
    found.push(
      difference('span', 'unexplained', FIXED_WHY, { saved: saved.span, asOf: then?.span, now: now.span }),
    );
  }
  found.push(...compareText(saved.text, context.text), ...compareDates(saved, then, now, context));
  found.push(
    ...compareRelations(saved, then, now, context),
    ...compareAttestations(saved, then, now, context),
  );
  return found;
}

const EXCERPT = 240;

/** The part of a text around a place, so that a report stays small. Cuts between code points. */
function excerpt(text: string, place: number): string {
  let start = Math.max(0, place - EXCERPT / 4);
  let end = Math.min(text.length, start + EXCERPT);
  if (start > 0 && isLowSurrogate(text, start)) start -= 1;
  if (end < text.length && isLowSurrogate(text, end)) end -= 1;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

function isLowSurrogate(text: string, place: number): boolean {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function compareText(saved: string | undefined, present: string | undefined): Difference[] {
  if (saved === undefined || present === undefined || saved === present) return [];
  let place = 0;
  while (place < present.length && saved[place] === present[place]) place += 1;
  const why = `The package’s bytes say otherwise, first at character ${place + 1} of ${saved.length} saved and ${present.length} present.`;
  const value = excerpt(present, place);
  return [
    difference('text', 'unexplained', why, {
      saved: excerpt(saved, place),
      asOf: undefined,
      now: value,
    }),
  ];
}

function compareDates(
  saved: CitationRecord,
  then: CitationRecord | undefined,
  now: CitationRecord,
  context: ComparisonContext,
): Difference[] {
  const found: Difference[] = [];
  for (const [field, name] of [
    ['trust.stale', 'stale'],
    ['trust.inForce', 'inForce'],
  ] as const) {
    const values = { saved: saved.trust[name], asOf: then?.trust[name], now: now.trust[name] };
    if (then && values.saved !== values.asOf) {
      const why = 'The dates in the package say otherwise at the time that the service gives.';
      found.push(difference(field, 'unexplained', why, values));
    } else if (values.saved !== values.now) {
      const explained = then || someMomentGives(now, saved.trust, context.latest);
      const why = explained
        ? `${timePassed(field, now)}${then ? '' : ' When the record was computed is unknown.'}`
        : 'There is no time at which the dates in the package say so.';
      found.push(difference(field, explained ? 'time' : 'unexplained', why, values));
    }
  }
  return found;
}

const byTime = (why: string): Explanation => ({ kind: 'time', why });

function compareRelations(
  saved: CitationRecord,
  then: CitationRecord | undefined,
  now: CitationRecord,
  context: ComparisonContext,
): Difference[] {
  const found: Difference[] = [];
  for (const [flag, list, verb, standing, own] of [
    ['superseded', 'supersededBy', 'supersedes', context.supersedes, [] as readonly string[]],
    ['contested', 'contestedBy', 'contests', context.contests, context.ownContestedBy],
  ] as const) {
    const before = saved.trust[list] ?? [];
    if (saved.trust[flag] !== before.length > 0) {
      const why = `The record contradicts itself: ${flag} is ${saved.trust[flag]}, and ${list} names ${before.length}.`;
      found.push(
        difference(`trust.${flag}`, 'unexplained', why, {
          saved: saved.trust[flag],
          asOf: then?.trust[flag],
          now: now.trust[flag],
        }),
      );
    }
    const reference = then ?? now;
    const explained = sameItems(before, reference.trust[list] ?? [])
      ? sameItems(before, now.trust[list] ?? [])
        ? undefined
        : byTime('A signature behind the relation counts only until its key expires.')
      : (explainKeys(verb, before, reference.trust[list] ?? [], own, standing()) ?? {
          kind: 'unexplained' as const,
          why: 'The record names the same ones, but not as often.',
        });
    if (!explained) continue;
    const { kind, why } = explained;
    if (saved.trust[flag] !== now.trust[flag] && saved.trust[flag] === before.length > 0) {
      const values = { saved: saved.trust[flag], asOf: then?.trust[flag], now: now.trust[flag] };
      found.push(difference(`trust.${flag}`, kind, why, values));
    }
    const values = { saved: saved.trust[list], asOf: then?.trust[list], now: now.trust[list] };
    found.push(difference(`trust.${list}`, kind, why, values));
  }
  return found;
}

function compareAttestations(
  saved: CitationRecord,
  then: CitationRecord | undefined,
  now: CitationRecord,
  context: ComparisonContext,
): Difference[] {
  const found: Difference[] = [];
  const reference = then ?? now;
  const signedPassed = !sameJson(signature(reference), signature(now));
  const signed =
    explainSigned(saved, reference, context.claims) ??
    (signedPassed
      ? byTime('The key behind a signature has expired since, or counts only since.')
      : undefined);
  if (signed) {
    for (const [field, value] of [
      ['package.signed', (record: CitationRecord) => record.package.signed],
      ['package.signers', (record: CitationRecord) => record.package.signers],
    ] as const) {
      const values = { saved: value(saved), asOf: then && value(then), now: value(now) };
      if (sameJson(values.saved, values.now) && sameJson(values.saved, value(reference))) continue;
      found.push(difference(field, signed.kind, signed.why, values));
    }
  }
  const reviewsPassed = !sameItems(reference.trust.attestedReviews, now.trust.attestedReviews);
  const reviews =
    explainReviews(saved, reference, context.file, context.claims, context.computedAt) ??
    (reviewsPassed ? byTime('A review is dated later, or the key behind one has expired since.') : undefined);
  if (reviews) {
    found.push(
      difference('trust.attestedReviews', reviews.kind, reviews.why, {
        saved: saved.trust.attestedReviews,
        asOf: then?.trust.attestedReviews,
        now: now.trust.attestedReviews,
      }),
    );
  }
  const status = saved.trust.reviewStatus;
  if (status !== undefined) {
    const values = { saved: status, asOf: then?.trust.reviewStatus, now: now.trust.reviewStatus };
    const own = reviewStatusOf(saved.trust.attestedReviews, saved.package.signed);
    if (status !== own) {
      const why = `The record contradicts itself: its reviews and signature give ${own}.`;
      found.push(difference('trust.reviewStatus', 'unexplained', why, values));
    } else if (status !== now.trust.reviewStatus) {
      const cause = gravest([signed, reviews].filter((explanation) => explanation !== undefined));
      found.push(
        difference(
          'trust.reviewStatus',
          cause?.kind ?? 'unexplained',
          cause?.why ?? 'The reviews and the signature are the same, and give another summary.',
          values,
        ),
      );
    }
  }
  return found;
}

function signature(record: CitationRecord): unknown {
  return [record.package.signed, record.package.signers];
}
