import { beforeAll, describe, expect, it } from 'vitest';
import { Library, type LibraryStructure, type Overlay } from '../../../../src/reader/library/library.js';
import { loadTurtleParser } from '../../../../src/reader/structure/turtle.js';
import { makePackage, type PackageInput } from '../make-package.js';

const PREFIXES = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix : <x:> .
`;

async function structureOf(
  turtle: string | string[],
  overlays: Omit<Overlay, 'id'>[] = [],
  input: PackageInput = {},
): Promise<LibraryStructure> {
  const library = new Library({
    overlays: overlays.map((overlay, index) => ({
      ...overlay,
      id: String(index),
      source: PREFIXES + overlay.source,
    })),
  });
  for (const [index, text] of [turtle].flat().entries()) {
    library.add(
      await makePackage({ ...input, id: `https://example.com/${index}`, structure: PREFIXES + text }),
    );
  }
  return library.structure;
}

const iris = (items: { iri: string }[] | null) => items?.map(({ iri }) => iri.slice(2)).join(' ');

beforeAll(loadTurtleParser);

describe('concept', () => {
  it('is null for what no layer declares', async () => {
    expect((await structureOf(':a skos:prefLabel "A" .')).concept('x:a')).toBeNull();
  });

  it('has the members of the contract, in its order', async () => {
    const structure = await structureOf(
      ':a a skos:Concept ; skos:prefLabel "Eins"@de , "One"@en ; skos:definition "D"@de ; owl:deprecated true . :b dct:replaces :a . :a dct:replaces :z , :y .',
    );
    expect(JSON.stringify(structure.concept('x:a'))).toBe(
      JSON.stringify({
        iri: 'x:a',
        label: 'One',
        labels: { de: 'Eins', en: 'One' },
        definition: 'D',
        deprecated: true,
        replacedBy: ['x:b'],
        replaces: ['x:y', 'x:z'],
        layer: 'package',
      }),
    );
  });

  it.each([
    ['"No tag" , "English"@en , "Deutsch"@de', 'No tag'],
    ['"English"@en , "Deutsch"@de', 'English'],
    ['"First"@en , "Second"@EN', 'First'],
    ['"Suomi"@fi , "Deutsch"@de', 'Deutsch'],
  ])('of the labels %s prefers %s', async (labels, preferred) => {
    const structure = await structureOf(`:a a skos:Concept ; skos:prefLabel ${labels} .`);
    expect(structure.concept('x:a')?.label).toBe(preferred);
  });
});

describe('operations', () => {
  it.each([
    ['requires', ':a dct:requires :c , :b .', 'b c'],
    ['requiredBy', ':c dct:requires :a . :b dct:requires :a .', 'b c'],
    ['parts', ':a dct:hasPart :c , :b .', 'b c'],
    ['narrower', ':a skos:narrower :c . :b skos:broader :a .', 'b c'],
    ['broader', ':a skos:broader :c , :b .', 'b c'],
    ['related', ':a skos:related :c . :b skos:related :a .', 'b c'],
    ['sequence', ':a skos:memberList ( :c :b ) .', 'c b'],
  ] as const)('%s answers %s with %s', async (operation, turtle, expected) => {
    expect(iris((await structureOf(turtle))[operation]('x:a'))).toBe(expected);
  });

  it('order by code point, not by UTF-16 unit', async () => {
    const structure = await structureOf(':a dct:requires <x:\u{1F600}> , <x:\uFF21> .');
    expect(iris(structure.requires('x:a'))).toBe('\uFF21 \u{1F600}');
  });

  it('give no sequence for what is no collection, and an empty one without a list', async () => {
    const structure = await structureOf(':l a skos:OrderedCollection .');
    expect(structure.sequence('x:none')).toBeNull();
    expect(structure.sequence('x:l')).toEqual([]);
  });

  it('require transitively: each after those it requires, ties by IRI', async () => {
    const structure = await structureOf(
      ':a dct:requires :c , :b . :b dct:requires :d . :c dct:requires :d , :e .',
    );
    expect(iris(structure.requires('x:a', { transitive: true }))).toBe('d b e c');
  });

  it('require transitively through a cycle: each once, never the start', async () => {
    const structure = await structureOf(
      ':a dct:requires :b . :b dct:requires :c . :c dct:requires :b , :a .',
    );
    expect(iris(structure.requires('x:a', { transitive: true }))).toBe('c b');
  });

  it('narrow transitively: breadth first, each level by IRI, at its shallowest level', async () => {
    const structure = await structureOf(
      ':a skos:narrower :z , :b . :b skos:narrower :d , :z . :z skos:narrower :c , :a .',
    );
    expect(iris(structure.narrower('x:a', { transitive: true }))).toBe('b z c d');
  });

  it('follow chains longer than the call stack', async () => {
    const library = new Library();
    const chain = Array.from(
      { length: 50_000 },
      (_, index) => `<x:${index}> dct:requires <x:${index + 1}> ; skos:narrower <x:${index + 1}> .`,
    );
    const result = await makePackage({ structure: `${PREFIXES}${chain.slice(0, 2).join('\n')}` });
    const { parseStructure } = await import('../../../../src/reader/structure/parse.js');
    const limits = { maxStructureBytes: 1e9, maxTriples: 1e9 };
    const { facts } = await parseStructure(new TextEncoder().encode(PREFIXES + chain.join('\n')), limits);
    library.add({ ...result, structure: { facts } });
    const { structure } = library;
    expect(structure.requires('x:0', { transitive: true })).toHaveLength(50_000);
    expect(structure.narrower('x:0', { transitive: true })).toHaveLength(50_000);
    expect(structure.descendants('x:0')).toHaveLength(50_000);
  });
});

describe('layers', () => {
  it('report a fact with the first layer that states it, and the edge with its own', async () => {
    const structure = await structureOf(':a dct:requires :b .', [
      { layer: 'organisation', source: ':a dct:requires :b , :c . :c skos:prefLabel "Org" .' },
      { layer: 'application', source: ':a dct:requires :c . :c skos:prefLabel "App" .' },
    ]);
    expect(structure.requires('x:a')).toEqual([
      { iri: 'x:b', layer: 'package' },
      { iri: 'x:c', label: 'App', layer: 'application' },
    ]);
  });

  it('report related by the lower layer when both directions are stated', async () => {
    const structure = await structureOf(':b skos:related :a .', [
      { layer: 'application', source: ':a skos:related :b .' },
    ]);
    expect(structure.related('x:a')).toEqual([{ iri: 'x:b', layer: 'package' }]);
  });

  it('use the first list that is given for a collection', async () => {
    const structure = await structureOf(
      [':l a skos:OrderedCollection .', ':l skos:memberList ( :b ) .', ':l skos:memberList ( :c ) .'],
      [{ layer: 'application', source: ':l skos:memberList ( :d ) .' }],
    );
    expect(structure.sequence('x:l')).toEqual([{ iri: 'x:b', layer: 'package' }]);
  });

  it('refuse an overlay of another layer as a mistake of the host', () => {
    const overlay = { id: 'x', layer: 'package', source: '' } as unknown as Overlay;
    expect(() => new Library({ overlays: [overlay] })).toThrow(TypeError);
  });

  it('report what is wrong with an overlay on the library, without O002 and O005', () => {
    const overlays: Overlay[] = [
      { id: 'bad', layer: 'application', source: 'not turtle' },
      {
        id: 'remote',
        layer: 'organisation',
        source: '<a> <x:p> <x:o> . <x:a> <http://purl.org/dc/terms/requires> <x:a> .',
      },
    ];
    expect(
      new Library({ overlays }).diagnostics.map(({ code, file, severity }) => [code, file, severity]),
    ).toEqual([
      ['O001_ONTOLOGY_UNPARSEABLE', 'overlay:bad', 'warning'],
      ['O003_REMOTE_REFERENCE', 'overlay:remote', 'warning'],
    ]);
    expect(new Library({ overlays, strict: true }).diagnostics.map(({ severity }) => severity)).toEqual([
      'error',
      'error',
    ]);
  });
});

describe('nodes', () => {
  const bound = (iri: string, more: object = {}) => ({
    frontmatter: { ...more, moca: { concepts: [{ iri }], ...(more as { moca?: object }).moca } },
  });
  const turtle =
    ':a a skos:Concept ; skos:narrower :n ; dct:hasPart :p . :n dct:hasPart :q . :p skos:narrower :m .';
  const input: PackageInput = {
    nodes: {
      'z.md': bound('x:a'),
      'n.md': bound('x:n'),
      'p.md': bound('x:p'),
      'q.md': bound('x:q'),
      'm.md': bound('x:m'),
      'old.md': bound('x:a', { status: 'deprecated' }),
      'other.md': {},
    },
  };

  it.each([
    [undefined, 'z'],
    ['narrower', 'n z'],
    ['parts', 'p z'],
    ['both', 'm n p q z'],
  ] as const)('with include %s are %s, after the default policy', async (include, expected) => {
    const structure = await structureOf(turtle, [], input);
    const records = structure.nodes('x:a', include ? { include } : {});
    expect(records.map(({ node }) => node.path.replace('.md', '')).join(' ')).toBe(expected);
    expect(records.every(({ text }) => text !== undefined)).toBe(true);
  });

  it('pass the library audience set', async () => {
    const library = new Library({ audiences: ['public'] });
    const nodes = {
      'a.md': bound('x:a', { moca: { audience: 'public' } }),
      'b.md': bound('x:a', { moca: { audience: 'internal' } }),
      'c.md': bound('x:a'),
    };
    library.add(await makePackage({ nodes }));
    expect(library.structure.nodes('x:a').map(({ node }) => node.path)).toEqual(['a.md']);
  });

  it('are in the requested locale, where that representation is bound', async () => {
    const library = new Library();
    const nodes = { 'a.md': { '': bound('x:a'), fr: bound('x:a') }, 'b.md': { '': bound('x:a'), fr: {} } };
    library.add(await makePackage({ manifest: { locales: ['fr'] }, nodes }));
    const found = library.structure.nodes('x:a', { locale: 'fr' });
    expect(found.map(({ node }) => [node.path, node.locale])).toEqual([['a.md', 'fr']]);
  });
});
