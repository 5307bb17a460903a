'use client';

import { useMemo } from 'react';
import type { AnswerTree } from '../../markdown/types.js';
import { createFolder } from './folds.js';

/** The tree with markers that touch drawn as one, where that is wanted. */
export function useFolded(parsed: AnswerTree, foldAdjacent: boolean, count: number): AnswerTree {
  const fold = useMemo(() => (foldAdjacent ? createFolder(count) : undefined), [foldAdjacent, count]);
  return useMemo(() => fold?.(parsed) ?? parsed, [fold, parsed]);
}
