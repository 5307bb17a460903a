import type { BaseEvent } from '@ag-ui/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCitationStore } from '../../../src/client/index.js';
import { AguiServer, type Encoding, encode } from './agui-server.js';
import { cites, content, end, record, runFinished, runStarted, start } from './events.js';

/** How many requests are under way at once: each waits for its own pieces. */
const PARALLEL = 24;

const before: BaseEvent[] = [runStarted(), start('m1'), content('m1', 'Erstattung 返金 😀 [1].'), end('m1')];
// As short as a record can be: every byte of it costs a request.
const { package: from, node, trust } = record();
const short = {
  package: { id: 'k', version: '1', digest: from.digest, signed: false },
  node: { id: 'k#a', ref: 'k@1#a', path: 'a', type: 'T', title: node.title },
  text: 'naïve\r\n😀 \u2028',
  trust: { ...trust, declaredVerified: [] },
};
const custom = cites('m1', [{ marker: '[1]', record: short }], { computedAt: '2026-09-01T10:00:00Z' });
const after: BaseEvent[] = [runFinished()];

let servers: AguiServer[];
beforeAll(async () => {
  servers = await Promise.all(Array.from({ length: PARALLEL }, () => AguiServer.start()));
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function answerOver(
  server: AguiServer,
  encoding: Encoding,
  pieces: Uint8Array[],
): Promise<Answer | undefined> {
  const agent = server.agent();
  const store = createCitationStore();
  store.attach(agent);
  server.reply({ encoding, pieces, pause: 1 });
  await agent.runAgent();
  expect(store.diagnostics()).toEqual([]);
  return store.get('m1');
}

/** The answer for every place at which the event's bytes can be cut in two. */
async function answersAtEveryCut(encoding: Encoding, bytes: Uint8Array, from: number, to: number) {
  const answers: (Answer | undefined)[] = [];
  let cut = from;
  await Promise.all(
    servers.map(async (server) => {
      while (cut <= to) {
        const at = cut++;
        answers[at - from] = await answerOver(server, encoding, [bytes.subarray(0, at), bytes.subarray(at)]);
      }
    }),
  );
  return answers;
}

// Frames end with two LF in AG-UI's encoder. Its client also takes a CR before them, but no CRLF CRLF.
function withCr(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('utf8').replaceAll('\n\n', '\r\n\n'), 'utf8');
}

describe.each<[string, Encoding, { finish?: (bytes: Uint8Array) => Uint8Array; cutsFromEnd?: number }]>([
  ['server-sent events', 'text/event-stream', {}],
  ['server-sent events with CR before LF', 'text/event-stream', { finish: withCr, cutsFromEnd: 12 }],
  ['the binary encoding', 'application/vnd.ag-ui.event+proto', {}],
])('over HTTP in %s', (_name, encoding, { finish = (bytes) => bytes, cutsFromEnd }) => {
  const head = finish(encode(before, encoding));
  const middle = finish(encode([custom], encoding));
  const bytes = Buffer.concat([head, middle, finish(encode(after, encoding))]);

  it('the event is the same wherever it is cut in two', { timeout: 120_000 }, async () => {
    const whole = await answerOver(servers[0] as AguiServer, encoding, [bytes]);
    expect(whole).toMatchObject({ content: 'Erstattung 返金 😀 [1].', state: 'cited' });
    expect(whole?.citations[0]?.raw).toEqual(short);

    const last = head.length + middle.length;
    const first = last - (cutsFromEnd ?? middle.length);
    const answers = await answersAtEveryCut(encoding, bytes, first, last);
    expect(answers).toHaveLength(last - first + 1);
    expect(answers.filter((answer) => JSON.stringify(answer) !== JSON.stringify(whole))).toEqual([]);
  });

  it('is the same byte by byte', async () => {
    const pieces = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    const agent = servers[0]?.agent();
    const store = createCitationStore();
    if (agent) store.attach(agent);
    servers[0]?.reply({ encoding, pieces });
    await agent?.runAgent();
    expect(store.get('m1')?.state).toBe('cited');
  });
});
