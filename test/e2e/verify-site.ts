import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface VerifyPage {
  page: Page;
  context: BrowserContext;
  /** Every request after the page was loaded, and requests before it to anywhere else. */
  requests: string[];
  /** Errors in the console, and exceptions that nobody caught. */
  complaints: string[];
}

export interface VerifySite {
  address: string;
  /** A page that was loaded and then cut off from every network. */
  openOffline(options?: BrowserContextOptions): Promise<VerifyPage>;
  close(): Promise<void>;
}

/** The static build of the playground on a plain file server, and one Chromium. */
export async function startVerifySite(search = ''): Promise<VerifySite> {
  const outDir = mkdtempSync(join(tmpdir(), 'moca-verify-'));
  // A child process: vitest's NODE_ENV would make a development build of React.
  const { NODE_ENV: _, ...env } = process.env;
  const build = ['build', 'playground', '--config', 'playground/vite.config.ts', '--outDir', outDir];
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', ...build, '--logLevel', 'warn'], { env });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    try {
      const body = readFileSync(join(outDir, path.endsWith('/') ? `${path}index.html` : path));
      response.writeHead(200, {
        'Content-Type': TYPES[extname(path) || '.html'] ?? 'application/octet-stream',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify/${search}`;
  const browser: Browser = await chromium.launch(chromiumLaunchOptions());
  return {
    address,
    async openOffline(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const requests: string[] = [];
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      context.on('request', (request) => {
        if (!request.url().startsWith(new URL(address).origin)) requests.push(request.url());
      });
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      context.on('request', (request) => requests.push(request.url()));
      await context.setOffline(true);
      return { page, context, requests, complaints };
    },
    async close() {
      await browser.close();
      server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
