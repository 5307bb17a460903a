// The kit in a production bundle, under the policy that the design promises to work with.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { POLICY } from './renderer/server.js';

let server: Server;
let browser: Browser;
let page: Page;
let address: string;
/** Policy violations, errors and messages of the page. */
let events: string[];

const HTML =
  '<!doctype html><html lang="en"><title>Kit</title><meta name="viewport" content="width=device-width">' +
  '<link rel="stylesheet" href="/styles.css"><div id="root"></div><script type="module" src="/page.js"></script></html>';

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: { page: 'test/e2e/kit/page.tsx', styles: 'src/react/styles.css' },
    outdir: 'out',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    chunkNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
  server = createServer((request, response) => {
    response.setHeader('Content-Security-Policy', POLICY);
    const url = request.url ?? '/';
    const file = files.get(url);
    if (file === undefined && url !== '/') return response.writeHead(404).end();
    const type = url.endsWith('.js') ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'text/html';
    response.setHeader('Content-Type', `${type}; charset=utf-8`);
    return response.end(file ?? HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await chromium.launch(chromiumLaunchOptions());
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server?.close(resolve));
});

beforeEach(async () => {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  events = [];
  await page.exposeFunction('reportViolation', (text: string) => events.push(`violation ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  page.on('console', (message) => events.push(`console ${message.text()}`));
  page.on('pageerror', (error) => events.push(`error ${error}`));
});

afterEach(() => page.context().close());

const open = async () => {
  await page.goto(address);
  await page.locator('[data-moca="source"]').nth(9).waitFor({ state: 'attached' });
  // Chromium asks for it whatever the page says.
  await page.getByRole('button', { name: /^1, Refund/ }).waitFor();
  events = events.filter((event) => !/favicon|404/.test(event));
};
const dialog = (name: string) => page.getByRole('dialog', { name });

describe('under a policy without inline code or styles', () => {
  it('cards, digests, evidence and the copy menu open without a violation', async () => {
    await open();
    await page.getByRole('button', { name: /^2, Printing a return label/ }).click();
    const card = dialog('Printing a return label');
    await card.getByText('Source', { exact: true }).click();
    await card.getByRole('button', { name: 'Copy Package digest' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sha256:/);
    await card.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^4, Order 8812/ }).click();
    await dialog('Order 8812').getByText('Called with').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show 7 more' }).click();
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByRole('button', { name: 'Formatted text' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(events).toEqual([]);
  });

  it('the sheet of a narrow screen opens without a violation', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await open();
    await page.getByRole('button', { name: /^1, Refund/ }).click();
    const box = await dialog('Refund eligibility window').boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 390]);
    expect(events).toEqual([]);
  });

  it('notices a violation', async () => {
    await open();
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }));
    });
    await expect.poll(() => events.some((event) => event.startsWith('violation style-src'))).toBe(true);
  });
});

describe('by keyboard alone', () => {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (name.test(await focused())) return;
    }
    throw new Error(`Tab never came to ${name}; it stands at ${await focused()}.`);
  };

  it('a person reads a card, copies a digest, comes back, and follows the list to the text', async () => {
    await open();
    await tabTo(/^1, Refund/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('2, Printing a return label, support-kb 4.2.0, warning: Stale');
    await page.keyboard.press('Enter');
    await dialog('Printing a return label').waitFor();
    await tabTo(/^Source$/);
    await page.keyboard.press('Enter');
    await tabTo(/^Copy Package digest$/);
    await page.keyboard.press('Space');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sha256:/);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focused()).toMatch(/^2, Printing/);
    await tabTo(/^Holiday opening times$/);
    await page.keyboard.press('Enter');
    await dialog('Holiday opening times').waitFor();
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Holiday opening times');
    await tabTo(/^Where \[3\] is cited/);
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('3, Holiday opening times, Web page');
  });
});

describe('by touch', () => {
  it('a tap opens the card as a sheet, and a tap beside it closes it', async () => {
    const context = await browser.newContext({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    const phone = await context.newPage();
    await phone.goto(address);
    await phone.getByRole('button', { name: /^1, Refund/ }).tap();
    const card = phone.getByRole('dialog', { name: 'Refund eligibility window' });
    await card.waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await phone.touchscreen.tap(160, 20);
    expect(await card.count()).toBe(0);
    await context.close();
  });
});

describe('on paper', () => {
  it('the markers stay as written and every source is listed, folded or not', async () => {
    await open();
    const hidden = page.locator('[data-moca="source"][data-folded]');
    expect(await hidden.first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    const rows = page.locator('[data-moca="source"]');
    expect(await rows.count()).toBe(10);
    for (const row of await rows.all()) expect(await row.isVisible()).toBe(true);
    const marker = page.getByRole('button', { name: /^1, Refund/ });
    expect(await marker.textContent()).toBe('[1]');
    const sizes = await marker.evaluate((pill) =>
      [...pill.children].map((part) => getComputedStyle(part).fontSize),
    );
    expect(sizes).not.toContain('0px');
    expect(await page.getByRole('button', { name: 'Copy answer' }).isVisible()).toBe(false);
  });
});

describe('with the colours of the system', () => {
  it('pills and badges keep a frame, and no two layers of claim have the same', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open();
    const frame = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
          return `${borderTopWidth} ${borderTopStyle}`;
        });
    expect(await frame('[data-moca="pill"]')).toBe('1px solid');
    expect(await frame('[data-moca="badge"][data-trust="declared"]')).toBe('1px dashed');
    expect(await frame('[data-moca="badge"][data-trust="signed-reported"]')).toBe('1px solid');
  });
});

describe('when the code of the card does not arrive', () => {
  it('a press shows what is known, and a retry opens the card', async () => {
    await page.route(/card-popover/, (route) => route.abort());
    await open();
    const pill = page.getByRole('button', { name: /^2, Printing a return label/ });
    await pill.click();
    const notice = dialog('The rest of this card could not be loaded.');
    await notice.getByText('Printing a return label').waitFor();
    expect(await notice.getByText('Stale').isVisible()).toBe(true);
    expect(await pill.getAttribute('aria-expanded')).toBe('true');
    await page.unroute(/card-popover/);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await dialog('Printing a return label').waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('it closes like a card, and a passing pointer is not told', async () => {
    await page.route(/card-popover/, (route) => route.abort());
    await open();
    const pill = page.getByRole('button', { name: /^1, Refund/ });
    await pill.hover();
    await page.waitForTimeout(400);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await pill.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await pill.evaluate((button) => button === document.activeElement)).toBe(true);
    await pill.click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('heading', { name: 'Sources' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
