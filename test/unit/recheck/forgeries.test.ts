import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src/reader/source/memory.js';
import { recheckConversation } from '../../../src/recheck/recheck.js';
import type { CitationRecord } from '../../../src/schema/citation-record.js';
import type { CheckedCitation } from '../../../src/schema/recheck-report.js';
import type { TrustRoot } from '../../../src/schema/trust-root.js';
import { COMPUTED_AT, conversationOf, serviceRecords } from './conversations.js';
import { archive, NODE, packageFiles, publisher, reviewer, testKey, trustRoot } from './packages.js';

const NOW = '2026-03-02T00:00:00Z';
const FILE = 'content/refund.md';

const files = packageFiles({
  signedBy: publisher,
  reviews: [{ file: FILE, at: '2026-01-10T00:00:00Z' }],
});
const plain = packageFiles({ id: 'https://example.com/plain' });

async function honest(from = files, locale?: string): Promise<CitationRecord> {
  const [record] = await serviceRecords([from], { trustRoot, ...(locale ? { locale } : {}) });
  if (!record) throw new Error('The package has no node.');
  return record;
}

interface Situation {
  packages?: readonly Record<string, string>[];
  trustRoot?: TrustRoot | undefined;
  now?: string;
  computedAt?: string | undefined;
}

async function check(record: unknown, situation: Situation = {}): Promise<CheckedCitation> {
  const { packages = [files], now = NOW } = situation;
  const root = 'trustRoot' in situation ? situation.trustRoot : trustRoot;
  const computedAt = 'computedAt' in situation ? situation.computedAt : COMPUTED_AT;
  const report = await recheckConversation(conversationOf({ records: [record], computedAt }), {
    packages: packages.map(memorySource),
    trustRoot: root,
    now,
  });
  const [entry] = report.citations;
  if (!entry) throw new Error('The report has no entry.');
  return entry;
}

const fieldsOf = (entry: CheckedCitation) => entry.differences.map(({ field }) => field);

describe('an honest record', () => {
  it('is confirmed', async () => {
    const entry = await check(await honest());
    expect(entry).toMatchObject({ verdict: 'confirmed', reportedRightly: 'yes', differences: [], notes: [] });
  });

  it('is confirmed out of the same package zipped again', async () => {
    const conversation = conversationOf({ records: [await honest()], computedAt: COMPUTED_AT });
    for (const level of [0, 9] as const) {
      const options = { packages: [archive(files, level)], trustRoot, now: NOW };
      const report = await recheckConversation(conversation, options);
      expect(report.citations[0]?.verdict).toBe('confirmed');
    }
  });

  it('is confirmed with fields that this version does not know', async () => {
    const record = await honest();
    const extended = {
      ...record,
      extra: { deep: [1] },
      node: { ...record.node, extra: 1 },
      trust: { ...record.trust, extra: null },
      score: 0.7,
    };
    expect((await check(extended)).verdict).toBe('confirmed');
  });

  it('is confirmed without its text, and the report says that no text was compared', async () => {
    const { text: _, ...record } = await honest();
    expect(await check(record)).toMatchObject({ verdict: 'confirmed', textCompared: false });
  });

  it('is confirmed as a chunk at a span of its own', async () => {
    const record = await honest();
    const bytes = new TextEncoder().encode(NODE);
    const start = NODE.indexOf('Customers');
    const end = bytes.length - 1;
    const text = new TextDecoder().decode(bytes.subarray(start, end));
    expect((await check({ ...record, span: { start, end }, text })).verdict).toBe('confirmed');
  });

  it('is confirmed for a translation', async () => {
    expect((await check(await honest(files, 'fr'))).verdict).toBe('confirmed');
  });

  it('does not say when it was computed if the service does not', async () => {
    const entry = await check(await honest(), { computedAt: undefined });
    expect(entry).toMatchObject({ verdict: 'confirmed', reportedRightly: 'unknown-when' });
  });
});

type Alter = (record: CitationRecord) => unknown;

const review = {
  reviewer: 'human:sam',
  reviewedAt: '2026-01-02T00:00:00Z',
  outcome: 'accurate',
  signer: 'Test reviewer',
  packageVerified: true,
};

const evidenceFlipped: Alter = (record) => ({
  ...record,
  evidence: record.evidence?.map((item) => ({ ...item, matched: !item.matched })),
});

describe('a forged record of the package here', () => {
  it.each<[string, Alter, string[]]>([
    ['text altered', (record) => ({ ...record, text: record.text?.replace('30', '90') }), ['text']],
    ['text added at the end', (record) => ({ ...record, text: `${record.text} And more.` }), ['text']],
    [
      'title altered',
      (record) => ({ ...record, node: { ...record.node, title: 'Free money' } }),
      ['node.title'],
    ],
    ['title left out', ({ node: { title: _, ...node }, ...record }) => ({ ...record, node }), ['node.title']],
    [
      'node digest altered',
      (record) => ({ ...record, node: { ...record.node, digest: `sha256:${'0'.repeat(64)}` } }),
      ['node.digest'],
    ],
    [
      'span moved under its text',
      (record) => ({ ...record, span: { start: (record.span?.start ?? 0) + 1, end: record.span?.end } }),
      ['text'],
    ],
    ['evidence flipped', evidenceFlipped, ['evidence']],
    [
      'evidence added',
      (record) => ({ ...record, evidence: [...(record.evidence ?? []), { source: {} }] }),
      ['evidence'],
    ],
    ['evidence left out', ({ evidence: _, ...record }) => record, ['evidence']],
    [
      'status raised',
      (record) => ({ ...record, trust: { ...record.trust, status: 'draft' } }),
      ['trust.status'],
    ],
    [
      'review added',
      (record) => ({
        ...record,
        trust: {
          ...record.trust,
          attestedReviews: [...record.trust.attestedReviews, { ...review, reviewer: 'human:x' }],
        },
      }),
      ['trust.attestedReviews'],
    ],
    [
      'declared verification turned into an attested one',
      (record) => ({
        ...record,
        trust: {
          ...record.trust,
          declaredVerified: [],
          attestedReviews: [...record.trust.attestedReviews, review],
        },
      }),
      ['trust.declaredVerified', 'trust.attestedReviews'],
    ],
    [
      'review outcome turned',
      (record) => ({
        ...record,
        trust: {
          ...record.trust,
          attestedReviews: record.trust.attestedReviews.map((item) => ({ ...item, outcome: 'inaccurate' })),
          reviewStatus: 'disputed',
        },
      }),
      ['trust.attestedReviews', 'trust.reviewStatus'],
    ],
    [
      'a review counted twice',
      (record) => ({
        ...record,
        trust: {
          ...record.trust,
          attestedReviews: [...record.trust.attestedReviews, ...record.trust.attestedReviews],
        },
      }),
      ['trust.attestedReviews'],
    ],
    [
      'signers named beside no signature',
      (record) => ({
        ...record,
        package: { ...record.package, signed: false },
        trust: {
          ...record.trust,
          attestedReviews: record.trust.attestedReviews.map((item) => ({ ...item, packageVerified: false })),
          reviewStatus: 'unverified',
        },
      }),
      ['package.signed'],
    ],
    [
      'no signer named beside a signature',
      (record) => ({ ...record, package: { ...record.package, signers: [] } }),
      ['package.signers'],
    ],
    ['audience altered', (record) => ({ ...record, audience: 'internal' }), ['audience']],
  ])('%s: misreported', async (_name, alter, fields) => {
    const entry = await check(alter(await honest()));
    expect(entry).toMatchObject({ verdict: 'misreported', reportedRightly: 'no' });
    for (const field of fields) expect(fieldsOf(entry)).toContain(field);
  });

  it('has its locale swapped: misreported', async () => {
    const record = await honest(files, 'fr');
    const { span: _, ...whole } = record;
    const again = await check({ ...whole, node: { ...record.node, locale: 'en' } });
    expect(again.verdict).toBe('misreported');
    expect(fieldsOf(again)).toEqual(expect.arrayContaining(['node.title', 'node.digest', 'text']));
  });

  it.each<[string, Alter, string]>([
    [
      'a node that never existed',
      (record) => ({
        ...record,
        node: { ...record.node, ref: record.node.ref.replace('refund', 'bonus'), id: 'x', path: 'bonus.md' },
      }),
      'node-missing',
    ],
    [
      'a language that the node does not have',
      (record) => ({ ...record, node: { ...record.node, locale: 'de' } }),
      'locale-missing',
    ],
    [
      'a span that reaches into the frontmatter',
      (record) => ({ ...record, span: { ...record.span, start: 0 } }),
      'span-missing',
    ],
    [
      'a span that reaches past the end',
      (record) => ({ ...record, span: { ...record.span, end: 1e6 } }),
      'span-missing',
    ],
    [
      'a span of nothing',
      (record) => ({ ...record, span: { start: record.span?.end, end: record.span?.end } }),
      'span-missing',
    ],
    [
      'a span that ends inside a character',
      (record) => {
        const dash = new TextEncoder().encode(NODE.slice(0, NODE.indexOf('–'))).length;
        return { ...record, span: { ...record.span, end: dash + 1 } };
      },
      'span-missing',
    ],
  ])('%s: node-missing', async (_name, alter, code) => {
    const { text: _, ...record } = await honest();
    const entry = await check(alter(record as CitationRecord));
    expect(entry).toMatchObject({ verdict: 'node-missing', notes: [{ code }] });
  });

  it('does not validate: invalid-record, with the field', async () => {
    const { trust: _, ...record } = await honest();
    const entry = await check(record);
    expect(entry.verdict).toBe('invalid-record');
    expect(entry.notes[0]?.message).toContain('trust');
  });
});

describe('a record of another package', () => {
  const changed = { ...files, 'sources/terms.txt': `${files['sources/terms.txt']} ` };

  it('changed in one byte: digest-mismatch', async () => {
    expect((await check(await honest(), { packages: [changed] })).verdict).toBe('digest-mismatch');
  });

  it('is compared with the very package when a changed one is here too', async () => {
    for (const packages of [
      [files, changed],
      [changed, files],
    ]) {
      expect(await check(await honest(), { packages })).toMatchObject({
        verdict: 'confirmed',
        notes: [{ code: 'identity-conflict' }],
      });
    }
  });

  it('carries the digest of another package: digest-mismatch when its own is here', async () => {
    const record = await honest();
    const other = await honest(plain);
    const forged = { ...record, package: { ...record.package, digest: other.package.digest } };
    expect((await check(forged, { packages: [files, plain] })).verdict).toBe('digest-mismatch');
  });

  it('carries the digest of another package: misreported when its own is not here', async () => {
    const record = await honest();
    const other = await honest(plain);
    const forged = { ...record, package: { ...record.package, digest: other.package.digest } };
    expect(await check(forged, { packages: [plain] })).toMatchObject({
      verdict: 'misreported',
      differences: [{ field: 'package.id' }],
    });
  });

  it('is of another version under the name of this one: never confirmed', async () => {
    const second = packageFiles({
      version: '2.0.0',
      signedBy: publisher,
      files: { [FILE]: NODE.replaceAll('30', '14') },
    });
    const old = await honest();
    const current = await honest(second);
    const ref = await check({ ...old, package: current.package }, { packages: [second] });
    expect(ref.verdict).toBe('node-missing');
    const all = { ...old, package: current.package, node: { ...old.node, ref: current.node.ref } };
    const entry = await check(all, { packages: [second] });
    expect(entry.verdict).toBe('misreported');
    expect(fieldsOf(entry)).toEqual(expect.arrayContaining(['node.digest', 'text']));
  });

  it('was not supplied: package-missing, and nothing is said', async () => {
    expect(await check(await honest(), { packages: [plain] })).toMatchObject({
      verdict: 'package-missing',
      reportedRightly: 'not-checked',
      differences: [],
    });
  });
});

describe('a signature', () => {
  const claimed = (record: CitationRecord) => ({
    ...record,
    package: { ...record.package, signed: true, signers: ['Test publisher'] },
  });

  it('added to a package that holds none: misreported, with and without a trust root', async () => {
    const forged = claimed(await honest(plain));
    for (const root of [trustRoot, undefined]) {
      const entry = await check(forged, { packages: [plain], trustRoot: root });
      expect(entry.verdict).toBe('misreported');
      expect(fieldsOf(entry)).toContain('package.signed');
    }
  });

  it('made with a key that the trust root has and that does not hold: misreported', async () => {
    const impostor = { ...testKey('publisher', 'package'), entry: publisher.entry };
    const badly = packageFiles({ id: 'https://example.com/plain', signedBy: impostor });
    const entry = await check(claimed(await honest(badly)), { packages: [badly] });
    expect(entry.verdict).toBe('misreported');
  });

  it('that no key here covers: changed by the trust root, and nobody can tell', async () => {
    const record = await honest();
    for (const root of [undefined, { keys: [reviewer.entry] }]) {
      const entry = await check(record, { trustRoot: root });
      expect(entry).toMatchObject({ verdict: 'changed', reportedRightly: 'cannot-tell' });
      expect(new Set(entry.differences.map(({ kind }) => kind))).toEqual(new Set(['trust-root']));
    }
  });

  it('left out by a service that trusts nobody: changed by the trust root', async () => {
    const [record] = await serviceRecords([files]);
    const entry = await check(record);
    expect(entry).toMatchObject({ verdict: 'changed', reportedRightly: 'cannot-tell' });
  });

  it('notes that nothing was checked when there is no trust root', async () => {
    const [record] = await serviceRecords([files]);
    const entry = await check(record, { trustRoot: undefined });
    expect(entry).toMatchObject({ verdict: 'confirmed', notes: [{ code: 'attestations-unchecked' }] });
  });

  it('whose key has expired since: changed by time', async () => {
    const root = { keys: [{ ...publisher.entry, expires: '2026-03-01T12:00:00Z' }, reviewer.entry] };
    const entry = await check(await honest(), { trustRoot: root });
    expect(entry).toMatchObject({ verdict: 'changed', reportedRightly: 'yes' });
    expect(entry.differences).toContainEqual(
      expect.objectContaining({ field: 'package.signed', kind: 'time', saved: true, asOf: true, now: false }),
    );
  });
});

describe('time', () => {
  const later = '2026-07-01T00:00:00Z';

  it('explains a node gone stale since, and the service reported rightly', async () => {
    const entry = await check(await honest(), { now: later });
    expect(entry).toMatchObject({
      verdict: 'changed',
      reportedRightly: 'yes',
      differences: [{ field: 'trust.stale', kind: 'time', saved: false, asOf: false, now: true }],
    });
  });

  it('does not explain a stale node that was called fresh', async () => {
    const record = await honest();
    const entry = await check(record, { computedAt: '2026-06-15T00:00:00Z', now: later });
    expect(entry).toMatchObject({ verdict: 'misreported', reportedRightly: 'no' });
  });

  it('is not guessed when the service gives none', async () => {
    const entry = await check(await honest(), { computedAt: undefined, now: later });
    expect(entry).toMatchObject({ verdict: 'changed', reportedRightly: 'unknown-when' });
    expect(entry.computedAt).toBeUndefined();
  });

  it('that the service gives and that is after the check is not used, and the entry says so', async () => {
    const stale = { ...(await honest()).trust, stale: true };
    const dated = { computedAt: '2027-01-01T00:00:00Z' };
    expect(await check(await honest(), dated)).toMatchObject({
      verdict: 'confirmed',
      reportedRightly: 'unknown-when',
      notes: [{ code: 'dated-later' }],
    });
    expect(await check({ ...(await honest()), trust: stale }, dated)).toMatchObject({
      verdict: 'misreported',
      reportedRightly: 'no',
    });
  });

  it('explains a review dated after the report of the service', async () => {
    const reviewed = packageFiles({
      signedBy: publisher,
      reviews: [{ file: FILE, at: '2026-03-01T12:00:00Z' }],
    });
    const entry = await check(await honest(reviewed), { packages: [reviewed] });
    expect(entry).toMatchObject({ verdict: 'changed', reportedRightly: 'yes' });
    expect(entry.differences[0]).toMatchObject({ field: 'trust.attestedReviews', kind: 'time', asOf: [] });
  });

  it('does not explain a review counted before its date', async () => {
    const reviewed = packageFiles({
      signedBy: publisher,
      reviews: [{ file: FILE, at: '2026-03-01T12:00:00Z' }],
    });
    const [record] = await serviceRecords([reviewed], { trustRoot, at: NOW });
    expect((await check(record, { packages: [reviewed] })).verdict).toBe('misreported');
  });
});

describe('relations', () => {
  const id = 'https://example.com/kb';
  const second = packageFiles({
    version: '2.0.0',
    signedBy: publisher,
    manifest: { relations: [{ type: 'supersedes', target: id, version: '1.0.0' }] },
  });
  const rival = packageFiles({
    version: '3.0.0',
    signedBy: publisher,
    manifest: { relations: [{ type: 'conflictsWith', target: id, version: '1.0.0' }] },
  });

  it('among the packages here explain a node that the service did not know to be superseded', async () => {
    const entry = await check(await honest(), { packages: [files, second] });
    expect(entry).toMatchObject({ verdict: 'changed', reportedRightly: 'cannot-tell' });
    expect(new Set(entry.differences.map(({ kind }) => kind))).toEqual(new Set(['relation']));
  });

  it.each([
    ['superseded', second],
    ['contested', rival],
  ] as const)('%s cleared beside the list of who says so: misreported', async (flag, other) => {
    const [record] = await serviceRecords([files, other], { trustRoot });
    expect(record?.trust[flag]).toBe(true);
    const forged = { ...record, trust: { ...record?.trust, [flag]: false } };
    expect((await check(forged, { packages: [files, other] })).verdict).toBe('misreported');
    expect((await check(record, { packages: [files, other] })).verdict).toBe('confirmed');
  });

  it('cleared in one record and told in another of the same answer: misreported', async () => {
    const [record] = await serviceRecords([files, second], { trustRoot });
    const [translation] = await serviceRecords([files, second], { trustRoot, locale: 'fr' });
    const { supersededBy: _, ...trust } = { ...record?.trust, superseded: false };
    const conversation = conversationOf({
      records: [{ ...record, trust }, translation],
      computedAt: COMPUTED_AT,
    });
    const report = await recheckConversation(conversation, {
      packages: [files, second].map(memorySource),
      trustRoot,
      now: NOW,
    });
    expect(report.citations.map(({ verdict }) => verdict)).toEqual(['misreported', 'confirmed']);
  });

  it('named twice: misreported', async () => {
    const [record] = await serviceRecords([files, second], { trustRoot });
    const supersededBy = [...(record?.trust.supersededBy ?? []), ...(record?.trust.supersededBy ?? [])];
    const forged = { ...record, trust: { ...record?.trust, supersededBy } };
    expect((await check(forged, { packages: [files, second] })).verdict).toBe('misreported');
  });

  it('contested by the node’s own word and cleared: misreported', async () => {
    const contested = packageFiles({
      files: { [FILE]: NODE.replace('audience: public', 'audience: public\n  contested_by: ["the unions"]') },
    });
    const record = await honest(contested);
    expect(record.trust.contestedBy).toEqual(['the unions']);
    const { contestedBy: _, ...trust } = { ...record.trust, contested: false };
    expect((await check({ ...record, trust }, { packages: [contested] })).verdict).toBe('misreported');
  });

  it('of a package that is not here explain a superseded node', async () => {
    const [record] = await serviceRecords([files, second], { trustRoot });
    expect(await check(record)).toMatchObject({ verdict: 'changed', reportedRightly: 'cannot-tell' });
  });

  it('that the package here does not declare explain nothing', async () => {
    const [record] = await serviceRecords([files, second], { trustRoot });
    const silent = packageFiles({ version: '2.0.0', signedBy: publisher });
    expect((await check(record, { packages: [files, silent] })).verdict).toBe('misreported');
  });

  it('that the trust root does not let count explain a superseded node', async () => {
    const [record] = await serviceRecords([files, second], { trustRoot });
    const entry = await check(record, { packages: [files, second], trustRoot: { keys: [reviewer.entry] } });
    expect(entry.verdict).toBe('changed');
    expect(entry.differences).toContainEqual(
      expect.objectContaining({ field: 'trust.supersededBy', kind: 'trust-root' }),
    );
  });
});
