import { AbstractAgent, type BaseEvent, EventType, type RunAgentInput } from '@ag-ui/client';
import { Observable, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { citationMiddleware, citationSubscriber, createCitationStore } from '../../../src/client/index.js';
import {
  answerRun,
  assistant,
  cites,
  content,
  record,
  runFinished,
  runStarted,
  snapshot,
  start,
} from './events.js';

/** An agent in this process that answers each run, and each connection, with the next list of events. */
class ScriptedAgent extends AbstractAgent {
  constructor(
    private readonly runs: BaseEvent[][],
    private readonly replay: BaseEvent[] = [],
    private readonly ending: 'complete' | 'error' | 'never' = 'complete',
  ) {
    super({});
  }

  run(_input: RunAgentInput): Observable<BaseEvent> {
    const events = this.runs.shift() ?? [];
    return new Observable((observer) => {
      for (const item of events) observer.next(item);
      if (this.ending === 'error') setTimeout(() => observer.error(new Error('gone')), 5);
      if (this.ending === 'complete') observer.complete();
    });
  }

  protected override connect(): Observable<BaseEvent> {
    return of(...this.replay);
  }
}

async function quietly(work: () => Promise<unknown>): Promise<void> {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  await work().catch(() => {});
  quiet.mockRestore();
}

describe('the ready subscriber', () => {
  it('follows an agent it is subscribed to', async () => {
    const store = createCitationStore();
    const agent = new ScriptedAgent([answerRun('m1'), answerRun('m2', 'x [1]', 'run-2')]);
    agent.subscribe(citationSubscriber(store));
    await agent.runAgent();
    await agent.runAgent();
    expect(store.ids().map((id) => store.get(id)?.state)).toEqual(['cited', 'cited']);
  });

  it('follows the one run it is given to', async () => {
    const store = createCitationStore();
    const agent = new ScriptedAgent([answerRun('m1'), answerRun('m2', 'x', 'run-2')]);
    await agent.runAgent({}, citationSubscriber(store));
    await agent.runAgent();
    expect(store.ids()).toEqual(['m1']);
  });

  it('keeps two agents apart', async () => {
    const store = createCitationStore();
    const subscriber = citationSubscriber(store);
    const agents = [new ScriptedAgent([answerRun('m1')]), new ScriptedAgent([answerRun('m2')])];
    for (const agent of agents) agent.subscribe(subscriber);
    await Promise.all(agents.map((agent) => agent.runAgent()));
    expect(store.ids()).toEqual(['m1', 'm2']);
  });
});

describe('connectAgent', () => {
  it('replays a conversation into the store', async () => {
    const store = createCitationStore();
    const agent = new ScriptedAgent(
      [],
      [
        runStarted(),
        snapshot({ id: 'u', role: 'user', content: 'Hi' }, assistant('m1', 'Within [1].')),
        cites('m1', [{ marker: '[1]', record: record() }]),
        runFinished(),
      ],
    );
    store.attach(agent);
    await agent.connectAgent();
    expect(store.get('m1')).toMatchObject({ content: 'Within [1].', state: 'cited' });
  });

  it('again changes nothing', async () => {
    const store = createCitationStore();
    const replay = [
      runStarted(),
      snapshot(assistant('m1', 'x')),
      cites('m1', [{ record: record() }]),
      runFinished(),
    ];
    const agent = new ScriptedAgent([], replay);
    store.attach(agent);
    await agent.connectAgent();
    const before = store.get('m1');
    await agent.connectAgent();
    expect(store.get('m1')).toBe(before);
  });
});

describe('a clone of an attached agent, which carries the subscribers over', () => {
  async function runClone(threadId?: string) {
    const store = createCitationStore();
    const agent = new ScriptedAgent([answerRun('m1')]);
    store.attach(agent);
    const clone = agent.clone();
    if (threadId !== undefined) clone.threadId = threadId;
    clone.run = () => of(...answerRun('m2'));
    await clone.runAgent();
    return store.ids();
  }

  it('is another conversation on another thread', async () => {
    expect(await runClone('other')).toEqual([]);
  });

  it('is the same conversation on the same thread', async () => {
    expect(await runClone()).toEqual(['m2']);
  });
});

describe('an agent that lends its subscribers to another one', () => {
  it('is followed while the other one works on its thread', async () => {
    const store = createCitationStore();
    const front = new ScriptedAgent([]);
    const worker = new ScriptedAgent([answerRun('m1')]);
    worker.threadId = front.threadId;
    store.attach(front);
    for (const subscriber of front.subscribers) worker.subscribe(subscriber);
    worker.subscribe({ onMessagesChanged: () => front.setMessages([...worker.messages]) });
    await worker.runAgent();
    expect(store.get('m1')).toMatchObject({ content: 'Within 30 days [1].', state: 'cited' });
  });
});

describe('the middleware', () => {
  it('feeds the store and passes every event on', async () => {
    const store = createCitationStore();
    const agent = new ScriptedAgent([answerRun('m1')]);
    agent.use(citationMiddleware(store));
    const seen: string[] = [];
    agent.subscribe({ onEvent: ({ event }) => void seen.push(event.type) });
    await agent.runAgent();
    expect(seen).toEqual(answerRun('m1').map(({ type }) => type));
    expect(store.get('m1')).toMatchObject({ content: 'Within 30 days [1].', state: 'cited' });
  });

  it('takes chunks as the service sent them', async () => {
    const store = createCitationStore();
    const events = [
      runStarted(),
      { type: EventType.TEXT_MESSAGE_CHUNK, messageId: 'm1', role: 'assistant', delta: 'Hi' } as BaseEvent,
      cites('m1', [{ record: record() }]),
      runFinished(),
    ];
    await new ScriptedAgent([events]).use(citationMiddleware(store)).runAgent();
    expect(store.get('m1')).toMatchObject({ content: 'Hi', state: 'cited' });
  });

  it('knows the messages that the run was sent', async () => {
    const store = createCitationStore();
    const agent = new ScriptedAgent([[runStarted(), cites('old', [{ record: record() }]), runFinished()]]);
    agent.setMessages([assistant('old', 'Before')]);
    await agent.use(citationMiddleware(store)).runAgent();
    expect(store.get('old')).toMatchObject({ content: 'Before', state: 'cited' });
  });

  it.each(['complete', 'error', 'never'] as const)(
    'ends an answer whose stream ends by %s',
    async (ending) => {
      const store = createCitationStore();
      const agent = new ScriptedAgent([[runStarted(), start('m1'), content('m1', 'x')]], [], ending);
      agent.use(citationMiddleware(store));
      const run = quietly(() => agent.runAgent());
      if (ending === 'never') {
        await vi.waitFor(() => expect(agent.messages).toHaveLength(1));
        await agent.detachActiveRun();
      }
      await run;
      expect(store.get('m1')?.state).toBe('failed');
    },
  );
});
