import { parseDateTime } from './date-time.js';
import { uriSchema } from './manifest.js';
import * as z from './zod.js';

/** The predicate of a review attestation (reader reference §7.2). */
export const reviewPredicateSchema = z.strictObject({
  package: uriSchema,
  reviewer: z.string().check(z.minLength(1)),
  reviewedAt: z.string().check(
    z.refine((value) => parseDateTime(value) !== undefined, { error: 'Expected a date-time.' }),
    z.meta({ format: 'date-time' }),
  ),
  outcome: z.enum(['accurate', 'needs-change', 'inaccurate']),
  scope: z.optional(z.string()),
  note: z.optional(z.string()),
});

export type ReviewPredicate = z.infer<typeof reviewPredicateSchema>;

/** A DSSE envelope, as far as every signature scheme shares it. */
export const envelopeSchema = z.object({
  payload: z.string(),
  payloadType: z.literal('application/vnd.in-toto+json'),
  signatures: z.array(z.unknown()).check(z.minLength(1)),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** An in-toto statement, before its predicate is looked at. */
export const statementSchema = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.unknown()),
  predicateType: z.string(),
  predicate: z.optional(z.unknown()),
});

export type Statement = z.infer<typeof statementSchema>;

/** The one form of a subject that a package or review statement uses. */
export const subjectSchema = z.object({ name: z.string(), digest: z.object({ sha256: z.string() }) });
