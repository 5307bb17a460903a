import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import { createCitationStore, MocaAnswer, MocaProvider } from '../src/index.js';
import { ANSWER, CITATIONS, COMPUTED_AT, NOW } from './fixtures.js';

const meta = { title: 'MocaProvider', component: MocaProvider } satisfies Meta<typeof MocaProvider>;

export default meta;
type Story = StoryObj<typeof meta>;

const CHUNK = 9;

function Stream({ pause }: { pause: number }) {
  const store = useMemo(() => createCitationStore(), []);
  useEffect(() => {
    const events: unknown[] = [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
    ];
    for (let at = 0; at < ANSWER.length; at += CHUNK) {
      events.push({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: ANSWER.slice(at, at + CHUNK) });
    }
    events.push(
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      {
        type: 'CUSTOM',
        name: 'moca.citations',
        value: { version: 1, messageId: 'm', computedAt: COMPUTED_AT, citations: CITATIONS },
      },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    );
    const timer = setInterval(() => {
      const event = events.shift();
      if (event) store.ingest(event);
      else clearInterval(timer);
    }, pause);
    return () => clearInterval(timer);
  }, [store, pause]);
  return (
    <MocaProvider store={store} clock={() => NOW}>
      <MocaAnswer messageId="m" />
    </MocaProvider>
  );
}

/** An answer as it arrives over AG-UI: the text first, the citations with their event. */
export const Streaming: Story = {
  render: () => <Stream pause={10} />,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('button', { name: /^1, Refund/ })).toHaveLength(2), {
      timeout: 8000,
    });
    await expect(canvas.getByRole('status')).toHaveTextContent(
      'The answer cites 3 sources, 2 with a warning.',
    );
  },
};

/** The host's own badge and pill, everywhere below. */
export const OwnParts: Story = {
  args: {
    components: { Badge: ({ fact }) => <code data-trust={fact.state}>{fact.state}</code> },
    children: <MocaAnswer content={ANSWER} citations={CITATIONS} computedAt={COMPUTED_AT} now={NOW} />,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('signed-reported')).toHaveLength(3);
    await userEvent.tab();
  },
};

/** Colours of the host, by custom properties. */
export const OwnColours: Story = {
  args: {
    children: <MocaAnswer content={ANSWER} citations={CITATIONS} computedAt={COMPUTED_AT} now={NOW} />,
  },
  decorators: [
    (Story) => (
      <div
        style={
          { '--moca-accent': '#8a2252', '--moca-radius': '2px', '--moca-pill-surface': '#f6e4ec' } as object
        }
      >
        <Story />
      </div>
    ),
  ],
  globals: { theme: 'light' },
};
