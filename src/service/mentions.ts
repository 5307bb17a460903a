import { createAnswerParser } from '../markdown/index.js';
import type { Finding } from '../schema/finding.js';

/** The texts that mean one citation: its marker, when the service uses markers, and its versioned reference. */
export interface Mark {
  marker?: string;
  ref: string;
}

export interface Mentions {
  /** Indexes of the marks that the answer mentions, in the order of first mention. */
  cited: readonly number[];
  /** The indexes whose marker is in the answer, and not only the reference. */
  byMarker: ReadonlySet<number>;
  findings: readonly Finding[];
}

const NUMBERED = /^\[\d+\]$/;
/** What looks like a marker of the form `[n]`, or like a versioned reference. */
const MARKER_LIKE = /\[\d{1,4}\]/g;
// It begins only where a word does: from every character of a long word, it would read the same ones again.
const REFERENCE_LIKE =
  /(?<![^\s@#<>()[\]`"'])[^\s@#<>()[\]`"']{1,300}@[^\s@#<>()[\]`"']{1,100}#[^\s#<>()[\]`"']{1,300}/g;
const MAX_UNRESOLVED = 100;

/**
 * What the answer mentions: what a client places as a pill. The client's own parser decides, so the two cannot differ on
 * code, addresses, groups of numbers or longer references.
 */
export function findMentions(answer: string, marks: readonly Mark[]): Mentions {
  // Marker and reference apart, so a placement tells which of them it is: even is the marker, odd the reference.
  const sides = marks.flatMap(({ marker, ref }) => [{ marker }, { ref }]);
  const { placements, findings } = createAnswerParser().update(answer, sides);
  const citations = placements.map(({ citation }) => citation);
  return {
    cited: [...new Set(citations.map((side) => side >> 1))],
    byMarker: new Set(citations.filter((side) => side % 2 === 0).map((side) => side >> 1)),
    findings: findings.map(({ code, message }) => ({
      code,
      path: [code === 'unusable-marker' ? 'marker' : 'answer'],
      message,
    })),
  };
}

/**
 * What looks like a citation in the answer and names nothing the Reader returned: `[n]` when the service's markers
 * have that form, and versioned references. A model can invent either. At most 100 are told.
 */
export function unresolvedMentions(answer: string, marks: readonly Mark[]): Finding[] {
  const known = new Set(marks.flatMap(({ marker, ref }) => [marker ?? ref, ref]));
  const numbered = marks.some(({ marker }) => NUMBERED.test(marker ?? ''));
  const suspects = new Set([
    ...(numbered ? (answer.match(MARKER_LIKE) ?? []) : []),
    ...(answer.match(REFERENCE_LIKE) ?? []).map((reference) => reference.replace(/[.,;:!?]{1,20}$/, '')),
  ]);
  const unknown = [...suspects].filter((text) => !known.has(text)).slice(0, MAX_UNRESOLVED);
  if (unknown.length === 0) return [];
  const sides = unknown.map((text) => (NUMBERED.test(text) ? { marker: text } : { ref: text }));
  const told = new Map<number, Finding>();
  for (const { citation, start } of createAnswerParser().update(answer, sides).placements) {
    if (told.has(citation)) continue;
    const message = `${unknown[citation]} names nothing that the Reader returned in this run.`;
    told.set(citation, { code: 'unresolved-mention', path: ['answer', start], message });
  }
  return [...told.values()];
}
