/** Taking events in and holding citations, in Chromium: the places where a page would stutter or grow. */
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../scripts/chromium.mjs';
import type * as ClientPage from './client-page.js';
import type { Row } from './row.js';

const FRAME = 1000 / 60;
const MB = 1_000_000;

declare global {
  var clientPage: typeof ClientPage;
}

export async function run(): Promise<Row[]> {
  const bundle = await build({
    entryPoints: [new URL('client-page.ts', import.meta.url).pathname],
    bundle: true,
    format: 'iife',
    globalName: 'clientPage',
    write: false,
    minify: true,
  });
  const options = chromiumLaunchOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
    // Once to warm up: a page that streams has run this code before.
    await page.evaluate(() => clientPage.ingestTimes());
    const { each, parsing } = await page.evaluate(() => clientPage.ingestTimes());
    const { idle, full, read, detached } = await page.evaluate(() => clientPage.memory());
    const sorted = [...each].sort((a, b) => a - b);
    const total = each.reduce((sum, time) => sum + time, 0);
    return [
      row(
        'ingest of 10,000 events, p99 of one, against one animation frame',
        at(sorted, 0.99),
        FRAME,
        1,
        'ms',
      ),
      row(
        'ingest of 10,000 events, slowest, against one animation frame',
        at(sorted, 1),
        FRAME,
        undefined,
        'ms',
      ),
      row('ingest of 10,000 events, all, against parsing their JSON', total, parsing, undefined, 'ms'),
      row('10,000 messages with 10 citations, against 150 MB', (full - idle) / MB, 150, 1, 'MB'),
      row('the same, every answer read', (read - idle) / MB, 150, 1, 'MB'),
      row('the same after detaching, against 5 MB', (detached - idle) / MB, 5, 1, 'MB'),
    ];
  } finally {
    await browser.close();
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

function row(name: string, ours: number, reference: number, limit: number | undefined, unit: string): Row {
  return { name, ours, reference, ratio: ours / reference, ...(limit !== undefined && { limit }), unit };
}
