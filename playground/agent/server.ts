import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type BaseEvent, EventType, type RunAgentInput } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { AGUI_MEDIA_TYPE, EventEncoder } from '@ag-ui/encoder';
import { isScenarioId } from '../scenarios.js';
import { behaviours } from './behaviours.js';
import { loadKnowledge } from './knowledge.js';
import { runEvents } from './run.js';

const MAX_BODY_BYTES = 1_000_000;
const MAX_PACE = 1000;
const DEFAULT_PACE = 16;
/** Milliseconds between the last event and the cut of a dropped connection. */
const LAST_WORDS = 100;

/**
 * The demo agent, not listening yet: `POST /agent?scenario=ID&pace=MILLISECONDS` takes a `RunAgentInput` and
 * answers with server-sent events, or the binary encoding when `Accept` asks for it. It sends no CORS headers: the
 * page reaches it under its own origin.
 */
export async function createAgentServer(clock: () => number = Date.now): Promise<Server> {
  const knowledge = await loadKnowledge(clock);
  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The agent failed.');
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://agent');
    if (url.pathname !== '/agent') return refuse(response, 404, 'There is nothing here but /agent.');
    if (request.method !== 'POST') return refuse(response, 405, 'Use POST.', { Allow: 'POST' });
    const scenario = url.searchParams.get('scenario') ?? 'normal';
    if (!isScenarioId(scenario)) return refuse(response, 400, 'There is no such scenario.');
    const body = await readBody(request);
    if (body === undefined)
      return refuse(response, 413, 'The request is too large.', { Connection: 'close' });
    const input = parseInput(body);
    if (!input) return refuse(response, 400, 'The body is not a RunAgentInput.');

    const behaviour = behaviours[scenario];
    const pace = paceOf(url.searchParams.get('pace')) ?? behaviour.delay ?? DEFAULT_PACE;
    // Only when it is asked for by name: `*/*` is what every plain HTTP client sends.
    const binary = request.headers.accept?.includes(AGUI_MEDIA_TYPE) ?? false;
    const encoder = new EventEncoder({ accept: binary ? AGUI_MEDIA_TYPE : 'text/event-stream' });
    response.writeHead(200, {
      'Content-Type': encoder.getContentType(),
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const encode = (event: BaseEvent) => (binary ? encoder.encodeBinary(event) : encoder.encodeSSE(event));
    for await (const event of withFailure(runEvents(input, behaviour, knowledge, clock))) {
      if (response.destroyed) return;
      if (event === 'drop') {
        // What was written before has to reach the client first.
        await pause(LAST_WORDS);
        response.destroy();
        return;
      }
      response.write(encode(event));
      if (pace > 0) await pause(pace);
    }
    response.end();
  }
}

/** A fault of the agent itself ends the run as AG-UI says, with an error event. */
async function* withFailure(events: AsyncGenerator<BaseEvent | 'drop'>): AsyncGenerator<BaseEvent | 'drop'> {
  try {
    yield* events;
  } catch (error) {
    console.error(error);
    yield { type: EventType.RUN_ERROR, message: 'The agent failed.' } as BaseEvent;
  }
}

function paceOf(text: string | null): number | undefined {
  if (text === null || !/^\d{1,4}$/.test(text)) return undefined;
  return Math.min(Number(text), MAX_PACE);
}

/** The body, or undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseInput(body: string): RunAgentInput | undefined {
  try {
    const result = RunAgentInputSchema.safeParse(JSON.parse(body));
    return result.success ? (result.data as RunAgentInput) : undefined;
  } catch {
    return undefined;
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify({ error }));
}

/** Listens on the loopback address; port 0 takes any free one. Gives the address of the endpoint. */
export function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      resolve(`http://127.0.0.1:${bound}/agent`);
    });
  });
}
