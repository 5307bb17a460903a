import type { CitationMark } from '../../markdown/index.js';
import type { EventCitation, RegisteredEntry } from '../../register/create-register.js';
import type { Claim } from '../../schema/register.js';
import type { ClaimAnchor } from './claim-anchors.js';

/** What the text may name each citation by; one without a marker of its own has that of the register. */
export function citationMarks(
  citations: readonly EventCitation[],
  entries: readonly RegisteredEntry[] | undefined,
): CitationMark[] {
  const markers = new Map(entries?.map(({ citation, marker }) => [citation, marker]));
  return citations.map(({ marker, record }, index) => ({
    marker: marker ?? markers.get(index),
    ref: record.node.ref,
  }));
}

/** What the text may name an entry by that is no citation: nothing, where the host attributes nothing. */
export function evidenceMark({ marker, record }: RegisteredEntry, mayAttribute: boolean): CitationMark {
  if (record) return { marker, ref: record.node.ref };
  return mayAttribute ? { marker } : {};
}

/** The index of each marker's mark; the marks of the evidence follow those of the citations. */
export function indexMarks(
  entries: readonly RegisteredEntry[],
  citationCount: number,
): ReadonlyMap<string, number> {
  let next = citationCount;
  return new Map(entries.map(({ marker, citation }) => [marker, citation ?? next++]));
}

/** The marks to draw at each anchor: at the end of claims, those that the text itself does not have. */
export function marksAtEnds(
  anchors: readonly ClaimAnchor[],
  claims: readonly Claim[],
  markOf: ReadonlyMap<string, number>,
  inText: ReadonlySet<number>,
): ReadonlyMap<number, readonly number[]> {
  return new Map(
    anchors.map(({ side, claims: ending }, index) => {
      const markers = side === 'end' ? ending.flatMap((claim) => claims[claim]?.citations ?? []) : [];
      const cited = new Set(markers.map((marker) => markOf.get(String(marker))));
      return [index, [...cited].filter((mark) => mark !== undefined).filter((mark) => !inText.has(mark))];
    }),
  );
}
