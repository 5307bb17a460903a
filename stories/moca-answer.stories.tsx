import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { citationKey, german, MocaAnswer, MocaProvider } from '../src/index.js';
import { ANSWER, BY_STATE, CITATIONS, COMPUTED_AT, NOW, record } from './fixtures.js';

const meta = {
  title: 'MocaAnswer',
  component: MocaAnswer,
  args: { content: ANSWER, citations: CITATIONS, computedAt: COMPUTED_AT, now: NOW },
} satisfies Meta<typeof MocaAnswer>;

export default meta;
type Story = StoryObj<typeof meta>;

const { citations: _citations, ...withoutCitations } = meta.args;

/** The one-liner: text, pills in place, sources below. */
export const Cited: Story = {};

/** The text is still being written; unfinished syntax at its end waits. */
export const Streaming: Story = {
  args: { content: `${ANSWER.slice(0, 236)} **and th`, citations: [], streaming: true },
};

/** The service said that it cites nothing: that is an answer too. */
export const NoSources: Story = {
  args: { content: 'I found nothing about that in the documents I have.', citations: [] },
};

/** No citations event came: the service may not be a MOCA service at all. */
export const NoEvent: Story = {
  render: () => <MocaAnswer {...withoutCitations} content="Refunds take two to three weeks [1]." />,
};

/** Some records are malformed. They are left out, and the list says what was wrong with them. */
export const CitedPartly: Story = {
  args: {
    citations: [...CITATIONS.slice(0, 2), { marker: '[3]', record: { package: 'support-kb', node: null } }],
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByText('1 source left out as malformed'));
    await expect(canvas.getByText('citations.2.record.trust')).toBeVisible();
  },
};

/** The run failed: what is there is not a finished answer. */
export const Failed: Story = { args: { content: ANSWER.slice(0, 180), citations: [], failed: true } };

/** The event came, but names sources that the text does not. */
export const CitedNotPlaced: Story = {
  args: {
    content: 'You can ask for a full refund within 30 days of delivery [1].',
    citations: CITATIONS,
  },
};

/** Two records with one reference and different package bytes: one of them is forged or republished. */
export const IdentityConflict: Story = {
  args: {
    content: 'Refunds are possible for 30 days [1]. Others say 90 days [2].',
    citations: [
      { marker: '[1]', record: record() },
      { marker: '[2]', record: record({ package: { digest: `sha256:${'f'.repeat(64)}` } }) },
    ],
  },
};

/** A re-check on this device confirmed one citation and contradicted another. */
export const CheckedHere: Story = {
  args: {
    checks: {
      [citationKey(record())]: {
        verdict: 'confirmed',
        checkedAt: '2026-11-30T12:00:00Z',
      },
    },
  },
};

/** The reader's own names for a source: no markers, but whole references in the text. */
export const References: Story = {
  args: {
    content: `The window is 30 days \`${record().node.ref}\`, counted from delivery.`,
    citations: [{ record: record() }],
  },
};

/** A button that offers four formats; none is guessed. */
export const WithCopyButton: Story = {
  args: { copyButton: true },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy answer' }));
    await expect(canvas.getByRole('button', { name: 'Markdown' })).toBeVisible();
  },
};

/** Every part in another language. */
export const German: Story = {
  parameters: { lang: 'de' },
  args: {
    content:
      'Sie können innerhalb von **30 Tagen nach Lieferung** die volle Erstattung verlangen [1]. Ein Paket braucht zwei bis vier Werktage [2].',
    citations: CITATIONS,
    copyButton: true,
  },
  render: (args) => (
    <MocaProvider labels={german}>
      <MocaAnswer {...args} />
    </MocaProvider>
  ),
};

const JAPANESE = record({
  node: {
    path: 'policies/refund-window.ja.md',
    locale: 'ja',
    type: '規程',
    title: '返金の対象期間',
    description: '返金を申請できる期間について。',
  },
  text: '商品の配達後30日以内であれば、全額の返金を申請できます。',
});

/** Package text in Japanese keeps its language, whatever that of the page. */
export const Japanese: Story = {
  parameters: { lang: 'ja' },
  args: {
    content:
      '配達日から**30日以内**であれば、全額の返金を申請できます【1】。期間は注文日ではなく配達日から数えます【1】。',
    citations: [{ marker: '【1】', record: JAPANESE }],
  },
};

const ARABIC = record({
  node: {
    path: 'policies/refund-window.ar.md',
    locale: 'ar',
    type: 'سياسة',
    title: 'فترة استرداد الأموال',
    description: 'المدة التي يمكن فيها طلب الاسترداد.',
  },
  text: 'يمكن للعملاء طلب استرداد كامل المبلغ خلال 30 يومًا من التسليم.',
});

/** Right to left: the layout turns round, markers stay in their places. */
export const RightToLeft: Story = {
  parameters: { dir: 'rtl', lang: 'ar' },
  args: {
    content:
      'يمكنك طلب استرداد كامل المبلغ خلال **30 يومًا من التسليم** [1]. تبدأ المدة من تاريخ التسليم [2].',
    citations: [
      { marker: '[1]', record: ARABIC },
      { marker: '[2]', record: CITATIONS[1]?.record },
    ],
  },
};

/** A re-check found other than the service said: the pill, the list and the card warn. */
export const CheckedOtherwise: Story = {
  args: {
    checks: Object.fromEntries(
      (['misreported', 'changed', 'node-missing'] as const).flatMap((verdict, index) => {
        const record = CITATIONS[index]?.record;
        return record ? [[citationKey(record), { verdict, checkedAt: '2026-11-30T12:00:00Z' }]] : [];
      }),
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button', { name: /warning: Misreported$/ })[0]).toBeVisible();
    await expect(canvas.queryByText('Checked on this device')).toBeNull();
  },
};

/** In a column of 320 px. */
export const Narrow: Story = { parameters: { column: 'narrow' } };

const STATES = Object.entries(BY_STATE);

/** One citation a state, as their pills look in a line of text. */
export const EveryState: Story = {
  args: {
    content: STATES.map(([state], index) => `The source is ${state} [${index + 1}].`).join(' '),
    citations: STATES.map(([state, source], index) => ({
      marker: `[${index + 1}]`,
      record: { ...source, node: { ...source.node, ref: `${source.node.ref}?${state}` } },
    })),
    collapseSourcesAfter: 20,
  },
};

const MANY = Array.from({ length: 60 }, (_, index) => ({
  marker: `[${index + 1}]`,
  record: record({
    node: { path: `guides/part-${index + 1}.md`, title: `Part ${index + 1} of the handbook` },
  }),
}));

/** Sixty sources: the list shows six until it is asked for more. */
export const SixtySources: Story = {
  args: {
    content: MANY.map(({ marker }, index) => `Statement ${index + 1} ${marker}.`).join(' '),
    citations: MANY,
  },
  play: async ({ canvas }) => {
    const list = within(canvas.getByRole('region', { name: 'Sources' }));
    await expect(list.getAllByRole('listitem').filter((item) => item.dataset.moca === 'source')).toHaveLength(
      6,
    );
    await userEvent.click(list.getByRole('button', { name: 'Show 54 more' }));
    await expect(list.getAllByRole('listitem').filter((item) => item.dataset.moca === 'source')).toHaveLength(
      60,
    );
  },
};

/** Keyboard: arrows walk the pills, Enter opens, Escape closes and gives the focus back. */
export const KeyboardWalk: Story = {
  play: async ({ canvas }) => {
    const [first, second] = canvas.getAllByRole('button', { name: /, support-kb/ });
    first?.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(second).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const card = await screen.findByRole('dialog', { name: 'Refund eligibility window' });
    await waitFor(() => expect(card).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(second).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect(canvas.getByRole('button', { name: /^3, Final sale items/ })).toHaveFocus();
  },
};

/** In print: markers as they were written, every source, no buttons. */
export const Print: Story = { args: { collapseSourcesAfter: 1, copyButton: true } };

/** On a narrow screen the card is a sheet at the bottom. */
export const BottomSheet: Story = {
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  play: async ({ canvas }) => {
    const [pill] = canvas.getAllByRole('button', { name: /^1, Refund eligibility window/ });
    if (pill) await userEvent.click(pill);
    const card = await screen.findByRole('dialog', { name: 'Refund eligibility window' });
    await waitFor(() => expect(card).toBeVisible());
  },
};

/** A card opened from a pill. */
export const OpenCard: Story = {
  play: async ({ canvas }) => {
    const [pill] = canvas.getAllByRole('button', { name: /Refund eligibility window, support-kb/ });
    if (pill) await userEvent.click(pill);
    const card = await screen.findByRole('dialog', { name: 'Refund eligibility window' });
    await waitFor(() => expect(card).toBeVisible());
  },
};
