// Writes schemas/*.schema.json from src/schema: npm run schemas
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemas, schemaText } from './json-schemas.js';

const directory = join(import.meta.dirname, '..', 'schemas');
const schemas = jsonSchemas();
for (const name of readdirSync(directory)) {
  if (name.endsWith('.schema.json') && !schemas.has(name)) rmSync(join(directory, name));
}
for (const [name, schema] of schemas) writeFileSync(join(directory, name), schemaText(schema));
console.log(`${schemas.size} schemas written to schemas/.`);
