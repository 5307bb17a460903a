// Every schema of the Reader accepts and refuses the same documents as the JSON Schema generated from it and, where
// the specification is at hand, as the published 0.4 schema with the additions of contract 0.6.0.
import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSchemas } from '../../../scripts/json-schemas.js';
import { reviewPredicateSchema } from '../../../src/schema/attestation.js';
import { citationRecordSchema } from '../../../src/schema/citation-record.js';
import { manifestSchema } from '../../../src/schema/manifest.js';
import { nodeSchema } from '../../../src/schema/node.js';
import { packageStateSchema } from '../../../src/schema/package-state.js';
import { searchHitSchema } from '../../../src/schema/search-hit.js';
import { sidecarIndexSchema } from '../../../src/schema/sidecar-index.js';
import { trustRootSchema } from '../../../src/schema/trust-root.js';
import { mutated, validDocuments } from './documents.js';

const RUNS = 1000;
const PUBLISHED = '../shared/spec/schemas-0.4';

const schemas = {
  'citation-record': citationRecordSchema,
  manifest: manifestSchema,
  node: nodeSchema,
  'package-state': packageStateSchema,
  'review-predicate': reviewPredicateSchema,
  'search-hit': searchHitSchema,
  'sidecar-index': sidecarIndexSchema,
  'trust-root': trustRootSchema,
} as const;

type Name = keyof typeof schemas;
const names = Object.keys(schemas) as Name[];

// `strict` would refuse keywords beside `$ref` and the like in the published files.
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** JSON Schema cannot say that a span does not end before it starts. */
function hasReversedSpan(document: unknown): boolean {
  const span = (document as { span?: { start?: unknown; end?: unknown } } | null)?.span;
  return typeof span?.start === 'number' && typeof span.end === 'number' && span.start > span.end;
}

function agree(name: Name, validate: ValidateFunction, documents: fc.Arbitrary<unknown>): void {
  fc.assert(
    fc.property(documents, (document) => {
      fc.pre(name !== 'citation-record' || !hasReversedSpan(document));
      expect(schemas[name].safeParse(document).success).toBe(validate(document));
    }),
    { numRuns: RUNS },
  );
}

describe.each(names)('the schema %s', (name) => {
  it('accepts valid documents', () => {
    fc.assert(
      fc.property(validDocuments[name], (document) => {
        expect(schemas[name].safeParse(document).error?.issues).toBeUndefined();
      }),
    );
  });

  it('agrees with the JSON Schema generated from it', () => {
    const validate = ajv.compile(jsonSchemas().get(`${name}.schema.json`) ?? false);
    agree(name, validate, mutated(validDocuments[name]));
  });
});

describe.runIf(existsSync(PUBLISHED))('beside the published 0.4 schemas', () => {
  const published = names.filter((name) => existsSync(`${PUBLISHED}/${name}.schema.json`));

  it('are seven', () => {
    expect(published).toHaveLength(7);
  });

  it.each(published)('%s agrees', (name) => {
    const schema = JSON.parse(readFileSync(`${PUBLISHED}/${name}.schema.json`, 'utf8'));
    const validate = ajv.compile(extended(name, schema));
    agree(name, validate, validDocuments[name]);
    agree(name, validate, mutated(validDocuments[name]));
  });
});

interface Schema {
  properties: Record<string, Schema>;
  items: Schema;
  additionalProperties?: unknown;
}

/** What contract 0.6.0 adds to a published schema. */
function extended(name: Name, schema: Schema): Schema {
  const texts = { type: 'array', items: { type: 'string' } } as unknown as Schema;
  const text = { type: 'string' } as unknown as Schema;
  const at = (parent: Schema | undefined, key: string): Schema => {
    const child = parent?.properties[key];
    if (!child) throw new Error(`The published schema has no ${key}.`);
    return child;
  };
  switch (name) {
    case 'citation-record': {
      const reviewStatus = { enum: ['approved', 'disputed', 'unverified', 'none'] } as unknown as Schema;
      const flag = { type: 'boolean' } as unknown as Schema;
      Object.assign(at(schema, 'trust').properties, { reviewStatus });
      Object.assign(schema.properties, { audienceInvalid: flag });
      Object.assign(at(at(schema, 'trust'), 'attestedReviews').items.properties, { packageVerified: flag });
      // A consumer of records ignores what it does not know, so ours accepts it.
      const { package: pkg, node, trust, span, retrieval } = schema.properties;
      for (const open of [schema, pkg, node, trust, span, retrieval]) delete open?.additionalProperties;
      return schema;
    }
    case 'trust-root': {
      const sigstore = at(schema, 'sigstore');
      Object.assign(at(schema, 'keys').items.properties, { relations: texts });
      Object.assign(at(sigstore, 'identities').items.properties, { relations: texts });
      Object.assign(sigstore.properties, { trustedRoot: { type: 'object' } });
      return schema;
    }
    case 'sidecar-index':
      Object.assign(at(schema, 'model').properties, { queryPrefix: text, documentPrefix: text });
      return schema;
    default:
      return schema;
  }
}
