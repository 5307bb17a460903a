import { digestSchema } from './citation-record.js';
import * as z from './zod.js';

/**
 * What a search backend returns for one match (Reader contract §9.1), before the Reader resolves it into a
 * citation record. Closed: a hit with anything else in it is dropped.
 */
export const searchHitSchema = z.strictObject({
  /** The digest of the package that the hit was indexed from. */
  digest: digestSchema,
  /** The node id. */
  node: z.string().check(z.minLength(1)),
  /** The node path, relative to `content/`. */
  path: z.string().check(z.minLength(1)),
  locale: z.optional(z.string().check(z.minLength(1))),
  /** UTF-8 bytes of the representation's file. */
  span: z.optional(z.strictObject({ start: z.int().check(z.minimum(0)), end: z.int().check(z.minimum(0)) })),
  /** Higher is better; scores of two backends do not compare. */
  score: z.number(),
});

export type SearchHit = z.infer<typeof searchHitSchema>;
