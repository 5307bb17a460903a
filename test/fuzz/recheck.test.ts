import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConversation } from '../../src/client/conversation.js';
import { readPackage } from '../../src/reader/read-package.js';
import { memorySource } from '../../src/reader/source/memory.js';
import type { PackageResult } from '../../src/reader/types.js';
import { foldWhiteSpace, quotationsByMarker } from '../../src/recheck/quotations.js';
import { recheckConversation } from '../../src/recheck/recheck.js';
import { reportToHtml } from '../../src/recheck/report-html.js';
import type { CitationRecord } from '../../src/schema/citation-record.js';
import { recheckReportSchema } from '../../src/schema/recheck-report.js';
import { COMPUTED_AT, capture, serviceRecords } from '../unit/recheck/conversations.js';
import { packageFiles, publisher, reviewer, trustRoot } from '../unit/recheck/packages.js';

const NOW = '2026-03-02T00:00:00Z';
const FILE = 'content/refund.md';
const files = packageFiles({ signedBy: publisher, reviews: [{ file: FILE, at: '2026-01-10T00:00:00Z' }] });
const [honest] = await serviceRecords([files], { trustRoot });
const result: PackageResult = await readPackage(memorySource(files), {
  trustRoot,
  clock: () => Date.parse(NOW),
});

// Said by a search and not by the package, or not compared when it is left out.
const NOT_COMPARED = /^(score|retrieval)|^(text|span)$|packageVerified$|^trust\.reviewStatus$/;

/** Every value of a record by its path: what a forger can change. */
function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changed(record: CitationRecord, path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = structuredClone(record);
  let at = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

const check = (records: readonly unknown[]) =>
  recheckConversation(
    parseConversation(JSON.parse(JSON.stringify(capture({ records, computedAt: COMPUTED_AT })))),
    {
      packages: [result],
      trustRoot,
      now: NOW,
    },
  );

const paths = leavesOf(honest);
const valueAt = (path: readonly (string | number)[]) =>
  path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], honest);
const scalar = fc.oneof(fc.string(), fc.boolean(), fc.integer({ min: 0 }), fc.constant(null));

describe('any change to a record', () => {
  it('is never confirmed, whichever field it is in and whatever is put there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), scalar, async (path, value) => {
        fc.pre(value !== valueAt(path));
        const report = await check([changed(honest as CitationRecord, path, value)]);
        expect(report.citations[0]?.verdict).not.toBe('confirmed');
      }),
      { numRuns: 150 },
    );
  });

  it('by leaving a field out is never confirmed, but for what is not compared', async () => {
    for (const path of paths) {
      if (NOT_COMPARED.test(path.join('.'))) continue;
      const report = await check([changed(honest as CitationRecord, path, undefined)]);
      expect([path.join('.'), report.citations[0]?.verdict]).not.toEqual([path.join('.'), 'confirmed']);
    }
  });

  it('leaves the records beside it confirmed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ maxDepth: 4 }), async (junk) => {
        const report = await check([junk, honest]);
        expect(report.citations.at(-1)?.verdict).toBe('confirmed');
        expect(recheckReportSchema.safeParse(JSON.parse(JSON.stringify(report))).success).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the printable report', () => {
  it('holds no markup out of a record or an answer', async () => {
    const hostile = fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'&<b>");
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...paths), async (text, path) => {
        const html = reportToHtml(await check([changed(honest as CitationRecord, path, text)]));
        expect(html).not.toMatch(/<(script|img|b>&)/i);
      }),
      { numRuns: 60 },
    );
  });
});

describe('quotations of any text', () => {
  it('occur in the answer, stand beside a marker, and fold to one line', () => {
    const piece = fc.constantFrom('“', '”', '"', '„', '«', '»', '[1]', '[2]', ' ', '\n', '.', 'word', '😀');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const content = pieces.join('');
        for (const texts of quotationsByMarker(content, ['[1]', '[2]']).values()) {
          for (const text of texts) {
            expect(content).toContain(text);
            expect(foldWhiteSpace(text)).not.toMatch(/\s\s|\n/);
          }
        }
      }),
    );
  });
});

it('checks with a review by a key of the trust root', () => {
  expect(honest?.trust.attestedReviews[0]?.signer).toBe(reviewer.entry.identity);
});
