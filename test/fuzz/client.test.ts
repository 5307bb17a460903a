import {
  type BaseEvent,
  defaultApplyEvents,
  EventType,
  HttpAgent,
  type Message,
  transformChunks,
} from '@ag-ui/client';
import fc from 'fast-check';
import { from, lastValueFrom } from 'rxjs';
import { defaultIfEmpty, toArray } from 'rxjs/operators';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  type CitationStore,
  createCitationStore,
  parseCitationsEvent,
  parseConversation,
  saveConversation,
} from '../../src/client/index.js';
import {
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
} from '../unit/client/events.js';

const IDS = ['a', 'b', 'c', '__proto__'] as const;
const id = fc.constantFrom(...IDS);
const text = fc.string({ unit: 'grapheme', maxLength: 6 });
/** A message belongs to one sub-agent, or to the agent itself. */
const OWNERS: Readonly<Record<string, string | undefined>> = { b: 's1', c: 's2' };

const entry = fc.record(
  {
    marker: fc.oneof(fc.constantFrom('[1]', '[2]'), fc.jsonValue()),
    record: fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom('x.md', 'y.md'), fc.integer({ min: 1, max: 2 }))
          .map(([path, seed]) => record({ path, packageDigest: digest(seed) })),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
  },
  { requiredKeys: [] },
);
const citationsEvent = fc
  .tuple(id, fc.array(entry, { maxLength: 4 }), fc.constantFrom(1, 1, 1, 2))
  .map(([messageId, citations, version]) => cites(messageId, citations, { version }));

/** One whole message by events of its own, or by chunks. */
const messageRun = fc
  .tuple(id, fc.array(text, { maxLength: 5 }), fc.boolean(), fc.boolean())
  .map(([messageId, deltas, chunked, cited]) => {
    const subagentRunId = Object.hasOwn(OWNERS, messageId) ? OWNERS[messageId] : undefined;
    const tag = subagentRunId === undefined ? {} : { subagentRunId };
    const body = chunked
      ? deltas.map((delta, index) =>
          event(EventType.TEXT_MESSAGE_CHUNK, {
            ...(index === 0 && { messageId, role: 'assistant' }),
            delta,
            ...tag,
          }),
        )
      : [
          start(messageId, tag),
          ...deltas.map((delta) => content(messageId, delta, tag)),
          end(messageId, tag),
        ];
    return cited ? [...body, cites(messageId, [{ marker: '[1]', record: record() }])] : body;
  });

/** Messages of any role, some named twice, some with citations in their metadata. */
const oddSnapshot = fc
  .array(
    fc.tuple(
      id,
      fc.constantFrom('assistant', 'assistant', 'user', 'tool', 'activity'),
      text,
      fc.option(fc.array(entry, { maxLength: 2 }), { nil: undefined }),
    ),
    { maxLength: 4 },
  )
  .map((messages) =>
    snapshot(
      ...messages.map(([name, role, content, citations]) => ({
        id: name,
        role,
        content,
        ...(citations && { metadata: { 'moca.citations': citationsValue(name, citations) } }),
      })),
    ),
  );

const conversationSnapshot = fc
  .uniqueArray(fc.tuple(id, text), { selector: ([name]) => name, maxLength: 3 })
  .map((messages) => [snapshot(...messages.map(([name, content]) => assistant(name, content)))]);

const toolRun = fc
  .tuple(fc.constantFrom('t1', 't2'), fc.option(id, { nil: undefined }))
  .map(([toolCallId, parentMessageId]) => [
    event(EventType.TOOL_CALL_START, {
      toolCallId,
      toolCallName: 'search',
      ...(parentMessageId && { parentMessageId }),
    }),
    event(EventType.TOOL_CALL_ARGS, { toolCallId, delta: '{}' }),
    event(EventType.TOOL_CALL_END, { toolCallId }),
  ]);

const run = fc
  .tuple(
    fc.array(fc.oneof(messageRun, messageRun, conversationSnapshot, toolRun), { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([parts, fails]) => [runStarted(), ...parts.flat(), fails ? runError() : runFinished()]);
const validLog = fc.array(run, { minLength: 1, maxLength: 3 }).map((runs) => runs.flat());

/** A valid log after interleaving with events from elsewhere, repeating, dropping and cutting off. */
const damagedLog = fc
  .tuple(
    validLog,
    fc.array(fc.oneof(citationsEvent, oddSnapshot, fc.jsonValue()), { maxLength: 6 }),
    fc.infiniteStream(fc.nat()),
    fc.nat(),
  )
  .map(([log, extra, numbers, cut]) => {
    const next = () => numbers.next().value as number;
    const events: unknown[] = [...log];
    for (const item of extra) events.splice(next() % (events.length + 1), 0, item);
    for (let count = next() % 4; count > 0; count--) {
      const at = next() % events.length;
      events.splice(next() % events.length, 0, events[at]);
    }
    for (let count = next() % 3; count > 0; count--) {
      const [moved] = events.splice(next() % events.length, 1);
      events.splice(next() % (events.length + 1), 0, moved);
    }
    return events.slice(0, (cut % events.length) + 1);
  });

const STATES = ['streaming', 'no-event', 'no-sources', 'cited', 'cited-partly', 'failed'];

function expectConsistent(store: CitationStore): void {
  const ids = store.ids();
  expect(new Set(ids).size).toBe(ids.length);
  const digests = new Map<string, Set<string>>();
  const answers = ids.map((messageId) => store.get(messageId) as Answer);
  for (const { citations } of answers) {
    for (const { record: cited } of citations) {
      const known = digests.get(cited.node.ref) ?? new Set();
      digests.set(cited.node.ref, known.add(cited.package.digest));
    }
  }
  answers.forEach((answer, index) => {
    expect(answer.messageId).toBe(ids[index]);
    expect(STATES).toContain(answer.state);
    expect(store.get(answer.messageId)).toBe(answer);
    if (answer.state === 'cited') expect(answer.citations.length).toBeGreaterThan(0);
    if (answer.state === 'no-sources') expect(answer.citations).toEqual([]);
    if (answer.state === 'failed') expect(answer.failure).toBeDefined();
    expect(new Set(answer.citations.map(({ key, record: cited }) => key + cited.package.digest)).size).toBe(
      answer.citations.length,
    );
    for (const { record: cited, identityConflict } of answer.citations) {
      expect(identityConflict).toBe((digests.get(cited.node.ref)?.size ?? 0) > 1);
    }
  });
}

function fed(events: readonly unknown[]): CitationStore {
  const store = createCitationStore();
  for (const item of events) store.ingest(item);
  return store;
}

describe('any log', () => {
  it('leaves a consistent store and throws nothing', () => {
    fc.assert(
      fc.property(damagedLog, (events) => {
        const store = createCitationStore();
        for (const item of events) {
          store.ingest(item);
          // Read between events too: a cached answer must not outlive what it was made from.
          for (const name of store.ids()) store.get(name);
        }
        expectConsistent(store);
        const fresh = fed(events);
        expect(store.ids().map((name) => store.get(name))).toEqual(
          fresh.ids().map((name) => fresh.get(name)),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('shows the very same objects after the same citations event came again', () => {
    fc.assert(
      fc.property(damagedLog, (events) => {
        const store = fed(events);
        const last = events.findLast((item) => (item as BaseEvent | null)?.type === EventType.CUSTOM);
        store.ingest(structuredClone(last));
        const before = store.ids().map((name) => store.get(name));
        store.ingest(structuredClone(last));
        const after = store.ids().map((name) => store.get(name));
        expect(after.length).toBe(before.length);
        expect(after.every((answer, index) => answer === before[index])).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('reads back as it was saved', () => {
    fc.assert(
      fc.property(damagedLog, (events) => {
        const first = parseConversation(JSON.stringify(fed(events).toJSON()));
        const again = parseConversation(JSON.stringify(saveConversation(first)));
        const { findings: _one, ...expected } = first;
        const { findings: _two, ...actual } = again;
        expect(actual).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('gives the very answers back that a store showed when its last run had ended', () => {
    fc.assert(
      fc.property(damagedLog, (events) => {
        const store = fed([...events, runFinished()]);
        const saved = store.toJSON();
        const read = parseConversation(JSON.stringify(saved));
        expect(read.answers).toEqual(store.ids().map((name) => store.get(name)));
        expect(JSON.stringify(read.messages)).toBe(JSON.stringify(saved.messages));
        expect(JSON.stringify(read.events)).toBe(JSON.stringify(saved.events));
      }),
      { numRuns: 300 },
    );
  });

  it('reads the same from every form of text', () => {
    fc.assert(
      fc.property(damagedLog, (events) => {
        const expected = parseConversation(events).answers;
        const lines = events.map((item) => JSON.stringify(item));
        expect(parseConversation(JSON.stringify(events)).answers).toEqual(expected);
        expect(parseConversation(lines.join('\r\n')).answers).toEqual(expected);
        expect(parseConversation(lines.map((line) => `data: ${line}\n\n`).join('')).answers).toEqual(
          expected,
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('the messages of a valid log', () => {
  it('have the text that the reducer of @ag-ui/client gives them', async () => {
    const quiet = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await fc.assert(
      fc.asyncProperty(validLog, async (events) => {
        const agent = new HttpAgent({ url: 'http://localhost/' });
        const input = {
          threadId: 't',
          runId: 'r',
          state: {},
          messages: [],
          tools: [],
          context: [],
          forwardedProps: {},
        };
        const expanded = from(structuredClone(events)).pipe(transformChunks(false));
        const mutations = await lastValueFrom(
          defaultApplyEvents(input, expanded, agent, []).pipe(toArray(), defaultIfEmpty([])),
        );
        const messages = mutations.findLast((mutation) => mutation.messages)?.messages ?? [];
        const text = (message: Message | Record<string, unknown>) => [
          message.id,
          message.role,
          // A message begun and ended without text has an empty one here, and none there.
          message.content ?? '',
        ];
        expect(fed(events).toJSON().messages.map(text)).toEqual(messages.map(text));
      }),
      { numRuns: 150 },
    );
    quiet.mockRestore();
  });
});

describe('any JSON', () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 6 }),
    fc.object({ maxDepth: 5, withNullPrototype: true }),
    fc.anything(),
  );

  it('as the value of an event throws nothing', () => {
    fc.assert(
      fc.property(anything, anything, (value, citations) => {
        expect(parseCitationsEvent({ type: 'CUSTOM', name: 'moca.citations', value }).ok).toBe(false);
        const inner = parseCitationsEvent(cites('m', citations));
        expect(inner.ok).toBe(Array.isArray(citations));
      }),
      { numRuns: 500 },
    );
  });

  it('as an event, or in any field of one, throws nothing', () => {
    const types = Object.values(EventType);
    const fields = [
      'messageId',
      'delta',
      'role',
      'messages',
      'metadata',
      'subagentRunId',
      'toolCallId',
      'parentMessageId',
      'input',
      'outcome',
      'content',
      'name',
      'value',
    ];
    const odd = fc
      .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...fields), fc.oneof(id, anything)))
      .map(([type, rest]) => ({ type, ...rest }));
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, anything), { maxLength: 8 }), (events) => {
        const store = fed(events);
        expectConsistent(store);
        expect(() => JSON.stringify(store)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('as a conversation throws nothing', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.string(), fc.uint8Array()), (input) => {
        const conversation = parseConversation(input);
        if (conversation.error) expect(conversation.answers).toEqual([]);
        expect(Array.isArray(conversation.findings)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
