'use client';

import { useMemo, useRef } from 'react';
import { useCitations } from '../provider/use-citations.js';
import { type CitationInput, readCitations, type ShownAnswer, sameEntries, stateOf } from './answer-input.js';

export interface AnswerSource {
  /** A message of the provider's store. */
  messageId?: string | undefined;
  /** Markdown, for an answer without a store. */
  content?: string | undefined;
  /** Entries of the event; leave out when none came. */
  citations?: readonly CitationInput[] | undefined;
  streaming?: boolean | undefined;
  failed?: boolean | undefined;
  computedAt?: string | undefined;
}

/** The answer that the props name: given whole, or by its message in the provider's store. */
export function useAnswer({
  messageId,
  content,
  citations,
  streaming = false,
  failed = false,
  computedAt,
}: AnswerSource): ShownAnswer {
  const stored = useCitations(content === undefined ? messageId : undefined);
  // Hosts write the list inline: as long as it holds the same, it counts as the same list.
  const kept = useRef(citations);
  if (!sameEntries(kept.current, citations)) kept.current = citations;
  const list = kept.current;
  const read = useMemo(() => readCitations(list, computedAt), [list, computedAt]);
  const given = useMemo<ShownAnswer>(
    () => ({ content: content ?? '', state: stateOf({ citations: list, streaming, failed }, read), ...read }),
    [content, list, streaming, failed, read],
  );
  if (content !== undefined) return given;
  return stored ?? EMPTY;
}

// A message that the store has not heard of yet is about to stream.
const EMPTY: ShownAnswer = { content: '', state: 'streaming', citations: [], omitted: [] };
