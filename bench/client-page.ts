/** What `client.ts` runs inside Chromium. */
import type { AgentSubscriber } from '@ag-ui/client';
import { createCitationStore } from '../src/client/index.js';
import {
  answerRun,
  cites,
  content,
  end,
  record,
  runFinished,
  runStarted,
  start,
} from '../test/unit/client/events.js';

const MESSAGES = 10_000;
const CITATIONS = 10;

/** Milliseconds for each of the events of one conversation, and the time in which `JSON.parse` reads them. */
export function ingestTimes(): { each: number[]; parsing: number } {
  const events = conversation(10_000);
  const texts = events.map((event) => JSON.stringify(event));
  const begun = performance.now();
  const parsed = texts.map((text) => JSON.parse(text) as unknown);
  const parsing = performance.now() - begun;

  const store = createCitationStore();
  // A page looks at the answer after every event.
  let shown = '';
  store.subscribe(() => {
    shown = store.get(store.ids().at(-1) ?? '')?.content ?? '';
  });
  const each = parsed.map((event) => {
    const from = performance.now();
    store.ingest(event);
    return performance.now() - from;
  });
  if (shown === '') throw new Error('The benchmark conversation has no answer.');
  return { each, parsing };
}

/** Runs of one long answer each, with ten citations at its end. */
function conversation(count: number): object[] {
  const events: object[] = [];
  for (let run = 0; events.length < count; run++) {
    const id = `m${run}`;
    events.push(runStarted(`r${run}`), start(id));
    for (let token = 0; token < 400; token++) events.push(content(id, ' token'));
    events.push(end(id), cites(id, citations(run)), runFinished(`r${run}`));
  }
  return events.slice(0, count);
}

function citations(message: number): object[] {
  return Array.from({ length: CITATIONS }, (_, index) => ({
    marker: `[${index + 1}]`,
    record: record({ path: `guides/node-${message}-${index}.md` }),
  }));
}

/** Heap bytes: with nothing, with 10,000 messages of 10 citations, and after detaching. */
export async function memory(): Promise<{ idle: number; full: number; read: number; detached: number }> {
  const idle = heap();
  const store = createCitationStore();
  let agent: ReturnType<typeof standIn> | undefined = standIn();
  const detach = store.attach(agent);
  for (let message = 0; message < MESSAGES; message++) {
    const run = answerRun(`m${message}`, 'In 30 days [1].', `r${message}`);
    for (const event of [...run.slice(0, -2), cites(`m${message}`, citations(message)), ...run.slice(-1)]) {
      // As from the wire: every event with objects and strings of its own.
      agent.send(JSON.parse(JSON.stringify(event)));
    }
  }
  const full = heap();
  for (const id of store.ids()) {
    if (store.get(id)?.citations.length !== CITATIONS) throw new Error(`Citations are missing from ${id}.`);
  }
  const read = heap();
  detach();
  agent = undefined;
  // Weak references are cleared between tasks.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const detached = heap();
  if (store.ids().length !== 0) throw new Error('The store still has answers.');
  return { idle, full, read, detached };
}

function standIn() {
  let subscriber: AgentSubscriber = {};
  const agent = {
    messages: [],
    subscribe(given: AgentSubscriber) {
      subscriber = given;
      return { unsubscribe() {} };
    },
    send(event: object) {
      const deliver = subscriber.onEvent as ((parameters: object) => unknown) | undefined;
      deliver?.({ event, agent, messages: agent.messages });
    },
  };
  return agent;
}

function heap(): number {
  const { gc, performance } = globalThis as unknown as {
    gc(): void;
    performance: { memory: { usedJSHeapSize: number } };
  };
  gc();
  gc();
  return performance.memory.usedJSHeapSize;
}
