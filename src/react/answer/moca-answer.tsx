'use client';

import {
  type ForwardedRef,
  forwardRef,
  type HTMLAttributes,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Placement } from '../../markdown/types.js';
import { CardLayer } from '../card/card-layer.js';
import {
  AnswerTreeView,
  type CitationDrawing,
  type ElementComponents,
  useAnswerTree,
} from '../content/index.js';
import { fill, plural } from '../labels/format.js';
import { CitationPill } from '../pill/citation-pill.js';
import { toTime, useNow } from '../provider/clock.js';
import { type CitationChecks, type KitComponents, useMoca } from '../provider/context.js';
import { MocaProvider } from '../provider/moca-provider.js';
import { SourceList } from '../sources/source-list.js';
import { TrustIcon } from '../trust/icons.js';
import { isWarning, nextTrustChange, trustStates } from '../trust/trust-states.js';
import type { CitationInput, ShownAnswer } from './answer-input.js';
import { AnswerScope } from './answer-scope.js';
import { CopyAnswerButton } from './copy-answer-button.js';
import { useAnswer } from './use-answer.js';

export interface MocaAnswerProps
  extends Omit<HTMLAttributes<HTMLDivElement>, 'content' | 'children' | 'onCopy'> {
  /** A message of the provider's store. */
  messageId?: string;
  /** Markdown, for an answer without a store. */
  content?: string;
  /** Entries of the event, unchecked. Leave out when no event came; empty when it came without citations. */
  citations?: readonly CitationInput[];
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
  const shown = (
    <CardLayer>
      <AnswerView answer={answer} forwardedRef={ref} {...rest} />
    </CardLayer>
  );
  if (!checks && !components) return shown;
  return (
    <MocaProvider {...(checks ? { checks } : {})} {...(components ? { components } : {})}>
      {shown}
    </MocaProvider>
  );
});

type ViewProps = Omit<
  MocaAnswerProps,
  'messageId' | 'content' | 'citations' | 'streaming' | 'failed' | 'computedAt' | 'checks' | 'components'
> & { answer: ShownAnswer; forwardedRef: ForwardedRef<HTMLDivElement> };

function AnswerView({
  answer,
  now: given,
  sources = true,
  collapseSourcesAfter = 6,
  copyButton = false,
  contentComponents,
  className,
  onKeyDown,
  forwardedRef,
  ...rest
}: ViewProps) {
  const { labels, clock, components } = useMoca();
  const id = useId();
  const { citations, computedAt, state } = answer;
  const isStreaming = state === 'streaming';
  const nextChange = useCallback(
    (at: number) =>
      nextTrustChange(
        citations.map((one) => one.record),
        at,
      ),
    [citations],
  );
  const now = useNow(toTime(given), clock, nextChange);
  const scope = useMemo(() => ({ id, now, computedAt, citations }), [id, now, computedAt, citations]);
  const marks = useMemo(
    () => citations.map(({ marker, record }) => ({ marker, ref: record.node.ref })),
    [citations],
  );
  const tree = useAnswerTree(answer.content, marks, isStreaming);
  const listed = useMemo(
    () => citations.map(({ raw, marker, identityConflict }) => ({ record: raw, marker, identityConflict })),
    [citations],
  );

  const Pill = components.CitationPill ?? CitationPill;
  const renderCitation = useCallback(
    ({ citations: indexes, text, start }: CitationDrawing) => {
      const [first, ...others] = indexes.flatMap((index) => citations[index] ?? []);
      if (!first) return text;
      return (
        <Pill
          id={pillIdOf(id, start, indexes[0])}
          record={first.raw}
          marker={first.marker}
          identityConflict={first.identityConflict}
          also={others.map(({ raw, marker, identityConflict }) => ({
            record: raw,
            marker,
            identityConflict,
          }))}
        >
          {text}
        </Pill>
      );
    },
    [citations, id, Pill],
  );
  const contentLabels = useMemo(
    () => ({ ...labels.content, footnote: (number: number) => fill(labels.content.footnote, { number }) }),
    [labels],
  );
  const pillId = useCallback(
    ({ start, end }: Placement) =>
      // Citations that share a place share a pill, which goes by the first of them.
      pillIdOf(id, start, tree.placements.find((one) => one.start === start && one.end === end)?.citation),
    [id, tree],
  );

  const Sources = components.SourceList ?? SourceList;
  return (
    <AnswerScope.Provider value={scope}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the pills inside. */}
      <div
        ref={forwardedRef}
        data-moca="answer"
        data-state={state}
        aria-busy={isStreaming}
        className={className === undefined ? 'moca moca-answer' : `moca moca-answer ${className}`}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (!event.defaultPrevented) walkPills(event);
        }}
        {...rest}
      >
        <AnswerTreeView
          tree={tree}
          components={contentComponents}
          labels={contentLabels}
          renderCitation={renderCitation}
        />
        {state === 'failed' ? (
          <p className="moca-answer-failed" role="alert">
            <TrustIcon state="no-longer-in-force" />
            {labels.answer.failed}
          </p>
        ) : null}
        {copyButton && !isStreaming ? <CopyAnswerButton answer={answer} /> : null}
        {sources ? (
          <Sources
            citations={listed}
            placements={tree.placements}
            pillId={pillId}
            state={state}
            omitted={answer.omitted}
            collapseAfter={collapseSourcesAfter}
            now={given}
            computedAt={computedAt}
          />
        ) : null}
        <Announcement answer={answer} now={now} />
      </div>
    </AnswerScope.Provider>
  );
}

function pillIdOf(id: string, start: number, citation: number | undefined): string {
  return `${id}-p${start}-${citation}`;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  Home: () => 0,
  End: (_, last) => last,
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
};

// Arrow keys go through the pills in reading order, so with text that runs to the left they swap.
function walkPills(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const pill =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-moca="pill"]') : null;
  if (!pill) return;
  const pills = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-moca="pill"]')];
  const at = pills.indexOf(pill);
  const forward =
    getComputedStyle(pill.parentElement ?? pill).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const step = STEPS[sideways ? (event.key === forward ? 'ArrowDown' : 'ArrowUp') : event.key];
  if (!step || at < 0) return;
  event.preventDefault();
  pills[Math.min(Math.max(step(at, pills.length - 1), 0), pills.length - 1)]?.focus();
}

/** Says once, politely, that the citations are there; never while text arrives, never for a loaded answer. */
function Announcement({ answer, now }: { answer: ShownAnswer; now: number }) {
  const { labels, locale } = useMoca();
  const [text, setText] = useState('');
  const { citations, state } = answer;
  const arrived = citations.length > 0 && state !== 'streaming';
  const before = useRef(arrived);
  useEffect(() => {
    if (arrived === before.current) return;
    before.current = arrived;
    if (!arrived) return;
    const warnings = citations.filter((one) =>
      trustStates(one, { now }).some((fact) => isWarning(fact.state)),
    ).length;
    setText(
      warnings
        ? fill(plural(labels.answer.citationsArrivedWithWarnings, citations.length, locale), { warnings })
        : plural(labels.answer.citationsArrived, citations.length, locale),
    );
  }, [arrived, citations, now, labels, locale]);
  return (
    <p role="status" className="moca-hidden" lang={labels.locale}>
      {text}
    </p>
  );
}
