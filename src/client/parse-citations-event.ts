import { CITATIONS_EVENT } from '../schema/citations-event.js';
import {
  type CitationLimits,
  type CitationsResult,
  DEFAULT_LIMITS,
  readCitationsValue,
} from './citations-value.js';

/**
 * Reads one AG-UI event as a `moca.citations` event (AG-UI citations §2 and §4).
 *
 * Each entry is checked on its own: an invalid record is left out, named in `issues` by index and path, and
 * the others stay. `reason` is `other-event` for anything that is not a `moca.citations` event (no issue is
 * reported then), `unknown-version` for a version other than 1, `malformed` otherwise. Never throws.
 */
export function parseCitationsEvent(event: unknown, limits: Partial<CitationLimits> = {}): CitationsResult {
  let value: unknown;
  try {
    if (!isCitationsEvent(event)) return { ok: false, reason: 'other-event', issues: [] };
    value = Object.getOwnPropertyDescriptor(event, 'value')?.value;
  } catch {
    return { ok: false, reason: 'other-event', issues: [] };
  }
  return readCitationsValue(value, { ...DEFAULT_LIMITS, ...limits }, ['value']);
}

function isCitationsEvent(event: unknown): event is object {
  if (typeof event !== 'object' || event === null) return false;
  const { type, name } = event as { type?: unknown; name?: unknown };
  return type === 'CUSTOM' && name === CITATIONS_EVENT;
}
