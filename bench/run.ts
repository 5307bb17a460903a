// npm run bench -- NAME [--browser]: runs bench/NAME.ts and bench/NAME-*.ts and prints a table.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { chromiumLaunchOptions, ensureChromium } from '../scripts/chromium.mjs';
import type { Row } from './row.js';

interface Bench {
  run(): Promise<Row[]>;
  /** Whether `run` needs nothing of Node, so that it runs in Chromium as well. */
  runsInBrowser?: boolean;
}

const NOT_BENCHES = new Set(['run.ts', 'row.ts', 'fastest.ts']);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: 'boolean', default: false } },
});
const files = readdirSync(import.meta.dirname).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('-page.ts') && !NOT_BENCHES.has(file),
);
const chosen = files.filter((file) => {
  const name = file.slice(0, -'.ts'.length);
  return (
    positionals.length === 0 || positionals.some((wanted) => name === wanted || name.startsWith(`${wanted}-`))
  );
});
if (chosen.length === 0) {
  console.error(
    `There is no such benchmark. There are: ${files.map((file) => file.slice(0, -3)).join(', ')}`,
  );
  process.exit(2);
}

let missed = 0;
for (const file of chosen) {
  const bench: Bench = await import(`./${file}`);
  if (values.browser && !bench.runsInBrowser) {
    console.log(`${file}: not in a browser`);
    continue;
  }
  const rows = values.browser ? await runInBrowser(file) : await bench.run();
  for (const row of rows) {
    if (row.limit !== undefined && row.ratio > row.limit) missed += 1;
    console.log(lineOf(row));
  }
}
process.exitCode = missed > 0 ? 1 : 0;

function lineOf({ name, ours, reference, ratio, limit, unit }: Row): string {
  const verdict =
    limit === undefined ? '' : ratio <= limit ? `pass (at most ${limit})` : `MISS (at most ${limit})`;
  const figures = [`${ours.toFixed(1)} ${unit}`, `${reference.toFixed(1)} ${unit}`, `${ratio.toFixed(2)}x`];
  return `${name.padEnd(75)} ${figures.map((figure) => figure.padStart(13)).join(' ')}  ${verdict}`;
}

async function runInBrowser(file: string): Promise<Row[]> {
  process.env.CHROME_PATH ??= ensureChromium();
  const bundle = await build({
    entryPoints: [join(import.meta.dirname, file)],
    bundle: true,
    format: 'iife',
    globalName: 'bench',
    write: false,
    logLevel: 'error',
  });
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    // WebCrypto is there in a secure context only, which about:blank is not.
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('https://bench.invalid/');
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
    return await page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench.run());
  } finally {
    await browser.close();
  }
}
