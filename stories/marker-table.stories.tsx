import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { MocaAnswer } from '../src/index.js';
import { CITATIONS, COMPUTED_AT, NOW, record, SHIPPING } from './fixtures.js';

const meta = {
  title: 'MocaAnswer/Markers',
  component: MocaAnswer,
  args: { content: '', citations: CITATIONS, computedAt: COMPUTED_AT, now: NOW, sources: false },
  tags: ['!autodocs'],
} satisfies Meta<typeof MocaAnswer>;

export default meta;
type Story = StoryObj<typeof meta>;

const pillsOf = (root: Element) =>
  [...root.querySelectorAll<HTMLElement>('[data-moca="pill"]')].map((pill) => pill.dataset.marker);

/** A row of the table of markers: the text, and the markers that become pills. */
const row = (content: string, pills: string[], args: Partial<Story['args']> = {}): Story => ({
  args: { content, ...args },
  play: async ({ canvasElement }) => {
    await expect(pillsOf(canvasElement)).toEqual(pills);
  },
});

export const AfterASentence = row('Refunds are possible for 30 days [1].', ['[1]']);
export const TwoThatTouch = row('Refunds are possible for 30 days [1][2], [1] [2].', [
  '[1]',
  '[2]',
  '[1]',
  '[2]',
]);
export const ListsAndRanges = row('Both [1, 2], all [1-3], and one that nobody cites [1, 9].', [
  '[1]',
  '[2]',
  '[1]',
  '[2]',
  '[3]',
  '[1]',
]);
export const WithADefinition = row('Refunds [1] take a while.\n\n[1]: https://elsewhere.example/', [
  '[1]',
  '[1]',
]);
export const WithALinkBehind = row('Refunds [1](https://elsewhere.example/page) take a while.', ['[1]']);
export const InCode = row('Not here: `list[1]`\n\n```js\nlist[1];\n```', []);
export const InLinkText = row('See [the policy [1]](https://docs.example.com/policy).', ['[1]']);
export const InBlocks = row(
  '## Refunds [1]\n\n- within 30 days [1]\n\n> as the policy says [2]\n\n| Region | Days |\n| --- | --- |\n| Here | 2 to 4 [2] |',
  ['[1]', '[1]', '[2]', '[2]'],
);
export const AsReferences = row(
  `Bare ${record().node.ref} and \`${SHIPPING.node.ref}\`, but not ${record().node.ref}.bak`,
  ['', ''],
  { citations: [{ record: record() }, { record: SHIPPING }] },
);
export const OtherForms = row('One【1】, two (2), three¹, four [^4].', ['【1】', '(2)', '¹', '[^4]'], {
  citations: ['【1】', '(2)', '¹', '[^4]'].map((marker, index) => ({
    marker,
    record: record({ node: { path: `guides/${index}.md`, title: `Guide ${index + 1}` } }),
  })),
});
export const NobodyCitesIt = row('A number that is no marker [7].', []);

/** Markers that touch can be one pill that opens a list. */
export const Folded: Story = {
  args: { content: 'Refunds are possible for 30 days [1][2][3].', foldAdjacent: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^1, 2, 3, 3 sources/ })).toBeVisible();
  },
};

/** White space between markers is no reason to keep them apart; a word is. */
export const FoldedAcrossSpaces: Story = {
  args: { content: 'Refunds are possible for 30 days [1] [2] and sales [3].', foldAdjacent: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^1, 2, 2 sources/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: /^3, Final sale items/ })).toBeVisible();
  },
};
