import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, screen, userEvent, waitFor } from 'storybook/test';
import { CitationPill } from '../src/index.js';
import { BY_STATE, COMPUTED_AT, FINAL_SALE, NOW, record, SHIPPING } from './fixtures.js';

const meta = {
  title: 'CitationPill',
  component: CitationPill,
  args: { record: record(), marker: '[1]', computedAt: COMPUTED_AT, now: NOW },
  decorators: [
    (Story) => (
      <p>
        Customers may ask for a refund within 30 days <Story />.
      </p>
    ),
  ],
} satisfies Meta<typeof CitationPill>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A marker as a button. Brackets stay in the text for selection and print; on screen the frame says them. */
export const Default: Story = {
  play: async ({ canvas }) => {
    const pill = canvas.getByRole('button', { name: '1, Refund eligibility window, support-kb 4.2.0' });
    await expect(pill).toHaveTextContent('[1]');
  },
};

/** A warning adds its outline to the pill and its words to the pill's name. */
export const Warning: Story = {
  args: { record: BY_STATE.stale },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /warning: Stale$/ })).toBeVisible();
  },
};

/** What keeps a source from being relied on. */
export const Danger: Story = { args: { record: BY_STATE['no-longer-in-force'] } };

/** A citation without a marker goes by its title. */
export const WithoutMarker: Story = { args: { marker: undefined } };

/** A reference in the text: its own text for copying, the title to look at. */
export const Reference: Story = { args: { marker: undefined, children: record().node.ref } };

/** A long title is cut on the pill and whole in its name. */
export const LongTitle: Story = {
  args: {
    marker: undefined,
    record: record({
      node: {
        title:
          'Refunds, returns and exchanges for orders placed through resellers, marketplaces and partners',
      },
    }),
  },
};

/** Other brackets, a superscript, a footnote: the marker is whatever the event says. */
export const OtherMarkers: Story = {
  render: (args) => (
    <>
      <CitationPill {...args} marker="【1】" /> <CitationPill {...args} marker="(2)" />{' '}
      <CitationPill {...args} marker="¹" /> <CitationPill {...args} marker="[^4]" />
    </>
  ),
};

/** Several citations behind one button open as a list. */
export const Folded: Story = {
  args: {
    children: '[1, 2, 3]',
    also: [
      { marker: '[2]', record: SHIPPING },
      { marker: '[3]', record: FINAL_SALE },
    ],
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: '1, 2, 3, 3 sources, warning: Superseded' }));
    await userEvent.click(await screen.findByRole('button', { name: /Shipping estimates/ }));
    const card = await screen.findByRole('dialog', { name: 'Shipping estimates' });
    await waitFor(() => expect(card).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'All sources' }));
    const list = await screen.findByRole('dialog', { name: 'Sources' });
    await waitFor(() => expect(list).toBeVisible());
  },
};

/** A malformed record is no source: its marker stays the text it is. */
export const MalformedRecord: Story = {
  args: { record: { package: 'support-kb' } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.getByText('[1]')).toBeVisible();
  },
};

/** The host's own button, with the kit's behaviour. */
export const OwnButton: Story = {
  args: { render: <button type="button" style={{ font: 'inherit', borderRadius: 4 }} /> },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Refund eligibility window/ }));
    const card = await screen.findByRole('dialog');
    await waitFor(() => expect(card).toBeVisible());
  },
};

/** A mouse that rests on the pill opens the card sooner; the focus stays where it was. */
export const HoverOpens: Story = {
  play: async ({ canvas }) => {
    const before = document.activeElement;
    await userEvent.hover(canvas.getByRole('button', { name: /Refund/ }));
    const card = await screen.findByRole('dialog', { name: 'Refund eligibility window' });
    await waitFor(() => expect(card).toBeVisible());
    await expect(document.activeElement).toBe(before);
  },
};

/** A finger opens the card by tapping; nothing waits for a hover. */
export const Touch: Story = {
  play: async ({ canvas }) => {
    const pill = canvas.getByRole('button', { name: /Refund/ });
    await fireEvent.pointerEnter(pill, { pointerType: 'touch' });
    await fireEvent.click(pill);
    const card = await screen.findByRole('dialog');
    await waitFor(() => expect(card).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(pill).toHaveFocus();
  },
};
