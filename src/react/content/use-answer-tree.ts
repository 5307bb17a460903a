import { useMemo, useState } from 'react';
import { type AnswerTree, type CitationMark, createAnswerParser } from '../../markdown/index.js';

const NO_MARKS: readonly CitationMark[] = [];

/**
 * The tree of an answer that may still grow. The result of the parser depends on its arguments only, never on what it
 * parsed before, so a render that React throws away does no harm.
 */
export function useAnswerTree(
  content: string,
  marks: readonly CitationMark[] = NO_MARKS,
  streaming = false,
): AnswerTree {
  const [parser] = useState(createAnswerParser);
  return useMemo(() => parser.update(content, marks, { streaming }), [parser, content, marks, streaming]);
}
