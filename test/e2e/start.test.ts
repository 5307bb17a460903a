import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    // Never SIGKILL: it would leave the agent behind.
    if (child.kill('SIGINT')) await once(child, 'exit');
  }
});

/** `npm start` without npm, so that a signal reaches the script itself. */
async function start(): Promise<{ child: ChildProcess; addresses: string[] }> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Ctrl+C')) resolve();
    });
    child.once('exit', () => reject(new Error(`It stopped early: ${output}`)));
  });
  return { child, addresses: output.match(/http:\S+/g) ?? [] };
}

const question = JSON.stringify({
  threadId: 'thread',
  runId: 'run',
  messages: [{ id: 'question', role: 'user', content: 'How do I descale the machine?' }],
});

it('prints one address, which serves the page and reaches the agent, and stops both on Ctrl+C', async () => {
  const { child, addresses } = await start();
  expect(addresses).toHaveLength(1);
  const [address = ''] = addresses;
  expect(await (await fetch(address)).text()).toContain('<div id="root">');
  const run = await fetch(`${address}agent?pace=0`, { method: 'POST', body: question });
  expect(await run.text()).toContain('"name":"moca.citations"');

  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

it('takes another port when the usual one is taken', async () => {
  const taken = createServer().listen(5173, '127.0.0.1');
  // Somebody else may have it already; then it is taken all the same.
  await Promise.race([once(taken, 'listening'), once(taken, 'error')]);
  try {
    const { addresses } = await start();
    expect(addresses[0]).not.toContain(':5173');
    expect((await fetch(addresses[0] ?? '')).status).toBe(200);
  } finally {
    taken.close();
  }
});
