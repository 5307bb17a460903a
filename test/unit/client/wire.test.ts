import type { BaseEvent } from '@ag-ui/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCitationStore } from '../../../src/client/index.js';
import { AguiServer, type Encoding, encode } from './agui-server.js';
import { cites, content, end, record, runFinished, runStarted, start } from './events.js';

/** How many requests are under way at once: each waits for its own pieces. */
const PARALLEL = 24;

const before: BaseEvent[] = [runStarted(), start('m1'), content('m1', 'Erstattung 返金 😀 [1].'), end('m1')];
const { evidence: _long, ...short } = record({ text: 'naïve\r\n返金 😀 \u2028' });
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

// Frames of server-sent events end with LF in AG-UI's own encoder; others write CRLF.
function withCrlf(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('utf8').replaceAll('\n\n', '\r\n\n'), 'utf8');
}

describe.each<[string, Encoding, (bytes: Uint8Array) => Uint8Array]>([
  ['server-sent events', 'text/event-stream', (bytes) => bytes],
  ['server-sent events with CR before LF', 'text/event-stream', withCrlf],
  ['the binary encoding', 'application/vnd.ag-ui.event+proto', (bytes) => bytes],
])('over HTTP in %s', (_name, encoding, finish) => {
  const head = finish(encode(before, encoding));
  const middle = finish(encode([custom], encoding));
  const bytes = Buffer.concat([head, middle, finish(encode(after, encoding))]);

  it('the event is the same wherever it is cut in two', { timeout: 120_000 }, async () => {
    const whole = await answerOver(servers[0] as AguiServer, encoding, [bytes]);
    expect(whole).toMatchObject({ content: 'Erstattung 返金 😀 [1].', state: 'cited' });
    expect(whole?.citations[0]?.raw).toEqual(short);

    const answers = await answersAtEveryCut(encoding, bytes, head.length, head.length + middle.length);
    expect(answers).toHaveLength(middle.length + 1);
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
