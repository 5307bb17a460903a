import { digestSchema, spanSchema } from './citation-record.js';
import * as z from './zod.js';

/** The verdicts of a re-check, gravest first. */
export const VERDICTS = [
  'invalid-record',
  'digest-mismatch',
  'misreported',
  'node-missing',
  'package-missing',
  'changed',
  'confirmed',
] as const;

/** What explains that a saved value and a value computed here differ. */
export const DIFFERENCE_KINDS = ['unexplained', 'trust-root', 'relation', 'time'] as const;

const jsonSchema = z.unknown();

const differenceSchema = z.object({
  /** Path of the field in the citation record, joined with dots: `trust.stale`. */
  field: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** The value in the saved record; absent when the record has no such field. */
  saved: z.optional(jsonSchema),
  /** The value as of the time the service gives; absent when that time is unknown or there is no such field. */
  asOf: z.optional(jsonSchema),
  /** The value as of the report's clock; absent when there is no such field. */
  now: z.optional(jsonSchema),
  /** One plain sentence. */
  why: z.string(),
});

const quotationSchema = z.object({
  /** What the answer quotes beside the marker, without the quotation marks; cut when very long. */
  text: z.string(),
  /** Whether it occurs in the cited node, after white-space folding. */
  found: z.boolean(),
});

const noteSchema = z.object({
  /** A stable name for the kind of remark. */
  code: z.string(),
  /** One plain sentence. */
  message: z.string(),
});

const checkedCitationSchema = z.object({
  messageId: z.string(),
  /** Place among the citations of its message, from 0. */
  index: z.int().check(z.minimum(0)),
  /** The record's citation key; absent when the record does not validate. */
  key: z.optional(z.string()),
  marker: z.optional(z.string()),
  verdict: z.enum(VERDICTS),
  /**
   * Whether the service reported rightly at the time it gives. `cannot-tell`: only its own trust root or
   * packages could explain a difference. `unknown-when`: it gives no time. `not-checked`: nothing to compare with.
   */
  reportedRightly: z.enum(['yes', 'no', 'cannot-tell', 'unknown-when', 'not-checked']),
  /** When the service computed the record, as it says; absent when it does not say. */
  computedAt: z.optional(z.string()),
  package: z.optional(z.object({ id: z.string(), version: z.string(), digest: digestSchema })),
  node: z.optional(
    z.object({
      ref: z.string(),
      locale: z.optional(z.string()),
      span: z.optional(spanSchema),
      title: z.optional(z.string()),
    }),
  ),
  /** Whether the saved record carried text, which was then compared byte for byte. */
  textCompared: z.boolean(),
  differences: z.array(differenceSchema),
  quotations: z.array(quotationSchema),
  notes: z.array(noteSchema),
});

const usedPackageSchema = z.object({
  digest: digestSchema,
  id: z.string(),
  version: z.string(),
  title: z.optional(z.string()),
  /** Who signed it, as far as the trust root confirms; empty when nobody. */
  signers: z.array(z.string()),
  valid: z.boolean(),
  /** Codes of the Reader's diagnostics, sorted, without repeats. */
  diagnostics: z.array(z.string()),
  /** How many citations were compared with it. */
  citations: z.int().check(z.minimum(0)),
});

const problemSchema = z.object({
  /** The name the input was given by; absent when it has none. */
  source: z.optional(z.string()),
  code: z.string(),
  message: z.string(),
});

/**
 * The report of a re-check, version 1: one entry a citation in the order of the conversation, and everything
 * that the verdicts depend on, so that two reports can be compared.
 */
export const recheckReportSchema = z.object({
  version: z.literal(1),
  reader: z.object({ name: z.string(), version: z.string(), contract: z.string() }),
  /** The clock of "now", as an RFC 3339 date-time in UTC. */
  now: z.string(),
  /** The digest of the trust root's JSON with sorted keys; absent when there was none. */
  trustRoot: z.optional(z.object({ digest: digestSchema })),
  counts: z.object({
    total: z.int().check(z.minimum(0)),
    'invalid-record': z.int().check(z.minimum(0)),
    'digest-mismatch': z.int().check(z.minimum(0)),
    misreported: z.int().check(z.minimum(0)),
    'node-missing': z.int().check(z.minimum(0)),
    'package-missing': z.int().check(z.minimum(0)),
    changed: z.int().check(z.minimum(0)),
    confirmed: z.int().check(z.minimum(0)),
  }),
  /** Every package that could be read, by id, version and digest. */
  packages: z.array(usedPackageSchema),
  /** Packages that citations name and nobody supplied, by id, version and digest. */
  missing: z.array(
    z.object({ id: z.string(), version: z.string(), digest: digestSchema, citations: z.int() }),
  ),
  /** Inputs that could not be used. */
  problems: z.array(problemSchema),
  citations: z.array(checkedCitationSchema),
});

export type Verdict = (typeof VERDICTS)[number];
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];
export type Difference = z.infer<typeof differenceSchema>;
export type Quotation = z.infer<typeof quotationSchema>;
export type CheckedCitation = z.infer<typeof checkedCitationSchema>;
export type ReportPackage = z.infer<typeof usedPackageSchema>;
export type ReportProblem = z.infer<typeof problemSchema>;
export type RecheckReport = z.infer<typeof recheckReportSchema>;
