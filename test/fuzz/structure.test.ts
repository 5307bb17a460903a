import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/reader/limits.js';
import { checkStructure } from '../../src/reader/structure/check.js';
import { mergeGraph } from '../../src/reader/structure/graph.js';
import { StructureOperations } from '../../src/reader/structure/operations.js';
import { parseStructure } from '../../src/reader/structure/parse.js';

const token = fc.constantFrom(
  '<x:a>',
  '<x:b>',
  '<x:c>',
  '<rel>',
  '_:n',
  '"text"',
  '"text"@en',
  '"',
  "'''",
  '(',
  ')',
  '[',
  ']',
  '.',
  ';',
  ',',
  'a',
  '<http://www.w3.org/2004/02/skos/core#broader>',
  '<http://purl.org/dc/terms/requires>',
  '@prefix',
  'x:',
  '#',
  '\n',
  '<<',
  '>>',
  '{',
  '}',
  '^^',
  '@base',
  '1',
  '\\u0041',
  '\0',
);
const turtleLike = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(' '));

it('any bytes give facts or O001, never an exception', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        turtleLike.map((text) => new TextEncoder().encode(text)),
      ),
      async (bytes) => {
        const parsed = await parseStructure(bytes, DEFAULT_LIMITS);
        const codes = new Set([...parsed.diagnostics, ...checkStructure(parsed)].map(({ code }) => code));
        if (codes.has('O001_ONTOLOGY_UNPARSEABLE')) expect(codes.size).toBe(1);
      },
    ),
    { numRuns: 2000 },
  );
});

const concept = fc.integer({ min: 0, max: 12 }).map((number) => `x:${String(number).padStart(2, '0')}`);
const edges = fc.array(fc.tuple(concept, concept), { maxLength: 40 });

it('in any graph each concept appears once, never the start, and everything reachable appears', () => {
  fc.assert(
    fc.property(edges, concept, (pairs, start) => {
      const facts = {
        concepts: new Set<string>(),
        collections: new Map(),
        labels: [],
        definitions: [],
        deprecated: new Set<string>(),
        edges: {
          broader: pairs.map(([from, to]) => [to, from] as const),
          related: [],
          hasPart: [],
          requires: pairs,
          replaces: [],
        },
      };
      const structure = new StructureOperations(mergeGraph([{ layer: 'package', facts }]));
      const reachable = new Set<string>();
      const pending = [start];
      for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
        for (const [source, target] of pairs) {
          if (source !== from || target === start || reachable.has(target)) continue;
          reachable.add(target);
          pending.push(target);
        }
      }
      const expected = [...reachable].sort();
      for (const items of [
        structure.requires(start, { transitive: true }),
        structure.narrower(start, { transitive: true }),
      ]) {
        expect(items.map(({ iri }) => iri).sort()).toEqual(expected);
      }
      expect(structure.descendants(start)).toEqual(expected);
      const hasCycle = checkStructure({ facts, prefixes: new Set(), diagnostics: [] }).some(
        ({ code }) => code === 'O005_STRUCTURE_CYCLE',
      );
      expect(hasCycle).toBe(isCyclic(pairs));
    }),
  );
});

/** By the definition: some concept reaches itself. */
function isCyclic(pairs: readonly (readonly [string, string])[]): boolean {
  return pairs.some(([start]) => {
    const seen = new Set<string>();
    const pending = [start];
    for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
      for (const [source, target] of pairs) {
        if (source !== from) continue;
        if (target === start) return true;
        if (!seen.has(target)) {
          seen.add(target);
          pending.push(target);
        }
      }
    }
    return false;
  });
}
