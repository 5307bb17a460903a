import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { english, german, MocaProvider, TRUST_STATES, TrustBadges, type TrustState } from '../src/index.js';
import { Badge } from '../src/react/trust/trust-badges.js';
import { trustStates } from '../src/react/trust/trust-states.js';
import { BY_STATE, bare, NOW, record } from './fixtures.js';

const meta = {
  title: 'TrustBadges',
  component: TrustBadges,
  args: { record: record(), now: NOW },
} satisfies Meta<typeof TrustBadges>;

export default meta;
type Story = StoryObj<typeof meta>;

function factOf(state: TrustState) {
  const check = {
    'digest-mismatch': { verdict: 'digest-mismatch', checkedAt: '2026-11-30T12:00:00Z' },
    checked: { verdict: 'confirmed', checkedAt: '2026-11-30T12:00:00Z' },
  } as const;
  const facts = trustStates(
    { record: BY_STATE[state], identityConflict: state === 'identity-conflict' },
    { now: NOW, check: state === 'checked' || state === 'digest-mismatch' ? check[state] : undefined },
  );
  const fact = facts.find((one) => one.state === state);
  if (!fact) throw new Error(`No fixture shows ${state}.`);
  return fact;
}

const Vocabulary = ({ labels }: { labels: typeof english }) => (
  <MocaProvider labels={labels}>
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'max-content 1fr',
        gap: '0.75rem 1.5rem',
        alignItems: 'start',
      }}
    >
      {TRUST_STATES.map((state) => (
        <div key={state} style={{ display: 'contents' }}>
          <div>
            <Badge fact={factOf(state)} />
          </div>
          <div className="stage-note">{labels.trustMeaning[state]}</div>
        </div>
      ))}
    </div>
  </MocaProvider>
);

/** The whole vocabulary, gravest first. */
export const EveryBadge: Story = { render: () => <Vocabulary labels={english} /> };
export const EveryBadgeGerman: Story = {
  parameters: { lang: 'de' },
  render: () => <Vocabulary labels={german} />,
};

const one = (state: TrustState): Story => ({
  args: { record: BY_STATE[state] },
  render: () => <Badge fact={factOf(state)} />,
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('[data-moca="badge"]')).toHaveAttribute('data-trust', state);
  },
});

export const IdentityConflict = one('identity-conflict');
export const DigestMismatch = one('digest-mismatch');
export const NotYetInForce = one('not-yet-in-force');
export const NoLongerInForce = one('no-longer-in-force');
export const Superseded = one('superseded');
export const Deprecated = one('deprecated');
export const Contested = one('contested');
export const Disputed = one('disputed');
export const Stale = one('stale');
export const QuoteNotFound = one('quote-not-found');
export const AudienceInvalid = one('audience-invalid');
export const Draft = one('draft');
export const UnverifiedReview = one('unverified-review');
export const Declared = one('declared');
export const SignedReported = one('signed-reported');
export const AttestedReported = one('attested-reported');
export const Checked = one('checked');

/** All of one record, gravest first. */
export const OfOneRecord: Story = {};

/** Only what warns. */
export const OnlyWarnings: Story = {
  args: { record: record({ trust: { status: 'draft', stale: true, contested: true } }), show: 'warnings' },
};

/** A declared verification alone: dashed, without a check mark, never an attested review. */
export const DeclaredOnly: Story = {
  args: { record: BY_STATE.declared },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Declared by/)).toBeVisible();
    await expect(canvas.queryByText(/Reported/)).toBeNull();
  },
};

/** Several who declare: the first by name, the rest by number. */
export const DeclaredByMany: Story = {
  args: {
    record: bare({
      trust: {
        declaredVerified: [{ by: 'human:sam.ortiz' }, { by: 'human:lee.novak' }, { by: 'reviewbot/3' }],
      },
    }),
  },
};
