#!/usr/bin/env node
import { runRecheck } from './recheck-command.js';

const { stdin, stdout, stderr, env } = process;
const STATUS_EVERY = 100;
let shownAt = Number.NEGATIVE_INFINITY;

function status(text: string): void {
  const now = performance.now();
  if (text !== '' && now - shownAt < STATUS_EVERY) return;
  shownAt = now;
  stderr.write(`\r\u001b[K${text.slice(0, Math.max(0, (stderr.columns ?? 80) - 1))}`);
}

for (const stream of [stdout, stderr]) {
  // Who reads may stop early, as `head` does. The exit status still gives the verdict.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runRecheck(process.argv.slice(2), {
  stdin,
  out: (text) => stdout.write(text),
  error: (text) => stderr.write(text),
  colour: stdout.isTTY === true && !env.NO_COLOR,
  status: stderr.isTTY ? status : undefined,
});
