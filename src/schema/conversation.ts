import * as z from './zod.js';

/**
 * A saved conversation: its messages as AG-UI messages, its `moca.citations` events as received, and which
 * answers were not finished. Messages and events keep every property they came with.
 */
export const savedConversationSchema = z.object({
  format: z.literal('moca-conversation'),
  version: z.literal(1),
  /** When it was saved: RFC 3339, UTC. */
  savedAt: z.string().check(z.meta({ format: 'date-time' })),
  messages: z.array(z.record(z.string(), z.unknown())),
  /** In order of arrival; the last one of a message counts. */
  events: z.array(z.record(z.string(), z.unknown())),
  /** Events that were not taken: of an unknown version, malformed, or for a message that was not there. */
  ignoredEvents: z.array(z.record(z.string(), z.unknown())),
  /** Answers that did not end, so that they never read as finished ones later. */
  unfinished: z.array(z.object({ messageId: z.string(), reason: z.enum(['error', 'cancelled', 'cut-off']) })),
});

export type SavedConversation = z.infer<typeof savedConversationSchema>;
