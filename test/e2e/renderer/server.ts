import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../../../scripts/chromium.mjs';

export type ReactVersion = 18 | 19;

export interface RendererSite {
  open(): Promise<WatchedPage>;
  /** What the server sends inside the root. */
  setMarkup(html: string): void;
  close(): Promise<void>;
}

export interface WatchedPage {
  page: Page;
  /** All that happened besides drawing: requests, dialogs, navigations, policy violations, errors. */
  events: string[];
}

export const POLICY = "default-src 'self'; script-src 'self'; style-src 'self'";

/** Where a bundle finds React. */
export function reactAlias(version: ReactVersion): Record<string, string> {
  const folder = version === 18 ? join('test', 'react-18', 'node_modules') : 'node_modules';
  return Object.fromEntries(['react', 'react-dom'].map((name) => [name, join(process.cwd(), folder, name)]));
}

/** Bundles the page with one version of React and serves it under the policy of the design. */
export async function startSite(
  version: ReactVersion,
  mode: 'production' | 'development',
): Promise<RendererSite> {
  const { outputFiles } = await build({
    entryPoints: ['test/e2e/renderer/page.tsx'],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    alias: reactAlias(version),
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  });
  const script = outputFiles[0]?.text ?? '';
  let markup = '';
  const server = createServer((request, response) => {
    response.setHeader('Content-Security-Policy', POLICY);
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    const html = `<!doctype html><title>Renderer</title><div id="root">${markup}</div><script type="module" src="/page.js"></script>`;
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser: Browser = await chromium.launch(chromiumLaunchOptions());
  return {
    setMarkup(html) {
      markup = html;
    },
    async open() {
      const page = await browser.newPage();
      const events: string[] = [];
      await page.exposeFunction('reportViolation', (text: string) => events.push(`violation ${text}`));
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          const { reportViolation } = window as unknown as { reportViolation(text: string): void };
          reportViolation(`${violatedDirective} ${blockedURI}`);
        });
      });
      await page.goto(address);
      await page.waitForFunction(() => 'renderer' in window);
      page.on('request', (request) => events.push(`request ${request.url()}`));
      page.on('framenavigated', (frame) => events.push(`navigation ${frame.url()}`));
      page.on('popup', () => events.push('popup'));
      // Chromium writes a violation met while a text is parsed out of the page here, and fires no event for it.
      page.on('console', (message) => events.push(`console ${message.text()}`));
      page.on('pageerror', (error) => events.push(`error ${error}`));
      page.on('dialog', (dialog) => {
        events.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      return { page, events };
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
