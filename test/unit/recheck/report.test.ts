import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src/reader/source/memory.js';
import { recheckConversation } from '../../../src/recheck/recheck.js';
import { READER } from '../../../src/recheck/report.js';
import { trustRootDigest } from '../../../src/recheck/trust-root-digest.js';
import { recheckReportSchema } from '../../../src/schema/recheck-report.js';
import { COMPUTED_AT, conversationOf, serviceRecords } from './conversations.js';
import { archive, packageFiles, publisher, reviewer, trustRoot } from './packages.js';

const NOW = '2026-03-02T00:00:00Z';
const one = packageFiles({ signedBy: publisher });
const two = packageFiles({ id: 'https://example.com/two' });
const three = packageFiles({ id: 'https://example.com/three', signedBy: publisher });

async function conversation() {
  const records = await serviceRecords([one, two, three], { trustRoot });
  return conversationOf({ records, computedAt: COMPUTED_AT });
}

describe('the report', () => {
  it('has the form of its schema, as JSON too', async () => {
    const report = await recheckConversation(await conversation(), {
      packages: [memorySource(one), new Uint8Array([1, 2, 3])],
      trustRoot,
      now: NOW,
    });
    expect(recheckReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  it('has the form of the JSON Schema that is published, whatever it says', async () => {
    const schema: object = JSON.parse(readFileSync('schemas/recheck-report.schema.json', 'utf8'));
    const ajv = new Ajv2020();
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const records = await serviceRecords([one, two], { trustRoot });
    const forged = records.map((record) => ({
      ...record,
      text: '“Other.”',
      node: { ...record.node, title: undefined },
    }));
    const saved = conversationOf(
      { id: 'a', records: [...records, {}], computedAt: COMPUTED_AT },
      { id: 'b', records: forged, content: 'It says “within 30 days” [1].' },
    );
    for (const packages of [[], [one], [one, two]]) {
      const report = await recheckConversation(saved, { packages: packages.map(memorySource), now: NOW });
      expect(validate(JSON.parse(JSON.stringify(report))), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate({ version: 1 })).toBe(false);
  });

  it('is the same in whatever order the packages are given', async () => {
    const saved = await conversation();
    const forged = { ...one, 'sources/terms.txt': 'Nothing.' };
    const packages = [one, two, three, forged].map(memorySource);
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ];
    const reports = await Promise.all(
      orders.map((order) =>
        recheckConversation(saved, {
          packages: order.flatMap((index) => packages[index] ?? []),
          trustRoot,
          now: NOW,
        }),
      ),
    );
    expect(reports[1]).toEqual(reports[0]);
    expect(reports[2]).toEqual(reports[0]);
  });

  it('takes two copies of one package with different attestations as one, in either order', async () => {
    const [record] = await serviceRecords([packageFiles({ signedBy: publisher })], { trustRoot });
    const saved = conversationOf({ records: [record], computedAt: COMPUTED_AT });
    const copies = [packageFiles(), packageFiles({ signedBy: publisher })].map(memorySource);
    for (const packages of [copies, [...copies].reverse()]) {
      const report = await recheckConversation(saved, { packages, trustRoot, now: NOW });
      expect(report.citations[0]?.verdict).toBe('confirmed');
      expect(report.packages).toHaveLength(1);
    }
  });

  it('notes attestations that nobody checked, whichever copy has them', async () => {
    const [record] = await serviceRecords([packageFiles()]);
    const saved = conversationOf({ records: [record], computedAt: COMPUTED_AT });
    const copies = [packageFiles({ signedBy: publisher }), packageFiles()];
    for (const packages of [copies, [...copies].reverse()]) {
      const report = await recheckConversation(saved, { packages: packages.map(memorySource), now: NOW });
      expect(report.citations[0]?.notes).toMatchObject([{ code: 'attestations-unchecked' }]);
    }
  });

  it('counts each verdict, the citations of each package and what is missing', async () => {
    const report = await recheckConversation(await conversation(), {
      packages: [memorySource(one), memorySource(two)],
      trustRoot,
      now: NOW,
    });
    expect(report.counts).toMatchObject({ total: 3, confirmed: 2, 'package-missing': 1 });
    expect(report.packages.map(({ id, citations, signers }) => [id, citations, signers])).toEqual([
      ['https://example.com/kb', 1, ['Test publisher']],
      ['https://example.com/two', 1, []],
    ]);
    expect(report.missing).toMatchObject([{ id: 'https://example.com/three', citations: 1 }]);
  });

  it('goes on past a bad package and a bad record, and says which', async () => {
    const records = await serviceRecords([one], { trustRoot });
    const saved = conversationOf({ records: [{ broken: true }, ...records], computedAt: COMPUTED_AT });
    const report = await recheckConversation(saved, {
      packages: [{ name: 'broken.moca', target: new Uint8Array([80, 75, 1]) }, memorySource(one)],
      trustRoot,
      now: NOW,
    });
    expect(report.citations.map(({ verdict }) => verdict)).toEqual(['invalid-record', 'confirmed']);
    expect(report.problems).toMatchObject([{ source: 'broken.moca', code: 'T003_ARCHIVE_REJECTED' }]);
  });

  it('says that a package which breaks the format gives no record', async () => {
    const broken = packageFiles({ files: { 'content/bad.md': 'no frontmatter' } });
    const [record] = await serviceRecords([packageFiles()]);
    const { digest } = await import('./digest.js').then((module) => ({ digest: module.digestOf(broken) }));
    const forged = { ...record, package: { ...record?.package, digest } };
    const report = await recheckConversation(conversationOf({ records: [forged], computedAt: COMPUTED_AT }), {
      packages: [memorySource(broken)],
      now: NOW,
    });
    expect(report.citations[0]).toMatchObject({
      verdict: 'misreported',
      notes: [{ code: 'package-invalid' }],
    });
  });

  it('names the version of this package as its Reader', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(READER).toMatchObject({ name, version });
  });

  it('gives a trust root one digest, however its file is laid out', () => {
    const [a, b] = trustRoot.keys;
    const turned = { keys: [a, b].map((key) => Object.fromEntries(Object.entries(key ?? {}).reverse())) };
    expect(trustRootDigest(turned as typeof trustRoot)).toBe(trustRootDigest(trustRoot));
    expect(trustRootDigest({ keys: [reviewer.entry] })).not.toBe(trustRootDigest(trustRoot));
  });
});

describe('a package asked of the host', () => {
  it('is used when its digest fits, and asked for once', async () => {
    const asked: unknown[] = [];
    const records = await serviceRecords([one], { trustRoot });
    const saved = conversationOf(
      { id: 'a', records, computedAt: COMPUTED_AT },
      { id: 'b', records, computedAt: COMPUTED_AT },
    );
    const report = await recheckConversation(saved, {
      packages: [],
      trustRoot,
      now: NOW,
      resolvePackage: async (wanted) => {
        asked.push(wanted.id);
        return archive(one);
      },
    });
    expect(asked).toEqual(['https://example.com/kb']);
    expect(report.counts.confirmed).toBe(2);
  });

  it('is not believed when its digest is another', async () => {
    const saved = conversationOf({
      records: await serviceRecords([one], { trustRoot }),
      computedAt: COMPUTED_AT,
    });
    const report = await recheckConversation(saved, {
      packages: [],
      now: NOW,
      resolvePackage: async () => archive({ ...one, 'sources/terms.txt': 'Other.' }),
    });
    expect(report.citations[0]).toMatchObject({ verdict: 'package-missing' });
    expect(report.problems).toMatchObject([{ code: 'resolved-other-digest' }]);
  });

  it('is asked for by its own name though a forged record before it carries its digest', async () => {
    const [record] = await serviceRecords([one], { trustRoot });
    const forged = { ...record, package: { ...record?.package, id: 'https://example.com/other' } };
    const report = await recheckConversation(
      conversationOf(
        { id: 'a', records: [forged], computedAt: COMPUTED_AT },
        { id: 'b', records: [record], computedAt: COMPUTED_AT },
      ),
      {
        packages: [],
        trustRoot,
        now: NOW,
        resolvePackage: async ({ id }) => (id === record?.package.id ? archive(one) : undefined),
      },
    );
    expect(report.citations.map(({ verdict }) => verdict)).toEqual(['misreported', 'confirmed']);
  });

  it('is waited for only until the host stops the check', async () => {
    const stop = new AbortController();
    const checking = recheckConversation(await conversation(), {
      packages: [],
      now: NOW,
      signal: stop.signal,
      resolvePackage: () => {
        queueMicrotask(() => stop.abort(new Error('enough')));
        return new Promise(() => {});
      },
    });
    await expect(checking).rejects.toThrow('enough');
  });

  it('may fail without stopping the rest', async () => {
    const report = await recheckConversation(await conversation(), {
      packages: [memorySource(two)],
      trustRoot,
      now: NOW,
      resolvePackage: async () => {
        throw new Error('No network.');
      },
    });
    expect(report.counts).toMatchObject({ confirmed: 1, 'package-missing': 2 });
    expect(report.problems.every(({ code }) => code === 'resolve-failed')).toBe(true);
  });
});

describe('stopping and progress', () => {
  it('rejects with the reason of the signal', async () => {
    const reason = new Error('enough');
    const check = recheckConversation(await conversation(), {
      packages: [memorySource(one)],
      signal: AbortSignal.abort(reason),
    });
    await expect(check).rejects.toBe(reason);
  });

  it('stops in the middle of the citations', async () => {
    const stop = new AbortController();
    const check = recheckConversation(await conversation(), {
      packages: [memorySource(one)],
      signal: stop.signal,
      onProgress: ({ phase, done }) => {
        if (phase === 'citations' && done === 1) stop.abort();
      },
    });
    await expect(check).rejects.toThrow();
  });

  it('tells each package by name and every citation', async () => {
    const seen: string[] = [];
    await recheckConversation(await conversation(), {
      packages: [{ name: 'one', target: memorySource(one) }],
      now: NOW,
      onProgress: ({ phase, done, total, name }) =>
        seen.push(`${phase} ${done}/${total} ${name ?? ''}`.trim()),
    });
    expect(seen[0]).toBe('packages 0/1 one');
    expect(seen.at(-1)).toBe('citations 3/3');
  });

  it.each<[string, object]>([
    ['a trust root that is none', { trustRoot: { keys: [{ keyid: 'x' }] } }],
    ['a trust root that is not JSON', { trustRoot: '{' }],
    ['a time that is none', { now: 'soon' }],
  ])('throws for %s', async (_name, options) => {
    await expect(recheckConversation(await conversation(), { packages: [], ...options })).rejects.toThrow(
      TypeError,
    );
  });
});

describe('quotations', () => {
  it('are looked up in the cited node, with and without its marks, apart from the verdict', async () => {
    const { text: _, ...record } = (await serviceRecords([one], { trustRoot }))[0] ?? {};
    const content = 'It says “refund within 30\ndays of delivery” [1], and „refund within 90 days“ [1].';
    const report = await recheckConversation(
      conversationOf({ content, records: [record], computedAt: COMPUTED_AT }),
      { packages: [memorySource(one)], trustRoot, now: NOW },
    );
    expect(report.citations[0]).toMatchObject({
      verdict: 'confirmed',
      quotations: [
        { text: 'refund within 30\ndays of delivery', found: true },
        { text: 'refund within 90 days', found: false },
      ],
    });
  });
});
