import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { type CheckVerdict, CitationCard, citationKey, german, MocaProvider } from '../src/index.js';
import { BY_STATE, bare, COMPUTED_AT, NOW, record } from './fixtures.js';

const meta = {
  title: 'CitationCard',
  component: CitationCard,
  args: { record: record(), computedAt: COMPUTED_AT, now: NOW },
} satisfies Meta<typeof CitationCard>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A well-kept source: declared and reported claims stand apart, nothing was checked here. */
export const WellKept: Story = {};

/** The same source after a re-check on this device. */
export const CheckedHere: Story = {
  render: (args) => (
    <MocaProvider
      checks={{ [citationKey(record())]: { verdict: 'confirmed', checkedAt: '2026-11-30T12:00:00Z' } }}
    >
      <CitationCard {...args} />
    </MocaProvider>
  ),
};

const checkedWith = (verdict: CheckVerdict): Story => ({
  render: (args) => (
    <MocaProvider checks={{ [citationKey(record())]: { verdict, checkedAt: '2026-11-30T12:00:00Z' } }}>
      <CitationCard {...args} />
    </MocaProvider>
  ),
});

/** The package on this device has other bytes than the one that was cited. */
export const DigestMismatch: Story = checkedWith('digest-mismatch');

/** The same bytes, but trust differs now: checked, and not green. */
export const Changed: Story = checkedWith('changed');

/** The service said something else than the package does. */
export const Misreported: Story = checkedWith('misreported');

/** The package is the very one, and what was cited is not in it. */
export const NodeMissing: Story = checkedWith('node-missing');

/** The package was not there: nothing was checked, and nothing says that it was. */
export const PackageMissing: Story = {
  ...checkedWith('package-missing'),
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/Checked on this device at/)).toBeNull();
    await expect(canvas.getByText(/^Not checked: the package/)).toBeVisible();
  },
};

export const Superseded: Story = { args: { record: BY_STATE.superseded } };
export const Contested: Story = { args: { record: BY_STATE.contested } };
export const Disputed: Story = { args: { record: BY_STATE.disputed } };
export const NotYetInForce: Story = { args: { record: BY_STATE['not-yet-in-force'] } };
export const NoLongerInForce: Story = { args: { record: BY_STATE['no-longer-in-force'] } };
export const QuoteNotFound: Story = { args: { record: BY_STATE['quote-not-found'] } };
export const AudienceInvalid: Story = { args: { record: BY_STATE['audience-invalid'] } };

/** Fresh when it was reported, stale now: both are said, each with its time. */
export const StaleSince: Story = {
  args: {
    record: record({ trust: { staleAfter: '2026-11-01T00:00:00Z' } }),
    computedAt: '2026-10-15T09:00:00Z',
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/also Stale/)).toBeVisible();
  },
};

/** A service older than contract 0.6.0 says nothing about the standing of a review: it is no approval. */
export const OlderRecord: Story = {
  args: {
    record: (() => {
      const { reviewStatus: _status, ...trust } = record().trust;
      const attestedReviews = trust.attestedReviews.map(
        ({ packageVerified: _verified, ...review }) => review,
      );
      return { ...record(), trust: { ...trust, attestedReviews, generated: null } };
    })(),
    computedAt: undefined,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Review unverified')).toBeVisible();
    await expect(canvas.getByText('Reported, time not given')).toBeVisible();
  },
};

/** Only what a record must have. */
export const MissingOptionalFields: Story = {
  args: {
    record: (() => {
      const source = bare();
      const {
        title: _title,
        description: _description,
        locale: _locale,
        digest: _digest,
        ...node
      } = source.node;
      return { ...source, node };
    })(),
  },
};

/** Evidence in several kinds of sources: a page, a stretch of a recording, one that was not looked at. */
export const KindsOfEvidence: Story = {
  args: {
    record: record({
      evidence: [
        {
          source: { id: 'handbook', title: 'Customer Handbook', resource: 'sources/handbook.pdf' },
          selector: {
            type: 'FragmentSelector',
            conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
            value: 'page=12',
          },
          note: 'The table on the right.',
        },
        {
          source: { id: 'talk', title: 'Support training, March', resource: 'sources/training.vtt' },
          selector: {
            type: 'FragmentSelector',
            conformsTo: 'http://www.w3.org/TR/media-frags/',
            value: 't=83.5,95',
          },
          matched: true,
        },
        {
          source: { id: 'mail', resource: 'javascript:alert(1)' },
          selector: { type: 'TextQuoteSelector', exact: 'We agreed on thirty days.' },
        },
      ],
    }),
  },
};

/** A long passage is cut until it is asked for. */
export const LongPassage: Story = {
  args: {
    record: record({
      text: Array.from(
        { length: 9 },
        (_, index) =>
          `Paragraph ${index + 1}. The window runs from the delivery date that the carrier recorded, not from the day of the order, and ends thirty days later at midnight.`,
      ).join('\n'),
    }),
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show all' }));
    await expect(canvas.getByRole('button', { name: 'Show less' })).toBeVisible();
  },
};

/** Long titles and names wrap; nothing is pushed out of the card. */
export const LongTitle: Story = {
  parameters: { column: 'narrow' },
  args: {
    record: record({
      node: {
        title:
          'Refunds, returns and exchanges for orders placed through resellers, marketplaces and partner programmes in all regions',
        description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.',
      },
    }),
  },
};

/** A title that tries to turn the text round: the control characters in it are shown, not obeyed. */
export const HostileTitle: Story = {
  args: {
    record: record({
      node: { title: 'Refunds \u202Ekcehc no deifirev\u202C <b>Checked on this device</b>' },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/\[U\+202E\]/)).toBeVisible();
  },
};

/** English words on a page that runs to the left: each keeps its own direction, the card has the page's. */
export const RightToLeftPage: Story = {
  parameters: { dir: 'rtl', lang: 'ar' },
  args: { record: BY_STATE.stale },
  play: async ({ canvas }) => {
    const meaning = canvas.getByText(/looked at again has passed\.$/);
    await expect(meaning).toHaveAttribute('dir', 'ltr');
    await expect(meaning).toHaveAttribute('lang', 'en');
  },
};

/** The same with German words. */
export const German: Story = {
  parameters: { lang: 'de' },
  args: { record: BY_STATE.disputed },
  render: (args) => (
    <MocaProvider labels={german}>
      <CitationCard {...args} />
    </MocaProvider>
  ),
};

/** Parts in an order of the host's own. */
export const OwnParts: Story = {
  args: {
    children: (
      <>
        <CitationCard.Quote />
        <CitationCard.Title />
        <CitationCard.Warnings />
      </>
    ),
  },
};

export const MalformedRecord: Story = { args: { record: { package: 'support-kb' } } };
