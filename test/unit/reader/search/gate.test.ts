import { describe, expect, it } from 'vitest';
import { Library, type LibraryOptions } from '../../../../src/reader/library/library.js';
import { createSearch, type SearchOptions } from '../../../../src/reader/search/search.js';
import type { HookContext, ScoredRecord, SearchRequest } from '../../../../src/reader/search/types.js';
import type { CitationRecord } from '../../../../src/schema/citation-record.js';
import { makePackage, type PackageInput, type RepresentationInput } from '../make-package.js';
import { fixedBackend } from './backends.js';

const NOW = Date.parse('2026-09-27T00:00:00Z');
const P = 'https://example.com/p';

const node = (frontmatter: object = {}, body = 'word'): RepresentationInput => ({
  frontmatter: { ...frontmatter },
  body,
});

async function setUp(
  nodes: PackageInput['nodes'],
  options: SearchOptions & { library?: LibraryOptions; manifest?: PackageInput['manifest'] } = {},
) {
  const { library: libraryOptions, manifest, ...searchOptions } = options;
  const library = new Library({ clock: () => NOW, ...libraryOptions });
  library.add(await makePackage({ ...(nodes ? { nodes } : {}), ...(manifest ? { manifest } : {}) }));
  const hits = library.packages.flatMap((pkg) =>
    pkg.result.nodes.flatMap(({ id, path, representations }) =>
      representations.map(({ tag }, index) => ({
        digest: pkg.digest,
        node: id,
        path,
        ...(tag ? { locale: tag } : {}),
        score: 1 - index / 10,
      })),
    ),
  );
  const search = createSearch(library, { backend: fixedBackend(hits), ...searchOptions });
  return {
    library,
    hits,
    search,
    paths: async (request: SearchRequest = {}) =>
      (await search.search('word', { limit: 50, ...request })).map(({ node: found }) => found.path),
  };
}

const policyNodes = {
  'current.md': node(),
  'deprecated.md': node({ status: 'deprecated' }),
  'draft.md': node({ status: 'draft' }),
  'expired.md': node({ moca: { valid_until: '2026-01-01' } }),
  'future.md': node({ moca: { valid_from: '2027-01-01' } }),
  'stale.md': node({ stale_after: '2026-01-01', moca: { contested_by: ['x'] } }),
};

describe('the default policy', () => {
  it('leaves out what is deprecated or not in force, and keeps drafts, stale and contested content', async () => {
    const { paths } = await setUp(policyNodes);
    expect(await paths()).toEqual(['current.md', 'draft.md', 'stale.md']);
  });

  it('is lifted by includeAll of a call only where the host did not fix it', async () => {
    expect(await (await setUp(policyNodes)).paths({ includeAll: true })).toHaveLength(6);
    expect(await (await setUp(policyNodes, { includeAll: false })).paths({ includeAll: true })).toHaveLength(
      3,
    );
    expect(await (await setUp(policyNodes, { includeAll: true })).paths({ includeAll: false })).toHaveLength(
      6,
    );
  });
});

describe('the audience set', () => {
  const nodes = {
    'empty.md': node({ moca: { audience: '' } }),
    'internal.md': node({ moca: { audience: 'internal' } }),
    'list.md': node({ moca: { audience: ['public'] } }),
    'none.md': node(),
    'public.md': node({ moca: { audience: 'public' } }),
    'upper.md': node({ moca: { audience: 'Public' } }),
  };

  it.each([
    ['none', undefined, false, Object.keys(nodes)],
    ['public', ['public'], false, ['public.md']],
    ['public and unlabelled', ['public'], true, ['none.md', 'public.md']],
    ['two', ['public', 'internal'], false, ['internal.md', 'public.md']],
    ['empty', [], false, []],
    ['empty and unlabelled', [], true, ['none.md']],
    ['the empty label', [''], false, []],
  ])('%s lets through exactly what it names', async (_name, audiences, allowUnlabelled, expected) => {
    const { paths } = await setUp(nodes, { ...(audiences ? { audiences } : {}), allowUnlabelled });
    expect(await paths({ includeAll: true })).toEqual(expected);
  });

  it('is the library set when the search names none', async () => {
    const { paths } = await setUp(nodes, { library: { audiences: ['internal'] } });
    expect(await paths()).toEqual(['internal.md']);
  });

  it('cannot be widened by a caller', async () => {
    const { paths } = await setUp(nodes, { audiences: ['public'] });
    const request = { audiences: ['internal'], allowUnlabelled: true, includeAll: true } as SearchRequest;
    expect(await paths(request)).toEqual(['public.md']);
  });
});

describe('hits', () => {
  it.each<[string, (hit: Record<string, unknown>) => unknown]>([
    ['another digest', (hit) => ({ ...hit, digest: `sha256:${'0'.repeat(64)}` })],
    ['a digest of another form', (hit) => ({ ...hit, digest: 'x' })],
    ['another path', (hit) => ({ ...hit, path: 'b.md' })],
    ['another node', (hit) => ({ ...hit, node: `${P}#b.md` })],
    ['no score', ({ score: _, ...hit }) => hit],
    ['a score that is no number', (hit) => ({ ...hit, score: Number.NaN })],
    ['an unknown member', (hit) => ({ ...hit, extra: 1 })],
    ['an unknown locale', (hit) => ({ ...hit, locale: 'ja' })],
    ['a span that reaches into frontmatter', (hit) => ({ ...hit, span: { start: 0, end: 1 } })],
    ['a span past the end', (hit) => ({ ...hit, span: { start: 40, end: 4000 } })],
    ['a span that ends before it starts', (hit) => ({ ...hit, span: { start: 60, end: 50 } })],
    ['nothing', () => null],
    ['text', () => 'hit'],
    [
      'a getter that throws',
      (hit) =>
        Object.defineProperty({ ...hit }, 'node', {
          enumerable: true,
          get() {
            throw new Error('no');
          },
        }),
    ],
  ])('with %s are dropped', async (_name, change) => {
    const { library, hits } = await setUp({ 'a.md': node({}, 'x'.repeat(100)) });
    const bad = change({ ...hits[0] });
    const search = createSearch(library, { backend: fixedBackend([bad, ...hits]) });
    expect(await search.search('word')).toHaveLength(1);
  });

  it('may name the default representation by the language or by nothing, and cut a span', async () => {
    const { library, hits } = await setUp({ 'a.md': node({}, 'äbc') }, { manifest: { language: 'en' } });
    const offset = library.packages[0]?.result.nodes[0]?.representations[0]?.bodyOffset ?? 0;
    const span = { start: offset + 2, end: offset + 3 };
    const backend = fixedBackend([{ ...hits[0], locale: 'en', span }, hits[0]]);
    const records = await createSearch(library, { backend }).search('x');
    expect(records.map(({ text, node: found }) => [text, found.locale])).toEqual([
      ['b', 'en'],
      ['äbc', 'en'],
    ]);
  });

  it('of one representation and span start are one result, the first, and the best come first', async () => {
    const { library, hits } = await setUp({ 'a.md': node(), 'b.md': node() });
    const [a, b] = hits;
    const backend = fixedBackend([
      { ...a, score: 1 },
      { ...b, score: 2 },
      { ...a, score: 9 },
    ]);
    const records = await createSearch(library, { backend }).search('x');
    expect(records.map(({ node: found, score }) => [found.path, score])).toEqual([
      ['b.md', 2],
      ['a.md', 1],
    ]);
  });

  it('that are no list count as none', async () => {
    const { library } = await setUp({ 'a.md': node() });
    const backend = fixedBackend('x' as unknown as unknown[]);
    expect(await createSearch(library, { backend }).search('x')).toEqual([]);
  });
});

describe('locale, concepts and scope of the caller', () => {
  it('keep the representation that is picked for the locale', async () => {
    const nodes = { 'a.md': { '': node(), fr: node(), de: node() }, 'b.md': node() };
    const { search } = await setUp(nodes, { manifest: { language: 'en', locales: ['de', 'fr'] } });
    const records = await search.search('word', { locale: 'fr-CA' });
    expect(records.map(({ node: found }) => `${found.path} ${found.locale}`).sort()).toEqual([
      'a.md fr',
      'b.md en',
    ]);
  });

  it('keep records bound to a concept, or to a scope and what lies below it', async () => {
    const bound = (iri: string) => node({ moca: { concepts: [{ iri }] } });
    const structure = '<x:a> <http://purl.org/dc/terms/hasPart> <x:b> .';
    const library = new Library({ clock: () => NOW });
    library.add(
      await makePackage({
        structure,
        nodes: { 'a.md': bound('x:a'), 'b.md': bound('x:b'), 'c.md': bound('x:c'), 'd.md': node() },
      }),
    );
    const search = createSearch(library);
    const paths = async (request: SearchRequest) =>
      (await search.search('word', request)).map(({ node: found }) => found.path).sort();
    expect(await paths({ concepts: ['x:b'] })).toEqual(['b.md']);
    expect(await paths({ scope: 'x:a' })).toEqual(['a.md', 'b.md']);
    expect(await paths({ scope: 'x:c' })).toEqual(['c.md']);
    expect(await paths({ scope: 'x:b', concepts: ['x:c'] })).toEqual(['b.md', 'c.md']);
    expect(await paths({ scope: 'x:unknown' })).toEqual([]);
    expect(await paths({ concepts: [] })).toEqual([]);
  });
});

describe('hooks', () => {
  const nodes = {
    'internal.md': node({ moca: { audience: 'internal', concepts: [{ iri: 'x:i' }] } }),
    'old.md': node({ status: 'deprecated', moca: { audience: 'public' } }),
    'public.md': node({ moca: { audience: 'public', concepts: [{ iri: 'x:p' }] } }),
  };

  const withEgress = (egress: (candidates: ScoredRecord[], context: HookContext) => unknown, more = {}) =>
    setUp(nodes, {
      audiences: ['public'],
      includeAll: false,
      hooks: { egress: egress as NonNullable<NonNullable<SearchOptions['hooks']>['egress']> },
      ...more,
    });

  it('of ingress may rewrite the query and narrow the backend, while the gate follows the caller', async () => {
    const asked: unknown[] = [];
    const { library } = await setUp(nodes);
    const search = createSearch(library, {
      backend: {
        features: ['lexical'],
        search: (query, { filters }) => {
          asked.push([query, filters.concepts]);
          return [];
        },
      },
      hooks: { ingress: async () => ({ query: 'other', concepts: ['x:z'] }) },
    });
    await search.search('word', { concepts: ['x:p'] });
    expect(asked).toEqual([['other', ['x:z']]]);
    const { paths } = await setUp(nodes, { hooks: { ingress: () => ({ concepts: ['x:i', 'x:p'] }) } });
    expect(await paths({ concepts: ['x:p'] })).toEqual(['public.md']);
  });

  it('see frozen copies: changing them changes nothing', async () => {
    const { paths } = await withEgress((candidates, context) => {
      expect(Object.isFrozen(context)).toBe(true);
      expect(() => Object.assign(context, { now: 0 })).toThrow(TypeError);
      expect(() => Object.assign(context.request, { includeAll: true })).toThrow(TypeError);
      expect(() => (context.request.concepts as string[]).push('x:i')).toThrow(TypeError);
      expect(() => (context.audiences as string[]).push('internal')).toThrow(TypeError);
      expect(() => Object.assign(context.library ?? {}, { get: 1 })).toThrow(TypeError);
      return candidates;
    });
    expect(await paths({ concepts: ['x:p'] })).toEqual(['public.md']);
  });

  it('cannot forge a record: it is made anew from the package', async () => {
    const { paths, search } = await withEgress((_candidates, { library }) =>
      (library?.citations() ?? []).map((record) => ({
        ...record,
        text: 'forged',
        audience: 'public',
        trust: { ...record.trust, status: 'stable', inForce: true, superseded: false },
        score: Number.POSITIVE_INFINITY,
      })),
    );
    expect(await paths()).toEqual(['public.md']);
    const [record] = await search.search('word');
    expect(record).toMatchObject({ text: 'word', score: 0 });
  });

  it.each<[string, (record: CitationRecord) => unknown]>([
    [
      'of a package that is not loaded',
      (record) => ({ ...record, package: { ...record.package, digest: `sha256:${'0'.repeat(64)}` } }),
    ],
    ['of an unknown node', (record) => ({ ...record, node: { ...record.node, id: `${P}#x.md` } })],
    [
      'whose id and reference differ',
      (record) => ({ ...record, node: { ...record.node, ref: `${P}@1.0.0#old.md` } }),
    ],
    ['of an unknown locale', (record) => ({ ...record, node: { ...record.node, locale: 'ja' } })],
    ['of a span outside the body', (record) => ({ ...record, span: { start: 0, end: 4 } })],
    ['of a span that is none', (record) => ({ ...record, span: 'x' })],
    ['without trust', ({ trust: _, ...record }) => record],
    ['without a node', ({ node: _, ...record }) => record],
    ['without a package', ({ package: _, ...record }) => record],
    ['that is nothing', () => null],
    [
      'that throws when it is read',
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('no');
            },
          },
        ),
    ],
  ])('cannot add a candidate %s', async (_name, change) => {
    const { paths } = await withEgress((candidates) =>
      candidates.filter(({ node: { path } }) => path === 'public.md').map(change),
    );
    expect(await paths()).toEqual([]);
  });

  it('keep their order and tags; missing scores become 0', async () => {
    const all = { 'a.md': node(), 'b.md': node() };
    const { search } = await setUp(all, {
      hooks: {
        egress: (candidates, { library }) => {
          expect(candidates.every(({ retrieval }) => retrieval?.via === 'search')).toBe(true);
          const added = library?.get(`${P}#b.md`);
          return added ? [{ ...added, retrieval: { via: 'requires', from: 'x:c' } }, ...candidates] : [];
        },
      },
    });
    const records = await search.search('word');
    expect(records.map(({ node: { path }, score, retrieval }) => [path, score, retrieval])).toEqual([
      ['b.md', 0, { via: 'requires', from: 'x:c' }],
      ['a.md', 1, { via: 'search' }],
    ]);
  });

  it.each([undefined, null, 'x', { length: 1 }])(
    'of egress that give %j give no candidates',
    async (value) => {
      expect(await (await withEgress(() => value)).paths()).toEqual([]);
    },
  );

  it('cannot return more than the limit', async () => {
    const { search } = await withEgress((candidates) => [...candidates, ...candidates, ...candidates], {
      audiences: undefined,
    });
    expect(await search.search('word', { limit: 1 })).toHaveLength(1);
  });
});

describe('what a backend is asked', () => {
  it('is three times the limit, up to 200, without pushdown, and the limit with it', async () => {
    const { library } = await setUp(policyNodes);
    const asked: unknown[] = [];
    for (const features of [['lexical'], ['lexical', 'filterPushdown']] as const) {
      const backend = {
        features,
        search: (_query: string, { limit }: { limit: number }) => {
          asked.push(limit);
          return [];
        },
      };
      for (const limit of [5, 100, 500]) await createSearch(library, { backend }).search('x', { limit });
    }
    expect(asked).toEqual([15, 200, 500, 5, 100, 500]);
  });

  it('names the nodes that the policy excludes, in the state of the clock', async () => {
    let now = NOW;
    const library = new Library({ clock: () => now });
    library.add(await makePackage({ nodes: policyNodes }));
    const excluded: string[][] = [];
    const backend = {
      features: ['lexical'] as const,
      search: (_query: string, { filters }: { filters: { exclude: readonly { node: string }[] } }) => {
        excluded.push(filters.exclude.map((pair) => pair.node.slice(P.length + 1)));
        return [];
      },
    };
    const search = createSearch(library, { backend });
    await search.search('x');
    now = Date.parse('2027-02-01');
    await search.search('x');
    now = Date.parse('2025-02-01');
    await search.search('x');
    await search.search('x', { includeAll: true });
    expect(excluded).toEqual([
      ['deprecated.md', 'expired.md', 'future.md'],
      ['deprecated.md', 'expired.md'],
      ['deprecated.md', 'future.md'],
      [],
    ]);
  });
});
