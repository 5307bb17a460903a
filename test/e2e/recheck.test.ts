import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scenarios } from '../../playground/scenarios.js';
import type { CitationRecord } from '../../src/schema/citation-record.js';
import { type RecheckReport, recheckReportSchema, type Verdict } from '../../src/schema/recheck-report.js';
import { capture, serviceRecords } from '../unit/recheck/conversations.js';
import { archive, packageFiles, publisher, trustRoot } from '../unit/recheck/packages.js';
import {
  CAPTURED_AT,
  captureScenario,
  PACKAGES,
  TRUST_ROOT,
  upload,
  uploadJson,
} from './recheck-captures.js';
import { startVerifySite, type VerifyPage, type VerifySite } from './verify-site.js';

let site: VerifySite;
let open: VerifyPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  site = await startVerifySite(`?now=${CAPTURED_AT}`);
  folder = mkdtempSync(join(tmpdir(), 'moca-e2e-'));
}, 180_000);
afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  open = await site.openOffline();
  page = open.page;
});
afterEach(async () => {
  const { requests, complaints, context } = open;
  await context.close();
  expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  expect(complaints).toEqual([]);
});

const ALL = [...PACKAGES, TRUST_ROOT];

const give = (...files: Parameters<ReturnType<Page['getByTestId']>['setInputFiles']>[0][]) =>
  page.getByTestId('files').setInputFiles(files.flat() as ReturnType<typeof upload>[]);

const done = () => page.locator('[data-moca="recheck"][data-status="done"]').waitFor();

/** The report that the page offers for download. */
async function report(): Promise<RecheckReport> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the report as JSON' }).click(),
  ]);
  return recheckReportSchema.parse(JSON.parse(readFileSync(await file.path(), 'utf8')));
}

/** The report of the command on the same inputs. */
function commandReport(
  events: unknown,
  status: number,
  { trustRoot = TRUST_ROOT, packages = PACKAGES, now = CAPTURED_AT } = {},
): RecheckReport {
  const path = join(folder, 'conversation.json');
  writeFileSync(path, JSON.stringify(events));
  const args = [
    '--import',
    'tsx',
    'src/node/cli.ts',
    path,
    '--trust-root',
    trustRoot,
    '--now',
    now,
    '--json',
  ];
  const run = spawnSync(process.execPath, [...args, ...packages.flatMap((name) => ['-p', name])], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(run.status).toBe(status);
  return recheckReportSchema.parse(JSON.parse(run.stdout));
}

type CitationsEvent = { name: string; value: { citations: { marker?: string; record: CitationRecord }[] } };

const eventsOf = (events: unknown[]) =>
  events.filter((event): event is CitationsEvent => (event as CitationsEvent).name === 'moca.citations');

describe('every scenario of the demo agent', () => {
  it('gives the same report on the page, offline, as on the command line', async () => {
    const events: unknown[] = [];
    for (const { id } of scenarios) events.push(...(await captureScenario(id)));
    await give(...ALL.map(upload), uploadJson('conversation.json', events));
    await done();
    const shown = await report();
    expect(shown).toEqual(commandReport(events, 1));
    expect(shown.counts.confirmed).toBeGreaterThan(0);
    expect(shown.counts).toMatchObject({
      misreported: 0,
      'node-missing': 0,
      'digest-mismatch': 1,
      'invalid-record': 1,
    });
    expect(await page.locator('[data-moca="recheck-problems"]').textContent()).toContain(
      'Only version 1 is known',
    );
  });
});

describe('forgeries', () => {
  const forge: [string, (record: CitationRecord) => CitationRecord, Verdict][] = [
    ['text altered', (record) => ({ ...record, text: `${record.text}!` }), 'misreported'],
    ['title altered', (record) => ({ ...record, node: { ...record.node, title: 'Other' } }), 'misreported'],
    [
      'a node that never existed',
      (record) => ({ ...record, node: { ...record.node, ref: `${record.node.ref}.bak` } }),
      'node-missing',
    ],
    ['a span into the frontmatter', (record) => ({ ...record, span: { start: 4, end: 90 } }), 'node-missing'],
    [
      'another digest',
      (record) => ({ ...record, package: { ...record.package, digest: `sha256:${'0'.repeat(64)}` } }),
      'digest-mismatch',
    ],
    [
      'a review added',
      (record) => ({
        ...record,
        trust: {
          ...record.trust,
          attestedReviews: [
            ...record.trust.attestedReviews,
            {
              reviewer: 'human:nobody',
              reviewedAt: '2026-01-01T00:00:00Z',
              outcome: 'accurate',
              signer: 'Nobody',
            },
          ],
        },
      }),
      'misreported',
    ],
    [
      'stale cleared',
      (record) => ({ ...record, trust: { ...record.trust, stale: !record.trust.stale } }),
      'misreported',
    ],
  ];

  it('are told apart on the page and never shown as checked', async () => {
    const answers: unknown[] = [];
    for (const [index, [, alter]] of forge.entries()) {
      const text = JSON.stringify(await captureScenario('handbook')).replaceAll('handbook', `run-${index}`);
      const events: unknown[] = JSON.parse(text.replaceAll(/answer-[0-9a-f-]+/g, `answer-${index}`));
      const captured = JSON.parse(JSON.stringify(await captureScenario('handbook'))) as unknown[];
      const [honest] = eventsOf(captured);
      const [event] = eventsOf(events);
      const record = honest?.value.citations[0]?.record;
      if (!event || !record) throw new Error('The scenario cites nothing.');
      event.value.citations = [{ marker: '[1]', record: alter(record) }];
      answers.push(...events);
    }
    await give(...ALL.map(upload), uploadJson('forged.json', answers));
    await done();
    const { citations } = await report();
    expect(citations.map(({ verdict }) => verdict)).toEqual(forge.map(([, , verdict]) => verdict));
    expect(await page.locator('[data-moca="badge"][data-trust="checked"]').count()).toBe(0);
  });

  it('show the saved and the present value side by side', async () => {
    const events = await captureScenario('handbook');
    const first = eventsOf(events)[0]?.value.citations[0];
    if (!first) throw new Error('The scenario cites nothing.');
    first.record = { ...first.record, node: { ...first.record.node, title: 'Free pumps' } };
    await give(...ALL.map(upload), uploadJson('forged.json', events));
    await done();
    await page.getByRole('list', { name: 'What the check says' }).getByRole('button').first().click();
    const result = page.locator('[data-moca="recheck-result"]');
    expect(await result.textContent()).toContain('Free pumps');
    expect(await result.textContent()).toContain('Exchange the pump');
    await result.getByText('All fields, saved and here').click();
    expect(await result.locator('tr[data-same="false"]').count()).toBe(1);
  });
});

describe('the page', () => {
  it('changes badges from reported to checked on this device', async () => {
    await give(uploadJson('conversation.json', await captureScenario('handbook')));
    await done();
    expect(await page.locator('[data-moca="badge"][data-trust="checked"]').count()).toBe(0);
    await give(...ALL.map(upload));
    await page.locator('[data-moca="badge"][data-trust="checked"]').first().waitFor();
  });

  it('says what is missing, and checks again when it is supplied', async () => {
    await give(upload(TRUST_ROOT), uploadJson('conversation.json', await captureScenario('handbook')));
    await page.locator('[data-moca="recheck-missing"]').waitFor();
    expect(await page.locator('[data-moca="recheck-missing"]').textContent()).toMatch(/sha256:[0-9a-f]{64}/);
    await give(...PACKAGES.map(upload));
    await page.locator('[data-moca="recheck-missing"]').waitFor({ state: 'detached' });
    expect((await report()).counts.confirmed).toBe(1);
  });

  it('follows the trust root', async () => {
    await give(...PACKAGES.map(upload), uploadJson('conversation.json', await captureScenario('handbook')));
    await done();
    expect((await report()).citations[0]).toMatchObject({
      verdict: 'changed',
      reportedRightly: 'cannot-tell',
    });
    await give(upload(TRUST_ROOT));
    await page.locator('[data-moca="badge"][data-trust="checked"]').first().waitFor();
  });

  it('filters by verdict', async () => {
    await give(...ALL.map(upload), uploadJson('conversation.json', await captureScenario('forged')));
    await done();
    await page.locator('[data-moca="recheck"] button[data-verdict="digest-mismatch"]').click();
    expect(await page.locator('[data-moca="recheck-citation"]').count()).toBe(1);
  });

  it('keeps packages over a reload, and lets them be removed', async () => {
    await give(upload(PACKAGES[0] ?? ''));
    await page.getByText('kept in this browser').waitFor();
    await open.context.setOffline(false);
    await page.reload();
    await page.getByText('kept in this browser').waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('No package yet.').waitFor();
    await page.reload();
    await page.getByText('No package yet.').waitFor();
    open.requests.length = 0;
  });

  it('offers a page to print that loads nothing and runs nothing', async () => {
    const events = JSON.parse(
      JSON.stringify(await captureScenario('handbook')).replaceAll(
        'Exchange the pump',
        '<img src=x onerror=alert(1)>',
      ),
    );
    await give(...ALL.map(upload), uploadJson('conversation.json', events));
    await done();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download a page to print' }).click(),
    ]);
    const html = readFileSync(await file.path(), 'utf8');
    expect(html).toContain('&lt;img src=x');
    expect(html).not.toMatch(/<(img|script|iframe|link)/);
    const printed = await open.context.newPage();
    await printed.setContent(html);
    expect(await printed.locator('h3').first().textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await printed.locator('img, script, iframe, [onerror]').count()).toBe(0);
  });

  it('says that it does the checking itself where there are no workers', async () => {
    await open.context.addInitScript('delete globalThis.Worker');
    await open.context.setOffline(false);
    await page.reload();
    await page.getByText('This browser starts no worker').waitFor();
    await give(...ALL.map(upload), uploadJson('conversation.json', await captureScenario('handbook')));
    await done();
    expect((await report()).counts.confirmed).toBe(1);
    open.requests.length = 0;
  });

  it('keeps a package that is removed and dropped again', async () => {
    await give(upload(PACKAGES[0] ?? ''));
    await page.getByText('kept in this browser').waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('No package yet.').waitFor();
    await give(upload(PACKAGES[0] ?? ''));
    await page.getByText('kept in this browser').waitFor();
  });

  it.each([
    ['not JSON', 'broken.json', '{"messages": ['],
    ['JSON of another kind', 'other.json', '{"hello": 1}'],
  ])('says in a sentence that a file is %s', async (_name, name, text) => {
    await give({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    const alert = page.locator('[data-moca="recheck"] [role="alert"]');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('No message was found');
  });

  it('says in a sentence that a trust root is wrong, with the file and the place', async () => {
    await give(uploadJson('trust.json', { keys: [{ keyid: 'x' }] }));
    expect(await page.getByRole('alert').textContent()).toContain(
      'trust.json is not a valid trust root. keys.0.publicKey',
    );
  });

  it('says in a sentence that a package is no Zip, and goes on', async () => {
    const broken = { name: 'broken.moca', mimeType: 'application/zip', buffer: Buffer.from('plain') };
    await give(
      broken,
      ...ALL.map(upload),
      uploadJson('conversation.json', await captureScenario('handbook')),
    );
    await done();
    expect(await page.locator('[data-moca="recheck-problems"]').textContent()).toContain('broken.moca');
    expect((await report()).counts.confirmed).toBe(1);
  });

  it.each([1280, 390])('is nowhere wider than its columns at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await give(...ALL.map(upload), uploadJson('conversation.json', await captureScenario('forged')));
    await done();
    await page.locator('[data-moca="recheck-citation"][data-verdict="digest-mismatch"] button').click();
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('html, .side, .conversation, .results')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ className }) => className),
    );
    expect(wider).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds (%s)', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await give(...ALL.map(upload), uploadJson('conversation.json', await captureScenario('forged')));
    await done();
    await page.locator('[data-moca="recheck-citation"] button').first().click();
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document);
      return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    });
    expect(found).toEqual([]);
  });
});

describe('size', () => {
  it('checks 10,000 citations', async () => {
    const [event] = eventsOf(await captureScenario('handbook'));
    const record = event?.value.citations[0]?.record;
    const events = Array.from({ length: 1_000 }, (_, index) => index).flatMap((index) => {
      const messageId = `msg-${index}`;
      const citations = Array.from({ length: 10 }, (_, place) => ({
        marker: `[${place + 1}]`,
        record: {
          ...record,
          score: place,
          span: { start: (record?.span?.end ?? 0) - 10 - place, end: record?.span?.end },
          text: undefined,
        },
      }));
      return [
        { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'A claim [1].' },
        { type: 'TEXT_MESSAGE_END', messageId },
        {
          type: 'CUSTOM',
          name: 'moca.citations',
          value: { version: 1, messageId, computedAt: CAPTURED_AT, citations },
        },
      ];
    });
    await give(...ALL.map(upload));
    await page
      .getByText('kept in this browser')
      .nth(PACKAGES.length - 1)
      .waitFor();
    await give(uploadJson('many.json', events));
    await done();
    const { counts } = await report();
    expect(counts.total).toBe(10_000);
    expect(counts.confirmed + counts['node-missing']).toBe(10_000);
  });

  it('checks against 20 packages as the command does, whichever comes first', async () => {
    const inputs = Array.from({ length: 20 }, (_, index) =>
      packageFiles({ id: `https://example.com/kb-${index}`, ...(index % 2 ? {} : { signedBy: publisher }) }),
    );
    const records = await serviceRecords(inputs, { trustRoot, at: CAPTURED_AT });
    const events = capture({ records, computedAt: CAPTURED_AT });
    const archives = inputs.map((files, index) => ({
      name: `kb-${index}.moca`,
      mimeType: 'application/zip',
      buffer: Buffer.from(archive(files)),
    }));
    await give(
      ...[...archives].reverse(),
      uploadJson('trust.json', trustRoot),
      uploadJson('conversation.json', events),
    );
    await done();
    const shown = await report();
    expect(shown.packages).toHaveLength(20);
    expect(shown.counts).toMatchObject({ total: 20, confirmed: 20 });
    for (const { name, buffer } of archives) writeFileSync(join(folder, name), buffer);
    const root = join(folder, 'trust.json');
    writeFileSync(root, JSON.stringify(trustRoot));
    const packages = archives.map(({ name }) => join(folder, name));
    expect(shown).toEqual(commandReport(events, 0, { trustRoot: root, packages }));
  }, 120_000);

  it('reads a transcript of 50 MB', async () => {
    const path = join(folder, 'large.json');
    const events = await captureScenario('handbook');
    const filler = 'The pump hums while it draws water. '.repeat(3_000);
    const padding = Array.from({ length: 480 }, (_, index) => ({
      type: 'TEXT_MESSAGE_CHUNK',
      messageId: `filler-${index}`,
      role: 'assistant',
      delta: filler,
    }));
    writeFileSync(path, JSON.stringify([...padding, ...events]));
    await give(...ALL.map(upload));
    await page.getByTestId('files').setInputFiles([path]);
    await done();
    expect((await report()).counts.confirmed).toBe(1);
  });
});

describe('the command', () => {
  it('runs as a process of its own and gives its exit status', async () => {
    const path = join(folder, 'honest.json');
    writeFileSync(path, JSON.stringify(await captureScenario('handbook')));
    const out = execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        'src/node/cli.ts',
        path,
        '--trust-root',
        TRUST_ROOT,
        '--now',
        CAPTURED_AT,
        ...PACKAGES.flatMap((name) => ['-p', name]),
      ],
      { encoding: 'utf8' },
    );
    expect(out).toContain('confirmed: computed again here, the same');
  });
});
