// The store in CopilotKit's and assistant-ui's own AG-UI integrations, over HTTP. Too large to install with
// the project: `npm run test:hosts` installs them here first.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, test } from 'vitest';
import { citationSubscriber, createCitationStore } from '../../src/client/index.ts';
import { encode } from '../unit/client/agui-server.ts';
import {
  answerRun,
  citationsValue,
  cites,
  content,
  end,
  record,
  runError,
  runFinished,
  runStarted,
  start,
} from '../unit/client/events.ts';

// Both hosts do nothing without a window.
const { window } = new JSDOM('<div id="root"></div>');
Object.assign(globalThis, { window, document: window.document, navigator: window.navigator });

const { HttpAgent } = await import('@ag-ui/client');
const { CopilotKitCore } = await import('@copilotkit/core');
const { AssistantRuntimeProvider } = await import('@assistant-ui/react');
const { useAgUiRuntime } = await import('@assistant-ui/react-ag-ui');
const { createElement, useEffect } = await import('react');
const { createRoot } = await import('react-dom/client');

const runs = [];
const requests = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.url.endsWith('/info')) {
    response.setHeader('content-type', 'application/json');
    const agents = { default: { name: 'default', description: 'A test agent.' } };
    response.end(JSON.stringify({ version: '1.0', agents, mode: 'sse' }));
    return;
  }
  requests.push({ url: request.url, body: JSON.parse(body) });
  response.setHeader('content-type', 'text/event-stream');
  response.end(encode(runs.shift() ?? []));
});
let url;

beforeAll(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}/api`;
});
afterAll(() => server.closeAllConnections());

async function until(condition) {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 100, 'The condition did not come true within five seconds.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function Thread({ agent, onRuntime }) {
  const runtime = useAgUiRuntime({ agent });
  useEffect(() => onRuntime(runtime));
  return createElement(AssistantRuntimeProvider, { runtime }, null);
}

const states = (store) => store.ids().map((id) => `${id} ${store.get(id).state}`);

async function copilotAgent() {
  const core = new CopilotKitCore({ runtimeUrl: url, runtimeTransport: 'rest' });
  await until(() => core.getAgent('default') !== undefined);
  return { core, agent: core.getAgent('default') };
}

test('CopilotKit: runs of a runtime agent', async () => {
  const { core, agent } = await copilotAgent();
  const store = createCitationStore();
  store.attach(agent);
  runs.push(answerRun('m1'), answerRun('m2', 'More [1].', 'run-2'));
  await core.runAgent({ agent });
  await core.runAgent({ agent });
  assert.deepEqual(states(store), ['m1 cited', 'm2 cited']);
});

test('CopilotKit: a replay of several runs, one of them failed, when connecting to a thread', async () => {
  const { core, agent } = await copilotAgent();
  const store = createCitationStore();
  store.attach(agent);
  const failed = [runStarted('r2'), start('m2'), content('m2', 'x'), runError()];
  runs.push([...answerRun('m1'), ...failed, ...answerRun('m3', 'Last [1].', 'r3')]);
  agent.threadId = 'another-thread';
  await core.connectAgent({ agent });
  assert.deepEqual(states(store), ['m1 cited', 'm2 failed', 'm3 cited']);
});

test('CopilotKit: the ready subscriber on an agent of one’s own', async () => {
  const own = new HttpAgent({ url });
  const core = new CopilotKitCore({ agents__unsafe_dev_only: { own } });
  const store = createCitationStore();
  core.getAgent('own').subscribe(citationSubscriber(store));
  runs.push(answerRun('m1'));
  await core.runAgent({ agent: own });
  assert.deepEqual(states(store), ['m1 cited']);
});

test('assistant-ui: runs of a thread, by the ids that its messages have', async () => {
  const agent = new HttpAgent({ url });
  const store = createCitationStore();
  store.attach(agent);
  let runtime;
  const onRuntime = (current) => {
    runtime = current;
  };
  createRoot(document.getElementById('root')).render(createElement(Thread, { agent, onRuntime }));
  await until(() => runtime !== undefined);
  const shown = () => runtime.thread.getState().messages.filter(({ role }) => role === 'assistant');

  const ask = async (question) => {
    const answers = shown().length;
    runtime.thread.append(question);
    await until(() => shown().length > answers && shown().every(({ status }) => status.type === 'complete'));
    // It ends the run after its last message.
    await until(() => !agent.isRunning && !runtime.thread.getState().isRunning);
  };

  runs.push(answerRun('m1'));
  await ask('How long?');

  const metadata = { 'moca.citations': citationsValue('m3', [{ record: record() }]) };
  const two = [start('m2'), content('m2', 'First.'), end('m2'), cites('m2', [{ record: record() }])];
  const three = [start('m3'), content('m3', 'Second.'), end('m3', { metadata })];
  runs.push([runStarted('r2'), ...two, ...three, runFinished('r2')]);
  await ask('And?');

  runs.push(answerRun('m4', 'Third [1].', 'r3'));
  await ask('And then?');
  assert.deepEqual(states(store), ['m1 cited', 'm2 cited', 'm3 cited', 'm4 cited']);
  assert.deepEqual(
    shown().map(({ id }) => id),
    ['m1', 'm2', 'm3', 'm4'],
  );

  // What it does with the event and with metadata; the documentation says so.
  assert.ok(shown()[0].content.some(({ type, name }) => type === 'data' && name === 'moca.citations'));
  const sent = requests.at(-1).body.messages.filter(({ role }) => role === 'assistant');
  assert.deepEqual(
    sent.map((message) => message.metadata),
    [undefined, undefined, undefined],
  );
});
