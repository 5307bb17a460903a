import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { jsonSchemas, schemaText } from '../../../scripts/json-schemas.js';

it('schemas/ holds what `npm run schemas` writes', () => {
  const written = readdirSync('schemas')
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => [name, readFileSync(`schemas/${name}`, 'utf8')]);
  const generated = [...jsonSchemas()].map(([name, schema]) => [name, schemaText(schema)]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(generated));
});
