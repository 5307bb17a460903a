'use client';

import {
  type ComponentType,
  type ForwardedRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AnswerTree, Placement } from '../../markdown/types.js';
import type { Register } from '../../register/create-register.js';
import type { Attribution } from '../../schema/register.js';
import { CardLayer } from '../card/card-layer.js';
import { AnswerTreeView, type CitationDrawing, type ElementComponents } from '../content/index.js';
import { fill, plural } from '../labels/format.js';
import { CitationPill } from '../pill/citation-pill.js';
import { toTime, useNow } from '../provider/clock.js';
import { useMoca } from '../provider/context.js';
import { SourceList } from '../sources/source-list.js';
import { LabelText } from '../text/label-text.js';
import { InterfaceIcon } from '../trust/icons.js';
import { isWarning, nextTrustChange, trustStates } from '../trust/trust-states.js';
import type { ShownAnswer } from './answer-input.js';
import { AnswerScope } from './answer-scope.js';
import { CopyAnswerButton } from './copy-answer-button.js';

/** How an answer is shown, whatever it rests on. */
export interface AnswerViewOptions
  extends Omit<HTMLAttributes<HTMLDivElement>, 'content' | 'children' | 'onCopy'> {
  now?: number | string | Date | undefined;
  sources?: boolean | undefined;
  collapseSourcesAfter?: number | undefined;
  copyButton?: boolean | undefined;
  contentComponents?: ElementComponents | undefined;
  forwardedRef: ForwardedRef<HTMLDivElement>;
}

/** An answer that is parsed, with what is drawn in its text. */
export interface DrawnAnswer {
  readonly tree: AnswerTree;
  /** Undefined when the host gave no register. */
  readonly register: Register | undefined;
  /** What the list of evidence may say of attribution. */
  readonly evidenceAttribution: Attribution;
  /** Places of citations: in the text, and, without width, at the ends of claims. */
  readonly placements: readonly Placement[];
  /** Where each entry of the evidence first has a pill, by marker. */
  readonly evidencePlaces: ReadonlyMap<string, EvidencePlace>;
  /** Goes around the text when there are claims to highlight. */
  readonly Highlight: ComponentType<{ children: ReactNode }> | undefined;
  /** Draws what is no marker of a citation. */
  readonly drawEvidence: (drawing: CitationDrawing, ids: PillIds, citation: DrawCitation) => ReactNode;
}

/** A place in the text as `PillIds` takes it. */
export interface EvidencePlace {
  readonly start: number;
  readonly index: number;
}

export type PillIds = (start: number, index: number) => string;
export type DrawCitation = (index: number, id: string) => ReactNode;

/** The answer's text with pills in place, and its sources below. */
export function AnswerView({
  answer,
  drawn,
  now: given,
  sources = true,
  collapseSourcesAfter = 6,
  copyButton = false,
  contentComponents,
  className,
  onKeyDown,
  forwardedRef,
  ...rest
}: AnswerViewOptions & { answer: ShownAnswer; drawn: DrawnAnswer }) {
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
  const { tree, register, evidenceAttribution, placements, evidencePlaces, Highlight, drawEvidence } = drawn;
  const listed = useMemo(
    () => citations.map(({ raw, marker, identityConflict }) => ({ record: raw, marker, identityConflict })),
    [citations],
  );

  const Pill = components.CitationPill ?? CitationPill;
  const drawPill = useCallback(
    (indexes: readonly number[], pill: string, text: string) => {
      const [first, ...others] = indexes.flatMap((index) => citations[index] ?? []);
      if (!first) return text;
      return (
        <Pill
          key={pill}
          id={pill}
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
    [citations, Pill],
  );
  const renderCitation = useCallback(
    (drawing: CitationDrawing) => {
      const [first = 0] = drawing.citations;
      const ids = (start: number, index: number) => pillIdOf(id, start, index);
      if (first >= citations.length) {
        return drawEvidence(drawing, ids, (index, pill) => drawPill([index], pill, ''));
      }
      return drawPill(drawing.citations, ids(drawing.start, first), drawing.text);
    },
    [citations, id, drawPill, drawEvidence],
  );
  const contentLabels = useMemo(
    () => ({ ...labels.content, footnote: (number: number) => fill(labels.content.footnote, { number }) }),
    [labels],
  );
  const pillId = useCallback(
    ({ start, end, citation }: Placement) => {
      // Citations that share a place share a pill, which goes by the first of them.
      const first = tree.placements.find((one) => one.start === start && one.end === end);
      return pillIdOf(id, start, first?.citation ?? citation);
    },
    [id, tree],
  );

  const evidencePillIds = useMemo(
    () =>
      new Map([...evidencePlaces].map(([marker, { start, index }]) => [marker, pillIdOf(id, start, index)])),
    [id, evidencePlaces],
  );

  const Sources = components.SourceList ?? SourceList;
  const listedRegister = useMemo(
    () =>
      // What was used is known when the text is whole.
      register && !isStreaming
        ? { entries: register.entries, attribution: evidenceAttribution, pillIds: evidencePillIds }
        : undefined,
    [register, isStreaming, evidenceAttribution, evidencePillIds],
  );
  const used = register?.entries.filter((entry) => entry.citation === undefined && entry.used) ?? [];
  const text = (
    <AnswerTreeView
      tree={tree}
      components={contentComponents}
      labels={contentLabels}
      renderCitation={renderCitation}
    />
  );
  return (
    <AnswerScope.Provider value={scope}>
      {/* Inside the scope: a card takes the answer's time and conflicts from it. */}
      <CardLayer>
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
          {Highlight ? <Highlight>{text}</Highlight> : text}
          {state === 'failed' ? (
            <p className="moca-answer-failed" role="alert">
              <InterfaceIcon name="broken" />
              <LabelText>{labels.answer.failed}</LabelText>
            </p>
          ) : null}
          {copyButton && !isStreaming ? <CopyAnswerButton answer={{ ...answer, register }} /> : null}
          {sources ? (
            <Sources
              citations={listed}
              placements={placements}
              pillId={pillId}
              state={state}
              omitted={answer.omitted}
              register={listedRegister}
              collapseAfter={collapseSourcesAfter}
              now={given}
              computedAt={computedAt}
            />
          ) : null}
          <Announcement answer={answer} others={used.length} now={now} />
        </div>
      </CardLayer>
    </AnswerScope.Provider>
  );
}

function pillIdOf(id: string, start: number, citation: number): string {
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
function Announcement({
  answer,
  others,
  now,
}: {
  answer: ShownAnswer;
  /** What the answer uses beside its citations. */
  others: number;
  now: number;
}) {
  const { labels, locale } = useMoca();
  const [text, setText] = useState('');
  const { citations, state } = answer;
  const count = citations.length + others;
  const arrived = count > 0 && state !== 'streaming';
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
        ? fill(plural(labels.answer.citationsArrivedWithWarnings, count, locale), { warnings })
        : plural(labels.answer.citationsArrived, count, locale),
    );
  }, [arrived, citations, count, now, labels, locale]);
  return (
    <p role="status" className="moca-hidden" lang={labels.locale}>
      {text}
    </p>
  );
}
