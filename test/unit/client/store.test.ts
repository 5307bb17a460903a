import { type BaseEvent, EventType } from '@ag-ui/client';
import { describe, expect, it, vi } from 'vitest';
import {
  type CitationStore,
  type CitationStoreOptions,
  createCitationStore,
  parseConversation,
} from '../../../src/client/index.js';
import {
  answerRun,
  assistant,
  citationsValue,
  cites,
  content,
  digest,
  end,
  event,
  record,
  runError,
  runFinished,
  runStarted,
  snapshot,
  start,
} from './events.js';

function fed(events: readonly unknown[], options: CitationStoreOptions = {}): CitationStore {
  const store = createCitationStore(options);
  for (const item of events) store.ingest(item);
  return store;
}

function codes(store: CitationStore): string[] {
  return store.diagnostics().map(({ code }) => code);
}

const cited = [{ marker: '[1]', record: record() }];
const chunk = (fields: object) => event(EventType.TEXT_MESSAGE_CHUNK, fields);

describe('the state of an answer', () => {
  const whole = [runStarted(), start('m1'), content('m1', 'Hi'), end('m1')];
  it.each<[string, BaseEvent[], string]>([
    ['begun', whole.slice(0, 2), 'streaming'],
    ['being written', whole.slice(0, 3), 'streaming'],
    ['written, while its citations may still come', whole, 'streaming'],
    ['finished without an event', [...whole, runFinished()], 'no-event'],
    ['finished with an empty list', [...whole, cites('m1', []), runFinished()], 'no-sources'],
    ['cited, its run going on', [...whole, cites('m1', cited)], 'cited'],
    ['cited', [...whole, cites('m1', cited), runFinished()], 'cited'],
    ['cited with one left out', [...whole, cites('m1', [...cited, {}]), runFinished()], 'cited-partly'],
    ['cited with all left out', [...whole, cites('m1', [{}]), runFinished()], 'cited-partly'],
    ['of a run that failed midway', [...whole.slice(0, 3), runError()], 'failed'],
    ['of a run that failed after its text', [...whole, runError()], 'failed'],
    ['of a run that failed after its citations', [...whole, cites('m1', cited), runError()], 'failed'],
    ['of a cancelled run', [...whole, runFinished('run-1', { outcome: { type: 'cancelled' } })], 'failed'],
    ['of a run without the end of its text', [...whole.slice(0, 3), runFinished()], 'failed'],
    ['of a run that another one cut off', [...whole.slice(0, 3), runStarted('run-2')], 'failed'],
    [
      'of a run that waits for a person',
      [...whole, runFinished('run-1', { outcome: { type: 'interrupt', interrupts: [] } })],
      'no-event',
    ],
    ['outside of any run', whole.slice(1), 'no-event'],
    [
      'with an event of an unknown version',
      [...whole, cites('m1', cited, { version: 2 }), runFinished()],
      'no-event',
    ],
    ['with a broken event', [...whole, cites('m1', 'none'), runFinished()], 'no-event'],
  ])('%s', (_name, events, state) => {
    expect(fed(events).get('m1')?.state).toBe(state);
  });

  it('keeps what came before a failure', () => {
    const store = fed([...answerRun('m1').slice(0, -1), runError()]);
    expect(store.get('m1')).toMatchObject({ content: 'Within 30 days [1].', failure: 'error' });
    expect(store.get('m1')?.citations).toHaveLength(1);
  });

  it('of an earlier run is untouched by a run that fails later in the stream', () => {
    const store = fed([...answerRun('m1'), runStarted('run-2'), start('m2'), runError(), ...answerRun('m3')]);
    expect(['m1', 'm2', 'm3'].map((id) => store.get(id)?.state)).toEqual(['cited', 'failed', 'cited']);
  });

  it('follows a message that is begun again', () => {
    const store = fed([runStarted(), start('m1'), content('m1', 'a'), runError(), runStarted(), start('m1')]);
    expect(store.get('m1')?.state).toBe('streaming');
  });
});

describe('messages', () => {
  it('come from chunks, and end with the next event of their own', () => {
    const store = fed([
      runStarted(),
      chunk({ messageId: 'm1', role: 'assistant', delta: 'Wi' }),
      chunk({ delta: 'th' }),
      cites('m1', cited),
    ]);
    expect(store.get('m1')).toMatchObject({ content: 'With', state: 'cited' });
  });

  it('come from parallel chunks of sub-agents', () => {
    const store = fed([
      runStarted(),
      chunk({ messageId: 'a', delta: 'A', subagentRunId: 's1' }),
      chunk({ messageId: 'b', delta: 'B', subagentRunId: 's2' }),
      chunk({ delta: '1', subagentRunId: 's1' }),
      chunk({ delta: '2', subagentRunId: 's2' }),
      runFinished(),
    ]);
    expect(store.ids().map((id) => store.get(id)?.content)).toEqual(['A1', 'B2']);
  });

  it('without an id go to the one open message of their kind, and to none where there are several', () => {
    const one = fed([chunk({ messageId: 'a', delta: 'A', subagentRunId: 's1' }), chunk({ delta: '1' })]);
    expect(one.get('a')?.content).toBe('A1');
    const two = fed([
      chunk({ messageId: 'a', delta: 'A', subagentRunId: 's1' }),
      chunk({ messageId: 'b', delta: 'B', subagentRunId: 's2' }),
      chunk({ delta: '1' }),
    ]);
    expect(two.ids().map((id) => two.get(id)?.content)).toEqual(['A', 'B']);
  });

  it.each(['__proto__', 'constructor', 'toString', ' ', '\ud800'])('may be named %j', (id) => {
    const store = fed([...answerRun(id), snapshot(assistant(id, 'x')), cites(id, cited)]);
    expect(store.ids()).toEqual([id]);
    expect(store.get(id)?.citations).toHaveLength(1);
    expect(parseConversation(JSON.stringify(store)).answers).toEqual([store.get(id)]);
  });

  it.each([[7], [null], [{}], [['m1']]])('named by %j are none', (id) => {
    const store = fed([event(EventType.TEXT_MESSAGE_START, { messageId: id }), cites('7', cited)]);
    expect(store.ids()).toEqual([]);
    expect(codes(store)).toEqual(['malformed-event', 'unknown-message']);
  });

  it('keep their role when another message begins by the same id', () => {
    const store = fed([
      start('m1', { role: 'user' }),
      end('m1'),
      start('m1'),
      content('m1', 'x'),
      cites('m1', cited),
    ]);
    expect(store.ids()).toEqual([]);
    expect(codes(store)).toEqual(['not-citable']);
  });

  it('of two runs under way at once are not finished by the end of the other', () => {
    const store = fed([
      runStarted('run-1'),
      start('m1'),
      content('m1', 'x'),
      runStarted('run-2'),
      start('m2'),
      content('m2', 'y'),
      end('m2'),
      runFinished('run-2'),
      content('m1', 'x'),
      end('m1'),
      runFinished('run-1'),
    ]);
    expect(['m1', 'm2'].map((id) => store.get(id)?.state)).toEqual(['failed', 'no-event']);
  });

  it('of a sub-agent that failed are failed, the others are not', () => {
    const store = fed([
      runStarted(),
      start('a', { subagentRunId: 's1' }),
      start('b'),
      event(EventType.SUBAGENT_ERROR, { subagentRunId: 's1', message: 'x' }),
      end('b'),
      cites('b', cited),
      runFinished(),
    ]);
    expect([store.get('a')?.state, store.get('b')?.state]).toEqual(['failed', 'cited']);
  });

  it('are written in parallel', () => {
    const store = fed([start('a'), start('b'), content('b', '2'), content('a', '1'), end('a'), end('b')]);
    expect(store.ids().map((id) => store.get(id)?.content)).toEqual(['1', '2']);
  });

  it.each([
    ['user', start('m1', { role: 'user' })],
    ['system', start('m1', { role: 'system' })],
    ['developer', start('m1', { role: 'developer' })],
    ['reasoning', event(EventType.REASONING_MESSAGE_START, { messageId: 'm1' })],
    ['tool', event(EventType.TOOL_CALL_RESULT, { messageId: 'm1', toolCallId: 't', content: 'x' })],
    ['activity', event(EventType.ACTIVITY_SNAPSHOT, { messageId: 'm1', activityType: 'x', content: {} })],
  ])('with the role %s are never citable', (_role, begin) => {
    const store = fed([begin, cites('m1', cited)]);
    expect(store.ids()).toEqual([]);
    expect(codes(store)).toEqual(['not-citable']);
  });

  it('that only call tools are no answers until they have text', () => {
    const call = event(EventType.TOOL_CALL_START, {
      toolCallId: 't1',
      toolCallName: 'x',
      parentMessageId: 'm1',
    });
    const store = fed([runStarted(), call]);
    expect(store.ids()).toEqual([]);
    for (const item of [start('m1'), content('m1', 'Hi'), end('m1')]) store.ingest(item);
    expect(store.ids()).toEqual(['m1']);
  });

  it('come with the start of a run', () => {
    const store = fed([
      event(EventType.RUN_STARTED, {
        threadId: 't',
        runId: 'r',
        input: { messages: [assistant('old', 'Before')] },
      }),
    ]);
    expect(store.get('old')?.content).toBe('Before');
  });
});

describe('a snapshot', () => {
  it('takes the citations of a message that leaves, and gives them back when it returns', () => {
    const store = fed([...answerRun('m1'), snapshot(assistant('other', 'x'))]);
    expect(store.get('m1')).toBeUndefined();
    expect(codes(store)).toEqual(['citations-set-aside']);
    store.ingest(snapshot(assistant('m1', 'Within 30 days [1].')));
    expect(store.get('m1')?.state).toBe('cited');
  });

  it('never hangs citations on a message by another id', () => {
    const store = fed([...answerRun('m1'), snapshot(assistant('renamed', 'Within 30 days [1].'))]);
    expect(store.get('renamed')).toMatchObject({ state: 'no-event', citations: [] });
  });

  it('with the same messages changes nothing, not even the object', () => {
    const store = fed(answerRun('m1'));
    const before = store.get('m1');
    store.ingest(snapshot(assistant('m1', 'Within 30 days [1].')));
    expect(store.get('m1')).toBe(before);
  });

  it('may hold less text than what is shown', () => {
    const store = fed([...answerRun('m1'), snapshot(assistant('m1', 'Within'))]);
    expect(store.get('m1')).toMatchObject({ content: 'Within', state: 'cited' });
  });

  it('that is malformed leaves everything as it is', () => {
    const store = fed([...answerRun('m1'), event(EventType.MESSAGES_SNAPSHOT, { messages: 'x' })]);
    expect(store.get('m1')?.state).toBe('cited');
    expect(codes(store)).toEqual(['malformed-event']);
  });

  it('with a malformed message keeps the one it may have stood for', () => {
    const store = fed([...answerRun('m1'), snapshot({ id: 'm1' }, { role: 'user' }, assistant('m2', 'x'))]);
    expect(store.ids()).toEqual(['m1', 'm2']);
    expect(codes(store)).toEqual(['malformed-message', 'malformed-message']);
  });

  it('in the middle of a message lets it go on', () => {
    const store = fed([
      runStarted(),
      start('m1'),
      content('m1', 'ab'),
      snapshot(assistant('m1', 'ab')),
      content('m1', 'c'),
    ]);
    expect(store.get('m1')).toMatchObject({ content: 'abc', state: 'streaming' });
  });
});

describe('the event', () => {
  it('is ignored for a message that is not there, also when that comes later', () => {
    const store = fed([cites('m1', cited), start('m1'), content('m1', 'x'), end('m1')]);
    expect(store.get('m1')?.citations).toEqual([]);
    expect(codes(store)).toEqual(['unknown-message']);
  });

  it('is taken before the end of its message', () => {
    const store = fed([start('m1'), cites('m1', cited), content('m1', 'x')]);
    expect(store.get('m1')).toMatchObject({ state: 'streaming', citations: [{ marker: '[1]' }] });
  });

  it('changes nothing the second time, not even the object', () => {
    const store = fed(answerRun('m1'));
    const before = store.get('m1');
    store.ingest(answerRun('m1').at(-2));
    expect(store.get('m1')).toBe(before);
    expect(store.toJSON().events).toHaveLength(1);
  });

  it('replaces another one for the same message, and says so', () => {
    const store = fed([...answerRun('m1'), cites('m1', [])]);
    expect(store.get('m1')?.state).toBe('no-sources');
    expect(codes(store)).toEqual(['replaced-event']);
  });

  it('does not cost the good one when a broken one follows', () => {
    const store = fed([...answerRun('m1'), cites('m1', 'none')]);
    expect(store.get('m1')?.state).toBe('cited');
  });

  it('belongs to one message', () => {
    const store = fed([
      ...answerRun('m1'),
      start('m2'),
      content('m2', 'As said [1].'),
      end('m2'),
      cites('m2', []),
    ]);
    expect(store.get('m2')?.citations).toEqual([]);
  });

  it('of another kind is ignored in silence', () => {
    const store = fed([
      event(EventType.CUSTOM, { name: 'other', value: 1 }),
      event(EventType.RAW, { event: 1 }),
    ]);
    expect(store.diagnostics()).toEqual([]);
  });

  it.each([[null], ['x'], [[]], [{}], [{ type: 5 }]])('%j is no event', (input) => {
    expect(codes(fed([input]))).toEqual(['not-an-event']);
  });

  it.each<[string, object]>([
    [
      'getters that throw',
      Object.defineProperty({}, 'type', {
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no');
          },
        },
      ),
    ],
  ])('with %s is reported, nothing is thrown', (_name, input) => {
    expect(codes(fed([input]))).toEqual(['not-readable']);
  });
});

describe('citations in the metadata of a message', () => {
  const value = citationsValue('m1', cited, { computedAt: '2026-09-01T10:00:00Z' });
  const withMetadata = (id: string, held: unknown) =>
    assistant(id, 'Hi [1].', { metadata: { 'moca.citations': held } });

  it('count like those of an event', () => {
    expect(fed([snapshot(withMetadata('m1', value))]).get('m1')).toMatchObject({
      state: 'cited',
      source: 'metadata',
      computedAt: '2026-09-01T10:00:00Z',
      citations: [{ marker: '[1]' }],
    });
  });

  it('come with the end of a message too', () => {
    const store = fed([
      start('m1'),
      content('m1', 'x'),
      end('m1', { metadata: { 'moca.citations': value } }),
    ]);
    expect(store.get('m1')?.source).toBe('metadata');
  });

  it('give way to an event', () => {
    const store = fed([snapshot(withMetadata('m1', value)), cites('m1', [])]);
    expect(store.get('m1')).toMatchObject({ state: 'no-sources', source: 'event' });
    store.ingest(snapshot(withMetadata('m1', value)));
    expect(store.get('m1')?.source).toBe('event');
  });

  it('are not read when that is turned off, or from another key', () => {
    expect(fed([snapshot(withMetadata('m1', value))], { metadataKey: false }).get('m1')?.state).toBe(
      'no-event',
    );
    expect(fed([snapshot(withMetadata('m1', value))], { metadataKey: 'x' }).get('m1')?.state).toBe(
      'no-event',
    );
  });

  it('that name another message are reported and not shown', () => {
    const store = fed([...answerRun('m1'), snapshot(withMetadata('renamed', value))]);
    expect(store.get('renamed')?.state).toBe('no-event');
    expect(codes(store)).toContain('metadata-of-another-message');
  });

  it('keep their object when the same snapshot comes again', () => {
    const store = fed([snapshot(withMetadata('m1', value))]);
    const before = store.get('m1');
    store.ingest(snapshot(withMetadata('m1', structuredClone(value))));
    expect(store.get('m1')).toBe(before);
  });

  it('go with a snapshot that no longer has them', () => {
    const store = fed([snapshot(withMetadata('m1', value)), snapshot(assistant('m1', 'Hi [1].'))]);
    expect(store.get('m1')?.state).toBe('no-event');
  });

  it('that are broken are reported once, however often the list comes', () => {
    const broken = snapshot(withMetadata('m1', { version: 1, messageId: 'm1', citations: 5 }));
    expect(codes(fed([broken, broken, broken]))).toEqual(['malformed-event']);
  });
});

describe('an identity conflict', () => {
  const forged = [{ marker: '[1]', record: record({ packageDigest: digest(666) }) }];
  const second = [start('m2'), content('m2', 'x'), end('m2'), cites('m2', forged)];
  const conflicts = (store: CitationStore) =>
    store.ids().map((id) => store.get(id)?.citations.map((citation) => citation.identityConflict));

  it('is said by both citations', () => {
    expect(conflicts(fed([...answerRun('m1'), ...second]))).toEqual([[true], [true]]);
  });

  it('is found within one event', () => {
    expect(conflicts(fed([start('m'), cites('m', [...cited, ...forged])]))).toEqual([[true, true]]);
  });

  it('is told to who shows the other answer', () => {
    const store = fed(answerRun('m1'));
    let told = 0;
    store.subscribe(() => told++, 'm1');
    for (const item of second) store.ingest(item);
    expect(told).toBeGreaterThan(0);
  });

  it('ends when one of the two leaves', () => {
    const store = fed([...answerRun('m1'), ...second]);
    store.ingest(snapshot(assistant('m1', 'Within 30 days [1].')));
    expect(conflicts(store)).toEqual([[false]]);
  });

  it('ends when an event without the other record replaces the one with it', () => {
    const store = fed([...answerRun('m1'), ...second, cites('m2', [])]);
    expect(conflicts(store)).toEqual([[false], []]);
  });

  it('lasts while a third record keeps it up', () => {
    const third = [start('m3'), cites('m3', forged)];
    expect(conflicts(fed([...answerRun('m1'), ...second, ...third, cites('m2', [])]))).toEqual([
      [true],
      [],
      [true],
    ]);
    expect(conflicts(fed([...answerRun('m1'), ...second, ...third, cites('m1', [])]))).toEqual([
      [],
      [false],
      [false],
    ]);
  });

  it('is not made by a message that is no answer any more', () => {
    const store = fed([...answerRun('m1'), ...second]);
    store.ingest(snapshot(assistant('m1', 'x'), { id: 'm2', role: 'user', content: 'x' }));
    expect(conflicts(store)).toEqual([[false]]);
  });

  it('is none between two versions of a package', () => {
    const newer = [{ record: record({ version: '5.0.0', packageDigest: digest(5) }) }];
    expect(conflicts(fed([...answerRun('m1'), start('m2'), cites('m2', newer)]))).toEqual([[false], [false]]);
  });
});

describe('what React sees', () => {
  it('is the same object while nothing about an answer changes', () => {
    const store = fed(answerRun('m1'));
    const before = store.get('m1');
    for (const item of answerRun('m2')) store.ingest(item);
    expect(store.get('m1')).toBe(before);
  });

  it('is the same object when the run of a cited answer ends', () => {
    const store = fed(answerRun('m1').slice(0, -1));
    const before = store.get('m1');
    store.ingest(runFinished());
    expect(store.get('m1')).toBe(before);
  });

  it('keeps the citations array while only the text grows', () => {
    const store = fed([start('m1'), cites('m1', cited), content('m1', 'a')]);
    const before = store.get('m1')?.citations;
    store.ingest(content('m1', 'b'));
    expect(store.get('m1')?.citations).toBe(before);
  });

  it('is one list of ids, and one of findings, until they change', () => {
    const store = fed(answerRun('m1'));
    expect(store.ids()).toBe(store.ids());
    expect(store.diagnostics()).toBe(store.diagnostics());
    const before = store.ids();
    store.ingest(content('m1', 'more'));
    expect(store.ids()).toEqual(before);
  });

  it('is told of its own message only, when it asks for one', () => {
    const store = fed([...answerRun('m1'), start('m2')]);
    let told = 0;
    const stop = store.subscribe(() => told++, 'm2');
    store.ingest(content('m1', 'x'));
    expect(told).toBe(0);
    store.ingest(content('m2', 'x'));
    expect(told).toBe(1);
    stop();
    store.ingest(content('m2', 'x'));
    expect(told).toBe(1);
  });

  it('hears of every change though another listener throws', () => {
    const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {});
    const store = createCitationStore();
    let told = 0;
    store.subscribe(() => {
      throw new Error('listener');
    });
    store.subscribe(() => told++);
    expect(() => store.ingest(start('m1'))).not.toThrow();
    expect(told).toBe(1);
    expect(later.mock.calls[0]?.[0]).toThrow('listener');
    later.mockRestore();
  });

  it('is told twice where one function is subscribed twice, and still once when one of them stops', () => {
    const store = createCitationStore();
    let told = 0;
    const listener = () => {
      told++;
    };
    store.subscribe(listener);
    const stop = store.subscribe(listener);
    store.ingest(start('m1'));
    stop();
    stop();
    store.ingest(content('m1', 'x'));
    expect(told).toBe(3);
  });

  it('is not told after another listener has unsubscribed it', () => {
    const store = createCitationStore();
    const told: string[] = [];
    let stop = () => {};
    store.subscribe(() => {
      told.push('first');
      stop();
    });
    stop = store.subscribe(() => told.push('second'));
    store.ingest(start('m1'));
    expect(told).toEqual(['first']);
  });

  it('may detach an agent from a listener', () => {
    const store = createCitationStore();
    const agent = { messages: [assistant('a', 'x')], subscribe: () => ({ unsubscribe() {} }) };
    const detach = store.attach(agent);
    store.subscribe(() => detach());
    store.ingest(start('m1'));
    expect(store.ids()).toEqual(['m1']);
  });

  it('may feed the store from a listener', () => {
    const store = createCitationStore();
    store.subscribe(() => {
      if (store.get('m1')?.content === '') store.ingest(content('m1', 'x'));
    });
    store.ingest(start('m1'));
    expect(store.get('m1')?.content).toBe('x');
  });
});

describe('findings', () => {
  it('name the message and the place of a bad record', () => {
    const store = fed([start('a'), start('b'), cites('a', cited), cites('b', [...cited, { record: 7 }])]);
    expect(store.diagnostics()).toMatchObject([
      { code: 'invalid-record', messageId: 'b', path: ['value', 'citations', 1, 'record'] },
    ]);
  });

  it.each<[string, BaseEvent]>([
    ['of an unknown version', cites('a', [], { version: 2 })],
    ['without a list', cites('a', 'none')],
    ['for a message that is not there', cites('a', [])],
    ['for a message of the user', cites('u', [])],
    [
      'in metadata, without a list',
      snapshot(assistant('m', '', { metadata: { 'moca.citations': { version: 1, messageId: 'm' } } })),
    ],
  ])('name the message of an event %s', (_name, item) => {
    expect(fed([start('u', { role: 'user' }), item]).diagnostics()).toMatchObject([
      { messageId: expect.stringMatching(/^[aum]$/) },
    ]);
  });

  it('cut a message id that is endless in their sentence', () => {
    const [finding] = fed([cites('x'.repeat(100_000), [])]).diagnostics();
    expect(finding?.message.length).toBeLessThan(200);
  });

  it('are bounded', () => {
    const store = createCitationStore({ maxDiagnostics: 3 });
    for (let index = 0; index < 10; index++) store.ingest(null);
    expect(store.diagnostics()).toHaveLength(3);
  });

  it('tell of text for an unknown message once', () => {
    expect(codes(fed([content('x', 'a'), content('x', 'b'), end('x')]))).toEqual(['unknown-message']);
  });
});
