'use client';

import { type ReactNode, useMemo, useRef } from 'react';
import type { Citation } from '../../client/answer.js';
import type { AnswerTree, CitationMark, Placement } from '../../markdown/index.js';
import { createRegister, type Register, type RegisteredEntry } from '../../register/create-register.js';
import type { Attribution, Claim, RegisterEntry } from '../../schema/register.js';
import { type CitationDrawing, useAnswerTree } from '../content/index.js';
import { anchorClaims, type ClaimAnchor } from './claim-anchors.js';
import { EvidencePill } from './evidence-pill.js';

/** What a host gives an answer beside its citations. */
export interface HostEvidence {
  /** What the turn was shown: entries, or a `createRegister` result. */
  readonly register?: readonly RegisterEntry[] | Register | undefined;
  /** Which part of the answer rests on what; by the markers of `register`. */
  readonly claims?: readonly Claim[] | undefined;
  readonly attribution?: Attribution | undefined;
}

export interface AnswerRegister {
  readonly tree: AnswerTree;
  /** Undefined when the host gave no register. */
  readonly register: Register | undefined;
  /** The entries that are no citation of the event. */
  readonly evidence: readonly RegisteredEntry[];
  /** What the list of evidence may say of attribution. */
  readonly evidenceAttribution: Attribution;
  /** Places of citations: in the text, and, without width, at the ends of claims. */
  readonly placements: readonly Placement[];
  /** Where each entry of the evidence first has a pill, by marker. */
  readonly evidencePlaces: ReadonlyMap<string, EvidencePlace>;
  /** Whether there are claims to highlight. */
  readonly hasClaims: boolean;
  /** Draws what is no marker of a citation; undefined for one that is. */
  readonly drawEvidence: (drawing: CitationDrawing, ids: PillIds, citation: DrawCitation) => ReactNode;
}

/** A place in the text as `PillIds` takes it. */
export interface EvidencePlace {
  readonly start: number;
  readonly index: number;
}

type PillIds = (start: number, index: number) => string;
type DrawCitation = (index: number, id: string) => ReactNode;

const NONE: readonly never[] = [];
const NO_ENDS: ReadonlyMap<number, readonly number[]> = new Map();

/**
 * One parse of an answer for its citations, the host's evidence and the edges of its claims. The marks are the
 * citations by their index, then the evidence, then the anchors of claims.
 */
export function useAnswerRegister(
  content: string,
  citations: readonly Citation[],
  host: HostEvidence,
  streaming: boolean,
): AnswerRegister {
  const entries = useKept(entriesOf(host.register) ?? (host.claims && NONE));
  const claims = useKept(host.claims ?? (isRegister(host.register) ? host.register.claims : undefined));
  const attribution = host.attribution ?? (isRegister(host.register) ? host.register.attribution : undefined);
  // While the text grows, numbers do not depend on it: finished blocks are not drawn anew for each piece of it.
  const numberedText = streaming ? '' : content;
  const input = useMemo(
    () =>
      entries && {
        content: numberedText,
        citations,
        entries,
        ...(claims && { claims }),
        ...(attribution && { attribution }),
      },
    [numberedText, citations, entries, claims, attribution],
  );
  const numbered = useMemo(() => input && createRegister({ ...input, found: NONE }), [input]);
  const evidence = useMemo(
    () => numbered?.entries.filter((entry) => entry.citation === undefined) ?? NONE,
    [numbered],
  );
  const mayAttribute = attribution === undefined || attribution === 'per-claim';
  const marks = useMemo(
    () => [
      ...citationMarks(citations, numbered),
      ...evidence.map((entry) => evidenceMark(entry, mayAttribute)),
    ],
    [citations, numbered, evidence, mayAttribute],
  );
  const placedClaims = numbered?.claims ?? NONE;
  const anchored = useMemo(
    () => (streaming ? { content, anchors: NONE } : anchorClaims(content, placedClaims, marks)),
    [content, placedClaims, marks, streaming],
  );
  const anchors = anchored.anchors.length > 0 ? anchored.anchors : NONE;
  const allMarks = useMemo(() => [...marks, ...anchors], [marks, anchors]);
  const tree = useAnswerTree(anchored.content, allMarks, streaming);

  // Which marks the text has changes seldom while it grows; what hangs on it is kept as long.
  const inTextKey = [...new Set(tree.placements.map(({ citation }) => citation))]
    .filter((index) => index < marks.length)
    .sort((a, b) => a - b)
    .join();
  const inText = useMemo(
    () => new Set(inTextKey === '' ? [] : inTextKey.split(',').map(Number)),
    [inTextKey],
  );
  const register = useMemo(() => {
    if (!input) return undefined;
    const found = [...inText].flatMap((index) =>
      [marks[index]?.marker ?? [], marks[index]?.ref ?? []].flat(),
    );
    return createRegister({ ...input, found });
  }, [input, inText, marks]);

  const ends = useMemo(() => {
    if (anchors.length === 0) return NO_ENDS;
    const markOf = new Map(
      numbered?.entries.map((entry) => [entry.marker, markIndexOf(entry, citations, evidence)]),
    );
    return endPills(anchors, placedClaims, markOf, inText);
  }, [numbered, citations, evidence, anchors, placedClaims, inText]);
  const placements = useMemo(() => {
    if (ends === NO_ENDS) return tree.placements;
    return tree.placements.flatMap((placement) => {
      const pills = ends.get(placement.citation - marks.length);
      if (!pills) return [placement];
      const { start } = placement;
      return pills
        .filter((citation) => citation < citations.length)
        .map((citation) => ({ citation, start, end: start, text: '' }));
    });
  }, [tree, ends, marks, citations]);

  const evidencePlaces = useMemo(() => {
    const places = new Map<string, EvidencePlace>();
    for (const { citation, start } of tree.placements) {
      for (const index of ends.get(citation - marks.length) ?? [citation]) {
        const entry = evidence[index - citations.length];
        if (entry && !places.has(entry.marker)) places.set(entry.marker, { start, index });
      }
    }
    return places;
  }, [tree, ends, marks, evidence, citations]);

  const drawEvidence = useMemo<AnswerRegister['drawEvidence']>(
    () =>
      ({ citations: [index = 0], text, start }, ids, drawCitation) => {
        const drawPill = (mark: number, shown: string): ReactNode => {
          const entry = evidence[mark - citations.length];
          const id = ids(start, mark);
          if (!entry) return drawCitation(mark, id);
          return (
            <EvidencePill key={mark} id={id} entry={entry}>
              {shown}
            </EvidencePill>
          );
        };
        const anchor = anchors[index - marks.length];
        if (!anchor) return drawPill(index, text);
        return (
          <span data-moca={`claim-${anchor.side}`} data-claims={anchor.claims.join(' ')}>
            {ends.get(index - marks.length)?.map((mark) => drawPill(mark, ''))}
          </span>
        );
      },
    [evidence, citations, anchors, marks, ends],
  );

  const evidenceAttribution =
    mayAttribute || evidence.length === 0 ? (register?.attribution ?? 'none') : 'retrieval-only';
  return {
    tree,
    register,
    evidence: register?.entries.filter((entry) => entry.citation === undefined) ?? NONE,
    evidenceAttribution,
    placements,
    evidencePlaces,
    hasClaims: anchors.length > 0,
    drawEvidence,
  };
}

function citationMarks(citations: readonly Citation[], register: Register | undefined): CitationMark[] {
  const markers = new Map(register?.entries.map(({ citation, marker }) => [citation, marker]));
  return citations.map(({ marker, record }, index) => ({
    marker: marker ?? markers.get(index),
    ref: record.node.ref,
  }));
}

function evidenceMark({ marker, record }: RegisteredEntry, mayAttribute: boolean): CitationMark {
  if (record) return { marker, ref: record.node.ref };
  return mayAttribute ? { marker } : {};
}

function markIndexOf(
  entry: RegisteredEntry,
  citations: readonly Citation[],
  evidence: readonly RegisteredEntry[],
): number {
  return entry.citation ?? citations.length + evidence.indexOf(entry);
}

/** The pills at each end of claims: of what the text itself does not mark. */
function endPills(
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

function isRegister(register: HostEvidence['register']): register is Register {
  return register !== undefined && !Array.isArray(register);
}

function entriesOf(register: HostEvidence['register']): readonly RegisterEntry[] | undefined {
  return isRegister(register) ? register.entries : register;
}

/** Hosts write lists inline: as long as one holds the same objects, it counts as the same list. */
function useKept<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  const kept = useRef(list);
  const before = kept.current;
  const same =
    Array.isArray(before) && Array.isArray(list) && before.length === list.length
      ? list.every((item, index) => item === before[index])
      : before === list;
  if (!same) kept.current = list;
  return kept.current;
}
