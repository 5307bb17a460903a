'use client';

import { useMemo } from 'react';
import { useAnswerTree } from '../content/index.js';
import { citationMarks } from '../register/answer-marks.js';
import type { ShownAnswer } from './answer-input.js';
import type { DrawnAnswer, EvidencePlace } from './answer-view.js';
import { useFolded } from './use-folded.js';

const NO_PLACES: ReadonlyMap<string, EvidencePlace> = new Map();
const drawNothing = () => null;

/** Parses an answer that has citations only. */
export function usePlainAnswer(
  { content, citations, state }: ShownAnswer,
  foldAdjacent: boolean,
): DrawnAnswer {
  const marks = useMemo(() => citationMarks(citations, undefined), [citations]);
  const tree = useFolded(
    useAnswerTree(content, marks, state === 'streaming'),
    foldAdjacent,
    citations.length,
  );
  return {
    tree,
    register: undefined,
    evidenceAttribution: 'none',
    placements: tree.placements,
    evidencePlaces: NO_PLACES,
    Highlight: undefined,
    drawEvidence: drawNothing,
  };
}
