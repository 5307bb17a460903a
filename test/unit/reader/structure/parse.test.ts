import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../src/reader/limits.js';
import { checkStructure, readBindings } from '../../../../src/reader/structure/check.js';
import { parseStructure } from '../../../../src/reader/structure/parse.js';

const PREFIXES = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix c: <https://example.org/c#> .
`;
const C = 'https://example.org/c#';

const parse = (turtle: string, limits = {}) =>
  parseStructure(new TextEncoder().encode(PREFIXES + turtle), { ...DEFAULT_LIMITS, ...limits });

async function codesOf(turtle: string, limits = {}) {
  const parsed = await parse(turtle, limits);
  return [...parsed.diagnostics, ...checkStructure(parsed)].map(({ code }) => code.slice(0, 4));
}

const edges = (list: readonly (readonly string[])[]) =>
  list.map((edge) => edge.map((iri) => iri.replace(C, '')));

describe('facts', () => {
  it.each([
    ['c:a skos:broader c:b', 'broader'],
    ['c:b skos:narrower c:a', 'broader'],
    ['c:a skos:related c:b', 'related'],
    ['c:a dct:hasPart c:b', 'hasPart'],
    ['c:b dct:isPartOf c:a', 'hasPart'],
    ['c:a dct:requires c:b', 'requires'],
    ['c:b dct:isRequiredBy c:a', 'requires'],
    ['c:a dct:replaces c:b', 'replaces'],
    ['c:b dct:isReplacedBy c:a', 'replaces'],
  ] as const)('of %s . are %s from a to b', async (turtle, relation) => {
    const { facts } = await parse(`${turtle} .`);
    expect(edges(facts.edges[relation])).toEqual([['a', 'b']]);
  });

  it('keep labels and definitions in file order, tags in lower case', async () => {
    const { facts } = await parse('c:a skos:prefLabel "A"@EN , "B"@en , "C" ; skos:definition "D"@fr .');
    expect(facts.labels.map(({ tag, text }) => [tag, text])).toEqual([
      ['en', 'A'],
      ['en', 'B'],
      ['', 'C'],
    ]);
    expect(facts.definitions).toEqual([{ iri: `${C}a`, tag: 'fr', text: 'D' }]);
  });

  it('ignore blank nodes, literals in place of IRIs, and every other predicate', async () => {
    const { facts } = await parse(
      '_:x skos:broader c:a . c:a skos:broader _:y , "text" ; skos:altLabel "A" ; skos:prefLabel c:b .',
    );
    expect(facts.edges.broader).toEqual([]);
    expect(facts.labels).toEqual([]);
  });

  it.each([
    ['"true"', true],
    ['true', true],
    ['"1"', false],
    ['c:true', false],
  ])('read owl:deprecated %s as %s', async (object, deprecated) => {
    const { facts } = await parse(`c:a owl:deprecated ${object} .`);
    expect(facts.deprecated.has(`${C}a`)).toBe(deprecated);
  });

  it.each([
    ['c:l skos:memberList ( c:b c:a c:b "text" _:x c:c ) .', ['b', 'a', 'c']],
    ['c:l a skos:OrderedCollection .', undefined],
    ['c:l skos:memberList () .', []],
    [
      'c:l skos:memberList _:1 . _:1 rdf:first c:a ; rdf:rest _:2 . _:2 rdf:first c:b ; rdf:rest _:1 .',
      ['a', 'b'],
    ],
    ['c:l skos:memberList _:1 . _:1 rdf:first c:a ; rdf:rest _:2 . _:2 rdf:rest _:3 .', ['a']],
    ['c:l skos:memberList ( c:a ) , ( c:b ) .', ['a']],
  ])('of %s hold the list %j', async (turtle, items) => {
    const { facts } = await parse(turtle);
    expect(facts.collections.has(`${C}l`)).toBe(true);
    expect(facts.collections.get(`${C}l`)).toEqual(items?.map((item) => C + item));
  });
});

describe('findings', () => {
  const declared = 'c:a a skos:Concept . c:b a skos:Concept .';

  it.each([
    ['nothing for a sound file', `${declared} c:a skos:broader c:b .`, []],
    ['O001 for what is not Turtle', 'c:a c:b', ['O001']],
    ['O001 for TriG', 'c:g { c:a c:b c:c }', ['O001']],
    ['O002 for an undeclared concept', 'c:a a skos:Concept . c:a dct:requires c:x .', ['O002']],
    ['O002 for an undeclared subject', 'c:a a skos:Concept . c:x dct:requires c:a .', ['O002']],
    ['O002 for an undeclared item', 'c:l skos:memberList ( c:x ) .', ['O002']],
    [
      'nothing for a collection as a concept',
      `${declared} c:l a skos:OrderedCollection . c:a dct:hasPart c:l .`,
      [],
    ],
    ['O003 for an import', 'c:a owl:imports c:b .', ['O003']],
    ['O003 for a relative IRI', '<a> a skos:Concept .', ['O003']],
    ['O003 once for each relative IRI', '<a> c:x <b> , <a> .', ['O003', 'O003']],
    ['O005 for a cycle', `${declared} c:a skos:broader c:b . c:a skos:narrower c:b .`, ['O005']],
    ['O005 for a loop', `${declared} c:a dct:hasPart c:a .`, ['O005']],
    ['O005 once a relation', `${declared} c:a dct:requires c:a . c:b dct:requires c:b .`, ['O005']],
    [
      'nothing for a cycle of other relations',
      `${declared} c:a skos:related c:b . c:b skos:related c:a .`,
      [],
    ],
    [
      'nothing for a diamond',
      `${declared} c:a dct:requires c:b , c:l . c:l dct:requires c:b ; a skos:Concept .`,
      [],
    ],
  ])('are %s', async (_name, turtle, codes) => {
    expect(await codesOf(turtle)).toEqual(codes);
  });

  it('are O001 over the limits, and a value at the limit is allowed', async () => {
    const turtle = 'c:a a skos:Concept . c:b a skos:Concept .';
    const size = new TextEncoder().encode(PREFIXES + turtle).length;
    expect(await codesOf(turtle, { maxTriples: 2, maxStructureBytes: size })).toEqual([]);
    expect(await codesOf(turtle, { maxTriples: 1 })).toEqual(['O001']);
    expect(await codesOf(turtle, { maxStructureBytes: size - 1 })).toEqual(['O001']);
  });

  it('keep no facts after O001 and name the line', async () => {
    const parsed = await parse('c:a a skos:Concept .\nnot turtle');
    expect(parsed.facts.concepts.size).toBe(0);
    expect(parsed.diagnostics).toMatchObject([{ file: 'structure.ttl', line: 8, severity: 'warning' }]);
  });

  it('are O001 for text that is not UTF-8', async () => {
    const { diagnostics } = await parseStructure(new Uint8Array([0x3c, 0xff]), DEFAULT_LIMITS);
    expect(diagnostics.map(({ code }) => code)).toEqual(['O001_ONTOLOGY_UNPARSEABLE']);
  });

  it('see no cycle in a chain longer than the call stack, and one at its end', async () => {
    const chain = Array.from(
      { length: 50_000 },
      (_, index) => `<x:${index}> dct:requires <x:${index + 1}> .`,
    );
    const limits = { maxStructureBytes: 1e9, maxTriples: 1e9 };
    const codes = await codesOf(chain.join('\n'), limits);
    expect(new Set(codes)).toEqual(new Set(['O002']));
    expect(await codesOf(`${chain.join('\n')} <x:50000> dct:requires <x:0> .`, limits)).toContain('O005');
  });
});

describe('bindings', () => {
  const bind = async (concepts: unknown, turtle?: string) => {
    const { concepts: bound, diagnostics } = readBindings(
      concepts,
      turtle === undefined ? undefined : await parse(turtle),
      'content/a.md',
    );
    return [bound, diagnostics.map(({ code }) => code.slice(0, 4))];
  };

  it.each([
    [[{ iri: `${C}a` }, { iri: `${C}a` }], 'c:a a skos:Concept .', [`${C}a`], []],
    [[{ iri: `${C}b` }], 'c:a a skos:Concept .', [`${C}b`], ['O002']],
    [[{ iri: 'c:a' }], 'c:a a skos:Concept .', [], ['O003']],
    [[{ iri: 'c:a' }], '<c:a> a skos:Concept .', ['c:a'], []],
    [[{ iri: 'not absolute' }, { iri: 3 }, 'x', null], '', [], ['O003', 'O003', 'O003', 'O003']],
    [[{ iri: `${C}a` }], undefined, [`${C}a`], ['O002']],
    [undefined, undefined, [], []],
    ['text', '', [], []],
  ])('%j with %s bind to %j and give %j', async (concepts, turtle, bound, codes) => {
    expect(await bind(concepts, turtle)).toEqual([bound, codes]);
  });
});
