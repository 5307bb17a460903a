import { act, render } from '@testing-library/react';
import { memo, StrictMode, useEffect, useSyncExternalStore } from 'react';
import { expect, test } from 'vitest';
import {
  type AgentLike,
  type CitationStore,
  type ClockTicker,
  createCitationStore,
  createClockTicker,
  trustAt,
} from '../../src/client/index.js';
import {
  answerRun,
  assistant,
  cites,
  content,
  end,
  record,
  runStarted,
  snapshot,
  start,
} from '../unit/client/events.js';

const counts = new Map<string, number>();

const Message = memo(function Message({ store, id }: { store: CitationStore; id: string }) {
  const answer = useSyncExternalStore(store.subscribe, () => store.get(id));
  useEffect(() => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  });
  return (
    <p data-id={id}>
      {answer?.content} {answer?.state}
    </p>
  );
});

function Conversation({ store }: { store: CitationStore }) {
  const ids = useSyncExternalStore(store.subscribe, store.ids);
  return ids.map((id) => <Message key={id} store={store} id={id} />);
}

function Host({ store, agent }: { store: CitationStore; agent: AgentLike }) {
  useEffect(() => store.attach(agent), [store, agent]);
  return <Conversation store={store} />;
}

interface BadgeProps {
  store: CitationStore;
  ticker: ClockTicker;
  onRender: () => void;
}

function Badge({ store, ticker, onRender }: BadgeProps) {
  const now = useSyncExternalStore(ticker.subscribe, ticker.now);
  const answer = useSyncExternalStore(store.subscribe, () => store.get('m1'));
  useEffect(() => {
    onRender();
  });
  const first = answer?.citations[0];
  return <b>{first && trustAt(first.record, now).stale ? 'stale' : 'fresh'}</b>;
}

function feed(store: CitationStore, ...events: object[]): void {
  for (const event of events) act(() => store.ingest(event));
}

test('a component renders again only when its own message changes', () => {
  counts.clear();
  const store = createCitationStore();
  feed(store, ...answerRun('m1'));
  const { container } = render(<Conversation store={store} />);
  expect(counts.get('m1')).toBe(1);

  feed(store, runStarted('r2'), start('m2'), content('m2', 'One'), content('m2', ' two'), end('m2'));
  feed(store, cites('m2', []));
  expect(counts.get('m1')).toBe(1);
  // Its start, its two pieces, and its citations; the end alone shows nothing new.
  expect(counts.get('m2')).toBe(4);
  expect(container.querySelector('[data-id="m2"]')?.textContent).toBe('One two no-sources');
});

test('an event that comes again renders nothing', () => {
  counts.clear();
  const store = createCitationStore();
  feed(store, ...answerRun('m1'));
  render(<Conversation store={store} />);
  feed(store, ...answerRun('m1').filter(({ type }) => type === 'CUSTOM'));
  feed(store, snapshot(assistant('m1', 'Within 30 days [1].')));
  expect(counts.get('m1')).toBe(1);
});

test('an agent attached in an effect keeps its answers under StrictMode', () => {
  const store = createCitationStore();
  const agent = { messages: [assistant('m1', 'Hi')], subscribe: () => ({ unsubscribe() {} }) };
  const { container } = render(
    <StrictMode>
      <Host store={store} agent={agent} />
    </StrictMode>,
  );
  expect(container.textContent).toContain('Hi no-event');
});

test('a badge turns stale at the right moment, with one render', async () => {
  const store = createCitationStore();
  const staleAfter = new Date(Date.now() + 400).toISOString();
  feed(store, ...answerRun('m1'), cites('m1', [{ record: record({ trust: { staleAfter } }) }]));
  const ticker = createClockTicker(store);
  let renders = 0;
  const onRender = () => renders++;
  const { container } = render(<Badge store={store} ticker={ticker} onRender={onRender} />);
  expect(container.textContent).toBe('fresh');
  await expect.poll(() => container.textContent).toBe('stale');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(staleAfter));
  expect(renders).toBe(2);
});
