import { request, type Server } from 'node:http';
import { type BaseEvent, HttpAgent } from '@ag-ui/client';
import { AGUI_MEDIA_TYPE } from '@ag-ui/encoder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentServer, listen } from '../../../playground/agent/server.js';
import { type ScenarioId, scenarios } from '../../../playground/scenarios.js';
import type { CitationRecord } from '../../../src/schema/citation-record.js';

let server: Server;
let endpoint: string;

beforeAll(async () => {
  server = await createAgentServer();
  endpoint = await listen(server, 0);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

interface Heard {
  events: BaseEvent[];
  answer: string;
  citations: { marker?: string; record: CitationRecord }[];
}

async function ask(scenario: ScenarioId, question?: string, accept = 'text/event-stream'): Promise<Heard> {
  const agent = new HttpAgent({
    url: `${endpoint}?scenario=${scenario}&pace=0`,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('Accept', accept);
      return fetch(url, { ...init, headers });
    },
  });
  const content = question ?? scenarios.find(({ id }) => id === scenario)?.question ?? '';
  agent.addMessage({ id: 'question', role: 'user', content });
  const events: BaseEvent[] = [];
  await agent.runAgent({}, { onEvent: ({ event }) => void events.push(event) });
  const message = agent.messages.findLast(({ role }) => role === 'assistant');
  const custom = events.find(({ type }) => type === 'CUSTOM') as { value?: unknown } | undefined;
  const value = custom?.value as { citations?: Heard['citations'] } | undefined;
  return {
    events,
    answer: typeof message?.content === 'string' ? message.content : '',
    citations: Array.isArray(value?.citations) ? value.citations : [],
  };
}

const order = ({ events }: Heard) =>
  events.map(({ type }) => String(type)).filter((type, index, all) => type !== all[index - 1]);

describe('the demo agent', () => {
  it.each(['text/event-stream', AGUI_MEDIA_TYPE])(
    'sends the citations after the text, in %s',
    async (accept) => {
      expect(order(await ask('normal', undefined, accept))).toEqual([
        'RUN_STARTED',
        'TEXT_MESSAGE_START',
        'TEXT_MESSAGE_CONTENT',
        'TEXT_MESSAGE_END',
        'CUSTOM',
        'RUN_FINISHED',
      ]);
    },
  );

  it('sends server-sent events to a client that takes anything', async () => {
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
    const response = await fetch(endpoint, { method: 'POST', body, headers: { Accept: '*/*' } });
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    expect(await response.text()).toMatch(/^data: \{"type":"RUN_STARTED"/);
  });

  it('gives the same answer and records in both encodings', async () => {
    const [text, binary] = await Promise.all([ask('normal'), ask('normal', undefined, AGUI_MEDIA_TYPE)]);
    expect(binary.answer).toBe(text.answer);
    expect(binary.citations).toEqual(text.citations);
  });

  it.each(scenarios.filter(({ group, id }) => group !== 'Faults' && id !== 'unanswerable'))(
    'cites what the answer to $title names, in order of first mention',
    async ({ id }) => {
      const { answer, citations } = await ask(id);
      expect(citations.length).toBeGreaterThan(0);
      const places = citations.map(({ marker, record }) => answer.indexOf(marker ?? record.node.ref));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    },
  );

  it.each<[ScenarioId, (record: CitationRecord) => boolean]>([
    ['stale', ({ trust }) => trust.stale],
    ['superseded', ({ trust }) => trust.supersededBy?.[0] === 'https://wrenfield.example/kb/support@3.0.0'],
    ['contested', ({ trust }) => trust.contested],
    ['disputed', ({ trust }) => trust.reviewStatus === 'disputed'],
    ['outdated-review', ({ trust }) => trust.reviewStatus === 'none'],
    ['quote-missing', ({ evidence }) => evidence?.some(({ matched }) => matched === false) ?? false],
    ['expired', ({ trust }) => !trust.inForce && trust.validUntil !== undefined],
    ['not-yet', ({ trust }) => !trust.inForce && trust.validUntil === undefined],
    ['draft', ({ trust }) => trust.status === 'draft'],
    ['deprecated', ({ trust }) => trust.status === 'deprecated'],
    ['internal', ({ audience }) => audience !== 'public'],
    ['unsigned', ({ package: { signed } }) => !signed],
    ['german', ({ node }) => node.locale === 'de' || node.locale === 'en'],
    ['japanese', ({ node }) => node.locale === 'ja'],
    ['arabic', ({ node }) => node.locale === 'ar'],
  ])('%s has such a record first', async (scenario, holds) => {
    const record = (await ask(scenario)).citations[0]?.record;
    expect(record && holds(record)).toBe(true);
  });

  it.each([
    ['How do I descale the machine?', 'procedures/descale.md'],
    ['What does the warranty cover?', 'policies/warranty.md'],
    ['What do the error codes mean?', 'guides/error-codes.md'],
    ['How fast is delivery and what does it cost?', 'policies/delivery.md'],
    ['How do I reset the wifi?', 'procedures/reset-wifi.md'],
    ['Is there an API for developers?', 'guides/local-api.md'],
    ['Why is the pressure so low?', 'guides/low-pressure.md'],
    ['Which part number is the gasket?', 'guides/parts.md'],
  ])('"%s" is answered from %s', async (question, path) => {
    expect((await ask('normal', question)).citations[0]?.record.node.path).toBe(path);
  });

  it.each(['Which trains run to Malmö on Sunday?', 'Who won the election?', '', '???', 'and the of'])(
    'says that it found nothing for "%s", with an empty list',
    async (question) => {
      const heard = await ask('normal', question);
      expect(heard.answer).toContain('I found nothing');
      expect(heard.events).toContainEqual(
        expect.objectContaining({ value: expect.objectContaining({ version: 1, citations: [] }) }),
      );
    },
  );

  it('answers customers from public pages of the newest package only', async () => {
    const { citations } = await ask(
      'normal',
      'How long does a warranty repair take, and may I have a loan machine?',
    );
    expect(citations.every(({ record }) => record.audience === 'public' && !record.trust.superseded)).toBe(
      true,
    );
  });
});

describe('a request that the agent refuses', () => {
  const post = (body: string, query = '') =>
    fetch(`${endpoint}${query}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

  it.each([
    ['no JSON', '{'],
    ['no RunAgentInput', '{"messages": 3}'],
    ['an empty body', ''],
  ])('%s is answered with 400', async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('an unknown scenario is answered with 400', async () => {
    expect((await post('{"threadId":"t","runId":"r","messages":[]}', '?scenario=__proto__')).status).toBe(
      400,
    );
  });

  it('another path is answered with 404, another method with 405', async () => {
    expect((await fetch(new URL('/other', endpoint))).status).toBe(404);
    expect((await fetch(endpoint)).status).toBe(405);
  });

  it('a body over a megabyte is answered with 413 before it is read to its end', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(endpoint, { method: 'POST' }, (response) => resolve(response.statusCode));
      sent.on('error', reject);
      sent.write(' '.repeat(1_100_000));
    });
    expect(status).toBe(413);
  });
});
