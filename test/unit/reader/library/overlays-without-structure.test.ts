// In a file of its own: the Turtle parser must not be loaded before.
import { expect, it } from 'vitest';
import { Library } from '../../../../src/reader/library/library.js';
import { loadedTurtleParser } from '../../../../src/reader/structure/turtle.js';

it('overlays are parsed by `ready` when no structure was read before, and until then operations refuse', async () => {
  expect(loadedTurtleParser()).toBeUndefined();
  const source = '<x:a> a <http://www.w3.org/2004/02/skos/core#Concept> .';
  const library = new Library({ overlays: [{ id: 'o', layer: 'application', source }] });
  expect(() => library.structure.concept('x:a')).toThrow('library.ready');
  await library.ready;
  expect(library.structure.concept('x:a')?.layer).toBe('application');
});

it('a library without overlays never loads the Turtle parser', async () => {
  const library = new Library();
  expect(library.structure.concept('x:a')).toBeNull();
});
