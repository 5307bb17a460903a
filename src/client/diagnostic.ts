import type { Finding } from '../schema/finding.js';

/** A finding of a store or a saved conversation, with the message that it concerns where one is named. */
export interface Diagnostic extends Finding {
  messageId?: string;
}
