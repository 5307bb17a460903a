import { describe, expect, it } from 'vitest';
import { Library } from '../../../../src/reader/library/library.js';
import { denseBackend } from '../../../../src/reader/search/dense-backend.js';
import type { Embedder } from '../../../../src/reader/search/embedder.js';
import { hybridBackend } from '../../../../src/reader/search/hybrid-backend.js';
import { lexicalBackend } from '../../../../src/reader/search/lexical-backend.js';
import { createSearch } from '../../../../src/reader/search/search.js';
import type { BoundSidecar } from '../../../../src/reader/sidecar/bind-sidecar.js';
import type { PackageResult } from '../../../../src/reader/types.js';
import type { SidecarModel } from '../../../../src/schema/sidecar-index.js';
import { makePackage } from '../make-package.js';
import { fixedBackend } from './backends.js';

const MODEL: SidecarModel = { name: 'm', version: '1', dimensions: 2 };

function embedder(rest: Partial<Embedder> = {}): Embedder {
  return { name: 'm', version: '1', dimensions: 2, embed: (texts) => texts.map(() => [1, 0]), ...rest };
}

function sidecarOf(
  result: PackageResult,
  model: SidecarModel | undefined,
  vectors: Record<string, number[]>,
): BoundSidecar {
  return {
    usable: true,
    index: {
      indexVersion: 1,
      target: { id: result.manifest?.id ?? '', version: '1.0.0', digest: result.digest ?? '' },
      indexType: 'dense',
      ...(model ? { model } : {}),
      storage: { format: 'moca-jsonl-v1', file: 'x' },
    },
    chunks: Object.entries(vectors).map(([path, vector]) => {
      const representation = result.nodes.find((node) => node.path === path)?.representations[0];
      return {
        path,
        span: { start: representation?.bodyOffset ?? 0, end: representation?.size ?? 0 },
        vector,
      };
    }),
    diagnostics: [],
  };
}

async function denseLibrary(vectors: Record<string, number[]>, model: SidecarModel | undefined = MODEL) {
  const nodes = Object.fromEntries(Object.keys(vectors).map((path) => [path, { body: 'word' }]));
  const result = await makePackage({ nodes });
  const library = new Library();
  library.add(result, { sidecar: sidecarOf(result, model, vectors) });
  return library;
}

const codes = (diagnostics: readonly { code: string }[] | undefined) =>
  (diagnostics ?? []).map(({ code }) => code.slice(0, 4));

describe('dense search', () => {
  it.each([
    ['cosine', ['near.md', 'far.md', 'zero.md', 'back.md']],
    ['dot', ['far.md', 'near.md', 'zero.md', 'back.md']],
    ['euclidean', ['near.md', 'zero.md', 'back.md', 'far.md']],
    [undefined, ['near.md', 'far.md', 'zero.md', 'back.md']],
  ] as const)('ranks by %s', async (distance, expected) => {
    const vectors = { 'back.md': [-1, 0], 'far.md': [5, 1], 'near.md': [1, 0.1], 'zero.md': [0, 0] };
    const library = await denseLibrary(vectors, { ...MODEL, ...(distance ? { distance } : {}) });
    const records = await createSearch(library, { backend: denseBackend(library, embedder()) }).search('q');
    expect(records.map(({ node }) => node.path)).toEqual(expected);
  });

  it.each<[string, Partial<Embedder>, Partial<SidecarModel>, string[]]>([
    ['the same model', {}, {}, []],
    ['another name', { name: 'n' }, {}, ['S006']],
    ['another version', { version: '2' }, {}, ['S006']],
    ['other dimensions', { dimensions: 3 }, {}, ['S006']],
    ['a query prefix on one side', { queryPrefix: 'q: ' }, {}, ['S006']],
    ['an empty query prefix on one side', {}, { queryPrefix: '' }, ['S006']],
    ['another document prefix', { documentPrefix: 'a' }, { documentPrefix: 'b' }, ['S006']],
    [
      'the same prefixes',
      { queryPrefix: 'q', documentPrefix: '' },
      { queryPrefix: 'q', documentPrefix: '' },
      [],
    ],
  ])('with %s reports %j', async (_name, ours, theirs, expected) => {
    const library = await denseLibrary({ 'a.md': [1, 0] }, { ...MODEL, ...theirs });
    const backend = denseBackend(library, embedder(ours));
    expect(codes(backend.diagnostics)).toEqual(expected);
    const found = await createSearch(library, { backend }).search('q');
    expect(found).toHaveLength(expected.length === 0 ? 1 : 0);
  });

  it('takes a missing version on either side as a match, and missing dimensions from the vectors', async () => {
    const { version: _, ...unversioned } = embedder();
    const library = await denseLibrary({ 'a.md': [1, 0] }, { name: 'm' });
    expect(codes(denseBackend(library, embedder()).diagnostics)).toEqual([]);
    expect(codes(denseBackend(library, unversioned).diagnostics)).toEqual([]);
    const wide = await denseLibrary({ 'a.md': [1, 0, 0] }, { name: 'm' });
    expect(codes(denseBackend(wide, embedder()).diagnostics)).toEqual(['S006']);
  });

  it('reports S006 for an index with vectors and no model', async () => {
    const result = await makePackage({ nodes: { 'a.md': {} } });
    const library = new Library();
    library.add(result, { sidecar: sidecarOf(result, undefined, { 'a.md': [1, 0] }) });
    expect(codes(denseBackend(library, embedder()).diagnostics)).toEqual(['S006']);
  });

  it('reports S007 once for each package without vectors, later ones too', async () => {
    const library = await denseLibrary({ 'a.md': [1, 0] });
    const backend = denseBackend(library, embedder());
    library.add(await makePackage({ id: 'https://example.com/2' }));
    expect(codes(backend.diagnostics)).toEqual(['S007']);
    expect(codes(backend.diagnostics)).toEqual(['S007']);
    expect(codes(createSearch(library, { backend }).diagnostics)).toEqual(['S007']);
  });

  it('skips vectors of another length or with a number that is not finite', async () => {
    const library = await denseLibrary({ 'a.md': [1, 0], 'b.md': [1], 'c.md': [Number.NaN, 1] });
    const backend = denseBackend(library, embedder());
    expect((await createSearch(library, { backend }).search('q')).map(({ node }) => node.path)).toEqual([
      'a.md',
    ]);
  });

  it('embeds the bare query in the role of a query', async () => {
    const asked: unknown[] = [];
    const library = await denseLibrary({ 'a.md': [1, 0] }, { ...MODEL, queryPrefix: 'q: ' });
    const embed: Embedder['embed'] = (texts, role) => {
      asked.push([texts, role]);
      return [[1, 0]];
    };
    await createSearch(library, {
      backend: denseBackend(library, embedder({ queryPrefix: 'q: ', embed })),
    }).search('x');
    expect(asked).toEqual([[['x'], 'query']]);
  });

  it.each([[[]], [[[1]]], [[[1, Number.NaN]]]])('rejects when the embedder gives %j', async (vectors) => {
    const library = await denseLibrary({ 'a.md': [1, 0] });
    const backend = denseBackend(library, embedder({ embed: () => vectors }));
    await expect(createSearch(library, { backend }).search('x')).rejects.toThrow(TypeError);
  });
});

describe('hybrid search', () => {
  const hit = (path: string, score = 1, more: object = {}) => ({
    digest: `sha256:${'a'.repeat(64)}`,
    node: `x:p#${path}`,
    path,
    score,
    ...more,
  });
  const search = async (lexical: unknown[], dense: unknown[], options = {}) =>
    await hybridBackend(fixedBackend(lexical), fixedBackend(dense), options).search('q', {
      limit: 5,
      filters: { digests: [], exclude: [] },
    });
  const summary = (hits: readonly { path: string; score: number }[]) =>
    hits.map(({ path, score }) => [path, Number(score.toFixed(5))]);

  it('fuses by reciprocal rank: in both lists beats first in one', async () => {
    expect(summary(await search([hit('a'), hit('b')], [hit('c'), hit('b')]))).toEqual([
      ['b', Number((2 / 62).toFixed(5))],
      ['a', Number((1 / 61).toFixed(5))],
      ['c', Number((1 / 61).toFixed(5))],
    ]);
  });

  it('lets a backend of weight 0 contribute nothing', async () => {
    expect(summary(await search([hit('a')], [hit('b')], { weights: { lexical: 0 } }))).toEqual([
      ['b', Number((1 / 61).toFixed(5))],
    ]);
  });

  it('takes hits of another span or locale as other hits, and none before any in ties', async () => {
    const span = { span: { start: 1, end: 2 } };
    const hits = await search([hit('a', 1, span)], [hit('a')]);
    expect(hits.map((one) => one.span)).toEqual([undefined, span.span]);
    expect(await search([hit('a', 1, { locale: 'en' })], [hit('a')])).toHaveLength(2);
  });

  it('counts a hit that a backend repeats once, at its first place', async () => {
    expect(summary(await search([hit('a'), hit('a'), hit('b')], []))).toEqual([
      ['a', Number((1 / 61).toFixed(5))],
      ['b', Number((1 / 63).toFixed(5))],
    ]);
  });

  it('takes results that are no list as none, and what a hit said when it was first read', async () => {
    let reads = 0;
    const changing = {
      ...hit('a'),
      get path() {
        reads += 1;
        if (reads > 1) throw new Error('read again');
        return 'a';
      },
    };
    const odd = { ...fixedBackend([]), search: () => 'hits' as never };
    const hits = await hybridBackend(fixedBackend([changing]), odd).search('q', {
      limit: 5,
      filters: { digests: [], exclude: [] },
    });
    expect(hits.map(({ path }) => path)).toEqual(['a']);
  });

  it('passes over malformed hits', async () => {
    expect(await search([null, hit('a'), { path: 'x' }], [])).toHaveLength(1);
  });

  it.each([
    [{ k: -1 }],
    [{ k: Number.NaN }],
    [{ weights: { lexical: -1 } }],
    [{ weights: { dense: Number.POSITIVE_INFINITY } }],
    [{ weights: { lexical: 0, dense: 0 } }],
  ])('refuses the settings %j before any search', (options) => {
    expect(() => hybridBackend(fixedBackend([]), fixedBackend([]), options)).toThrow(RangeError);
  });

  it('declares pushdown when both do, and reports the diagnostics of both', async () => {
    const library = new Library();
    library.add(await makePackage({ nodes: { 'a.md': { body: 'word' } } }));
    const hybrid = hybridBackend(lexicalBackend(library), denseBackend(library, embedder()));
    expect(hybrid.features).toEqual(['lexical', 'dense', 'filterPushdown']);
    expect(hybridBackend(lexicalBackend(library), fixedBackend([])).features).toEqual(['lexical', 'dense']);
    expect(codes(hybrid.diagnostics)).toEqual(['S007']);
    expect(await createSearch(library, { backend: hybrid }).search('word')).toHaveLength(1);
  });
});
