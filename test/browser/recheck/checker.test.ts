import { afterEach, describe, expect, it } from 'vitest';
import packageUrl from '../../../playground/packages/built/support-3.moca?url';
import trustRoot from '../../../playground/packages/built/trust-root.json';
import { Library } from '../../../src/reader/library/library.js';
import { readPackage } from '../../../src/reader/read-package.js';
import type { Checker } from '../../../src/recheck/checker.js';
import type { PackedPackage } from '../../../src/recheck/packed-package.js';
import { createChecker } from '../../../src/recheck/worker-checker.js';
import type { TrustRoot } from '../../../src/schema/trust-root.js';

const NOW = Date.UTC(2026, 10, 30);
const trust = trustRoot as TrustRoot;

const startWorker = () =>
  new Worker(new URL('../../../src/recheck/worker.ts', import.meta.url), { type: 'module' });

const archive = async () => (await fetch(packageUrl)).blob();

async function conversation(repeat = 1) {
  const library = new Library({ clock: () => NOW });
  library.add(await readPackage(await archive(), { trustRoot: trust, clock: () => NOW }));
  const records = library.citations({ text: true });
  return Array.from({ length: repeat }, (_, index) => `m${index}`).flatMap((messageId) => [
    { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'A claim [1].' },
    { type: 'TEXT_MESSAGE_END', messageId },
    {
      type: 'CUSTOM',
      name: 'moca.citations',
      value: {
        version: 1,
        messageId,
        computedAt: new Date(NOW).toISOString(),
        citations: records.map((record, place) => ({ marker: `[${place + 1}]`, record })),
      },
    },
  ]);
}

let checker: Checker;
afterEach(() => checker.dispose());

async function prepared(start?: () => Worker, repeat?: number) {
  checker = createChecker(start);
  const packed: PackedPackage = { name: 'support.moca', archive: await archive() };
  const opened = await checker.open(JSON.stringify(await conversation(repeat)));
  const read = await checker.read(packed);
  if (!read.ok) throw new Error(read.problem.message);
  return { opened, digest: read.package.digest };
}

describe.each([
  ['in a worker', startWorker],
  ['on this thread', undefined],
  [
    'on this thread, since workers are missing',
    (): Worker => {
      throw new Error('no workers here');
    },
  ],
  [
    'on this thread, since the worker does not load',
    () => new Worker('/no-such-worker.js', { type: 'module' }),
  ],
])('a checker %s', (_name, start) => {
  it('tells where the work is done', async () => {
    checker = createChecker(start);
    expect(await checker.prepare()).toBe(start === startWorker ? 'worker' : 'page');
  });

  it('reads, checks, and tells who signed', async () => {
    const { opened, digest } = await prepared(start);
    expect(opened.turns).toHaveLength(1);
    const report = await checker.check({
      conversation: opened.id,
      digests: [digest],
      trustRoot: trust,
      now: NOW,
    });
    expect(report.counts.total).toBeGreaterThan(10);
    expect(report.counts.confirmed).toBe(report.counts.total);
    const signers = await checker.signers([digest], { trustRoot: trust, now: NOW });
    expect(signers.get(digest)).toEqual(['Wrenfield Appliances (insecure test key)']);
  });

  it('gives long lists whole and in order', async () => {
    const { opened, digest } = await prepared(start, 40);
    expect(opened.turns.map((turn) => turn.kind === 'answer' && turn.answer.messageId)).toEqual(
      Array.from({ length: 40 }, (_, index) => `m${index}`),
    );
    const report = await checker.check({
      conversation: opened.id,
      digests: [digest],
      trustRoot: trust,
      now: NOW,
    });
    expect(report.citations).toHaveLength(report.counts.total);
    expect(new Set(report.citations.map(({ messageId }) => messageId)).size).toBe(40);
  });

  it('rejects for a trust root that is none, and goes on working', async () => {
    const { opened, digest } = await prepared(start);
    const request = { conversation: opened.id, digests: [digest], now: NOW };
    await expect(checker.check({ ...request, trustRoot: '{' })).rejects.toThrow(
      'The trust root is not JSON.',
    );
    expect((await checker.check(request)).counts.total).toBeGreaterThan(0);
  });

  it('stops when it is told to', async () => {
    const { opened, digest } = await prepared(start, 40);
    const stop = new AbortController();
    const check = checker.check(
      { conversation: opened.id, digests: [digest], now: NOW },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(check).rejects.toThrow();
  });

  it('says what is wrong with a package that is none', async () => {
    checker = createChecker(start);
    expect(await checker.read({ name: 'x.moca', archive: new Blob(['x']) })).toMatchObject({
      ok: false,
      problem: { source: 'x.moca', code: 'T003_ARCHIVE_REJECTED' },
    });
  });
});
