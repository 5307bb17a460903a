// Takes the README's picture, docs/picture.png: the playground after a check on this device, one card open.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { PNG } from 'pngjs';
import { chromiumLaunchOptions } from './chromium.mjs';

const QUESTIONS = ['How do I descale the machine?', 'What does the warranty cover?'];
const MARKER = '[2]';
const FILE = 'docs/picture.png';

const playground = spawn(process.execPath, ['scripts/start.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(`${await address()}?pace=0`);
  for (const question of QUESTIONS) await page.getByRole('button', { name: question, exact: true }).click();
  await page.getByRole('button', { name: 'Check on this device' }).click();
  await page.locator('[data-moca="recheck"][data-status="done"]').waitFor();
  // Opening and closing the other panel leaves the answer alone on the page.
  const events = page.getByRole('button', { name: 'Events' });
  await events.click();
  await events.click();
  const pill = page.locator(`[data-moca="pill"][data-marker="${MARKER}"]`).first();
  // The paragraph before, at the top of the view: so the whole card has room below its pill.
  await page.getByText('Never use vinegar').evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
  });
  await pill.click();
  await page.locator('[data-moca="card"]').waitFor();
  await page.evaluate(() => document.fonts.ready);
  // The card takes its place once its chunk has come.
  await page.waitForTimeout(1000);
  // Flat colours pack best unfiltered: two thirds of the size that the browser writes.
  const shot = PNG.sync.read(await page.screenshot());
  writeFileSync(
    FILE,
    PNG.sync.write(shot, { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 }),
  );
} finally {
  await browser.close();
  playground.kill();
}

/** The address that the playground prints. */
async function address() {
  for await (const line of createInterface({ input: playground.stdout })) {
    const found = /http:\S+/.exec(line);
    if (found) return found[0];
  }
  throw new Error('The playground did not start.');
}
