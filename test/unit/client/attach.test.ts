import { EventType, type HttpAgent, type Message, randomUUID } from '@ag-ui/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCitationStore } from '../../../src/client/index.js';
import { AguiServer, encode } from './agui-server.js';
import {
  answerRun,
  assistant,
  citationsValue,
  cites,
  content,
  end,
  event,
  record,
  runError,
  runFinished,
  runStarted,
  snapshot,
  start,
} from './events.js';

let server: AguiServer;
beforeAll(async () => {
  server = await AguiServer.start();
});
afterAll(() => server.stop());

function user(text: string): Message {
  return { id: randomUUID(), role: 'user', content: text };
}

/** Runs that fail do so in the agent too; that is not what is looked at here. */
async function run(agent: HttpAgent): Promise<void> {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  await agent.runAgent().catch(() => {});
  quiet.mockRestore();
}

describe('a store attached to an HttpAgent', () => {
  it('has the answer with its citations after a run', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    agent.addMessage(user('How long?'));
    server.reply(answerRun());
    await run(agent);

    const answer = store.get('m1');
    expect(answer).toMatchObject({
      messageId: 'm1',
      content: 'Within 30 days [1].',
      state: 'cited',
      computedAt: '2026-09-01T10:00:00Z',
      source: 'event',
      omitted: [],
    });
    expect(answer?.citations).toMatchObject([
      { marker: '[1]', record: record(), index: 0, identityConflict: false },
    ]);
    expect(store.ids()).toEqual(['m1']);
    expect(store.diagnostics()).toEqual([]);
  });

  it('streams the same text as the agent holds, at every change', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    const texts: (string | undefined)[] = [];
    store.subscribe(() => texts.push(store.get('m1')?.content));
    const mismatches: string[] = [];
    agent.subscribe({
      onMessagesChanged: ({ messages }) => {
        const held = messages.find(({ id }) => id === 'm1')?.content;
        if (held !== store.get('m1')?.content) mismatches.push(String(held));
      },
    });
    server.reply(answerRun());
    await run(agent);
    expect(mismatches).toEqual([]);
    expect(texts).toContain('With');
  });

  it('reads what the agent has before its first run', () => {
    const agent = server.agent({ initialMessages: [user('Hi'), assistant('old', 'Hello.')] });
    const store = createCitationStore();
    store.attach(agent);
    expect(store.get('old')).toMatchObject({ content: 'Hello.', state: 'no-event' });
  });

  it.each([
    [
      'a run error',
      { pieces: [encode([runStarted(), start('m1'), content('m1', 'Wit'), runError()])] },
      'error',
    ],
    [
      'a dropped connection',
      { pieces: [encode([runStarted(), start('m1'), content('m1', 'Wit')])], drop: true },
      'error',
    ],
    [
      'a stream that just ends',
      { pieces: [encode([runStarted(), start('m1'), content('m1', 'Wit')])] },
      'cut-off',
    ],
    [
      'an event that breaks the protocol',
      {
        pieces: [encode([runStarted(), start('m1'), content('m1', 'Wit')]), encode([start('m1')])],
        pause: 300,
      },
      'error',
    ],
  ])('shows an answer cut short by %s as failed', async (_name, reply, failure) => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply(reply);
    await run(agent);
    expect(store.get('m1')).toMatchObject({ content: 'Wit', state: 'failed', failure });
  });

  it('shows an answer whose run was aborted as failed', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply({ pieces: [encode([runStarted(), start('m1'), content('m1', 'Wit')])], hang: true });
    store.subscribe(() => {
      if (store.get('m1')?.content === 'Wit' && agent.isRunning) agent.abortRun();
    });
    await run(agent);
    expect(store.get('m1')).toMatchObject({ state: 'failed', failure: 'cancelled' });
  });

  it('shows an answer whose run was detached as failed', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply({ pieces: [encode([runStarted(), start('m1'), content('m1', 'Wit')])], hang: true });
    store.subscribe(() => {
      if (store.get('m1')?.content === 'Wit') void agent.detachActiveRun();
    });
    await run(agent);
    expect(store.get('m1')).toMatchObject({ state: 'failed', failure: 'cut-off' });
  });

  it('follows messages that the host adds and replaces', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    agent.addMessage(assistant('a', 'One'));
    await vi.waitFor(() => expect(store.get('a')?.content).toBe('One'));
    agent.setMessages([assistant('b', 'Two')]);
    await vi.waitFor(() => expect(store.ids()).toEqual(['b']));
  });

  it('keeps citations of earlier runs', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply(answerRun('m1'), answerRun('m2', 'Another [1].', 'run-2'));
    await run(agent);
    const first = store.get('m1');
    await run(agent);
    expect(store.get('m1')).toBe(first);
    expect(store.get('m2')?.state).toBe('cited');
  });

  it('takes an event for a message that another subscriber put into the list', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    agent.subscribe({
      onRunStartedEvent: ({ messages }) => ({ messages: [...messages, assistant('x', 'Injected')] }),
    });
    server.reply([runStarted(), cites('x', [{ record: record() }]), runFinished()]);
    await run(agent);
    expect(store.get('x')).toMatchObject({ content: 'Injected', state: 'cited' });
  });

  it('drops what another subscriber kept from the agent', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    agent.subscribe({ onTextMessageStartEvent: () => ({ stopPropagation: true }) });
    server.reply([runStarted(), start('m1'), content('m1', 'x'), end('m1'), runFinished()]);
    const quiet = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await run(agent);
    quiet.mockRestore();
    expect(agent.messages).toEqual([]);
    expect(store.ids()).toEqual([]);
  });

  it('keeps the citations of a message whose holder does not keep its metadata', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    const metadata = { 'moca.citations': citationsValue('m1', [{ record: record() }]) };
    server.reply([runStarted(), start('m1'), content('m1', 'x'), end('m1', { metadata }), runFinished()]);
    await run(agent);
    agent.setMessages([assistant('m1', 'x')]);
    expect(store.get('m1')?.state).toBe('cited');
    server.reply([runStarted(), snapshot(assistant('m1', 'x')), runFinished()]);
    await run(agent);
    expect(store.get('m1')?.state).toBe('no-event');
  });

  it('does not save the citations of a conversation that the host took the agent away from', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply(answerRun('m1'), answerRun('m2', 'Other [1].', 'run-2'));
    await run(agent);
    agent.setMessages([]);
    agent.threadId = 'another';
    await run(agent);
    expect(store.toJSON().events).toMatchObject([{ value: { messageId: 'm2' } }]);
    expect(store.diagnostics()).toEqual([]);
  });

  it('hangs no citations on a message of another thread that has the same id', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply(answerRun('m1'), [
      runStarted('run-2'),
      start('m1'),
      content('m1', 'Other [1].'),
      end('m1'),
      runFinished('run-2'),
    ]);
    await run(agent);
    agent.setMessages([]);
    agent.threadId = 'another';
    await run(agent);
    expect(store.get('m1')).toMatchObject({ content: 'Other [1].', state: 'no-event', citations: [] });
    expect(store.toJSON().events).toEqual([]);
  });

  it("changes nothing in the agent's own messages", async () => {
    const call = { id: 't1', type: 'function', function: { name: 'search', arguments: '' } };
    const events = [
      runStarted(),
      snapshot(assistant('m1', 'x', { toolCalls: [call] })),
      event(EventType.TOOL_CALL_START, { toolCallId: 't1', toolCallName: 'search', parentMessageId: 'm1' }),
      event(EventType.TOOL_CALL_ARGS, { toolCallId: 't1', delta: '{"q":' }),
      event(EventType.TOOL_CALL_ARGS, { toolCallId: 't1', delta: '1}' }),
      event(EventType.TOOL_CALL_END, { toolCallId: 't1' }),
      runFinished(),
    ];
    const [alone, followed] = [server.agent(), server.agent()];
    createCitationStore().attach(followed);
    server.reply(events, events);
    await run(alone);
    await run(followed);
    expect(followed.messages).toEqual(alone.messages);
  });

  it('gives the same list of ids while a run adds none', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply(answerRun('m1'), [runStarted('run-2'), runFinished('run-2')]);
    await run(agent);
    const before = store.ids();
    await run(agent);
    expect(store.ids()).toBe(before);
  });

  it('follows a snapshot in the stream', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    store.attach(agent);
    server.reply(answerRun('m1'), [
      runStarted('run-2'),
      snapshot(assistant('z', 'New')),
      runFinished('run-2'),
    ]);
    await run(agent);
    await run(agent);
    expect(store.ids()).toEqual(['z']);
    expect(store.get('m1')).toBeUndefined();
  });
});

describe('attaching and detaching', () => {
  it('hears nothing after detaching, and has everything again when attached again', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    const detach = store.attach(agent);
    server.reply(answerRun('m1'), answerRun('m2', 'More.', 'run-2'));
    await run(agent);
    const before = store.get('m1');
    detach();
    expect(store.ids()).toEqual([]);
    await run(agent);
    expect(store.ids()).toEqual([]);
    store.attach(agent);
    expect(store.get('m1')).toEqual(before);
    expect(store.get('m2')).toMatchObject({ content: 'More.', state: 'no-event' });
  });

  it('misses nothing when a component detaches and attaches again in the middle of a run', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    let detach = store.attach(agent);
    let again = 0;
    agent.subscribe({
      onTextMessageContentEvent: () => {
        if (again++ > 0) return;
        detach();
        detach = store.attach(agent);
      },
    });
    server.reply(answerRun('m1'));
    await run(agent);
    expect(store.get('m1')).toMatchObject({ content: 'Within 30 days [1].', state: 'cited' });
  });

  it('does not take an answer for finished whose end it did not hear', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    const detach = store.attach(agent);
    agent.subscribe({ onTextMessageContentEvent: () => detach() });
    server.reply(answerRun('m1'));
    await run(agent);
    store.attach(agent);
    expect(store.get('m1')).toMatchObject({ content: 'Within 30 days [1].', state: 'failed' });
  });

  it('counts the components that share an agent', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    const first = store.attach(agent);
    const second = store.attach(agent);
    first();
    first();
    server.reply(answerRun('m1'));
    await run(agent);
    expect(store.get('m1')).toMatchObject({ content: 'Within 30 days [1].', state: 'cited' });
    second();
    expect(store.ids()).toEqual([]);
  });

  it('shows the answers of the agent that is attached when one is swapped for another', async () => {
    const [one, two] = [server.agent(), server.agent()];
    const store = createCitationStore();
    const detach = store.attach(one);
    server.reply(answerRun('m1'), answerRun('m2'));
    await run(one);
    detach();
    store.attach(two);
    await run(two);
    expect(store.ids()).toEqual(['m2']);
  });

  it('treats an answer of a run that began before attaching as unfinished', async () => {
    const agent = server.agent();
    const store = createCitationStore();
    server.reply(answerRun('m1'));
    let state: string | undefined;
    agent.subscribe({
      onTextMessageEndEvent: () => {
        store.attach(agent);
        state = store.get('m1')?.state;
      },
    });
    await run(agent);
    expect(state).toBe('streaming');
    agent.addMessage(user('And?'));
    await vi.waitFor(() => expect(store.get('m1')?.state).toBe('failed'));
  });
});
