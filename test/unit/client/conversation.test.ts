import { compactEvents, EventType } from '@ag-ui/client';
import { describe, expect, it } from 'vitest';
import {
  type Conversation,
  createCitationStore,
  parseConversation,
  saveConversation,
} from '../../../src/client/index.js';
import { savedConversationSchema } from '../../../src/schema/conversation.js';
import { encode } from './agui-server.js';
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

const log = [...answerRun('m1'), ...answerRun('m2', 'Auch hier 返金 [1].', 'run-2')];
const summary = (conversation: Conversation) =>
  conversation.answers.map(({ messageId, content, state, citations }) => [
    messageId,
    content,
    state,
    citations.length,
  ]);
const whole = [
  ['m1', 'Within 30 days [1].', 'cited', 1],
  ['m2', 'Auch hier 返金 [1].', 'cited', 1],
];
const lines = (events: readonly unknown[], between = '\n') =>
  events.map((item) => JSON.stringify(item)).join(between);
const capture = (events: readonly unknown[]) => Buffer.from(encode(events as typeof log)).toString('utf8');

describe('every accepted form gives the same answers', () => {
  const messages = [assistant('m1', 'Within 30 days [1].'), assistant('m2', 'Auch hier 返金 [1].')];
  const custom = log.filter(({ type }) => type === EventType.CUSTOM);
  it.each<[string, unknown, Conversation['form']]>([
    ['a JSON array, as text', JSON.stringify(log), 'json-array'],
    ['a JSON array, indented', JSON.stringify(log, null, 2), 'json-array'],
    ['a JSON array, parsed', log, 'json-array'],
    ['the output of compactEvents', compactEvents(log), 'json-array'],
    ['JSON Lines', lines(log), 'json-lines'],
    [
      'JSON Lines with CRLF, empty lines and a byte order mark',
      `\uFEFF${lines(log, '\r\n\r\n')}\r\n`,
      'json-lines',
    ],
    ['a server-sent-events capture', capture(log), 'server-sent-events'],
    ['a capture as bytes', encode(log), 'server-sent-events'],
    ['a capture with CRLF', capture(log).replaceAll('\n', '\r\n'), 'server-sent-events'],
    ['a capture with CR', capture(log).replaceAll('\n', '\r'), 'server-sent-events'],
    [
      'a capture with comments, ids, event names and HTTP headers',
      `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: hello\n\n${capture(log).replaceAll('data: ', 'id: 7\nevent: message\ndata:')}`,
      'server-sent-events',
    ],
    ['a capture with blank data', `data:\n\n${capture(log)}data: \n\n`, 'server-sent-events'],
    [
      'a capture with data over several lines',
      log.map((item) => `${JSON.stringify(item, null, 1).replace(/^/gm, 'data: ')}\n\n`).join(''),
      'server-sent-events',
    ],
    ['messages and events', { messages, events: custom }, 'messages-and-events'],
    ['messages and the whole log', { messages, events: log }, 'messages-and-events'],
    ['messages and events, as text', JSON.stringify({ events: custom, messages }), 'messages-and-events'],
    [
      'messages with citations in their metadata',
      {
        messages: messages.map((message) => ({
          ...message,
          metadata: { 'moca.citations': citationsValue(message.id, [{ record: record() }]) },
        })),
      },
      'messages-and-events',
    ],
  ])('%s', (_name, input, form) => {
    const conversation = parseConversation(input);
    expect(summary(conversation)).toEqual(whole);
    expect(conversation.form).toBe(form);
    expect(conversation.findings).toEqual([]);
  });
});

describe('our own saved form', () => {
  const store = createCitationStore({ clock: () => Date.parse('2026-09-02T08:00:00Z') });
  const odd = {
    ...record({ path: 'odd.md' }),
    future: { z: 1, a: ['\u2028', '"\\', 1e21, 0.1, null, '\ud800'] },
  };
  for (const item of [
    ...log,
    snapshot(
      { id: 'u', role: 'user', content: [{ type: 'text', text: 'Hi' }], name: 'Kim' },
      assistant('m1', 'Within 30 days [1].', { metadata: { other: 1 } }),
      assistant('m2', 'Auch hier 返金 [1].'),
    ),
    cites('gone', []),
    cites('m2', [], { version: 9 }),
    runStarted('run-3'),
    start('m3'),
    content('m3', 'Odd [x]'),
    cites('m3', [{ marker: '[x]', record: odd }, { record: 'broken' }], { timestamp: 1, extra: true }),
    event(EventType.TOOL_CALL_START, { toolCallId: 't1', toolCallName: 'search', parentMessageId: 'm3' }),
    event(EventType.TOOL_CALL_ARGS, { toolCallId: 't1', delta: '{"q":1}' }),
    event(EventType.TOOL_CALL_RESULT, { toolCallId: 't1', messageId: 'r1', content: 'found' }),
  ]) {
    store.ingest(item);
  }
  const saved = store.toJSON();
  const conversation = parseConversation(JSON.stringify(saved));

  it('fits its schema', () => {
    expect(savedConversationSchema.safeParse(saved).error?.issues).toBeUndefined();
  });

  it('says when it was saved', () => {
    expect(conversation).toMatchObject({ form: 'saved', savedAt: '2026-09-02T08:00:00.000Z' });
  });

  it('keeps the messages of every role', () => {
    expect(conversation.messages.map(({ id, role }) => [id, role])).toEqual([
      ['m1', 'assistant'],
      ['m2', 'assistant'],
      ['u', 'user'],
      ['m3', 'assistant'],
      ['r1', 'tool'],
    ]);
    expect(conversation.messages).toEqual(saved.messages);
  });

  it('keeps the events as received, those ignored too', () => {
    expect(conversation.events).toEqual(saved.events);
    expect(conversation.ignoredEvents).toHaveLength(2);
    expect(conversation.ignoredEvents).toEqual(saved.ignoredEvents);
  });

  it('keeps the bytes of records', () => {
    const citation = conversation.answers.find(({ messageId }) => messageId === 'm3')?.citations[0];
    expect(JSON.stringify(citation?.raw)).toBe(JSON.stringify(odd));
  });

  it('gives an answer that was being written as failed', () => {
    expect(store.get('m3')?.state).toBe('streaming');
    expect(conversation.answers.at(-1)).toMatchObject({
      messageId: 'm3',
      state: 'failed',
      failure: 'cut-off',
    });
  });

  it('gives the finished answers as they were', () => {
    expect(conversation.answers.slice(0, 2)).toEqual([store.get('m1'), store.get('m2')]);
  });

  it('reads back what it wrote', () => {
    const again = parseConversation(JSON.stringify(saveConversation(conversation)));
    expect(again).toEqual(conversation);
  });

  it('of another version is not read', () => {
    const other = parseConversation({ ...saved, version: 2 });
    expect(other.error?.code).toBe('no-conversation');
    expect(other.findings.map(({ code }) => code)).toContain('unknown-version');
  });

  it('keeps the citations of a message that had left', () => {
    const left = createCitationStore();
    for (const item of [...answerRun('m1'), snapshot(assistant('m9', 'x'))]) left.ingest(item);
    const read = parseConversation(left.toJSON());
    expect(read.events).toEqual(left.toJSON().events);
    expect(summary(read)).toEqual([['m9', 'x', 'no-event', 0]]);
  });

  it('of an agent has the text of a message that is not all JSON', () => {
    const attached = createCitationStore();
    const messages = [
      assistant('a', 'Hi', { metadata: { at: 1n } }),
      { id: 'u', role: 'user', content: [{ x: () => 1 }] },
    ];
    attached.attach({ messages, subscribe: () => ({ unsubscribe() {} }) });
    expect(attached.toJSON().messages).toEqual([assistant('a', 'Hi'), { id: 'u', role: 'user' }]);
  });

  it('of an agent that is attached has all of its messages', () => {
    const attached = createCitationStore();
    const messages = [
      { id: 'u', role: 'user', content: [{ type: 'text', text: 'Hi' }], name: 'Kim' },
      assistant('a', 'Hi', { metadata: { other: [1] }, toolCalls: [{ id: 't', type: 'function' }] }),
      { id: 'x', role: 'activity', activityType: 'plan', content: { steps: [] } },
    ];
    attached.attach({ messages, subscribe: () => ({ unsubscribe() {} }) });
    expect(attached.toJSON().messages).toEqual(messages);
  });
});

describe('numbers and texts of a record, from the text of a capture to the text that is saved', () => {
  it.each<[string, string, string]>([
    ['are kept', '[0.1,1e21,-5,9007199254740991]', '[0.1,1e+21,-5,9007199254740991]'],
    ['lose a fraction of nought', '[1.0,-0]', '[1,0]'],
    ['lose digits that no double holds', '[9007199254740993]', '[9007199254740992]'],
    ['lose escapes that JSON does not need', '["\\u0041\\/\\u00e9"]', '["A/é"]'],
    ['keep lone surrogates', '["\\ud800"]', '["\\ud800"]'],
    ['keep the order of names, and the last of two alike', '{"b":1,"a":2,"b":3}', '{"b":3,"a":2}'],
    ['keep __proto__ as a name', '{"__proto__":{"format":"x"}}', '{"__proto__":{"format":"x"}}'],
  ])('%s', (_name, written, saved) => {
    const text = lines([start('m1'), cites('m1', [{ record: { ...record(), later: 'LATER' } }])]);
    const conversation = parseConversation(text.replace('"LATER"', written));
    const raw = conversation.answers[0]?.citations[0]?.raw as { later: unknown };
    expect(JSON.stringify(raw.later)).toBe(saved);
    const again = parseConversation(JSON.stringify(saveConversation(conversation)));
    expect(JSON.stringify(again.answers)).toBe(JSON.stringify(conversation.answers));
  });

  it('a number that no double holds costs its record, with its place', () => {
    const text = lines([start('m1'), cites('m1', [{ record: { ...record(), later: 'LATER' } }])]);
    const conversation = parseConversation(text.replace('"LATER"', '1e400'));
    expect(conversation.answers[0]?.omitted).toMatchObject([
      { code: 'not-json', path: ['value', 'citations', 0, 'record', 'later'] },
    ]);
  });

  it('pollute no prototype', () => {
    const proto = '{"__proto__":{"format":"moca-conversation","polluted":1},';
    for (const item of [...log, snapshot(assistant('m1', 'x', { metadata: {} }))]) {
      parseConversation(JSON.stringify(item).replaceAll('{', proto).replaceAll(',}', '}'));
    }
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('activity messages', () => {
  it('are saved as their last snapshot, deltas to them aside', () => {
    const activity = event(EventType.ACTIVITY_SNAPSHOT, {
      messageId: 'a',
      activityType: 'plan',
      content: { step: 1 },
    });
    const patch = [{ op: 'replace', path: '/step', value: 2 }];
    const delta = event(EventType.ACTIVITY_DELTA, { messageId: 'a', activityType: 'plan', patch });
    const conversation = parseConversation([activity, delta]);
    expect(conversation.messages).toEqual([
      { id: 'a', role: 'activity', activityType: 'plan', content: { step: 1 } },
    ]);
    expect(conversation.findings).toEqual([]);
  });
});

describe('damaged input', () => {
  it('that breaks off keeps what is there, and its last answer is failed', () => {
    const text = JSON.stringify(log);
    const conversation = parseConversation(text.slice(0, text.lastIndexOf('返金') - 100));
    expect(summary(conversation)[0]).toEqual(whole[0]);
    expect(conversation.answers[1]?.state ?? 'failed').toBe('failed');
    expect(conversation.findings.map(({ code }) => code)).toContain('not-json');
  });

  it('names the line of what is no JSON', () => {
    const text = [
      JSON.stringify(log[0]),
      '{"type":',
      ...log.slice(1).map((item) => JSON.stringify(item)),
    ].join('\n');
    const conversation = parseConversation(text);
    expect(conversation.findings).toMatchObject([{ code: 'not-json', path: ['line', 2] }]);
    expect(summary(conversation)).toEqual(whole);
  });

  it('names the line of a block that is no JSON in a capture', () => {
    const conversation = parseConversation(`${capture(log)}data: {broken\n\n`);
    expect(conversation.findings).toMatchObject([{ code: 'not-json', path: ['line', log.length * 2 + 1] }]);
  });

  it('of very many lines that are no JSON keeps the others, with a bounded number of findings', () => {
    const conversation = parseConversation(`${'{\n'.repeat(150_000)}${lines(log)}`);
    expect(summary(conversation)).toEqual(whole);
    expect(conversation.findings).toHaveLength(1_001);
    expect(conversation.findings.at(-1)).toMatchObject({ code: 'too-many-findings', path: ['line', 1_001] });
  });

  it('names what follows a whole list', () => {
    const conversation = parseConversation(
      `${JSON.stringify(log, null, 1)}\n${JSON.stringify(log, null, 1)}`,
    );
    expect(summary(conversation)).toEqual(whole);
    expect(conversation.findings).toMatchObject([{ code: 'not-an-event', path: [log.length] }]);
  });

  it('names the index of an event that is none, and of a record that is invalid', () => {
    const conversation = parseConversation([...log, 5, cites('m1', [{}])]);
    expect(conversation.findings.map(({ code, path }) => [code, path])).toEqual([
      ['not-an-event', [log.length]],
      ['invalid-record', [log.length + 1, 'value', 'citations', 0, 'record']],
      ['replaced-event', [log.length + 1, 'value', 'messageId']],
    ]);
  });

  it('keeps messages beside one that is malformed', () => {
    const conversation = parseConversation({ messages: [7, assistant('a', 'x')], events: [] });
    expect(summary(conversation)).toEqual([['a', 'x', 'no-event', 0]]);
    expect(conversation.findings).toMatchObject([{ code: 'malformed-message', path: ['messages', 0] }]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['empty text', ''],
    ['prose', 'Dear all,\nsee below.'],
    ['a number', '42'],
    ['an empty list', '[]'],
    ['an open bracket', '['],
    ['another document', '{"moca":"0.6.0","id":"x"}'],
    ['bytes of something else', new Uint8Array([0x50, 0x4b, 3, 4, 0, 255])],
    ['a hundred thousand brackets', '['.repeat(100_000)],
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
  ])('%s gives a clear error', (_name, input) => {
    const conversation = parseConversation(input);
    expect(conversation).toMatchObject({
      form: 'unreadable',
      answers: [],
      error: { code: 'no-conversation' },
    });
    expect(conversation.findings).toContain(conversation.error);
  });
});

describe('unfinished runs', () => {
  it.each([
    ['that failed', [runStarted(), start('m1'), content('m1', 'x'), end('m1'), runError()], 'error'],
    ['whose record breaks off', [runStarted(), start('m1'), content('m1', 'x'), end('m1')], 'cut-off'],
    [
      'that were cancelled',
      [runStarted(), start('m1'), end('m1'), runFinished('r', { outcome: { type: 'cancelled' } })],
      'cancelled',
    ],
  ])('%s are still failed after saving and reading', (_name, events, failure) => {
    const conversation = parseConversation(events);
    expect(conversation.answers).toMatchObject([{ state: 'failed', failure }]);
    expect(parseConversation(saveConversation(conversation)).answers).toEqual(conversation.answers);
  });

  it('is also known beside the list of messages', () => {
    const events = [runStarted(), start('m1'), content('m1', 'x'), runError()];
    expect(parseConversation({ messages: [assistant('m1', 'x')], events }).answers[0]?.state).toBe('failed');
  });
});
