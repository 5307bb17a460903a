import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { ClaimTime, CopyAnswerButton, MocaProvider } from '../src/index.js';
import { ANSWER, CITATIONS, COMPUTED_AT } from './fixtures.js';

const meta = { title: 'Small parts', component: ClaimTime, args: { at: COMPUTED_AT } } satisfies Meta<
  typeof ClaimTime
>;

export default meta;
type Story = StoryObj<typeof meta>;

/** When the service made its claims. */
export const Reported: Story = {};

/** A service that does not say when: that is said too. */
export const ReportedWithoutTime: Story = { args: { at: undefined } };

/** When this device checked. */
export const CheckedHere: Story = { args: { layer: 'checked' } };

/** In a time zone of the host's choice. */
export const InUtc: Story = {
  render: (args) => (
    <MocaProvider timeZone="UTC">
      <ClaimTime {...args} />
    </MocaProvider>
  ),
};

/** Four formats, none guessed. */
export const CopyButton: Story = {
  render: () => <CopyAnswerButton answer={{ content: ANSWER, citations: CITATIONS }} />,
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy answer' }));
    await expect(canvas.getAllByRole('button')).toHaveLength(5);
  },
};
