import { attributionSchema } from '../../schema/register.js';
import { asObject, readClaims, readEntries } from '../read.js';
import type { Evidence } from './evidence.js';

/**
 * A response with one register: `content`, `claims`, `citations` and `attribution`. Markers are numbers there, and the
 * text shows them as `[2]`, or not at all where the project strips them.
 */
export function fromOberikResponse(response: unknown): Evidence {
  const object = asObject(response);
  if (!object) {
    const finding = { code: 'invalid-response', path: [], message: 'Expected a response object.' };
    return { content: '', entries: [], claims: [], findings: [finding] };
  }
  const { entries, findings } = readEntries(object.citations, ['citations']);
  const read = readClaims(object.claims, ['claims']);
  findings.push(...read.findings);
  const content = typeof object.content === 'string' ? object.content : '';
  if (typeof object.content !== 'string') {
    findings.push({ code: 'invalid-response', path: ['content'], message: 'Expected string.' });
  }
  const attribution = attributionSchema.safeParse(object.attribution);
  if (!attribution.success && object.attribution !== undefined) {
    findings.push({
      code: 'invalid-response',
      path: ['attribution'],
      message: 'Expected one of "per-claim", "retrieval-only", "none".',
    });
  }
  return {
    content,
    entries,
    claims: read.claims,
    ...(attribution.success && { attribution: attribution.data }),
    findings,
  };
}
