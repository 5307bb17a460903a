'use client';

import { type ReactNode, useMemo, useRef } from 'react';
import type { Citation } from '../../client/answer.js';
import { createRegister, type Register } from '../../register/create-register.js';
import type { Attribution, Claim, RegisterEntry } from '../../schema/register.js';
import type { DrawnAnswer, EvidencePlace } from '../answer/answer-view.js';
import { useFolded } from '../answer/use-folded.js';
import { useAnswerTree } from '../content/index.js';
import { useMoca } from '../provider/context.js';
import { citationMarks, evidenceMark, indexMarks, marksAtEnds } from './answer-marks.js';
import { anchorClaims } from './claim-anchors.js';
import { ClaimHighlight } from './claim-highlight.js';
import { EvidencePill } from './evidence-pill.js';

/** What a host gives an answer beside its citations. */
export interface HostEvidence {
  /** What the turn was shown: entries, or a `createRegister` result. */
  readonly register?: readonly RegisterEntry[] | Register | undefined;
  /** Which part of the answer rests on what; by the markers of `register`. */
  readonly claims?: readonly Claim[] | undefined;
  readonly attribution?: Attribution | undefined;
}

export interface AnswerDrawing {
  readonly streaming: boolean;
  /** Whether citations that only white space parts are drawn as one. */
  readonly foldAdjacent: boolean;
}

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
  { streaming, foldAdjacent }: AnswerDrawing,
): DrawnAnswer {
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
      ...citationMarks(citations, numbered?.entries),
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
  const parsed = useAnswerTree(anchored.content, allMarks, streaming);
  const tree = useFolded(parsed, foldAdjacent, citations.length);

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
    const markOf = indexMarks(numbered?.entries ?? NONE, citations.length);
    return marksAtEnds(anchors, placedClaims, markOf, inText);
  }, [numbered, citations, anchors, placedClaims, inText]);
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

  const { components } = useMoca();
  const Pill = components.EvidencePill ?? EvidencePill;
  const drawEvidence = useMemo<DrawnAnswer['drawEvidence']>(
    () =>
      ({ citations: [index = 0], text, start }, ids, drawCitation) => {
        const drawPill = (mark: number, shown: string): ReactNode => {
          const entry = evidence[mark - citations.length];
          const id = ids(start, mark);
          if (!entry) return drawCitation(mark, id);
          return (
            <Pill key={mark} id={id} entry={entry}>
              {shown}
            </Pill>
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
    [evidence, citations, anchors, marks, ends, Pill],
  );

  const evidenceAttribution =
    mayAttribute || evidence.length === 0 ? (register?.attribution ?? 'none') : 'retrieval-only';
  return {
    tree,
    register,
    evidenceAttribution,
    placements,
    evidencePlaces,
    Highlight: anchors.length > 0 ? ClaimHighlight : undefined,
    drawEvidence,
  };
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
