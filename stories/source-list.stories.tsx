import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { SourceList } from '../src/index.js';
import { CITATIONS, COMPUTED_AT, NOW, record } from './fixtures.js';

const meta = {
  title: 'SourceList',
  component: SourceList,
  args: { citations: CITATIONS, computedAt: COMPUTED_AT, now: NOW },
} satisfies Meta<typeof SourceList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** By first mention; what the text does not mention comes after. */
export const NotPlaced: Story = {
  args: {
    placements: [
      { citation: 1, start: 4, end: 7, text: '[2]' },
      { citation: 0, start: 40, end: 43, text: '[1]' },
    ],
  },
};

export const Streaming: Story = { args: { citations: [], state: 'streaming' } };
export const NoSources: Story = { args: { citations: [], state: 'no-sources' } };
export const NoEvent: Story = { args: { citations: [], state: 'no-event' } };
export const Failed: Story = { args: { citations: [], state: 'failed' } };

/** What was left out, and what was wrong with it. */
export const LeftOut: Story = {
  args: {
    state: 'cited-partly',
    omitted: [
      { code: 'invalid-citation', path: ['citations', 3, 'record', 'trust'], message: 'Expected object.' },
      {
        code: 'invalid-citation',
        path: ['citations', 4, 'record', 'package', 'digest'],
        message: 'Expected string.',
      },
    ],
  },
};

/** A row opens the card of its source. */
export const OpensCard: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Shipping estimates' }));
    const card = await screen.findByRole('dialog', { name: 'Shipping estimates' });
    await waitFor(() => expect(card).toBeVisible());
  },
};

export const Narrow: Story = {
  parameters: { column: 'narrow' },
  args: {
    citations: [
      ...CITATIONS,
      {
        marker: '[4]',
        record: record({
          node: {
            path: 'guides/long.md',
            title: 'Refunds, returns and exchanges for orders placed through resellers and partners',
          },
        }),
      },
    ],
  },
};
