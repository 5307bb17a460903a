import { describe, expect, it } from 'vitest';
import { Library } from '../../../../src/reader/library/library.js';
import { lexicalBackend } from '../../../../src/reader/search/lexical-backend.js';
import { createSearch } from '../../../../src/reader/search/search.js';
import { makePackage, type PackageInput } from '../make-package.js';

async function libraryOf(...inputs: PackageInput[]): Promise<Library> {
  const library = new Library({ clock: () => Date.parse('2026-09-27T00:00:00Z') });
  for (const input of inputs) library.add(await makePackage(input));
  return library;
}

const paths = async (library: Library, query: string, request = {}) =>
  (await createSearch(library).search(query, request)).map(({ node }) => node.path);

describe('lexical search', () => {
  it('finds nodes that share a token with the query in title or body, and no others', async () => {
    const library = await libraryOf({
      nodes: {
        'body.md': { body: 'The refund period.' },
        'title.md': { frontmatter: { title: 'Refunds and refund rules' }, body: 'x' },
        'tags.md': { frontmatter: { tags: ['refund'], description: 'refund' }, body: 'x' },
        'stem.md': { body: 'refunding' },
      },
    });
    expect((await paths(library, 'REFUND?')).sort()).toEqual(['body.md', 'title.md']);
  });

  it('ranks rare words above common ones and short texts above long ones', async () => {
    const library = await libraryOf({
      nodes: {
        'common.md': { body: 'the the the' },
        'long.md': { body: `the refund ${'filler '.repeat(200)}` },
        'short.md': { body: 'the refund' },
        'x.md': { body: 'the' },
      },
    });
    expect((await paths(library, 'the refund')).slice(0, 2)).toEqual(['short.md', 'long.md']);
  });

  it('orders ties by node id, then locale', async () => {
    const same = { body: 'same words' };
    const library = await libraryOf({
      manifest: { language: 'en', locales: ['de', 'fr'] },
      nodes: { 'b.md': { '': same, fr: same, de: same }, 'a.md': same },
    });
    const records = await createSearch(library).search('same', { limit: 10 });
    expect(records.map(({ node }) => `${node.path} ${node.locale}`)).toEqual([
      'a.md en',
      'b.md de',
      'b.md en',
      'b.md fr',
    ]);
  });

  it('returns five records unless told otherwise', async () => {
    const nodes = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`${index}.md`, { body: 'same' }]),
    );
    const library = await libraryOf({ nodes });
    expect(await paths(library, 'same')).toHaveLength(5);
    expect(await paths(library, 'same', { limit: 7 })).toHaveLength(7);
    expect(await paths(library, 'same', { limit: 0 })).toEqual([]);
    expect(await paths(library, 'same', { limit: -1 })).toHaveLength(5);
    expect(await paths(library, 'same', { limit: Number.NaN })).toHaveLength(5);
  });

  it('searches packages that are added after the first search', async () => {
    const library = await libraryOf({ nodes: { 'a.md': { body: 'first' } } });
    const search = createSearch(library);
    expect(await search.search('second')).toEqual([]);
    library.add(await makePackage({ id: 'https://example.com/2', nodes: { 'b.md': { body: 'second' } } }));
    expect((await search.search('second')).map(({ node }) => node.path)).toEqual(['b.md']);
  });

  it('searches only the representation picked for a locale', async () => {
    const library = await libraryOf({
      manifest: { language: 'en', locales: ['fr'] },
      nodes: { 'a.md': { '': { body: 'word' }, fr: { body: 'mot' } }, 'b.md': { body: 'mot' } },
    });
    expect(await paths(library, 'word', { locale: 'fr' })).toEqual([]);
    expect((await paths(library, 'mot', { locale: 'fr-CA' })).sort()).toEqual(['a.md', 'b.md']);
  });

  it("searches the package's bytes at a sidecar's chunks, never the sidecar's text", async () => {
    const result = await makePackage({
      nodes: { 'a.md': { frontmatter: { title: 'T' }, body: 'alpha beta gamma' } },
    });
    const [representation] = result.nodes[0]?.representations ?? [];
    const offset = representation?.bodyOffset ?? 0;
    const chunk = (start: number, end: number) => ({
      path: 'a.md',
      span: { start: offset + start, end: offset + end },
    });
    const library = new Library();
    library.add(result, {
      sidecar: {
        usable: true,
        index: {
          indexVersion: 1,
          target: { id: 'https://example.com/p', version: '1.0.0', digest: result.digest ?? '' },
          indexType: 'lexical',
          storage: { format: 'moca-jsonl-v1', file: 'x' },
        },
        chunks: [chunk(0, 5), chunk(6, 10), chunk(-3, 5)],
        diagnostics: [],
      },
    });
    const search = createSearch(library);
    expect((await search.search('beta')).map(({ text, span }) => [text, span])).toEqual([
      ['beta', { start: offset + 6, end: offset + 10 }],
    ]);
    expect((await search.search('T', { limit: 9 })).map(({ text }) => text)).toEqual(['alpha', 'beta']);
    expect(await search.search('gamma')).toEqual([]);
  });

  it('applies pushed-down filters itself', async () => {
    const library = await libraryOf({
      nodes: {
        'a.md': { body: 'x', frontmatter: { moca: { audience: 'public', concepts: [{ iri: 'x:a' }] } } },
        'b.md': { body: 'x', frontmatter: { moca: { audience: 'internal', concepts: [{ iri: 'x:a' }] } } },
        'c.md': { body: 'x' },
      },
    });
    const [pkg] = library.packages;
    const find = async (filters: object) => {
      const everything = { digests: [pkg?.digest ?? ''], exclude: [] };
      const hits = await lexicalBackend(library).search('x', {
        limit: 9,
        filters: { ...everything, ...filters },
      });
      return hits.map(({ path }) => path).sort();
    };
    expect(await find({})).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await find({ digests: [] })).toEqual([]);
    expect(await find({ audiences: ['public'] })).toEqual(['a.md']);
    expect(await find({ audiences: ['public'], allowUnlabelled: true })).toEqual(['a.md', 'c.md']);
    expect(await find({ concepts: ['x:a'] })).toEqual(['a.md', 'b.md']);
    expect(await find({ exclude: [{ digest: pkg?.digest, node: 'https://example.com/p#a.md' }] })).toEqual([
      'b.md',
      'c.md',
    ]);
  });
});
