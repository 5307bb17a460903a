import type { Server } from 'node:http';
import { HttpAgent, type RunAgentInput } from '@ag-ui/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAgentServer, listen } from '../../../playground/agent/server.js';
import { scenarios } from '../../../playground/scenarios.js';
import { type AnswerState, createCitationStore } from '../../../src/client/index.js';
import { type Encoding, fetchCancellable } from './agui-server.js';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const ENCODINGS: Encoding[] = ['text/event-stream', 'application/vnd.ag-ui.event+proto'];

let server: Server;
let endpoint: string;
beforeAll(async () => {
  // The agent says on the console that a run failed, as some do here.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server = await createAgentServer(() => NOW);
  endpoint = await listen(server, 0);
});
afterAll(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** `HttpAgent` asks for server-sent events; a service may be asked for the other encoding too. */
class EncodedAgent extends HttpAgent {
  constructor(
    url: string,
    private readonly encoding: Encoding,
  ) {
    super({ url, fetch: fetchCancellable });
  }

  protected override requestInit(input: RunAgentInput): RequestInit {
    const init = super.requestInit(input);
    return { ...init, headers: { ...(init.headers as Record<string, string>), Accept: this.encoding } };
  }
}

async function ask(scenario: string, question: string, encoding: Encoding) {
  const agent = new EncodedAgent(`${endpoint}?scenario=${scenario}&pace=0`, encoding);
  const store = createCitationStore();
  store.attach(agent);
  agent.addMessage({ id: 'question', role: 'user', content: question });
  await agent.runAgent().catch(() => {});
  const answers = store.ids().map((id) => store.get(id));
  // Every run has a message id of its own.
  const findings = store.diagnostics().map(({ messageId: _, ...finding }) => finding);
  return { answer: answers.at(-1), findings };
}

const EXPECTED: Partial<Record<string, AnswerState>> = {
  unanswerable: 'no-sources',
  'no-event': 'no-event',
  'unknown-version': 'no-event',
  'broken-event': 'no-event',
  'broken-record': 'cited-partly',
  'run-error': 'failed',
  dropped: 'failed',
};

describe('the demo agent over HTTP', () => {
  it.each(scenarios.map(({ id, question }) => [id, EXPECTED[id] ?? 'cited', question] as const))(
    'gives in the scenario %s an answer that is %s, in both encodings the same',
    async (id, state, question) => {
      const [one, two] = await Promise.all(ENCODINGS.map((encoding) => ask(id, question, encoding)));
      expect(one?.answer?.state).toBe(state);
      expect({ ...two?.answer, messageId: '' }).toEqual({ ...one?.answer, messageId: '' });
      expect(two?.findings).toEqual(one?.findings);
    },
  );
});
