import { citationRecordSchema } from './citation-record.js';
import { parseDateTime } from './date-time.js';
import * as z from './zod.js';

/** The name of the AG-UI custom event that carries citation records (AG-UI citations §2). */
export const CITATIONS_EVENT = 'moca.citations';

const citationEntrySchema = z.object({
  marker: z.optional(z.string()),
  record: citationRecordSchema,
});

/** What a `moca.citations` event carries, and what a message's metadata may carry under the same rules. */
export const citationsValueSchema = z.object({
  version: z.literal(1),
  messageId: z.string().check(z.minLength(1)),
  computedAt: z.optional(
    z.string().check(
      z.refine((text) => parseDateTime(text) !== undefined, {
        error: 'Expected an RFC 3339 date-time with an offset.',
      }),
      z.meta({ format: 'date-time' }),
    ),
  ),
  citations: z.array(citationEntrySchema),
});

/**
 * The whole event as a service sends it (AG-UI citations §2). A client reads it entry by entry with
 * `parseCitationsEvent`, so that one invalid record does not cost the others.
 */
export const citationsEventSchema = z.object({
  type: z.literal('CUSTOM'),
  name: z.literal(CITATIONS_EVENT),
  value: citationsValueSchema,
});

export type CitationsEvent = z.infer<typeof citationsEventSchema>;
export type CitationsValue = z.infer<typeof citationsValueSchema>;
