// Writes a screenshot of every story, light and dark, to contact-sheet/ with an index page to look through.
// Builds Storybook first; `--no-build` takes the one that is there, words take only stories whose id has one of them.
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { chromiumLaunchOptions } from './chromium.mjs';

const SITE = resolve('storybook-static');
const OUT = 'contact-sheet';
const THEMES = ['light', 'dark'] as const;
const PAGES_AT_ONCE = 2;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface Entry {
  id: string;
  type: 'story' | 'docs';
  title: string;
  name: string;
}

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));

if (!args.includes('--no-build')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build-storybook'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname));
  const file = join(SITE, path);
  if (!file.startsWith(SITE) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const { entries } = JSON.parse(readFileSync(join(SITE, 'index.json'), 'utf8')) as {
  entries: Record<string, Entry>;
};
const stories = Object.values(entries).filter(
  ({ type, id }) => type === 'story' && (words.length === 0 || words.some((word) => id.includes(word))),
);
if (words.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

const browser: Browser = await chromium.launch(chromiumLaunchOptions());
const jobs = stories.flatMap((story) => THEMES.map((theme) => ({ story, theme })));

async function work(): Promise<void> {
  const page = await browser.newPage({ deviceScaleFactor: 1.5, reducedMotion: 'reduce' });
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { story, theme } = job;
    const isSmall = /narrow|sheet/.test(story.id);
    await page.setViewportSize(isSmall ? { width: 390, height: 780 } : { width: 800, height: 600 });
    await page.emulateMedia({ media: story.id.includes('print') ? 'print' : 'screen' });
    await page.goto(`${origin}/iframe.html?id=${story.id}&viewMode=story&globals=theme:${theme}`);
    await page.locator('.sb-show-main, .sb-show-errordisplay').waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.body.classList.contains('sb-show-main'));
    // Play functions run after the first drawing; a card that opens takes its chunk and its place.
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(OUT, `${story.id}--${theme}.png`), fullPage: true });
  }
  await page.close();
}

try {
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
} finally {
  await browser.close();
  server.close();
}

const asText = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const figures = stories.map(
  ({ id, title, name }) =>
    `<h2>${asText(title)}: ${asText(name)}</h2><div>${THEMES.map(
      (theme) => `<img loading="lazy" alt="${asText(name)}, ${theme}" src="${id}--${theme}.png">`,
    ).join('')}</div>`,
);
writeFileSync(
  join(OUT, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Every story, light and dark</title>
<style>body{font:14px system-ui;margin:2rem}div{display:flex;gap:1rem;align-items:start}img{width:calc(50% - .5rem);border:1px solid #ccc}</style>
${figures.join('\n')}\n`,
);
console.log(`${stories.length} stories in ${THEMES.length} themes: ${OUT}/index.html`);
