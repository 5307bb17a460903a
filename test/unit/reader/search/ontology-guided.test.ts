import { expect, it } from 'vitest';
import { Library } from '../../../../src/reader/library/library.js';
import { ontologyGuidedHooks } from '../../../../src/reader/search/ontology-guided-hooks.js';
import { createSearch } from '../../../../src/reader/search/search.js';
import { makePackage } from '../make-package.js';

const STRUCTURE = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
<x:a> a skos:Concept ; skos:prefLabel "Notify customers"@en ; dct:requires <x:b> ; skos:narrower <x:n> .
<x:b> a skos:Concept ; skos:prefLabel "Assess" ; dct:requires <x:c> .
<x:c> a skos:Concept . <x:n> a skos:Concept .
`;
const bound = (iri: string, body: string, more: object = {}) => ({
  frontmatter: { ...more, moca: { concepts: [{ iri }] } },
  body,
});

async function libraryOf(nodes: Record<string, ReturnType<typeof bound>>) {
  const library = new Library();
  library.add(await makePackage({ structure: STRUCTURE, nodes }));
  return library;
}

it('adds the nodes of required concepts after the result that needs them, with its score', async () => {
  const library = await libraryOf({
    'a.md': bound('x:a', 'notify customers'),
    'b.md': bound('x:b', 'first'),
    'c.md': bound('x:c', 'before'),
    'old.md': bound('x:c', 'before', { status: 'deprecated' }),
  });
  const records = await createSearch(library, { hooks: ontologyGuidedHooks() }).search(
    'notify the customers',
  );
  expect(records.map(({ node, retrieval }) => [node.path, retrieval])).toEqual([
    ['a.md', { via: 'search' }],
    ['c.md', { via: 'requires', from: 'x:a' }],
    ['b.md', { via: 'requires', from: 'x:a' }],
  ]);
  expect(new Set(records.map(({ score }) => score)).size).toBe(1);
});

it('searches a concept that the query names, and those below it', async () => {
  const library = await libraryOf({
    'a.md': bound('x:a', 'customers'),
    'n.md': bound('x:n', 'customers'),
    'z.md': bound('x:c', 'notify customers'),
  });
  const search = createSearch(library, { hooks: ontologyGuidedHooks() });
  const paths = async (query: string) => (await search.search(query)).map(({ node }) => node.path).sort();
  expect(await paths('notify customers')).toEqual(['a.md', 'n.md', 'z.md']);
  expect(
    (await search.search('notify customers')).find(({ node }) => node.path === 'z.md')?.retrieval?.via,
  ).toBe('requires');
  expect(await paths('customers')).toEqual(['a.md', 'n.md', 'z.md']);
});
