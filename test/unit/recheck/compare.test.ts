import { describe, expect, it } from 'vitest';
import type { AttestationClaim } from '../../../src/recheck/claims.js';
import { type ComparisonContext, compareRecords } from '../../../src/recheck/compare.js';
import type { RelationStanding } from '../../../src/recheck/explain-relations.js';
import type { AttestedReview, CitationRecord } from '../../../src/schema/citation-record.js';

const PACKAGE_DIGEST = `sha256:${'a'.repeat(64)}`;
const NODE_DIGEST = `sha256:${'b'.repeat(64)}`;
const COMPUTED_AT = Date.UTC(2026, 0, 1);
const NOW = Date.UTC(2026, 5, 1);

const review: AttestedReview = {
  reviewer: 'human:ida',
  reviewedAt: '2025-11-01T00:00:00Z',
  outcome: 'accurate',
  signer: 'Review board',
  packageVerified: true,
};

type Trust = Partial<CitationRecord['trust']>;

function record(trust: Trust = {}, rest: Partial<CitationRecord> = {}): CitationRecord {
  return {
    package: { id: 'urn:p', version: '1', digest: PACKAGE_DIGEST, signed: true, signers: ['Publisher'] },
    node: {
      id: 'urn:p#a.md',
      ref: 'urn:p@1#a.md',
      path: 'a.md',
      locale: 'en',
      type: 'Note',
      title: 'A',
      digest: NODE_DIGEST,
    },
    span: { start: 10, end: 20 },
    trust: {
      status: 'stable',
      declaredVerified: [{ by: 'human:olaf', at: '2025-10-01T00:00:00Z' }],
      attestedReviews: [],
      reviewStatus: 'none',
      stale: false,
      inForce: true,
      superseded: false,
      contested: false,
      ...trust,
    },
    evidence: [{ source: { id: 's', 'x-key': 1 }, selector: { type: 'TextQuoteSelector' }, matched: true }],
    ...rest,
  };
}

const reviewed: Trust = { attestedReviews: [review], reviewStatus: 'approved' };
const unsigned = { package: { id: 'urn:p', version: '1', digest: PACKAGE_DIGEST, signed: false } };

const signatureClaim = (standing: AttestationClaim['standing']): AttestationClaim => ({
  file: 'attestations/package.dsse.json',
  role: 'package',
  standing,
  subjects: [{ name: 'urn:p@1', sha256: 'a'.repeat(64) }],
});

const reviewClaim = (standing: AttestationClaim['standing'], sha256 = 'b'.repeat(64)): AttestationClaim => ({
  file: 'attestations/review.dsse.json',
  role: 'review',
  standing,
  subjects: [{ name: 'content/a.md', sha256 }],
  review: {
    package: 'urn:p',
    reviewer: 'human:ida',
    reviewedAt: '2025-11-01T00:00:00Z',
    outcome: 'accurate',
  },
});

const standing = (
  loaded: string[] = [],
  declared: string[] = [],
  beside: string[] = [],
): RelationStanding => ({
  isLoaded: (key) => loaded.includes(key),
  isDeclared: (key) => declared.includes(key),
  reportedBeside: new Set(beside),
});

const context = (changes: Partial<ComparisonContext> = {}): ComparisonContext => ({
  computedAt: COMPUTED_AT,
  latest: NOW,
  file: 'content/a.md',
  text: 'as it is',
  ownContestedBy: [],
  claims: [],
  supersedes: () => standing(),
  contests: () => standing(),
  ...changes,
});

const kinds = (
  saved: CitationRecord,
  then: CitationRecord | undefined,
  now: CitationRecord,
  changes?: Partial<ComparisonContext>,
) => Object.fromEntries(compareRecords(saved, then, now, context(changes)).map((d) => [d.field, d.kind]));

/** The record here is the same at both clocks. */
const against = (saved: CitationRecord, here: CitationRecord, changes?: Partial<ComparisonContext>) =>
  kinds(saved, here, here, changes);

describe('what the bytes decide', () => {
  it('finds nothing when the record says the same', () => {
    expect(against(record(), record())).toEqual({});
  });

  it.each<[string, CitationRecord]>([
    ['text', record({}, { text: 'altered' })],
    ['node.title', record({}, { node: { ...record().node, title: 'B' } })],
    ['node.digest', record({}, { node: { ...record().node, digest: PACKAGE_DIGEST } })],
    ['node.locale', record({}, { node: { ...record().node, locale: 'fr' } })],
    ['node.path', record({}, { node: { ...record().node, path: 'b.md' } })],
    ['node.tags', record({}, { node: { ...record().node, tags: ['x'] } })],
    ['trust.status', record({ status: 'draft' })],
    ['trust.staleAfter', record({ staleAfter: '2030-01-01' })],
    ['trust.validUntil', record({ validUntil: '2030-01-01' })],
    ['trust.declaredVerified', record({ declaredVerified: [] })],
    ['trust.generated', record({ generated: { by: 'model/1' } })],
    ['evidence', record({}, { evidence: [] })],
    ['concepts', record({}, { concepts: ['urn:c'] })],
    ['audience', record({}, { audience: 'public' })],
    ['audienceInvalid', record({}, { audienceInvalid: true })],
    ['profiles', record({}, { profiles: ['urn:profile'] })],
  ])('never explains a difference in %s', (field, saved) => {
    expect(against(saved, record())).toEqual({ [field]: 'unexplained' });
  });

  it.each<[string, CitationRecord]>([
    ['a score and a retrieval', record({}, { score: 0.5, retrieval: { via: 'search' } })],
    ['a null for no generator', record({ generated: null })],
    ['an absent list for an empty one', record({}, { concepts: [] })],
  ])('passes over %s', (_name, saved) => {
    expect(against(saved, record())).toEqual({});
  });

  it('passes over a record of an earlier contract without a review summary', () => {
    const { reviewStatus: _, ...trust } = record().trust;
    expect(against({ ...record(), trust }, record())).toEqual({});
  });

  it('shows where an altered text begins to differ, cut to an excerpt', () => {
    const text = `${'x'.repeat(5_000)}😀the end`;
    const [found] = compareRecords(
      record({}, { text: `${'x'.repeat(5_000)}😀THE END` }),
      undefined,
      record(),
      context({ text }),
    );
    expect(found?.why).toContain('character 5003');
    expect(String(found?.saved).length).toBeLessThan(300);
    expect(found?.saved).toContain('THE END');
  });
});

describe('what time decides', () => {
  const fresh = record({ staleAfter: '2026-03-01', stale: false });
  const stale = record({ staleAfter: '2026-03-01', stale: true });

  it('explains a flag that was right then and is another now', () => {
    expect(kinds(fresh, fresh, stale)).toEqual({ 'trust.stale': 'time' });
  });

  it('does not explain a flag that was wrong then', () => {
    expect(kinds(fresh, stale, stale)).toEqual({ 'trust.stale': 'unexplained' });
  });

  it('sees a flag that was wrong then though it is right now', () => {
    expect(kinds(stale, fresh, stale)).toEqual({ 'trust.stale': 'unexplained' });
  });

  it('explains what some moment gives when the service gives none', () => {
    expect(kinds(fresh, undefined, stale)).toEqual({ 'trust.stale': 'time' });
  });

  it.each<[string, CitationRecord, CitationRecord]>([
    ['stale without a date', record({ stale: true }), record()],
    [
      'stale before its date, which is still to come',
      record({ staleAfter: '2027-01-01', stale: true }),
      record({ staleAfter: '2027-01-01' }),
    ],
    [
      'stale and yet in force, when it stops being in force first',
      record({ staleAfter: '2026-03-01', validUntil: '2026-02-01', stale: true, inForce: true }),
      record({ staleAfter: '2026-03-01', validUntil: '2026-02-01', stale: true, inForce: false }),
    ],
    [
      'in force with a bound that is no date',
      record({ validFrom: 'soon', inForce: true }),
      record({ validFrom: 'soon', inForce: false }),
    ],
  ])('does not explain %s at any moment', (_name, saved, here) => {
    expect(Object.values(kinds(saved, undefined, here))).toEqual(['unexplained']);
  });
});

describe('what relations decide', () => {
  const key = 'urn:p@2';
  const superseded = record({ superseded: true, supersededBy: [key] });
  const contested = record({ contested: true, contestedBy: [key] });

  it.each<[string, CitationRecord, CitationRecord, Partial<ComparisonContext>, string]>([
    ['a package loaded here supersedes it', record(), superseded, {}, 'relation'],
    ['a package loaded here contests it', record(), contested, {}, 'relation'],
    ['the one that supersedes it is not here', superseded, record(), {}, 'relation'],
    [
      'the one that supersedes it is here and is not trusted to',
      superseded,
      record(),
      { supersedes: () => standing([key], [key]) },
      'trust-root',
    ],
    [
      'the one that supersedes it is here and does not say so',
      superseded,
      record(),
      { supersedes: () => standing([key]) },
      'unexplained',
    ],
    [
      'the same answer says so in another record',
      record(),
      superseded,
      { supersedes: () => standing([key], [key], [key]) },
      'unexplained',
    ],
    [
      'the node says itself that it is contested',
      record(),
      contested,
      { ownContestedBy: [key] },
      'unexplained',
    ],
  ])('when %s', (_name, saved, here, changes, kind) => {
    expect(new Set(Object.values(against(saved, here, changes)))).toEqual(new Set([kind]));
  });

  it.each<[string, CitationRecord]>([
    ['superseded', record({ superseded: false, supersededBy: [key] })],
    ['contested', record({ contested: false, contestedBy: [key] })],
  ])('does not explain %s cleared beside its list', (flag, saved) => {
    const here = record({ [flag]: true, [`${flag}By`]: [key] });
    expect(against(saved, here)).toEqual({ [`trust.${flag}`]: 'unexplained' });
  });

  it('does not count the order of the list', () => {
    const list = (...contestedBy: string[]) => record({ contested: true, contestedBy });
    expect(against(list('a', 'b'), list('b', 'a'))).toEqual({});
  });
});

describe('what the trust root decides', () => {
  const signed = record();
  const plain = record({}, unsigned);

  it.each<[string, CitationRecord, CitationRecord, AttestationClaim[], string]>([
    ['a signature that no key here covers', signed, plain, [signatureClaim('unknown')], 'trust-root'],
    ['a signature that its key here refutes', signed, plain, [signatureClaim('refuted')], 'unexplained'],
    ['a signature that is in no file', signed, plain, [], 'unexplained'],
    [
      'a signature that only this trust root confirms',
      plain,
      signed,
      [signatureClaim('confirmed')],
      'trust-root',
    ],
    [
      'a signer of another name',
      record({}, { package: { ...signed.package, signers: ['Somebody'] } }),
      signed,
      [signatureClaim('confirmed')],
      'trust-root',
    ],
    [
      'more signers than signatures',
      record({}, { package: { ...signed.package, signers: ['Publisher', 'Somebody'] } }),
      signed,
      [signatureClaim('confirmed')],
      'unexplained',
    ],
    ['a review that no key here covers', record(reviewed), record(), [reviewClaim('unknown')], 'trust-root'],
    [
      'a review that its key here refutes',
      record(reviewed),
      record(),
      [reviewClaim('refuted')],
      'unexplained',
    ],
    ['a review that is in no file', record(reviewed), record(), [], 'unexplained'],
    [
      'a review of another state of the file',
      record(reviewed),
      record(),
      [reviewClaim('unknown', 'c'.repeat(64))],
      'unexplained',
    ],
    ['a review that only this trust root confirms', record(), record(reviewed), [], 'trust-root'],
  ])('about %s', (_name, saved, here, claims, kind) => {
    expect(new Set(Object.values(against(saved, here, { claims })))).toEqual(new Set([kind]));
  });

  it('does not explain a review dated after the record was computed', () => {
    const late = { ...review, reviewedAt: '2026-02-01T00:00:00Z' };
    const claim = reviewClaim('confirmed');
    const claims = [
      { ...claim, review: { ...claim.review, reviewedAt: late.reviewedAt } } as AttestationClaim,
    ];
    const saved = record({ attestedReviews: [late], reviewStatus: 'approved' });
    expect(kinds(saved, record(), saved, { claims })).toMatchObject({
      'trust.attestedReviews': 'unexplained',
    });
  });

  it('explains by time a review that began to count later', () => {
    expect(kinds(record(), record(), record(reviewed), {})).toEqual({
      'trust.attestedReviews': 'time',
      'trust.reviewStatus': 'time',
    });
  });

  it.each<[string, CitationRecord, string]>([
    [
      'a summary that its own reviews do not give',
      record({ reviewStatus: 'approved' }),
      'trust.reviewStatus',
    ],
    [
      'a review that calls an unsigned package verified',
      record({ attestedReviews: [review], reviewStatus: 'unverified' }, unsigned),
      'trust.attestedReviews',
    ],
  ])('does not explain %s', (_name, saved, field) => {
    const claims = [signatureClaim('unknown'), reviewClaim('unknown')];
    expect(
      against(saved, record({ ...saved.trust, reviewStatus: 'none', attestedReviews: [] }), { claims }),
    ).toMatchObject({
      [field]: 'unexplained',
    });
  });
});
