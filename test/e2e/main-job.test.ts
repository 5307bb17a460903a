import { readFile } from 'node:fs/promises';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ScenarioId, scenarios } from '../../playground/scenarios.js';
import { type OpenPage, type Playground, startPlayground } from './playground-page.js';

let playground: Playground;
let open: OpenPage;
let page: Page;
/** The failures that a scenario is about; anything else in the console fails the test. */
let expectedComplaint: RegExp | undefined;

beforeAll(async () => {
  playground = await startPlayground();
}, 180_000);
afterAll(() => playground?.close());

beforeEach(async () => {
  expectedComplaint = undefined;
  open = await playground.open({ pace: 1 });
  page = open.page;
});

afterEach(async () => {
  const { requests, complaints } = open;
  await open.close();
  const { origin } = new URL(playground.address);
  expect(
    requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith(`blob:${origin}/`)),
  ).toEqual([]);
  expect(complaints.filter((text) => !expectedComplaint?.test(text))).toEqual([]);
});

const part = (name: string, within: Page | Locator = page) => within.locator(`[data-moca="${name}"]`);

async function choose(id: ScenarioId): Promise<string> {
  const scenario = scenarios.find((one) => one.id === id);
  if (!scenario) throw new Error(`No scenario ${id}.`);
  await page.getByRole('button', { name: scenario.title, exact: true }).click();
  return scenario.question;
}

/** Picks a scenario and its question, and waits for the run to end. */
async function ask(id: ScenarioId): Promise<void> {
  const question = await choose(id);
  await page.getByRole('listitem').getByRole('button', { name: question, exact: true }).click();
  await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
  await part('answer').first().waitFor();
}

const answerText = async () => (await part('answer').last().textContent()) ?? '';
const badgesIn = (within: Locator) =>
  part('badge', within).evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-trust')));

async function openCard(marker: string): Promise<Locator> {
  await page.locator(`[data-moca="pill"][data-marker="${marker}"]`).first().click();
  const card = part('card');
  await card.waitFor();
  return card;
}

describe('an answer from a signed package', () => {
  it('streams as text first and gets its pills when the event arrives', async () => {
    await page.goto(playground.address);
    await choose('slow');
    await page.getByRole('textbox', { name: 'Your question' }).fill('How do I descale the machine?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('every two months').waitFor();
    expect(await part('pill').count()).toBe(0);
    await part('pill').first().waitFor({ timeout: 40_000 });
    expect(await part('pill').count()).toBeGreaterThan(1);
    expect(await page.getByRole('list').filter({ hasText: 'lukewarm' }).getByRole('listitem').count()).toBe(
      6,
    );
  });

  it('says in the card of a pill where the sentence comes from and how far it can be trusted', async () => {
    await ask('normal');
    const card = await openCard('[1]');
    const text = (await card.textContent()) ?? '';
    expect(text).toContain('Refund window');
    expect(text).toContain('Wrenfield Appliances (insecure test key)');
    expect(text).toContain('You may return a machine for a full refund within 45 days of delivery.');
    expect(text).toMatch(/Reported .*202\d/);
    const source = await badgesIn(part('source').first());
    expect(source).toEqual(['declared', 'signed-reported', 'attested-reported']);
  });

  it('opens and closes a card by keyboard, and gives the focus back', async () => {
    await ask('normal');
    const pill = part('pill').first();
    await pill.focus();
    await page.keyboard.press('Enter');
    await part('card').waitFor();
    await page.keyboard.press('Escape');
    await part('card').waitFor({ state: 'detached' });
    expect(await pill.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('lists every cited source once below the answer', async () => {
    await ask('normal');
    const cited = await part('pill').evaluateAll((pills) =>
      pills.map((pill) => pill.getAttribute('data-ref')),
    );
    await part('sources').waitFor();
    expect(await part('source').count()).toBe(new Set(cited).size);
    expect(await part('sources').textContent()).toContain('Refund window');
  });

  it('never shows a declared verification as an attested review', async () => {
    await page.getByRole('listitem').getByRole('button', { name: 'What does the warranty cover?' }).click();
    await part('pill').first().waitFor();
    const card = await openCard('[1]');
    expect(await card.textContent()).toContain('mara.lindqvist');
    const layer = (name: string) => card.locator(`div[data-layer="${name}"]`).textContent();
    expect(await layer('declared')).toContain('mara.lindqvist');
    expect(await layer('reported')).not.toContain('mara.lindqvist');
    const badges = await badgesIn(part('source').first());
    expect(badges).toContain('declared');
    expect(badges).not.toContain('attested-reported');
    expect(badges).not.toContain('checked');
  });

  it('places pills for versioned node references', async () => {
    await ask('references');
    const refs = await part('pill').evaluateAll((pills) =>
      pills.map((pill) => pill.getAttribute('data-ref')),
    );
    expect(refs).toContain('https://wrenfield.example/kb/support@3.0.0#guides/error-codes.md');
  });

  it('saves the conversation as a file with its questions, answers and events', async () => {
    await ask('normal');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save conversation' }).click();
    const saved = await readFile(await (await download).path(), 'utf8');
    expect(saved).toContain('How long do I have to return a machine');
    expect(saved).toContain('moca.citations');
  });

  it('has no citation for a question that the packages do not answer', async () => {
    await ask('unanswerable');
    expect(await answerText()).toContain('I found nothing about that');
    expect(await part('pill').count()).toBe(0);
  });
});

describe('a check on this device', () => {
  const verdicts = () =>
    page
      .locator('[data-moca="recheck"] [data-verdict]')
      .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('data-verdict')));

  it('turns what was reported into what was checked, without another origin', async () => {
    await ask('normal');
    expect(await badgesIn(part('sources'))).not.toContain('checked');
    await page.getByRole('button', { name: 'Check on this device' }).click();
    await page.locator('[data-moca="recheck"][data-status="done"]').waitFor();
    expect(new Set(await verdicts())).toEqual(new Set(['confirmed']));
    expect(await badgesIn(part('source').first())).toContain('checked');
  });

  it('tells a forged record from the genuine one', async () => {
    await ask('forged');
    await page.getByRole('button', { name: 'Check on this device' }).click();
    await page.locator('[data-moca="recheck"][data-status="done"]').waitFor();
    expect(await verdicts()).toContain('digest-mismatch');
    expect(await badgesIn(part('sources'))).toContain('digest-mismatch');
  });
});

describe('the state of a source', () => {
  it.each([
    ['stale', 'stale'],
    ['superseded', 'superseded'],
    ['contested', 'contested'],
    ['disputed', 'disputed'],
    ['quote-missing', 'quote-not-found'],
    ['expired', 'no-longer-in-force'],
    ['not-yet', 'not-yet-in-force'],
    ['draft', 'draft'],
    ['deprecated', 'deprecated'],
    ['forged', 'identity-conflict'],
  ] as const)('%s is on the pill and among the badges', async (scenario, state) => {
    await ask(scenario);
    const pill = part('pill').first();
    await pill.waitFor();
    expect(await pill.getAttribute('data-trust')).toBe(state);
    await pill.click();
    await part('card').waitFor();
    expect(await badgesIn(part('card'))).toContain(state);
  });
});

describe('an answer in another language', () => {
  it.each([
    ['german', 'alle zwei Monate'],
    ['japanese', '二か月ごと'],
    ['arabic', 'ثلاث سنوات'],
  ] as const)('%s is answered from that language', async (scenario, words) => {
    await ask(scenario);
    await part('pill').first().waitFor();
    expect(await answerText()).toContain(words);
  });
});

describe('evidence of every kind', () => {
  it('has pills and list entries, and no trust badge where there is no record', async () => {
    await ask('mixed');
    await page.locator('[data-moca="pill"][data-marker="[8]"]').click();
    const card = part('card');
    await card.waitFor();
    expect(await card.textContent()).toContain('ember-owners.example');
    expect(await badgesIn(card)).toEqual([]);
    const link = part('link', card);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });
});

describe('a conversation', () => {
  it('keeps the markers of its answers apart', async () => {
    await ask('normal');
    await ask('no-event');
    expect(await part('answer').count()).toBe(2);
    expect(await part('pill', part('answer').first()).count()).toBeGreaterThan(0);
    expect(await part('pill', part('answer').last()).count()).toBe(0);
    expect(await answerText()).toContain('[1]');
  });

  it('says that an answer broke off when the person stopped it', async () => {
    await page.goto(playground.address);
    await choose('slow');
    await page.getByRole('textbox', { name: 'Your question' }).fill('How do I descale the machine?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Descale every').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alert').waitFor();
    expect(await part('answer').getAttribute('data-state')).toBe('failed');
  });

  it('lists the raw events of a run in their order', async () => {
    await page.getByRole('button', { name: 'Events' }).click();
    await ask('normal');
    const types = await page.locator('.events summary code').allTextContents();
    expect(types).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'CUSTOM',
      'RUN_FINISHED',
    ]);
  });
});

describe('the page', () => {
  it('opens a card by touch on a narrow screen, without scrolling sideways', async () => {
    const phone = await playground.open({
      pace: 1,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.page.getByRole('button', { name: 'What does the warranty cover?' }).tap();
    await part('pill', phone.page).first().tap();
    await part('card', phone.page).waitFor();
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it('speaks German where it is asked to', async () => {
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await ask('german');
    await part('sources').waitFor();
    expect(await part('sources').textContent()).toContain('Quellen');
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds, in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.reload();
    await ask('stale');
    await openCard('[1]');
    await page.evaluate(axe.source);
    const faults = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(faults).toEqual([]);
  });
});

describe('hostile Markdown', () => {
  it('stays text: no script link, no image, no frame', async () => {
    await ask('unsigned');
    expect(await answerText()).toContain('Show the trick');
    const answer = part('answer');
    expect(await answer.locator('img, iframe, script').count()).toBe(0);
    const targets = await answer
      .locator('a:not([href^="#"])')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets.filter((href) => !/^https?:\/\//.test(href ?? ''))).toEqual([]);
    expect(await page.title()).toBe('moca-react playground');
  });
});

describe('a faulty service', () => {
  it.each([
    ['no-event', 'three-year warranty'],
    ['unknown-version', 'three-year warranty'],
    ['broken-event', 'three-year warranty'],
  ] as const)('%s: the answer is shown without pills', async (scenario, words) => {
    await ask(scenario);
    expect(await answerText()).toContain(words);
    expect(await part('pill').count()).toBe(0);
  });

  it('shows the other sources when one record is broken', async () => {
    await ask('broken-record');
    await part('pill').first().waitFor();
    expect(await page.locator('[data-moca="pill"][data-marker="[1]"]').count()).toBe(0);
  });

  it.each([
    ['run-error', /index went away/i],
    ['dropped', /network|chunked|stream/i],
  ] as const)(
    '%s: what came is shown, and the page says that the run failed',
    async (scenario, complaint) => {
      expectedComplaint = complaint;
      await ask(scenario);
      expect(await answerText()).toContain('Start with cold milk');
      await page.getByRole('alert').waitFor();
      expect(await part('pill').count()).toBe(0);
    },
  );
});
