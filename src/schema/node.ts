import { dateSchema, uriSchema } from './manifest.js';
import * as z from './zod.js';

const text = z.string().check(z.minLength(1));
const count = z.number().check(
  z.refine((value) => Number.isInteger(value) && value >= 0, {
    error: 'Expected a whole number of at least 0.',
  }),
  z.meta({ type: 'integer', minimum: 0 }),
);

const verificationSchema = z.looseObject({ by: text, at: dateSchema });

const sourceSchema = z.looseObject({
  resource: text,
  id: z.optional(text),
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  usage_count: z.optional(count),
  last_modified: z.optional(dateSchema),
  usage_window: z.optional(z.looseObject({ from: z.optional(dateSchema), to: z.optional(dateSchema) })),
});

const selectorSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('FragmentSelector'),
    value: text,
    conformsTo: z.optional(z.string()),
  }),
  z.strictObject({
    type: z.literal('TextQuoteSelector'),
    exact: text,
    prefix: z.optional(z.string()),
    suffix: z.optional(z.string()),
  }),
  z.strictObject({ type: z.literal('TextPositionSelector'), start: count, end: count }),
]);

const mocaSchema = z.looseObject({
  evidence: z.optional(
    z.array(z.strictObject({ source: text, selector: selectorSchema, note: z.optional(z.string()) })),
  ),
  valid_from: z.optional(dateSchema),
  valid_until: z.optional(dateSchema),
  contested_by: z.optional(z.array(text)),
  audience: z.optional(text),
  profiles: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  concepts: z.optional(
    z.array(z.strictObject({ iri: uriSchema, role: z.optional(z.enum(['primary', 'supporting'])) })),
  ),
});

/** The frontmatter of a concept document (reader reference §5.3 and §5.4). Other keys are kept as they are. */
export const nodeSchema = z.looseObject({
  type: text,
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  resource: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  generated: z.optional(z.looseObject({ by: text, at: z.optional(dateSchema) })),
  verified: z.optional(z.union([verificationSchema, z.array(verificationSchema)])),
  sources: z.optional(z.array(sourceSchema)),
  status: z.optional(z.enum(['draft', 'stable', 'deprecated'])),
  stale_after: z.optional(dateSchema),
  moca: z.optional(mocaSchema),
});
