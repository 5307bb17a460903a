/** A re-check in the verify page, in Chromium: the longest task on the page while it runs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureScenario, PACKAGES, TRUST_ROOT } from '../test/e2e/recheck-captures.js';
import { startVerifySite } from '../test/e2e/verify-site.js';
import type { Row } from './row.js';

const ANSWERS = 1_000;
const PER_ANSWER = 10;
const LONG = 50;

declare global {
  var longest: number;
}

export async function conversation(): Promise<unknown[]> {
  const events = (await captureScenario('normal')) as { name?: string; value?: { citations: unknown[] } }[];
  const [citation] = events.find(({ name }) => name === 'moca.citations')?.value?.citations ?? [];
  const { record } = citation as { record: { span: { start: number; end: number }; text?: string } };
  return Array.from({ length: ANSWERS }, (_, index) => `msg-${index}`).flatMap((messageId) => {
    const citations = Array.from({ length: PER_ANSWER }, (_, place) => {
      const { text: _text, ...rest } = record;
      return {
        marker: `[${place + 1}]`,
        record: { ...rest, span: { start: record.span.end - 5 - place, end: record.span.end } },
      };
    });
    return [
      { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'A claim [1].' },
      { type: 'TEXT_MESSAGE_END', messageId },
      { type: 'CUSTOM', name: 'moca.citations', value: { version: 1, messageId, citations } },
    ];
  });
}

export async function run(): Promise<Row[]> {
  // By its path: bytes that are handed over would be unpacked on the page itself.
  const folder = mkdtempSync(join(tmpdir(), 'moca-bench-'));
  const path = join(folder, 'many.json');
  writeFileSync(path, JSON.stringify(await conversation()));
  const site = await startVerifySite();
  try {
    const { page } = await site.openOffline();
    const files = [...PACKAGES, TRUST_ROOT].map((path) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      mimeType: 'application/octet-stream',
      buffer: readFileSync(path),
    }));
    await page.getByTestId('files').setInputFiles(files);
    await page
      .getByText('kept in this browser')
      .nth(PACKAGES.length - 1)
      .waitFor();
    await page.evaluate(() => {
      globalThis.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ entryTypes: ['longtask'] });
    });
    await page.getByTestId('files').setInputFiles([path]);
    await page.locator('[data-moca="recheck"][data-status="done"]').waitFor({ timeout: 120_000 });
    // Tasks shorter than 50 ms are not reported at all.
    const longest = await page.evaluate(() => globalThis.longest);
    const row = {
      name: 'longest task on the page during a re-check of 10,000 citations',
      reference: LONG,
      unit: 'ms',
    };
    return [{ ...row, ours: longest, ratio: longest / LONG, limit: 1 }];
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
