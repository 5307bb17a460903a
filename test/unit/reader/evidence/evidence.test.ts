import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../../../../src/reader/read-package.js';
import { codesOf, type Files, markdown, packageFiles, readFiles } from '../../../support/packages.js';

const quote = (exact: string, more = {}) => ({ type: 'TextQuoteSelector', exact, ...more });
const range = (value: string) => ({
  type: 'FragmentSelector',
  conformsTo: 'http://www.w3.org/TR/media-frags/',
  value,
});

/** A node that cites one file with these selectors. */
function citing(resource: string, selectors: unknown[]): string {
  return markdown(
    `type: Note
sources: [{id: s, resource: ${JSON.stringify(resource)}, title: Kept}]
moca: {evidence: ${JSON.stringify(selectors.map((selector) => ({ source: 's', selector })))}}`,
  );
}

async function check(resource: string, selectors: unknown[], files: Files, options?: ReadOptions) {
  const result = await readFiles(
    packageFiles({ 'content/a.md': citing(resource, selectors), ...files }),
    options,
  );
  const evidence = result.nodes[0]?.representations[0]?.evidence ?? [];
  return { result, matched: evidence.map(({ matched }) => matched), evidence };
}

const source = { 'sources/s.txt': 'Refunds are paid within 30 days of delivery. Refunds are final.' };

describe('a quote', () => {
  it.each([
    [quote('within 30 days'), true],
    [quote('within 30  days'), false],
    [quote('Within 30 days'), false],
    [quote('Refunds are', { suffix: ' final' }), true],
    [quote('Refunds are', { prefix: '. ', suffix: ' paid' }), false],
    [quote('days', { prefix: '30 ' }), true],
  ])('%j is %s', async (selector, expected) => {
    const { result, matched } = await check('../sources/s.txt', [selector], source);
    expect(matched).toEqual([expected]);
    expect(codesOf(result)).toEqual(expected ? [] : ['C011']);
  });

  it('without exact text is false, with C005', async () => {
    const { result, matched } = await check('../sources/s.txt', [quote('')], source);
    expect(matched).toEqual([false]);
    expect(codesOf(result)).toEqual(['C005', 'C011']);
  });

  it('that is nothing but markup is false', async () => {
    const files = { 'sources/s.md': 'text' };
    expect((await check('../sources/s.md', [quote('**')], files)).matched).toEqual([false]);
  });

  it('matches past a byte order mark and across markup', async () => {
    const files = { 'sources/s.md': '\ufeff**Refunds** are [final](x.md).' };
    const selectors = [quote('Refunds are final', { prefix: '' }), quote('_Refunds_ are **final**')];
    expect((await check('../sources/s.md', selectors, files)).matched).toEqual([true, true]);
  });

  it('may cite any file of the package', async () => {
    expect((await check('../moca.txt', [quote('x')], { 'moca.txt': 'x' })).matched).toEqual([true]);
    expect(
      (await check('/b.md', [quote('Text.')], { 'content/b.md': markdown('type: Note') })).matched,
    ).toEqual([true]);
  });
});

describe('evidence that is not checked', () => {
  it.each<[string, string, unknown, Files]>([
    ['a position', '../sources/s.txt', { type: 'TextPositionSelector', start: 0, end: 1 }, source],
    ['a source outside the package', 'https://example.com/s.txt', quote('x'), {}],
    ['a file type nobody reads', '../sources/s.pdf', quote('x'), { 'sources/s.pdf': 'x' }],
    ['a time range in a text', '../sources/s.txt', range('t=1'), source],
    [
      'a page in a PDF',
      '../sources/s.vtt',
      { type: 'FragmentSelector', conformsTo: 'http://tools.ietf.org/rfc/rfc3778', value: 'page=1' },
      { 'sources/s.vtt': 'WEBVTT' },
    ],
    ['a fragment without a time', '../sources/s.vtt', range('xywh=0,0,1,1'), { 'sources/s.vtt': 'WEBVTT' }],
  ])('%s', async (_what, resource, selector, files) => {
    const { result, matched } = await check(resource, [selector], files);
    expect(matched).toEqual([undefined]);
    expect(result.diagnostics).toEqual([]);
  });

  it('of a file that is missing says so as a link, and only so', async () => {
    const { result, matched } = await check('../sources/none.txt', [quote('x')], {});
    expect(matched).toEqual([undefined]);
    expect(codesOf(result)).toEqual(['C007']);
  });
});

it('a time range matches the cues of a WebVTT file', async () => {
  const files = { 'media/s.vtt': 'WEBVTT\n\n00:05.000 --> 00:09.500\nHello\n' };
  expect(
    (await check('../media/s.vtt', [range('t=6,8'), range('t=20'), quote('Hello')], files)).matched,
  ).toEqual([true, false, true]);
});

it('keeps the source and the selector as written', async () => {
  const { evidence } = await check('../sources/s.txt', [quote('final')], source);
  expect(evidence).toEqual([
    {
      source: { id: 's', resource: '../sources/s.txt', title: 'Kept' },
      selector: quote('final'),
      matched: true,
    },
  ]);
});

describe('the evidence limits', () => {
  const three = [quote('30'), quote('nowhere'), quote('days')];
  it.each<[ReadOptions['limits'], (boolean | undefined)[]]>([
    [{ maxEvidencePerNode: 1 }, [true, undefined, undefined]],
    [{ maxEvidencePerNode: 0 }, [undefined, undefined, undefined]],
    [{ maxSourceBytesChecked: 63 }, [true, false, true]],
    [{ maxSourceBytesChecked: 62 }, [undefined, undefined, undefined]],
    [{ maxEvidenceChecksPerPackage: 2 }, [true, false, undefined]],
    [{ maxEvidenceBytesPerPackage: 126 }, [true, false, undefined]],
    [{ maxEvidenceBytesPerPackage: 125 }, [true, undefined, undefined]],
  ])('%j', async (limits, expected) => {
    const { matched } = await check('../sources/s.txt', three, source, { limits: limits ?? {} });
    expect(matched).toEqual(expected);
  });
});

describe('the evidence capabilities', () => {
  const capabilities = async (resource: string, files: Files) =>
    (await check(resource, [quote('nowhere to be found')], files)).result.capabilities;

  it.each<[string, Files, string[]]>([
    ['../sources/s.txt', source, ['core', 'located-evidence', 'self-contained-evidence']],
    ['../media/s.pdf', { 'media/s.pdf': '' }, ['core', 'located-evidence', 'self-contained-evidence']],
    ['../s.txt', { 's.txt': '' }, ['core', 'located-evidence']],
    ['https://example.com/s.txt', {}, ['core', 'located-evidence']],
    ['../sources/none.txt', {}, ['core', 'located-evidence']],
  ])('of evidence in %s', async (resource, files, expected) => {
    expect(await capabilities(resource, files)).toEqual(expected);
  });

  it('are absent for an empty list', async () => {
    const content = markdown('type: Note\nmoca: {evidence: []}');
    expect((await readFiles(packageFiles({ 'content/a.md': content }))).capabilities).toEqual(['core']);
  });
});
