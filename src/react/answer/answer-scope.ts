'use client';

import { createContext } from 'react';
import type { Citation } from '../../client/answer.js';

/** What the parts inside one answer share. */
export interface AnswerScopeValue {
  /** Prefix of the ids of this answer's pills and sources. */
  readonly id: string;
  /** Milliseconds since the epoch: one time for the whole answer, so its parts never disagree. */
  readonly now: number;
  readonly computedAt: string | undefined;
  readonly citations: readonly Citation[];
}

export const AnswerScope = createContext<AnswerScopeValue | undefined>(undefined);

/** The id of a citation's row in the list below its answer. */
export function sourceRowId(answerId: string, index: number): string {
  return `${answerId}-s${index}`;
}
