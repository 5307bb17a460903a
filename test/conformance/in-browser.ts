import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumLaunchOptions, ensureChromium } from '../../scripts/chromium.mjs';
import type { Case, CaseOutput } from './corpus.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

/**
 * Runs cases in Chromium: the same case code, bundled, on a page whose Content Security Policy allows its own
 * scripts and nothing else. Calls `done` for each case in order.
 */
export async function runInBrowser(
  root: string,
  cases: readonly Case[],
  done: (one: Case, output: CaseOutput | Error) => void,
): Promise<void> {
  process.env.CHROME_PATH ??= ensureChromium();
  const server = await serve(root, await bundlePage());
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForFunction(() => window.runCorpusCase !== undefined);
    for (const one of cases) {
      try {
        const output = await page.evaluate(async (given) => window.runCorpusCase?.(given), one);
        done(one, output ?? new Error('The page gave no output.'));
      } catch (error) {
        done(one, error instanceof Error ? error : new Error(String(error)));
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
}

async function bundlePage(): Promise<Map<string, string | Uint8Array>> {
  const output = await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, modulePreload: { polyfill: false } },
  });
  const files = new Map<string, string | Uint8Array>();
  for (const bundle of Array.isArray(output) ? output : [output]) {
    if (!('output' in bundle)) continue;
    for (const file of bundle.output)
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
  }
  return files;
}

async function serve(root: string, page: ReadonlyMap<string, string | Uint8Array>): Promise<Server> {
  const corpusFiles = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const known = new Set(corpusFiles);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const corpusPath = path.startsWith('/corpus/') ? path.slice('/corpus/'.length) : undefined;
    let body: string | Uint8Array | undefined;
    if (path === '/corpus-files.json') body = JSON.stringify(corpusFiles);
    else if (corpusPath !== undefined)
      body = known.has(corpusPath) ? readFileSync(join(root, corpusPath)) : undefined;
    else body = page.get(path === '/' ? '/index.html' : path);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': TYPES[extname(path === '/' ? '.html' : path) || '.html'] ?? 'application/octet-stream',
      'content-security-policy': "default-src 'self'; script-src 'self'; style-src 'self'",
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
