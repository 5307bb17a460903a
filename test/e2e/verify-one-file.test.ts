import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { captureScenario, PACKAGES, TRUST_ROOT, upload, uploadJson } from './recheck-captures.js';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'moca-one-file-'));
  // A child process: vitest's NODE_ENV would make a development build of React.
  const { NODE_ENV: _, ...env } = process.env;
  const build = ['build', 'playground/verify', '--outDir', folder, '--logLevel', 'warn'];
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', ...build], { env });
  browser = await chromium.launch(chromiumLaunchOptions());
}, 180_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('opens from a folder and checks with no server and no network at all', async () => {
  expect(readdirSync(folder)).toEqual(['index.html']);
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  const address = pathToFileURL(join(folder, 'index.html')).href;
  await page.goto(address);
  await page
    .getByTestId('files')
    .setInputFiles([
      ...[...PACKAGES, TRUST_ROOT].map(upload),
      uploadJson('conversation.json', await captureScenario('handbook')),
    ]);
  await page.locator('[data-moca="badge"][data-trust="checked"]').first().waitFor();
  expect(requests.filter((url) => url !== address && !url.startsWith('blob:'))).toEqual([]);
  expect(workers).toBe(1);
  await context.close();
});
