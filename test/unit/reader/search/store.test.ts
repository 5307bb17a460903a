import { describe, expect, it } from 'vitest';
import { Library } from '../../../../src/reader/library/library.js';
import { packageState } from '../../../../src/reader/library/package-state.js';
import { memoryStore, recordsForIngest } from '../../../../src/reader/search/memory-store.js';
import { createSearch, type SearchOptions } from '../../../../src/reader/search/search.js';
import type { SearchRequest } from '../../../../src/reader/search/types.js';
import type { PackageResult } from '../../../../src/reader/types.js';
import type { AttestedReview, CitationRecord } from '../../../../src/schema/citation-record.js';
import { packageStateSchema } from '../../../../src/schema/package-state.js';
import { makePackage, type PackageInput } from '../make-package.js';
import { fixedBackend } from './backends.js';

const NOW = Date.parse('2026-09-27T00:00:00Z');
const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

async function stored(inputs: PackageInput[]) {
  const library = new Library({ clock: () => NOW });
  const results: PackageResult[] = [];
  for (const input of inputs) {
    const result = await makePackage(input);
    results.push(result);
    library.add(result);
  }
  const store = memoryStore();
  await store.ingest(recordsForIngest(library));
  return { library, results, store };
}

const review: AttestedReview = {
  reviewer: 'human:a',
  reviewedAt: '2026-01-01T00:00:00Z',
  outcome: 'accurate',
  signer: 'k',
};

describe('a package state', () => {
  it('is plain JSON and holds what records depend on', async () => {
    const result = await makePackage({
      manifest: {
        language: 'en',
        locales: ['fr'],
        relations: [{ type: 'supersedes', target: OLD, note: 'n' }],
      },
      nodes: { 'a.md': { '': { frontmatter: { moca: { contested_by: ['x', 1] } } }, fr: {} } },
      signers: ['S'],
      relationScopes: ['*'],
      reviews: { 'content/a.fr.md': [review] },
    });
    const state = packageState(result);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(packageStateSchema.safeParse(state).success).toBe(true);
    expect(state).toEqual({
      digest: result.digest,
      id: 'https://example.com/p',
      version: '1.0.0',
      language: 'en',
      relations: [{ type: 'supersedes', target: OLD, note: 'n' }],
      relationScopes: ['*'],
      signers: ['S'],
      reviews: { 'content/a.fr.md': [review] },
      contestedBy: { 'content/a.md': ['x'] },
    });
  });

  it('is refused for an invalid package', async () => {
    const result = await makePackage({ valid: false });
    expect(() => packageState(result)).toThrow(TypeError);
  });
});

describe('a store search', () => {
  it('gives the records that a library search gives', async () => {
    const nodes = {
      'a.md': {
        '': { frontmatter: { title: 'T', moca: { contested_by: ['x'] } }, body: 'word' },
        fr: { body: 'word' },
      },
      'b.md': { frontmatter: { stale_after: '2026-01-01', moca: { audience: 'public' } }, body: 'word' },
      'c.md': { frontmatter: { moca: { valid_until: '2026-01-01' } }, body: 'word' },
    };
    const { library, results, store } = await stored([
      { id: OLD, manifest: { language: 'en', locales: ['fr'] }, nodes },
      {
        id: NEW,
        manifest: { relations: [{ type: 'conflictsWith', target: OLD }] },
        signers: ['S'],
        relationScopes: ['*'],
        reviews: { 'content/a.md': [review] },
        nodes,
      },
    ]);
    const states = results.map(packageState);
    const fromStore = createSearch({ states, clock: () => NOW }, { backend: store });
    const fromLibrary = createSearch(library);
    for (const request of [{}, { includeAll: true }, { locale: 'fr' }, { locale: 'en' }]) {
      const byRef = (records: CitationRecord[]) =>
        new Map(
          records.map(({ score: _, ...record }) => [
            JSON.stringify([record.node.ref, record.node.locale]),
            record,
          ]),
        );
      const ours = await fromStore.search('word', { limit: 50, ...request });
      const theirs = await fromLibrary.search('word', { limit: 50, ...request });
      expect(ours.length).toBeGreaterThan(0);
      expect(byRef(ours)).toEqual(byRef(theirs));
    }
  });

  it('makes trust anew from states and clock', async () => {
    const nodes = {
      'a.md': {
        frontmatter: { stale_after: '2027-01-01', moca: { valid_until: '2028-01-01' } },
        body: 'word',
      },
    };
    const { results, store } = await stored([
      { id: OLD, signers: ['S'], reviews: { 'content/a.md': [review] }, nodes },
    ]);
    const newer = await makePackage({
      id: NEW,
      signers: ['S'],
      relationScopes: [OLD],
      manifest: { relations: [{ type: 'supersedes', target: OLD }] },
    });
    const states = results.map(packageState);
    const first = async (options: Parameters<typeof createSearch>[0]) =>
      (await createSearch(options, { backend: store }).search('word', { includeAll: true }))[0]?.trust;
    expect(await first({ states, clock: () => NOW })).toMatchObject({
      stale: false,
      inForce: true,
      superseded: false,
      reviewStatus: 'approved',
    });
    expect(await first({ states, clock: () => Date.parse('2029-01-01') })).toMatchObject({
      stale: true,
      inForce: false,
    });
    expect(await first({ states: [...states, packageState(newer)], clock: () => NOW })).toMatchObject({
      superseded: true,
      supersededBy: [`${NEW}@1.0.0`],
    });
    const unsigned = states.map((state) => ({ ...state, signers: [], reviews: {} }));
    expect(await first({ states: unsigned, clock: () => NOW })).toMatchObject({
      reviewStatus: 'none',
      attestedReviews: [],
    });
  });

  it('returns nothing of a package without a state', async () => {
    const { results, store } = await stored([
      { id: OLD, nodes: { 'a.md': { body: 'word' } } },
      { id: NEW, nodes: { 'a.md': { body: 'word' } } },
    ]);
    const states = results.slice(0, 1).map(packageState);
    const found = await createSearch({ states }, { backend: store }).search('word');
    expect(found.map((record) => record.package.id)).toEqual([OLD]);
  });

  const withRecord = async (
    change: (record: CitationRecord) => unknown,
    options: SearchOptions = {},
    request: SearchRequest = {},
  ) => {
    const { results, library } = await stored([
      { nodes: { 'a.md': { frontmatter: { moca: { audience: 'internal' } }, body: 'word' } } },
    ]);
    const [record] = [...recordsForIngest(library)];
    if (!record) throw new Error('no record');
    const hit = {
      digest: record.package.digest,
      node: record.node.id,
      path: record.node.path,
      score: 1,
      record: change(structuredClone(record)),
    };
    const states = results.map(packageState);
    return createSearch({ states }, { backend: fixedBackend([hit]), ...options }).search('x', request);
  };

  it.each<[string, (record: CitationRecord) => unknown]>([
    ['no record', () => undefined],
    ['a record that does not validate', (record) => ({ ...record, trust: 'x' })],
    [
      'a record of another digest',
      (record) => ({ ...record, package: { ...record.package, digest: `sha256:${'0'.repeat(64)}` } }),
    ],
    [
      'a record of another version',
      (record) => ({ ...record, package: { ...record.package, version: '9.9.9' } }),
    ],
    [
      'a record of another node',
      (record) => ({ ...record, node: { ...record.node, id: 'https://example.com/p#b.md' } }),
    ],
    [
      'a record of another reference',
      (record) => ({ ...record, node: { ...record.node, ref: 'https://example.com/p@1.0.0#b.md' } }),
    ],
    ['an audience that is no text', (record) => ({ ...record, audience: 3 })],
  ])('drops a hit with %s', async (_name, change) => {
    expect(await withRecord(change)).toEqual([]);
  });

  it('judges a stored record by its own audience', async () => {
    expect(await withRecord((record) => record, { audiences: ['public'] })).toEqual([]);
    expect(await withRecord((record) => record, { audiences: ['internal'] })).toHaveLength(1);
    const invalid = (record: CitationRecord) => ({ ...record, audienceInvalid: true });
    expect(await withRecord(invalid, { audiences: ['internal'], allowUnlabelled: true })).toEqual([]);
    const empty = (record: CitationRecord) => ({ ...record, audience: '' });
    expect(await withRecord(empty, { audiences: [''], allowUnlabelled: true })).toEqual([]);
  });

  it('does not let an egress hook change a record that the store gave', async () => {
    const hooks: NonNullable<SearchOptions['hooks']> = {
      egress: (candidates) =>
        candidates.map((candidate) => ({ ...candidate, audience: 'public', text: 'forged' })),
    };
    expect(await withRecord((record) => record, { audiences: ['public'], hooks })).toEqual([]);
    const [kept] = await withRecord((record) => record, { audiences: ['internal'], hooks });
    expect(kept?.text).toBe('word');
  });

  it('follows the caller in concepts, and takes a scope as itself alone', async () => {
    const change = (record: CitationRecord) => ({ ...record, concepts: ['x:a'] });
    expect(await withRecord(change, {}, { scope: 'x:a' })).toHaveLength(1);
    expect(await withRecord(change, {}, { concepts: ['x:b'] })).toEqual([]);
  });

  it('needs a backend and states that are states', () => {
    expect(() => createSearch({ states: [] })).toThrow(TypeError);
    const bad = [{ digest: 'x' }] as unknown as Parameters<typeof createSearch>[0] & [];
    expect(() => createSearch({ states: bad }, { backend: memoryStore() })).toThrow(TypeError);
  });
});

describe('the memory store', () => {
  it('passes over records that it holds already', async () => {
    const { library, store } = await stored([{ nodes: { 'a.md': {}, 'b.md': {} } }]);
    await store.ingest(recordsForIngest(library));
    expect(store.size).toBe(2);
  });

  it('with an embedder embeds texts as documents and queries as queries', async () => {
    const roles: string[] = [];
    const store = memoryStore({
      embedder: {
        name: 'm',
        dimensions: 1,
        embed: (texts, role) => {
          roles.push(`${role} ${texts.length}`);
          return texts.map((text) => [text.includes('far') ? -1 : 1]);
        },
      },
    });
    const library = new Library();
    const result = await makePackage({ nodes: { 'a.md': { body: 'far' }, 'b.md': { body: 'near' } } });
    library.add(result);
    await store.ingest(recordsForIngest(library));
    const found = await createSearch({ states: [packageState(result)] }, { backend: store }).search('q');
    expect(found.map(({ node }) => node.path)).toEqual(['b.md', 'a.md']);
    expect(roles).toEqual(['document 2', 'query 1']);
  });
});
