/** Reading a structure file of 100,000 triples, against n3 parsing it alone. */
import { Parser } from 'n3';
import { DEFAULT_LIMITS } from '../src/reader/limits.js';
import { checkStructure } from '../src/reader/structure/check.js';
import { parseStructure } from '../src/reader/structure/parse.js';
import { fastest } from './fastest.js';
import type { Row } from './row.js';

export const runsInBrowser = true;

const TRIPLES = 100_000;

export async function run(): Promise<Row[]> {
  const text = conceptScheme();
  const bytes = new TextEncoder().encode(text);
  const [ours = 0, reference = 0] = await fastest(
    15,
    async () => {
      const parsed = await parseStructure(bytes, DEFAULT_LIMITS);
      const findings = [...parsed.diagnostics, ...checkStructure(parsed)];
      if (findings.length > 0)
        throw new Error(`The benchmark structure is not sound: ${findings[0]?.message}`);
    },
    async () => {
      const triples = new Parser({ format: 'text/turtle' }).parse(new TextDecoder().decode(bytes));
      if (triples.length !== TRIPLES)
        throw new Error(`The benchmark structure has ${triples.length} triples.`);
    },
  );
  return [
    {
      name: 'read and check structure.ttl of 100,000 triples, against n3 parsing it',
      ours,
      reference,
      ratio: ours / reference,
      limit: 1.5,
      unit: 'ms',
    },
  ];
}

/** Four triples a concept: a tree eight wide, with labels and requirements. */
function conceptScheme(): string {
  const lines = [
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .',
    '@prefix dct: <http://purl.org/dc/terms/> .',
    '@prefix c: <https://example.org/c#> .',
  ];
  for (let index = 1; index <= TRIPLES / 4; index += 1) {
    const parent = Math.floor((index - 1) / 8);
    const above = parent === 0 ? `skos:definition "Top ${index}"` : `skos:broader c:n${parent}`;
    const before = index === 1 ? 'skos:altLabel "First"' : `dct:requires c:n${index - 1}`;
    lines.push(`c:n${index} a skos:Concept ; skos:prefLabel "Concept ${index}"@en ; ${above} ; ${before} .`);
  }
  return lines.join('\n');
}
