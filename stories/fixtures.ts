import type { CitationRecord } from '../src/schema/citation-record.js';

/** The moment at which every story stands, so that none changes with the day it is looked at. */
export const NOW = Date.parse('2026-11-30T12:00:00Z');
export const COMPUTED_AT = '2026-11-30T11:58:00Z';

type Trust = CitationRecord['trust'];

type Changes = Partial<Omit<CitationRecord, 'package' | 'node' | 'trust'>> & {
  package?: Partial<CitationRecord['package']>;
  node?: Partial<CitationRecord['node']>;
  trust?: Partial<Trust>;
};

export const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

const BASE: CitationRecord = {
  package: {
    id: 'https://docs.example.com/moca/support-kb',
    version: '4.2.0',
    digest: digest('4'),
    signed: true,
    signers: ['Example Publisher 2026'],
  },
  node: {
    id: 'https://docs.example.com/moca/support-kb#policies/refund-window.md',
    ref: 'https://docs.example.com/moca/support-kb@4.2.0#policies/refund-window.md',
    path: 'policies/refund-window.md',
    locale: 'en',
    type: 'Policy',
    title: 'Refund eligibility window',
    description: 'How long customers have to ask for a refund, and from when.',
    digest: digest('a'),
  },
  span: { start: 612, end: 738 },
  text: 'Customers may request a full refund within 30 days of delivery. The window runs from the delivery date that the carrier recorded.',
  trust: {
    status: 'stable',
    generated: { by: 'drafting-assistant/2.1', at: '2026-07-30T09:00:00Z' },
    declaredVerified: [{ by: 'human:sam.ortiz', at: '2026-08-14T00:00:00Z' }],
    attestedReviews: [
      {
        reviewer: 'human:sam.ortiz',
        reviewedAt: '2026-08-14T00:00:00Z',
        outcome: 'accurate',
        signer: 'Example Reviewer 2026',
        packageVerified: true,
      },
    ],
    reviewStatus: 'approved',
    staleAfter: '2027-02-14T00:00:00Z',
    stale: false,
    inForce: true,
    superseded: false,
    contested: false,
  },
  evidence: [
    {
      source: {
        id: 'terms-7',
        title: 'Customer Terms, section 7',
        resource: 'https://www.example.com/legal/terms#section-7',
      },
      selector: {
        type: 'TextQuoteSelector',
        exact: 'Customers may request a full refund within 30 days of delivery.',
      },
      matched: true,
    },
  ],
  audience: 'public',
};
// The passage's length in bytes decides whether its span can be marked.
if (BASE.text && BASE.span) BASE.span.end = BASE.span.start + new TextEncoder().encode(BASE.text).length;

/** A record like the well-kept one, with changes; a new path also changes the references made of it. */
export function record(changes: Changes = {}): CitationRecord {
  const pack = { ...BASE.package, ...changes.package };
  const path = changes.node?.path ?? BASE.node.path;
  return {
    ...BASE,
    ...changes,
    package: pack,
    node: {
      ...BASE.node,
      id: `${pack.id}#${path}`,
      ref: `${pack.id}@${pack.version}#${path}`,
      ...changes.node,
    },
    trust: { ...BASE.trust, ...changes.trust },
  };
}

/** A record that says nothing about its trust. */
export function bare(changes: Changes = {}): CitationRecord {
  const { evidence: _evidence, audience: _audience, text: _text, span: _span, ...rest } = record(changes);
  const { signers: _signers, ...pack } = rest.package;
  const { staleAfter: _stale, generated: _generated, ...trust } = rest.trust;
  return {
    ...rest,
    package: { ...pack, signed: false },
    trust: { ...trust, declaredVerified: [], attestedReviews: [], reviewStatus: 'none', ...changes.trust },
  };
}

/** One record a trust state, with that state as its gravest. */
export const BY_STATE = {
  'identity-conflict': record(),
  'digest-mismatch': record(),
  'not-yet-in-force': record({ trust: { validFrom: '2027-01-01', inForce: false } }),
  'no-longer-in-force': record({
    trust: { validFrom: '2025-01-01', validUntil: '2026-06-30', inForce: false },
  }),
  superseded: record({
    trust: { superseded: true, supersededBy: ['https://docs.example.com/moca/support-kb@5.0.0'] },
  }),
  deprecated: record({ trust: { status: 'deprecated' } }),
  contested: record({
    trust: { contested: true, contestedBy: ['https://docs.example.com/moca/support-kb-eu@2.1.0'] },
  }),
  disputed: record({
    trust: {
      reviewStatus: 'disputed',
      attestedReviews: [
        {
          reviewer: 'human:lee.novak',
          reviewedAt: '2026-10-02T08:30:00Z',
          outcome: 'needs-change',
          signer: 'Example Reviewer 2026',
          packageVerified: true,
        },
      ],
    },
  }),
  stale: record({ trust: { staleAfter: '2026-10-01T00:00:00Z', stale: true } }),
  'quote-not-found': record({
    evidence: [
      {
        source: { id: 'terms-7', title: 'Customer Terms, section 7' },
        selector: { type: 'TextQuoteSelector', exact: 'Refunds are granted at any time.' },
        matched: false,
      },
    ],
  }),
  'audience-invalid': record({ audienceInvalid: true }),
  draft: record({ trust: { status: 'draft' } }),
  'unverified-review': record({ package: { signed: false }, trust: { reviewStatus: 'unverified' } }),
  declared: bare({ trust: { declaredVerified: [{ by: 'human:sam.ortiz', at: '2026-08-14T00:00:00Z' }] } }),
  'signed-reported': record({ trust: { declaredVerified: [], attestedReviews: [], reviewStatus: 'none' } }),
  'attested-reported': record({ trust: { declaredVerified: [] } }),
  checked: record(),
};

export const SHIPPING = record({
  node: {
    path: 'guides/shipping-estimates.md',
    title: 'Shipping estimates',
    type: 'Guide',
    description: 'How long a parcel takes, by region.',
  },
  text: 'Within the country a parcel takes two to four working days.',
  trust: { staleAfter: '2026-10-01T00:00:00Z', stale: true },
});

export const FINAL_SALE = record({
  package: { version: '3.9.0', digest: digest('3') },
  node: {
    path: 'policies/final-sale.md',
    title: 'Final sale items',
    description: 'What cannot be returned.',
  },
  text: 'Items marked as final sale are not eligible for a refund.',
  trust: {
    superseded: true,
    supersededBy: ['https://docs.example.com/moca/support-kb@4.2.0#policies/refund-window.md'],
  },
});

export const ANSWER = `You can ask for a full refund within **30 days of delivery** [1]. The window runs from the
delivery date that the carrier recorded, not from the day of the order [1].

1. Open the order and choose *Return items*.
2. Print the label; a parcel takes two to four working days [2].
3. The money is on its way once the parcel is scanned.

Items marked as final sale cannot be returned [3].`;

export const CITATIONS = [
  { marker: '[1]', record: record() },
  { marker: '[2]', record: SHIPPING },
  { marker: '[3]', record: FINAL_SALE },
];
