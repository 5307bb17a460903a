import type { CitationRecord } from './citation-record.js';
import * as z from './zod.js';

/**
 * What refers to an entry in an answer: the very text (`[2]`, `【2】`), or a number, which stands for that number in
 * square brackets.
 */
export const markerSchema = z.union([z.string().check(z.minLength(1)), z.int().check(z.minimum(0))]);
export type Marker = z.infer<typeof markerSchema>;

/** The kinds of evidence with a card of their own. Any other kind is kept and drawn plainly. */
export const ENTRY_KINDS = ['document', 'web', 'memory', 'wiki', 'tool', 'preview', 'file'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number] | (string & {});

/**
 * One thing the turn was shown, under its number. `kind` says what the evidence is, not which tool brought it.
 * Unknown properties are kept. `record` is checked apart (`src/register/read.ts`): an entry whose record is not valid
 * is still evidence, only not a MOCA citation.
 */
export const registerEntrySchema = z.looseObject({
  marker: markerSchema,
  kind: z.string().check(z.minLength(1)),
  title: z.optional(z.string()),
  /** The passage that supports the claim, as text. */
  quote: z.optional(z.string()),
  /** Shown as a link only where the link rules allow it. */
  url: z.optional(z.string()),
  /** Whether the answer rests on it, and not only the turn looked at it. */
  used: z.optional(z.boolean()),
  /** As people number pages: the first is 1, or a label such as `iv`. */
  page: z.optional(z.union([z.string(), z.number()])),
  endPage: z.optional(z.union([z.string(), z.number()])),
  score: z.optional(z.number()),
  /** Of a file, as the service names it. */
  path: z.optional(z.string()),
  toolName: z.optional(z.string()),
  /** What the tool was called with: any JSON. */
  toolArguments: z.optional(z.unknown()),
  record: z.optional(z.unknown()),
});

export type RegisterEntry = z.infer<typeof registerEntrySchema> & {
  kind: EntryKind;
  /** The citation record that makes this entry a MOCA citation. Trust is shown only where there is one. */
  record?: CitationRecord;
};

/** A stretch of the answer and what it rests on. */
export const claimSchema = z.object({
  /** The stretch itself; checked against the offsets where it is given. */
  text: z.optional(z.string()),
  /** UTF-16 offsets into the answer's `content`; `end` is exclusive. */
  start: z.optional(z.number()),
  end: z.optional(z.number()),
  citations: z.array(markerSchema),
});

export type Claim = z.infer<typeof claimSchema>;

/**
 * `per-claim`: the answer says which part rests on what. `retrieval-only`: there is only a list of what was looked at.
 * `none`: nothing was shown to the turn.
 */
export const attributionSchema = z.enum(['per-claim', 'retrieval-only', 'none']);
export type Attribution = z.infer<typeof attributionSchema>;

/** The text that a marker is in the answer. */
export function markerText(marker: Marker): string {
  return typeof marker === 'number' ? `[${marker}]` : marker;
}
