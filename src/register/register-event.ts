import type { Finding } from '../schema/finding.js';
import { type Attribution, attributionSchema, type Claim, type RegisterEntry } from '../schema/register.js';
import { asObject, readClaims, readEntries } from './read.js';

/** What a host's function makes of one custom event. Everything but the entries may be left out. */
export interface EventEvidence {
  /** The assistant message that the evidence belongs to. */
  messageId?: string;
  entries: readonly RegisterEntry[];
  claims?: readonly Claim[];
  attribution?: Attribution;
}

/** The evidence of one event, checked: what was wrong in it is left out and reported. */
export interface CheckedEvidence {
  readonly messageId?: string;
  readonly entries: readonly RegisterEntry[];
  readonly claims: readonly Claim[];
  readonly attribution?: Attribution;
  readonly findings: readonly Finding[];
}

/**
 * A reader of one AG-UI `CUSTOM` event by its name: it gives the host function the event's `value` and checks what comes
 * back: a list of entries, an `EventEvidence`, or undefined for nothing. Any other event gives undefined. The value is data from the stream, so
 * a host function that fails on it costs its entries and a finding, and not the conversation.
 */
export function registerEvent(
  name: string,
  toEvidence: (
    value: unknown,
    event: Readonly<Record<string, unknown>>,
  ) => readonly RegisterEntry[] | EventEvidence | undefined,
): (event: unknown) => CheckedEvidence | undefined {
  if (typeof name !== 'string' || name === '')
    throw new TypeError('name must be the name of a custom event.');
  if (typeof toEvidence !== 'function') throw new TypeError('toEvidence must be a function.');
  return (event) => {
    const object = asObject(event);
    if (object?.type !== 'CUSTOM' || object.name !== name) return undefined;
    let result: unknown;
    try {
      result = toEvidence(object.value, object);
    } catch (error) {
      const message = `The reader of ${name} failed: ${error instanceof Error ? error.message : String(error)}`;
      return { entries: [], claims: [], findings: [{ code: 'reader-failed', path: ['value'], message }] };
    }
    return checked(Array.isArray(result) ? { entries: result } : result);
  };
}

function checked(result: unknown): CheckedEvidence {
  const object = asObject(result) ?? { entries: result };
  const { entries, findings } = readEntries(object.entries, ['entries']);
  const read = readClaims(object.claims, ['claims']);
  const attribution = attributionSchema.safeParse(object.attribution);
  return {
    ...(typeof object.messageId === 'string' && { messageId: object.messageId }),
    entries,
    claims: read.claims,
    ...(attribution.success && { attribution: attribution.data }),
    findings: [...findings, ...read.findings],
  };
}
