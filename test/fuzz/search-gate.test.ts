// Whatever a backend and an egress hook return, nothing passes that the policy, the audience set or the caller keeps out.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Library } from '../../src/reader/library/library.js';
import { createSearch } from '../../src/reader/search/search.js';
import type { CitationRecord } from '../../src/schema/citation-record.js';
import { citationRecordSchema } from '../../src/schema/citation-record.js';
import { makePackage } from '../unit/reader/make-package.js';

const NOW = Date.parse('2026-09-27T00:00:00Z');

async function library(): Promise<Library> {
  const loaded = new Library({ clock: () => NOW });
  loaded.add(
    await makePackage({
      nodes: {
        'bad.md': { frontmatter: { moca: { audience: ['public'] } }, body: 'word' },
        'expired.md': {
          frontmatter: { moca: { audience: 'public', valid_until: '2026-01-01' } },
          body: 'word',
        },
        'internal.md': { frontmatter: { moca: { audience: 'internal' } }, body: 'word' },
        'none.md': { body: 'word' },
        'old.md': { frontmatter: { status: 'deprecated', moca: { audience: 'public' } }, body: 'word' },
        'public.md': { frontmatter: { moca: { audience: 'public' } }, body: 'word' },
      },
    }),
  );
  return loaded;
}

/** Records with values put where a hook would put them to get through. */
const forgery = fc.record({
  index: fc.nat({ max: 5 }),
  changes: fc.array(
    fc.tuple(
      fc.constantFrom(
        'package',
        'node',
        'trust',
        'span',
        'audience',
        'audienceInvalid',
        'score',
        'retrieval',
        'text',
        'concepts',
      ),
      fc.constantFrom<unknown>(
        undefined,
        null,
        '',
        'public',
        true,
        false,
        Number.NaN,
        1e300,
        [],
        {},
        { start: 0, end: 5 },
        { start: '40', end: 44 },
        { status: 'stable', inForce: true, superseded: false },
        { via: 'search' },
        { via: 'forged', from: 3 },
      ),
    ),
    { maxLength: 4 },
  ),
  reference: fc.boolean(),
});

it('only what may pass passes, each result is a valid record made by the Reader', async () => {
  const loaded = await library();
  const originals = loaded.citations({ text: true });
  const allowed = originals.find(({ node }) => node.path === 'public.md');
  const ref = allowed?.node.ref ?? '';
  await fc.assert(
    fc.asyncProperty(fc.array(forgery, { maxLength: 12 }), fc.nat({ max: 3 }), async (forgeries, limit) => {
      const forged = forgeries.map(({ index, changes, reference }) => {
        const record = structuredClone(originals[index % originals.length] ?? {}) as Record<string, unknown>;
        for (const [member, value] of changes) record[member] = value;
        if (reference) Object.assign((record.node ?? {}) as object, { ref });
        return record;
      });
      const search = createSearch(loaded, {
        audiences: ['public'],
        includeAll: false,
        hooks: { egress: (candidates) => [...(forged as unknown as CitationRecord[]), ...candidates] },
      });
      const found = await search.search('word', { limit });
      expect(found.length).toBeLessThanOrEqual(limit);
      for (const record of found) {
        expect(citationRecordSchema.safeParse(record).success).toBe(true);
        expect(Number.isFinite(record.score)).toBe(true);
        expect([record.node.ref, record.audience]).toEqual([ref, 'public']);
        expect(record.trust).toEqual(allowed?.trust);
        expect('word').toContain(record.text);
      }
    }),
    { numRuns: 500 },
  );
});
