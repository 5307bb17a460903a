'use client';

import {
  type ForwardedRef,
  forwardRef,
  type HTMLAttributes,
  type ReactNode,
  useContext,
  useId,
  useMemo,
  useState,
} from 'react';
import type { AnswerState } from '../../client/answer.js';
import type { Placement } from '../../markdown/types.js';
import type { Finding } from '../../schema/finding.js';
import { AnswerScope } from '../answer/answer-scope.js';
import { CardLayer, useCardLayer } from '../card/card-layer.js';
import { packageLabel, readRecord, titleOf } from '../citation.js';
import { ClaimTime } from '../claim-time.js';
import { plural } from '../labels/format.js';
import { splitMarker } from '../pill/marker-text.js';
import { type KitComponents, useMoca } from '../provider/context.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon } from '../trust/icons.js';
import { TrustBadges } from '../trust/trust-badges.js';
import { BackToText } from './back-to-text.js';

/** One source as the list takes it. */
export interface ListedCitation {
  record: unknown;
  marker?: string | undefined;
  identityConflict?: boolean | undefined;
}

export interface SourceListProps extends Omit<HTMLAttributes<HTMLElement>, 'children' | 'title'> {
  citations: readonly ListedCitation[];
  /**
   * Where the citations stand in the answer; those without a place are listed as "not placed". Without it,
   * all are listed together in the given order.
   */
  placements?: readonly Placement[] | undefined;
  /** The id of the pill at a placement, so the list can lead back to it. */
  pillId?: ((placement: Placement) => string) | undefined;
  /** Why there is no list, or only part of one. Default: `cited`. */
  state?: AnswerState;
  /** Records that were left out, and why. */
  omitted?: readonly Finding[];
  /** How many sources to show before the rest is folded away. Default 6. */
  collapseAfter?: number;
  now?: number | string | Date | undefined;
  computedAt?: string | undefined;
  components?: KitComponents | undefined;
}

interface Row {
  citation: ListedCitation;
  index: number;
  places: readonly Placement[];
}

/** The sources of an answer by first mention, with what was left out and why. */
export const SourceList = forwardRef<HTMLElement, SourceListProps>(function SourceList(props, ref) {
  return (
    <CardLayer>
      <List {...props} forwardedRef={ref} />
    </CardLayer>
  );
});

function List({
  citations,
  placements,
  pillId,
  state = 'cited',
  omitted = [],
  collapseAfter = 6,
  now,
  computedAt,
  components,
  className,
  forwardedRef,
  ...rest
}: SourceListProps & { forwardedRef: ForwardedRef<HTMLElement> }) {
  const { labels, locale, components: inherited } = useMoca();
  const [all, setAll] = useState(false);
  const headingId = useId();
  const rows = useMemo(() => orderRows(citations, placements), [citations, placements]);
  const parts = { ...inherited, ...components };
  const Item = parts.SourceItem ?? SourceItem;
  const shown = all ? rows.length : collapseAfter;
  // One hidden source would take no more room than the button that hides it.
  const limit = rows.length - shown <= 1 ? rows.length : shown;
  const message = emptyMessage(state, citations.length);
  const count = citations.length;
  const placed = rows.filter((row) => row.places.length > 0 || !placements);
  const unplaced = placements ? rows.filter((row) => row.places.length === 0) : [];

  const draw = (list: readonly Row[], before: number) => (
    <ol className="moca-sources-list">
      {list.map((row, place) => (
        <Item
          key={row.index}
          citation={row.citation}
          index={row.index}
          places={row.places}
          pillId={pillId}
          now={now}
          computedAt={computedAt}
          folded={before + place >= limit}
        />
      ))}
    </ol>
  );

  return (
    <section
      ref={forwardedRef}
      data-moca="sources"
      data-state={state}
      aria-labelledby={headingId}
      className={className === undefined ? 'moca moca-sources' : `moca moca-sources ${className}`}
      {...rest}
    >
      <div className="moca-sources-head">
        <h3 id={headingId} className="moca-sources-title">
          {labels.sources.title}
        </h3>
        {count ? (
          <span className="moca-sources-count">{new Intl.NumberFormat(locale).format(count)}</span>
        ) : null}
        {count && computedAt ? <ClaimTime at={computedAt} className="moca-sources-time" /> : null}
      </div>
      {message ? <p className="moca-sources-message">{labels.sources[message]}</p> : null}
      {placed.length ? draw(placed, 0) : null}
      {unplaced.length ? (
        <>
          <h4 className="moca-sources-subtitle" data-folded={placed.length >= limit ? '' : undefined}>
            {labels.sources.notPlaced}
          </h4>
          {draw(unplaced, placed.length)}
        </>
      ) : null}
      {rows.length > limit || all ? (
        <button
          type="button"
          className="moca-quiet-button moca-sources-more"
          aria-expanded={all}
          onClick={() => setAll((open) => !open)}
        >
          <InterfaceIcon name="down" />
          {all ? labels.sources.showFewer : plural(labels.sources.showMore, rows.length - limit, locale)}
        </button>
      ) : null}
      <Omitted findings={omitted} />
    </section>
  );
}

function emptyMessage(state: AnswerState, count: number) {
  if (state === 'streaming') return 'streaming';
  if (state === 'failed') return 'failed';
  if (count > 0) return undefined;
  return state === 'no-event' ? 'noEvent' : 'noSources';
}

function orderRows(
  citations: readonly ListedCitation[],
  placements: readonly Placement[] | undefined,
): readonly Row[] {
  const places = new Map<number, Placement[]>();
  for (const placement of placements ?? []) {
    const known = places.get(placement.citation);
    if (known) known.push(placement);
    else places.set(placement.citation, [placement]);
  }
  const rows = citations.map((citation, index) => ({ citation, index, places: places.get(index) ?? [] }));
  if (!placements) return rows;
  const first = (row: Row) => row.places[0]?.start ?? Number.POSITIVE_INFINITY;
  return rows.sort((a, b) => (first(a) === first(b) ? a.index - b.index : first(a) - first(b)));
}

export interface SourceItemProps extends HTMLAttributes<HTMLLIElement> {
  citation: ListedCitation;
  /** Place in the event's list, from 0. */
  index: number;
  places: readonly Placement[];
  pillId?: ((placement: Placement) => string) | undefined;
  now?: number | string | Date | undefined;
  computedAt?: string | undefined;
  /** Hidden on screen until the list is unfolded; always printed. */
  folded?: boolean;
}

/** One row: marker, title, package, warnings, a button for the card, and the way back to the text. */
export function SourceItem({
  citation,
  index,
  places,
  pillId,
  now,
  computedAt,
  folded = false,
  className,
  ...rest
}: SourceItemProps) {
  const { components } = useMoca();
  const layer = useCardLayer();
  const scope = useContext(AnswerScope);
  const ownId = useId();
  const reading = readRecord(citation.record);
  if (!reading.ok) return null;
  const { record, key } = reading;
  const title = titleOf(record);
  const marker = citation.marker ?? '';
  const buttonId = `${ownId}-open`;
  const Badges = components.TrustBadges ?? TrustBadges;
  const first = places[0];
  const isInConflict =
    citation.identityConflict ?? scope?.citations.some((one) => one.key === key && one.identityConflict);
  const own = splitMarker(marker).inner;
  const label = own && own.length <= 6 ? own : String(index + 1);
  return (
    <li
      id={scope ? `${scope.id}-s${index}` : undefined}
      data-moca="source"
      data-ref={record.node.ref}
      data-marker={marker}
      data-folded={folded ? '' : undefined}
      className={className === undefined ? 'moca-source' : `moca-source ${className}`}
      {...rest}
    >
      <span className="moca-marker" aria-hidden="true">
        {label}
      </span>
      <div className="moca-source-body">
        <button
          type="button"
          id={buttonId}
          className="moca-source-title"
          aria-haspopup="dialog"
          aria-expanded={layer.owner === buttonId}
          onFocus={layer.prepare}
          onClick={() =>
            layer.press({
              owner: buttonId,
              now,
              computedAt,
              citations: [{ ...citation, key }],
            })
          }
        >
          <PackageText text={title} lang={record.node.locale} />
        </button>
        <p className="moca-source-meta">
          <PackageText text={packageLabel(record)} />
          {/* Two sources of one name can be told apart by nothing but their bytes. */}
          {isInConflict ? (
            <>
              {' · '}
              <code title={record.package.digest}>{record.package.digest.slice(0, 15)}…</code>
            </>
          ) : null}
          {record.node.type ? (
            <>
              {' · '}
              <PackageText text={record.node.type} />
            </>
          ) : null}
        </p>
        <Badges
          record={citation.record}
          {...(citation.identityConflict === undefined
            ? {}
            : { identityConflict: citation.identityConflict })}
          now={now}
          computedAt={computedAt}
        />
      </div>
      {first && pillId ? <BackToText pillId={pillId(first)} marker={marker || label} title={title} /> : null}
    </li>
  );
}

function Omitted({ findings }: { findings: readonly Finding[] }): ReactNode {
  const { labels, locale } = useMoca();
  if (findings.length === 0) return null;
  const entries = new Set(findings.map((finding) => String(entryOf(finding))));
  return (
    <details className="moca-omitted" data-moca="omitted">
      <summary>{plural(labels.sources.omitted, entries.size, locale)}</summary>
      <p>{labels.sources.omittedHint}</p>
      <ul>
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings repeat and have no identity of their own.
          <li key={index}>
            <code>{finding.path.map(String).join('.')}</code> {finding.message}
          </li>
        ))}
      </ul>
    </details>
  );
}

// A finding's path leads through the list of citations to the entry it is about.
function entryOf({ path }: Finding): string | number {
  return path[path.indexOf('citations') + 1] ?? path[0] ?? '';
}
