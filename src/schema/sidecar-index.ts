import { digestSchema } from './citation-record.js';
import { uriSchema, versionSchema } from './manifest.js';
import * as z from './zod.js';

const text = z.string().check(z.minLength(1));
const dimensions = z.int().check(z.minimum(1));

/** The model that a sidecar's vectors were made with; compared with the host's embedder, never acted on. */
const modelSchema = z.looseObject({
  name: text,
  version: z.optional(z.string()),
  dimensions: z.optional(dimensions),
  distance: z.optional(z.enum(['cosine', 'dot', 'euclidean'])),
  queryPrefix: z.optional(z.string()),
  documentPrefix: z.optional(z.string()),
});

/** `index.json` of a sidecar (reader reference §14.1). */
export const sidecarIndexSchema = z
  .strictObject({
    indexVersion: z.literal(1),
    target: z.strictObject({ id: uriSchema, version: versionSchema, digest: digestSchema }),
    /** `lexical`, `dense`, `sparse`, `hybrid`, or another. */
    indexType: text,
    model: z.optional(modelSchema),
    chunking: z.optional(z.looseObject({ strategy: z.optional(z.string()) })),
    storage: z.strictObject({
      format: text,
      file: text,
      vectors: z.optional(z.strictObject({ file: text, dtype: z.literal('float32'), dimensions })),
    }),
    createdBy: z.optional(z.string()),
  })
  .check(
    z.refine(
      ({ indexType, model }) => model !== undefined || !(indexType === 'dense' || indexType === 'hybrid'),
      {
        error: 'A dense or hybrid index names its model.',
        path: ['model'],
      },
    ),
    z.meta({
      if: { properties: { indexType: { enum: ['dense', 'hybrid'] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['model'] },
    }),
  );

export type SidecarIndex = z.infer<typeof sidecarIndexSchema>;
export type SidecarModel = z.infer<typeof modelSchema>;
