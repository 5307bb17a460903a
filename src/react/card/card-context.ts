'use client';

import { createContext, useContext } from 'react';
import type { CitationRecord } from '../../schema/citation-record.js';
import type { CitationCheck, TrustFact } from '../trust/trust-states.js';
import type { CardCitation } from './card-layer.js';

export interface CardContextValue {
  record: CitationRecord;
  /** The record as received. */
  raw: unknown;
  facts: readonly TrustFact[];
  /** Milliseconds since the epoch. */
  now: number;
  computedAt: string | undefined;
  check: CitationCheck | undefined;
  identityConflict: boolean | undefined;
  titleId: string | undefined;
  onOpenCitation: ((citation: CardCitation) => void) | undefined;
}

export const CardContext = createContext<CardContextValue | undefined>(undefined);

/** The card that a part stands in. Throws outside `CitationCard`. */
export function useCard(): CardContextValue {
  const card = useContext(CardContext);
  if (!card) throw new Error('This part belongs inside a CitationCard.');
  return card;
}
