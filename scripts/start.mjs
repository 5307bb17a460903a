// npm start: the demo agent and the playground's development server, on free ports, under one address.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';

const agent = spawn(process.execPath, ['--import', 'tsx', 'playground/agent/main.ts'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let vite;
let stopping = false;

async function stop(code) {
  if (stopping) return;
  stopping = true;
  agent.kill();
  await vite?.close();
  process.exit(code);
}
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
agent.on('exit', () => {
  if (!stopping) console.error('The demo agent stopped.');
  stop(1);
});

// The agent's first line is its address.
const { value: endpoint } = await createInterface({ input: agent.stdout })[Symbol.asyncIterator]().next();
if (endpoint) {
  process.env.AGENT_ORIGIN = new URL(endpoint).origin;
  vite = await createServer({ configFile: 'playground/vite.config.ts', logLevel: 'warn' });
  await vite.listen();
  console.log(`\n  The playground is at ${vite.resolvedUrls?.local[0]}\n  Stop it with Ctrl+C.\n`);
}
