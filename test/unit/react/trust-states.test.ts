import { describe, expect, test } from 'vitest';
import {
  isWarning,
  reviewStanding,
  TRUST_STATES,
  type TrustState,
  trustStates,
} from '../../../src/react/trust/trust-states.js';
import type { CitationRecord } from '../../../src/schema/citation-record.js';
import { BY_STATE, bare, NOW, record } from '../../../stories/fixtures.js';

const states = (...args: Parameters<typeof trustStates>) => trustStates(...args).map((fact) => fact.state);
const CHECKED_AT = '2026-11-30T12:00:00Z';

describe('trustStates', () => {
  test.each(Object.entries(BY_STATE) as [TrustState, ReturnType<typeof record>][])(
    '%s shows for its record',
    (state, source) => {
      const verdict = ({ 'digest-mismatch': 'digest-mismatch', checked: 'confirmed' } as const)[
        state as 'checked'
      ];
      const found = states(
        { record: source, identityConflict: state === 'identity-conflict' },
        { now: NOW, check: verdict && { verdict, checkedAt: CHECKED_AT } },
      );
      expect(found).toContain(state);
    },
  );

  test('lists the gravest first, in the order of the contract', () => {
    const found = states(
      {
        record: record({
          audienceInvalid: true,
          evidence: [{ source: {}, matched: false }],
          trust: {
            status: 'draft',
            stale: true,
            inForce: false,
            superseded: true,
            contested: true,
            reviewStatus: 'disputed',
          },
        }),
        identityConflict: true,
      },
      { now: NOW, check: { verdict: 'digest-mismatch', checkedAt: CHECKED_AT } },
    );
    expect(found).toEqual([...found].sort((a, b) => TRUST_STATES.indexOf(a) - TRUST_STATES.indexOf(b)));
    expect(found.slice(0, 4)).toEqual([
      'identity-conflict',
      'digest-mismatch',
      'no-longer-in-force',
      'superseded',
    ]);
  });

  test('says nothing about a record that says nothing', () => {
    expect(states({ record: bare() }, { now: NOW })).toEqual([]);
  });

  test('a declared verification is never an attested review', () => {
    expect(states({ record: BY_STATE.declared }, { now: NOW })).toEqual(['declared']);
  });

  test('only a check on this device says that something was checked', () => {
    expect(states({ record: record() }, { now: NOW })).not.toContain('checked');
  });

  test.each([
    'changed',
    'misreported',
    'digest-mismatch',
    'node-missing',
    'package-missing',
    'invalid-record',
  ] as const)('a re-check that ended in "%s" is not shown as checked', (verdict) => {
    const found = states({ record: record() }, { now: NOW, check: { verdict, checkedAt: CHECKED_AT } });
    expect(found).not.toContain('checked');
  });

  test('names who supersedes, who contests and who reviewed', () => {
    const [superseded] = trustStates({ record: BY_STATE.superseded }, { now: NOW });
    expect(superseded).toMatchObject({
      state: 'superseded',
      who: ['https://docs.example.com/moca/support-kb@5.0.0'],
    });
  });
});

describe('the clock', () => {
  const dated = record({ trust: { staleAfter: '2026-12-01T00:00:00Z', validUntil: '2026-12-31' } });

  test('turns a source stale at the very millisecond', () => {
    const at = Date.parse('2026-12-01T00:00:00Z');
    expect(states({ record: dated }, { now: at - 1 })).not.toContain('stale');
    expect(states({ record: dated }, { now: at })).toContain('stale');
  });

  test('says that it was the clock, not the service', () => {
    const facts = trustStates({ record: dated }, { now: Date.parse('2027-02-01T00:00:00Z') });
    expect(facts.find((fact) => fact.state === 'stale')?.layer).toBe('clock');
    expect(facts.find((fact) => fact.state === 'no-longer-in-force')?.layer).toBe('clock');
  });

  test('never takes back a reported warning', () => {
    const reported = record({ trust: { stale: true, staleAfter: '2030-01-01' } });
    expect(states({ record: reported }, { now: NOW })).toContain('stale');
    const odd = record({ trust: { inForce: false, validFrom: '2020-01-01' } });
    expect(states({ record: odd }, { now: NOW })).toContain('no-longer-in-force');
  });

  test('lets a reported "not yet" end when its day comes', () => {
    const early = record({ trust: { inForce: false, validFrom: '2026-11-30' } });
    const computedAt = Date.parse('2026-11-29T00:00:00Z');
    expect(states({ record: early }, { now: computedAt, computedAt })).toContain('not-yet-in-force');
    expect(states({ record: early }, { now: NOW, computedAt })).not.toContain('no-longer-in-force');
  });
});

describe('reviewStanding', () => {
  const review = { reviewer: 'r', reviewedAt: '2026-01-01', signer: 's' };
  const accurate = { ...review, outcome: 'accurate', packageVerified: true };
  const other = { ...review, outcome: 'needs-change', packageVerified: true };
  const { reviewStatus: _status, ...older } = record().trust;

  test.each<[string, CitationRecord, string]>([
    ['approved and nothing against it', record(), 'approved'],
    ['no status, from an older service', { ...record(), trust: older }, 'unverified'],
    [
      'no status, and a review that found fault',
      { ...record(), trust: { ...older, attestedReviews: [other] } },
      'disputed',
    ],
    ['no status and no review', { ...record(), trust: { ...older, attestedReviews: [] } }, 'none'],
    [
      'approved, against a review that found fault',
      record({ trust: { attestedReviews: [accurate, other] } }),
      'disputed',
    ],
    ['approved, for a package that is not signed', record({ package: { signed: false } }), 'unverified'],
    [
      'approved, for a package that was not verified',
      record({ trust: { attestedReviews: [{ ...accurate, packageVerified: false }] } }),
      'unverified',
    ],
    ['approved, without a review', record({ trust: { attestedReviews: [] } }), 'none'],
    ['none, with a review', record({ trust: { reviewStatus: 'none' } }), 'unverified'],
    ['disputed, with accurate reviews only', record({ trust: { reviewStatus: 'disputed' } }), 'disputed'],
  ])('%s', (_, source, standing) => {
    expect(reviewStanding(source)).toBe(standing);
  });
});

test('what speaks for a source is no warning, everything else is', () => {
  expect(TRUST_STATES.filter((state) => !isWarning(state))).toEqual([
    'declared',
    'signed-reported',
    'attested-reported',
    'checked',
  ]);
});
