import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { type PreviewServer, preview } from 'vite';
import { createAgentServer, listen } from '../../playground/agent/server.js';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';

export interface Playground {
  address: string;
  /** A fresh page on the playground, with everything it asks for and complains of. */
  open(options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Milliseconds between two events of an answer; the scenario's own when left out. */
  pace?: number;
}

export interface OpenPage {
  page: Page;
  /** Addresses of every request the page made, whether or not it was let through. */
  requests: string[];
  /** Errors and warnings in the console, and exceptions that nobody caught. */
  complaints: string[];
  close(): Promise<void>;
}

/** The built page under its Content Security Policy, the real agent behind it, and one Chromium. */
export async function startPlayground(): Promise<Playground> {
  const outDir = mkdtempSync(join(tmpdir(), 'moca-playground-'));
  // A child process: vitest's NODE_ENV would make a development build of React.
  const { NODE_ENV: _, ...env } = process.env;
  const build = ['build', 'playground', '--config', 'playground/vite.config.ts', '--outDir', outDir];
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', ...build, '--logLevel', 'warn'], { env });

  const agent: Server = await createAgentServer();
  process.env.AGENT_ORIGIN = new URL(await listen(agent, 0)).origin;
  const site: PreviewServer = await preview({
    configFile: 'playground/vite.config.ts',
    logLevel: 'silent',
    build: { outDir },
    preview: { port: 4600 + (process.pid % 300) },
  });
  const address = site.resolvedUrls?.local[0] ?? '';
  const browser: Browser = await chromium.launch(chromiumLaunchOptions());
  return {
    address,
    async open({ pace, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const requests: string[] = [];
      const complaints: string[] = [];
      context.on('request', (request) => requests.push(request.url()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      await page.goto(pace === undefined ? address : `${address}?pace=${pace}`);
      return { page, requests, complaints, close: () => context.close() };
    },
    async close() {
      await browser.close();
      await site.close();
      agent.closeAllConnections();
      agent.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
