import { digestSchema } from './citation-record.js';
import * as z from './zod.js';

const texts = z.array(z.string());

/**
 * What a host keeps of a package beside its own store (Reader contract §9.4): all that a stored record's trust
 * depends on, as plain JSON. Made by `packageState`.
 */
export const packageStateSchema = z.object({
  digest: digestSchema,
  id: z.string().check(z.minLength(1)),
  version: z.string().check(z.minLength(1)),
  /** The manifest's language. */
  language: z.optional(z.string()),
  relations: z.array(
    z.object({
      type: z.string(),
      target: z.string(),
      version: z.optional(z.string()),
      note: z.optional(z.string()),
    }),
  ),
  /** Which packages the signers may supersede or contest (reader reference §9.2). */
  relationScopes: texts,
  /** Signer names of the valid package attestations. */
  signers: texts,
  /** Representation file → the reviews that count for it. */
  reviews: z.record(
    z.string(),
    z.array(
      z.object({
        reviewer: z.string(),
        reviewedAt: z.string(),
        outcome: z.string(),
        scope: z.optional(z.string()),
        signer: z.string(),
        packageVerified: z.optional(z.boolean()),
      }),
    ),
  ),
  /** Representation file → the strings of its `moca.contested_by`, where it has any. */
  contestedBy: z.record(z.string(), texts),
});

export type PackageState = z.infer<typeof packageStateSchema>;
