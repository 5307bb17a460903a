import { describe, expect, it } from 'vitest';
import { Library } from '../../../src/reader/library/library.js';
import type { ReadOptions } from '../../../src/reader/read-package.js';
import { envelope, packageStatement, reviewStatement, testKey } from '../../support/attestations.js';
import {
  codesOf,
  type Files,
  manifest,
  markdown,
  PACKAGE_ID,
  packageFiles,
  readFiles,
} from '../../support/packages.js';

const NO_TEXT = { toString: 1, valueOf: 1 };
// More than a call takes as arguments.
const MANY = 150_000;
const key = testKey(1);
const trustRoot = { keys: [{ keyid: 'k', publicKey: key.publicKey }] };
const clock = () => Date.parse('2027-01-01T00:00:00Z');

describe('content that would make a careless reader throw or hang is a finding', () => {
  const cases: [string, Files, string[], ReadOptions?][] = [
    [
      'manifest members that are objects without a text form',
      {
        'moca.json': manifest({
          id: NO_TEXT,
          version: NO_TEXT,
          mocaVersion: NO_TEXT,
          validFrom: NO_TEXT,
          validUntil: NO_TEXT,
          language: NO_TEXT,
        }),
      },
      ['M002'],
    ],
    [
      'dates that are mappings without a text form',
      {
        'content/a.md': markdown(
          'type: Note\nmoca: {valid_from: {toString: 1, valueOf: 1}, valid_until: {toString: 1, valueOf: 1}}',
        ),
      },
      ['C005'],
    ],
    [
      'a language tag of four million subtags',
      { 'moca.json': manifest({ language: `en${'-a'.repeat(4_000_000)}!` }) },
      ['M002'],
    ],
    [
      'a file name that looks like four million subtags',
      {
        'moca.json': manifest({ locales: ['en'] }),
        [`content/a.en${'-a'.repeat(4_000_000)}!.md`]: markdown('type: Note'),
      },
      [],
    ],
    ['a log of many undated headings', { 'content/log.md': '## x\n'.repeat(MANY) }, ['C004']],
    [
      'a log heading of spaces, with a line separator that is no line end',
      { 'content/log.md': `##${' '.repeat(200_000)}a\u2028b\n` },
      ['C004'],
    ],
    [
      'ordered collections that share one long list',
      {
        'structure.ttl': [
          '@prefix s: <http://www.w3.org/2004/02/skos/core#> .',
          '@prefix r: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .',
          ...Array.from({ length: 20_000 }, (_, index) => `<a:c${index}> s:memberList _:l0 .`),
          ...Array.from(
            { length: 20_000 },
            (_, index) => `_:l${index} r:first <a:x>; r:rest _:l${index + 1} .`,
          ),
        ].join('\n'),
      },
      ['O001'],
    ],
    [
      'a prefix that every term repeats at length',
      {
        'structure.ttl': [
          `@prefix a: <http://${'x'.repeat(100_000)}> .`,
          ...Array.from({ length: 60_000 }, (_, index) => `a:${index} a a:b .`),
        ].join('\n'),
      },
      ['O001'],
    ],
    [
      'a review of many files',
      {
        'attestations/r.dsse.json': JSON.stringify(
          envelope(
            reviewStatement(
              Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`content/${index}`, '0'])),
              {
                package: PACKAGE_ID,
                reviewer: 'human:a',
                reviewedAt: '2026-01-01T00:00:00Z',
                outcome: 'accurate',
              },
            ),
            { k: key },
          ),
        ),
      },
      ['A006'],
      { trustRoot, clock },
    ],
  ];
  it.each(cases)('%s', async (_what, files, codes, options) => {
    const result = await readFiles(packageFiles(files), options);
    expect(codesOf(result)).toEqual(codes);
  });

  it('a heading of a log is undated with white space alone after it, and not when it is only ##', async () => {
    const log = '## \n##\n## 2026-01-01\r\n##x\n##\r\n##\t2026-1-1\n### x\n';
    const result = await readFiles(packageFiles({ 'content/log.md': log }));
    expect(result.diagnostics.map(({ line }) => line)).toEqual([1, 6]);
  });

  it('a block that is never closed is refused once it is over the limit', async () => {
    const text = `---\n${'a\n'.repeat(100)}`;
    const result = await readFiles(packageFiles({ 'content/b.md': text }), {
      limits: { maxFrontmatterBytes: 50 },
    });
    expect(result.diagnostics).toMatchObject([
      { code: 'C002_FRONTMATTER_INVALID', line: 1, message: expect.stringContaining('maxFrontmatterBytes') },
    ]);
  });
});

it('many attestations of many signatures are tried up to a bound', async () => {
  const many = JSON.stringify({
    ...envelope(packageStatement(`${PACKAGE_ID}@1.0.0`, ''), {}),
    signatures: Array.from({ length: 64 }, () => ({ keyid: 'k', sig: 'AAAA' })),
  });
  const files = Object.fromEntries(
    Array.from({ length: 626 }, (_, index) => [`attestations/${1000 + index}.dsse.json`, many]),
  );
  // A key that cannot be used costs nothing to try.
  const result = await readFiles(packageFiles(files), {
    trustRoot: { keys: [{ keyid: 'k', publicKey: 'no key' }] },
  });
  expect(codesOf(result)).toEqual(['A003']);
  expect(result.attestations.at(-2)?.reason).toContain('cannot be checked');
  expect(result.attestations.at(-1)?.reason).toContain('more signatures');
});

describe('a Sigstore verifier that breaks its word leaves the bundle unverifiable (A003)', () => {
  const bundle = JSON.stringify({ dsseEnvelope: envelope(packageStatement(`${PACKAGE_ID}@1.0.0`, ''), {}) });
  const verdicts: [string, unknown][] = [
    ['nothing', undefined],
    ['text', 'valid'],
    ['no outcome', {}],
    ['an outcome of the Reader’s own', { outcome: 'future' }],
    [
      'an object that throws',
      {
        get outcome() {
          throw new Error('no');
        },
      },
    ],
  ];
  it.each(verdicts)('%s', async (_what, verdict) => {
    const result = await readFiles(
      packageFiles({
        'attestations/p.sigstore.json': bundle.replace('"signatures":[]', '"signatures":[{}]'),
      }),
      {
        trustRoot: { sigstore: { identities: [{ issuer: 'i', subject: 's' }] } },
        sigstore: { verify: async () => verdict as never },
      },
    );
    expect(codesOf(result)).toEqual(['A003']);
  });
});

it('structure that states more facts in one place than a call takes arguments is answered', async () => {
  const overlays = [1, 2].map((half) => ({
    id: `o${half}`,
    layer: 'application' as const,
    source: [
      '@prefix s: <http://www.w3.org/2004/02/skos/core#> .',
      ...Array.from({ length: MANY / 2 }, (_, index) => `<a:${half}x${index}> s:broader <a:r> .`),
    ].join('\n'),
  }));
  const library = new Library({ overlays });
  await library.ready;
  expect(library.structure.narrower('a:r', { transitive: true })).toHaveLength(MANY);
});
