import * as z from './zod.js';

/** `sha256:` and 64 lower-case hexadecimal digits. */
export const digestSchema = z.string().check(z.regex(/^sha256:[a-f0-9]{64}$/));

/** Offsets into the cited representation's file, in UTF-8 bytes (Reader contract §7). */
export const spanSchema = z
  .object({ start: z.int().check(z.minimum(0)), end: z.int().check(z.minimum(0)) })
  .check(
    z.refine((span) => span.start <= span.end, { error: 'The span ends before it starts.', path: ['end'] }),
  );

const actorSchema = z.object({ by: z.string(), at: z.optional(z.string()) });

const attestedReviewSchema = z.object({
  reviewer: z.string(),
  reviewedAt: z.string(),
  outcome: z.string(),
  scope: z.optional(z.string()),
  signer: z.string(),
  packageVerified: z.optional(z.boolean()),
});

const trustSchema = z.object({
  status: z.enum(['draft', 'stable', 'deprecated']),
  generated: z.optional(z.nullable(actorSchema)),
  declaredVerified: z.array(actorSchema),
  attestedReviews: z.array(attestedReviewSchema),
  reviewStatus: z.optional(z.enum(['approved', 'disputed', 'unverified', 'none'])),
  staleAfter: z.optional(z.string()),
  validFrom: z.optional(z.string()),
  validUntil: z.optional(z.string()),
  stale: z.boolean(),
  inForce: z.boolean(),
  superseded: z.boolean(),
  supersededBy: z.optional(z.array(z.string())),
  contested: z.boolean(),
  contestedBy: z.optional(z.array(z.string())),
});

const evidenceSchema = z.object({
  source: z.record(z.string(), z.unknown()),
  selector: z.optional(z.record(z.string(), z.unknown())),
  note: z.optional(z.string()),
  matched: z.optional(z.boolean()),
});

/**
 * A citation record (Reader contract §7): which node of which package is cited, and how far it can be
 * trusted as its Reader reported it.
 *
 * Unknown properties are accepted and left out of the typed view: later versions add fields, and a client
 * must ignore what it does not know (AG-UI citations §4). Keep the raw value beside the parsed one where
 * nothing may be lost. `reviewStatus` and `packageVerified` are optional because services older than
 * contract 0.6.0 leave them out; read them by the stricter meaning then.
 */
export const citationRecordSchema = z.object({
  package: z.object({
    id: z.string(),
    version: z.string(),
    digest: digestSchema,
    signed: z.boolean(),
    signers: z.optional(z.array(z.string())),
  }),
  node: z.object({
    id: z.string(),
    ref: z.string().check(z.minLength(1)),
    path: z.string(),
    locale: z.optional(z.string()),
    type: z.string(),
    title: z.optional(z.string()),
    description: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
    digest: z.optional(digestSchema),
  }),
  span: z.optional(spanSchema),
  text: z.optional(z.string()),
  trust: trustSchema,
  evidence: z.optional(z.array(evidenceSchema)),
  concepts: z.optional(z.array(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/)))),
  audience: z.optional(z.string()),
  audienceInvalid: z.optional(z.boolean()),
  profiles: z.optional(z.array(z.string())),
  score: z.optional(z.number()),
  retrieval: z.optional(
    z.object({
      via: z.enum(['search', 'requires', 'parts', 'narrower', 'related']),
      from: z.optional(z.string()),
    }),
  ),
});

export type CitationRecord = z.infer<typeof citationRecordSchema>;
export type Trust = CitationRecord['trust'];
export type AttestedReview = Trust['attestedReviews'][number];
export type DeclaredVerification = Trust['declaredVerified'][number];
export type Evidence = NonNullable<CitationRecord['evidence']>[number];
/** UTF-8 byte offsets into a representation's file. */
export type Span = z.infer<typeof spanSchema>;
