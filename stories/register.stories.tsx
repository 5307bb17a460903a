import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { german, MocaAnswer, MocaProvider } from '../src/index.js';
import { EvidenceCard } from '../src/react/register/evidence-card.js';
import { COMPUTED_AT, NOW } from './fixtures.js';
import {
  CLAIMS,
  ENTRIES,
  GERMAN_ANSWER,
  MIXED_ANSWER,
  MIXED_CITATIONS,
  STRIPPED_ANSWER,
} from './register-fixtures.js';

const meta = {
  title: 'Register',
  component: MocaAnswer,
  args: {
    content: MIXED_ANSWER,
    citations: MIXED_CITATIONS,
    register: ENTRIES,
    computedAt: COMPUTED_AT,
    now: NOW,
  },
} satisfies Meta<typeof MocaAnswer>;

export default meta;
type Story = StoryObj<typeof meta>;

const { citations: _citations, ...withoutCitations } = meta.args;

/** Package nodes and other evidence in one sequence. Only the nodes have badges. */
export const Mixed: Story = {};

/** The same in German. */
export const MixedGerman: Story = {
  args: { content: GERMAN_ANSWER },
  render: (args) => (
    <MocaProvider labels={german}>
      <MocaAnswer {...args} />
    </MocaProvider>
  ),
};

/** The service strips markers from the prose and gives claims: the pills stand at their ends. */
export const Claims: Story = {
  args: { content: STRIPPED_ANSWER, claims: CLAIMS },
};

/** A pill with the focus marks its claim. */
export const ClaimInFocus: Story = {
  args: { content: STRIPPED_ANSWER, claims: CLAIMS },
  play: async ({ canvas }) => {
    (await canvas.findByRole('button', { name: /^3, Holiday opening times, Web page$/ })).focus();
    await waitFor(() => expect(CSS.highlights.get('moca-claim')?.size).toBe(1));
  },
};

/** The card of a tool result: what it was called with and what came back. */
export const ToolCard: Story = {
  play: async ({ canvas }) => {
    const [pill] = await canvas.findAllByRole('button', { name: /^4, Order 8812/ });
    await userEvent.click(pill as HTMLElement);
    const card = await screen.findByRole('dialog', { name: 'Order 8812' });
    await waitFor(() => expect(within(card).getByText(/"order": "8812"/)).toBeVisible());
  },
};

/** Nothing is attributed: a list of what was looked at, and no pill. */
export const RetrievalOnly: Story = {
  render: () => (
    <MocaAnswer
      {...withoutCitations}
      content="Returns are possible for 30 days [3]."
      attribution="retrieval-only"
    />
  ),
};

/** The turn was shown nothing. */
export const None: Story = {
  render: () => <MocaAnswer {...withoutCitations} content="Four times five is twenty." register={[]} />,
};

/** The card of each kind. */
export const Cards: Story = {
  render: () => (
    <div
      style={{ display: 'grid', gap: '1rem', gridTemplateColumns: 'repeat(auto-fill, minmax(20rem, 1fr))' }}
    >
      {ENTRIES.map((entry) => (
        <EvidenceCard key={String(entry.marker)} entry={entry} />
      ))}
    </div>
  ),
};
