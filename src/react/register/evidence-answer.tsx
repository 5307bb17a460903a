'use client';

import type { ShownAnswer } from '../answer/answer-input.js';
import { AnswerView, type AnswerViewOptions } from '../answer/answer-view.js';
import { type HostEvidence, useAnswerRegister } from './use-answer-register.js';

export interface EvidenceAnswerProps extends AnswerViewOptions {
  answer: ShownAnswer;
  foldAdjacent?: boolean | undefined;
  host: HostEvidence;
}

/** An answer with other evidence than citations. Apart from `MocaAnswer`, which loads it for the first such answer. */
export function EvidenceAnswer({ answer, host, foldAdjacent = false, ...view }: EvidenceAnswerProps) {
  const streaming = answer.state === 'streaming';
  const drawn = useAnswerRegister(answer.content, answer.citations, host, { streaming, foldAdjacent });
  return <AnswerView answer={answer} drawn={drawn} {...view} />;
}
