'use client';

import { type ComponentType, forwardRef, type HTMLAttributes, lazy, Suspense, useState } from 'react';
import type { ElementComponents } from '../content/index.js';
import type { CitationChecks, KitComponents } from '../provider/context.js';
import { MocaProvider } from '../provider/moca-provider.js';
import type { EvidenceAnswerProps } from '../register/evidence-answer.js';
import type { HostEvidence } from '../register/use-answer-register.js';
import type { CitationInput, ShownAnswer } from './answer-input.js';
import { AnswerView, type AnswerViewOptions } from './answer-view.js';
import { useAnswer } from './use-answer.js';
import { usePlainAnswer } from './use-plain-answer.js';

export interface MocaAnswerProps
  extends Omit<HTMLAttributes<HTMLDivElement>, 'content' | 'children' | 'onCopy'> {
  /** A message of the provider's store. */
  messageId?: string;
  /** Markdown, for an answer without a store. */
  content?: string;
  /** Entries of the event, unchecked. Leave out when no event came; empty when it came without citations. */
  citations?: readonly CitationInput[];
  /** Everything else the turn was shown: entries, or a `createRegister` result. */
  register?: HostEvidence['register'];
  /** Which part of the text rests on which of these, where the text has no markers for it. */
  claims?: HostEvidence['claims'];
  /** What the host says of its own evidence: less than `per-claim` draws no pill for it. */
  attribution?: HostEvidence['attribution'];
  /** The text is still being written. */
  streaming?: boolean;
  /** The run failed: what is there is not a finished answer. */
  failed?: boolean;
  /** When the service computed the records, RFC 3339. */
  computedAt?: string;
  /** The time that "now" means: milliseconds, a date, or text that `Date` reads. Default: the clock. */
  now?: number | string | Date | undefined;
  /** What a re-check on this device found, by `citationKey`. */
  checks?: CitationChecks;
  /** Whether to show the list of sources. Default true. */
  sources?: boolean;
  /** How many sources to show before the rest is folded away. Default 6. */
  collapseSourcesAfter?: number;
  /** Whether markers that touch, such as `[1][2]`, are drawn as one pill that opens a list. Default false. */
  foldAdjacent?: boolean;
  /** Whether to show a button that copies the answer. Default false. */
  copyButton?: boolean;
  /** The host's own parts. */
  components?: KitComponents;
  /** The host's own elements of the answer's text. */
  contentComponents?: ElementComponents;
}

/**
 * An answer with its citations: the text with pills in place, and the sources below. Give it `content` and
 * `citations`, or a `messageId` inside a provider with a store.
 */
export const MocaAnswer = forwardRef<HTMLDivElement, MocaAnswerProps>(function MocaAnswer(
  { messageId, content, citations, streaming, failed, computedAt, checks, components, ...rest },
  ref,
) {
  const answer = useAnswer({ messageId, content, citations, streaming, failed, computedAt });
  const { register, claims, attribution, ...options } = rest;
  const view = { ...options, answer, forwardedRef: ref };
  const shown =
    register || claims ? (
      <WithEvidence {...view} host={{ register, claims, attribution }} />
    ) : (
      <PlainAnswer {...view} />
    );
  if (!checks && !components) return shown;
  return (
    <MocaProvider {...(checks ? { checks } : {})} {...(components ? { components } : {})}>
      {shown}
    </MocaProvider>
  );
});

type PlainAnswerProps = AnswerViewOptions & { answer: ShownAnswer; foldAdjacent?: boolean | undefined };

function PlainAnswer({ answer, foldAdjacent = false, ...view }: PlainAnswerProps) {
  const drawn = usePlainAnswer(answer, foldAdjacent);
  return <AnswerView answer={answer} drawn={drawn} {...view} />;
}

let evidenceAnswer: ComponentType<EvidenceAnswerProps> | undefined;

/**
 * Loads what draws answers with `register` or `claims`. Only a server that renders to a string has to wait for it, so
 * that its first answer has its evidence; everything else loads it when the first such answer is shown. Rejects when
 * it can not be loaded.
 */
export async function loadEvidence(): Promise<void> {
  evidenceAnswer ??= (await import('../register/evidence-answer.js')).EvidenceAnswer;
}

// Without it, the answer is shown with its citations.
const LazyEvidenceAnswer = lazy<ComponentType<EvidenceAnswerProps>>(() =>
  loadEvidence().then(
    () => ({ default: evidenceAnswer ?? PlainAnswer }),
    () => ({ default: PlainAnswer }),
  ),
);

function WithEvidence({ host, ...view }: EvidenceAnswerProps) {
  // Kept: an answer that has waited for it stays the same component.
  const [Answer] = useState(() => evidenceAnswer ?? LazyEvidenceAnswer);
  return (
    <Suspense fallback={<PlainAnswer {...view} />}>
      <Answer {...view} host={host} />
    </Suspense>
  );
}
