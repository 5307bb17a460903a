// The answer renderer beside streamdown and react-markdown with remark-gfm, in headless Chromium: one production bundle,
// cross-origin isolated, five rounds with the renderers in turn, medians.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type CDPSession, chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../scripts/chromium.mjs';
import type { RendererName, StreamTimes, ThreadKind } from './render-page.js';
import type { Row } from './row.js';

// Fewer only to try something out: a figure needs all five.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
// What takes minutes a round has one, and its row says so.
const SLOW_ROUNDS = Math.min(ROUNDS, Number(process.env.BENCH_SLOW_ROUNDS ?? 1));
const NAMES: readonly RendererName[] = ['ours', 'streamdown', 'react-markdown', 'pre'];
const SLOW = new Set<RendererName>(['react-markdown']);
// `BENCH_PARTS=thread,size` runs only these.
const PARTS = process.env.BENCH_PARTS?.split(',');

interface Work {
  scripting: number;
  layout: number;
}

type Figures = Work & StreamTimes;

export async function run(): Promise<Row[]> {
  const { page, cdp, close } = await openPage();
  const parts: Record<string, () => Promise<Row[]>> = {
    stream: () => streamRows(page, cdp),
    long: () => longRows(page, cdp),
    whole: () => wholeRows(page, cdp),
    thread: () => threadRows(page, cdp),
    paced: () => pacedRows(page),
    size: sizeRows,
  };
  try {
    const rows: Row[] = [];
    for (const [name, part] of Object.entries(parts))
      if (!PARTS || PARTS.includes(name)) rows.push(...(await part()));
    return rows;
  } finally {
    await close();
  }
}

const roundsOf = (name: RendererName, figures: readonly unknown[]): string =>
  figures.length < ROUNDS ? ` (${name}: ${figures.length} round${figures.length === 1 ? '' : 's'})` : '';

async function streamRows(page: Page, cdp: CDPSession): Promise<Row[]> {
  const short = answer(16_000);
  const size = kilobytes(short);
  for (const name of NAMES) await measure(page, cdp, name, short.slice(0, 3_000), 'stream');

  const plain = await rounds(page, cdp, short, 'stream', NAMES, SLOW);
  checkSameText(plain);
  const total = (name: RendererName) => median(plain[name].map(({ scripting }) => scripting));
  const layout = (name: RendererName) => median(plain[name].map((figures) => figures.layout));
  const piece = (name: RendererName, share: number) =>
    median(plain[name].map(({ pieces }) => quantile(pieces, share)));
  const slow = roundsOf('react-markdown', plain['react-markdown']);
  const rows = [
    row(`${size} in 5s, scripting / streamdown`, total('ours'), total('streamdown'), 'ms', 0.5),
    row(
      `${size} in 5s, scripting / react-markdown${slow}`,
      total('ours'),
      total('react-markdown'),
      'ms',
      0.25,
    ),
    row(`${size} in 5s, scripting / <pre>, the floor`, total('ours'), total('pre'), 'ms'),
    row(`${size} in 5s, layout and style / streamdown`, layout('ours'), layout('streamdown'), 'ms'),
    row(`${size} in 5s, median piece / streamdown`, piece('ours', 0.5), piece('streamdown', 0.5), 'ms'),
    row(`${size} in 5s, p95 piece / streamdown`, piece('ours', 0.95), piece('streamdown', 0.95), 'ms'),
  ];

  const names = NAMES.slice(0, 3);
  const noted = await rounds(page, cdp, withFootnote(short), 'stream', names, new Set(names.slice(1)));
  for (const name of names) {
    const limit = name === 'ours' ? 1.2 : undefined;
    const time = median(noted[name].map(({ scripting }) => scripting));
    const fewer = roundsOf(name, noted[name]);
    rows.push(row(`${size} with one footnote / without: ${name}${fewer}`, time, total(name), 'ms', limit));
  }
  return rows;
}

async function longRows(page: Page, cdp: CDPSession): Promise<Row[]> {
  const long = answer(64_000);
  const tenths: [first: number, last: number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { pieces } = await measure(page, cdp, 'ours', long, 'stream');
    const tenth = Math.floor(pieces.length / 10);
    tenths.push([median(pieces.slice(0, tenth)), median(pieces.slice(-tenth))]);
  }
  const first = median(tenths.map(([time]) => time));
  const last = median(tenths.map(([, time]) => time));
  return [row(`${kilobytes(long)} in 5s, piece in the last tenth / first tenth`, last, first, 'ms', 1.5)];
}

async function wholeRows(page: Page, cdp: CDPSession): Promise<Row[]> {
  const content = answer(200_000);
  const size = kilobytes(content);
  const finished = await rounds(page, cdp, content, 'whole', NAMES.slice(0, 3), new Set());
  const wall = (name: RendererName) => median(finished[name].map(({ pieces }) => pieces[0] ?? 0));
  return [
    row(`${size} at once / streamdown`, wall('ours'), wall('streamdown'), 'ms', 1),
    row(`${size} at once / react-markdown`, wall('ours'), wall('react-markdown'), 'ms'),
  ];
}

const ADDED = 5;

interface Added {
  /** React's work. */
  react: number;
  /** Layout, style, painting: the browser's work for the whole page, which grows with the page whoever wrote it. */
  browser: number;
}

async function threadRows(page: Page, cdp: CDPSession): Promise<Row[]> {
  const content = answer(4_000);
  const size = kilobytes(content);
  const add = async (kind: ThreadKind, before: number): Promise<Added> => {
    await page.evaluate(([which, count, text]) => window.renderBench.startThread(which, count, text), [
      kind,
      before,
      content,
    ] as const);
    const times: number[] = [];
    const { scripting, layout } = await workOf(cdp, async () => {
      for (let count = 0; count < ADDED; count += 1)
        times.push(await page.evaluate(() => window.renderBench.addToThread()));
    });
    await page.evaluate(() => window.renderBench.endThread());
    // The first ones run beside the disposal of the thread before.
    const react = median(times.slice(2));
    return { react, browser: Math.max(0, (scripting + layout) / ADDED - react) };
  };
  const rows: Row[] = [];
  for (const [kind, name] of [
    ['text', 'text of an answer'],
    ['moca', 'MocaAnswer'],
  ] as const) {
    const found: [few: Added, many: Added][] = [];
    await add(kind, 2);
    for (let round = 0; round < ROUNDS; round += 1) found.push([await add(kind, 2), await add(kind, 200)]);
    const few = (of: keyof Added) => median(found.map(([added]) => added[of]));
    const many = (of: keyof Added) => median(found.map(([, added]) => added[of]));
    const what = `one more ${name} of ${size} after 200 / after 2`;
    rows.push(
      row(`${what}: React`, many('react'), few('react'), 'ms', 1.3),
      row(`${what}: the browser's layout and paint`, many('browser'), few('browser'), 'ms'),
    );
  }
  return rows;
}

async function pacedRows(page: Page): Promise<Row[]> {
  const content = answer(16_000).slice(0, 6_000);
  const rows: Row[] = [];
  for (const name of ['ours', 'streamdown'] as const) {
    const { longTasks, gaps } = await page.evaluate(
      ([which, text]) => window.renderBench.paced(which, text),
      [name, content] as const,
    );
    rows.push(row(`6 kB by timer, long tasks / frame gaps over 34 ms: ${name}`, longTasks, gaps, ''));
  }
  return rows;
}

async function rounds<Name extends RendererName>(
  page: Page,
  cdp: CDPSession,
  content: string,
  mode: 'stream' | 'whole',
  names: readonly Name[],
  slow: ReadonlySet<RendererName>,
): Promise<Record<Name, Figures[]>> {
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figures[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = [...names.slice(round % names.length), ...names.slice(0, round % names.length)];
    for (const name of turn) {
      if (round >= SLOW_ROUNDS && slow.has(name)) continue;
      found[name].push(await measure(page, cdp, name, content, mode));
    }
  }
  return found;
}

async function measure(
  page: Page,
  cdp: CDPSession,
  name: RendererName,
  content: string,
  mode: 'stream' | 'whole',
): Promise<Figures> {
  let result: StreamTimes = { pieces: [], text: '' };
  const work = await workOf(cdp, async () => {
    result = await page.evaluate(([which, text, how]) => window.renderBench[how](which, text), [
      name,
      content,
      mode,
    ] as const);
  });
  return { ...result, ...work };
}

/** Milliseconds that the page's thread spends in `action`. */
async function workOf(cdp: CDPSession, action: () => Promise<void>): Promise<Work> {
  const before = await metrics(cdp);
  await action();
  const after = await metrics(cdp);
  const spent = (metric: string) => ((after.get(metric) ?? 0) - (before.get(metric) ?? 0)) * 1_000;
  const layout = spent('LayoutDuration') + spent('RecalcStyleDuration');
  // `ScriptDuration` leaves out what runs after an `await`, which is most of it here.
  return { scripting: spent('TaskDuration') - layout, layout };
}

async function metrics(cdp: CDPSession): Promise<Map<string, number>> {
  const { metrics: all } = await cdp.send('Performance.getMetrics');
  return new Map(all.map(({ name, value }) => [name, value]));
}

// A renderer that leaves text out would be quick for the wrong reason.
function checkSameText(found: Record<RendererName, Figures[]>): void {
  const texts = NAMES.slice(0, 3).map((name) => (found[name][0]?.text ?? '').replace(/\s+/g, ''));
  if (new Set(texts).size > 1)
    throw new Error('The renderers do not show the same text, so nothing can be compared.');
}

function row(name: string, ours: number, reference: number, unit: string, limit?: number): Row {
  return {
    name,
    ours,
    reference,
    ratio: reference > 0 ? ours / reference : 0,
    unit,
    ...(limit ? { limit } : {}),
  };
}

const kilobytes = (content: string): string => `${(content.length / 1_000).toFixed(1)} kB`;

function answer(size: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let section = 1; length < size; section += 1) {
    const mark = (offset: number) => `[${((section * 4 + offset) % 40) + 1}]`;
    const part = `## Section ${section}: what the policy says

Customers may return **most goods** within *30 days* of delivery ${mark(0)}, unless the \`policy\` of the shop says
otherwise. The [terms of sale](https://example.com/terms/${section}) explain the details, and ~~older rules~~ no longer
apply ${mark(1)}. A second sentence goes on for a while, so that the paragraph has a usual length for an answer.

1. Keep the **receipt** and the packaging.
2. Open the form and fill in your *order number* ${mark(2)}.
   - The reason for the return
   - The date of delivery
3. Wait for the confirmation.

| Kind of goods | Days | Note |
|---|---:|---|
| Clothes | 30 | **unworn** |
| Books | 14 | in good condition ${mark(3)} |

> Refunds are paid to the same account.

`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

function withFootnote(content: string): string {
  const end = content.indexOf('\n\n', 200);
  return `${content.slice(0, end)}[^1]${content.slice(end)}[^1]: A note.\n`;
}

async function openPage(): Promise<{ page: Page; cdp: CDPSession; close: () => Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: ['bench/render-page.tsx'],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      isScript ? script : '<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const options = chromiumLaunchOptions();
  const browser = await chromium.launch({ ...options, args: [...options.args, '--js-flags=--expose-gc'] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'renderBench' in window && window.crossOriginIsolated);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return {
    page,
    cdp,
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sizeRows(): Promise<Row[]> {
  const ours = await firstLoad('src/react/answer/moca-answer.tsx');
  const renderer = await firstLoad('src/react/content/index.ts');
  const streamdown = await firstLoad('node_modules/streamdown/dist/index.js');
  return [
    row('size of MocaAnswer, min+gzip, without peers / 45 kB', ours, 45, 'kB', 1),
    row('size of the renderer in it / streamdown', renderer, streamdown, 'kB'),
  ];
}

/** Kilobytes, minified and gzipped, of what an entry loads before any `import()`. */
async function firstLoad(entry: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    metafile: true,
    outdir: 'out',
    external: ['react', 'react/*', 'react-dom', 'react-dom/*', '@ag-ui/*', '@tanstack/*'],
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  const waiting = Object.keys(metafile.outputs).filter(
    (path) => metafile.outputs[path]?.entryPoint === entry,
  );
  const loaded = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    for (const each of metafile.outputs[path]?.imports ?? []) {
      if (each.kind === 'import-statement' && !each.external) waiting.push(each.path);
    }
  }
  const files = outputFiles.filter(({ path }) => [...loaded].some((each) => path.endsWith(each)));
  return files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1_000;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);
