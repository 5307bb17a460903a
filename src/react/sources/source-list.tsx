'use client';

import {
  type ForwardedRef,
  Fragment,
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
import type { RegisteredEntry } from '../../register/index.js';
import type { Finding } from '../../schema/finding.js';
import type { Attribution } from '../../schema/register.js';
import { AnswerScope, sourceRowId } from '../answer/answer-scope.js';
import { CardLayer } from '../card/card-layer.js';
import { packageLabel, readRecord, titleOf } from '../citation.js';
import { ClaimTime } from '../claim-time.js';
import { plural } from '../labels/format.js';
import type { Labels } from '../labels/labels.js';
import { splitMarker } from '../pill/marker-text.js';
import { type KitComponents, useMoca } from '../provider/context.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon, KindIcon } from '../trust/icons.js';
import { TrustBadges } from '../trust/trust-badges.js';
import { BackToText } from './back-to-text.js';
import { EvidenceItem } from './evidence-item.js';
import { SourceTitle } from './source-title.js';

/** One source as the list takes it. */
export interface ListedCitation {
  record: unknown;
  marker?: string | undefined;
  identityConflict?: boolean | undefined;
}

export interface ListedRegister {
  /** The citations of `citations`, by their index, and all other evidence. */
  readonly entries: readonly RegisteredEntry[];
  /** What may be said of the entries that are no citations. */
  readonly attribution: Attribution;
  /** The id of the first pill of each of these that has one in the text, by marker. */
  readonly pillIds?: ReadonlyMap<string, string> | undefined;
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
  /**
   * Everything the turn was shown, in one sequence with the citations: then the list is in the order of its numbers,
   * and what the answer uses stands apart from what was only looked at.
   */
  register?: ListedRegister | undefined;
  /** How many sources to show before the rest is folded away. Default 6. */
  collapseAfter?: number;
  now?: number | string | Date | undefined;
  computedAt?: string | undefined;
  components?: KitComponents | undefined;
}

interface CitationRow {
  citation: ListedCitation;
  index: number;
  places: readonly Placement[];
}

type Row = CitationRow | { entry: RegisteredEntry };

interface Group {
  key: 'used' | 'notPlaced' | 'notUsed';
  heading: string | undefined;
  note?: string | undefined;
  rows: readonly Row[];
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
  register,
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
  const groups = useMemo(
    () => groupRows(orderRows(citations, placements), placements !== undefined, register, labels),
    [citations, placements, register, labels],
  );
  const parts = { ...inherited, ...components };
  const Item = parts.SourceItem ?? SourceItem;
  const Evidence = parts.EvidenceItem ?? EvidenceItem;
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const shown = all ? count : collapseAfter;
  // One hidden source would take no more room than the button that hides it.
  const limit = count - shown <= 1 ? count : shown;
  const message = messageOf(state, count, register, labels);
  const isAttributed = !register || citations.length > 0 || register.attribution === 'per-claim';
  let before = 0;

  return (
    <section
      ref={forwardedRef}
      data-moca="sources"
      data-state={state}
      data-attribution={register?.attribution}
      aria-labelledby={headingId}
      className={className === undefined ? 'moca moca-sources' : `moca moca-sources ${className}`}
      {...rest}
    >
      <div className="moca-sources-head">
        <h3 id={headingId} className="moca-sources-title">
          <LabelText>{isAttributed ? labels.sources.title : labels.register.lookedAt}</LabelText>
        </h3>
        {count ? (
          <span className="moca-sources-count">{new Intl.NumberFormat(locale).format(count)}</span>
        ) : null}
        {citations.length && computedAt ? <ClaimTime at={computedAt} className="moca-sources-time" /> : null}
      </div>
      {message ? (
        <p className="moca-sources-message">
          <LabelText>{message}</LabelText>
        </p>
      ) : null}
      {groups.map(({ key, heading, note, rows }) => {
        const start = before;
        before += rows.length;
        const isFolded = start >= limit ? '' : undefined;
        return (
          <Fragment key={key}>
            {heading === undefined ? null : (
              <h4 className="moca-sources-subtitle" data-folded={isFolded}>
                <LabelText>{heading}</LabelText>
              </h4>
            )}
            {note === undefined ? null : (
              <p className="moca-sources-message" data-folded={isFolded}>
                <LabelText>{note}</LabelText>
              </p>
            )}
            <ol className="moca-sources-list">
              {rows.map((row, place) => {
                const common = { now, computedAt, folded: start + place >= limit };
                return 'entry' in row ? (
                  <Evidence
                    key={row.entry.marker}
                    entry={row.entry}
                    pillId={register?.pillIds?.get(row.entry.marker)}
                    {...common}
                  />
                ) : (
                  <Item
                    key={row.index}
                    citation={row.citation}
                    index={row.index}
                    places={row.places}
                    pillId={pillId}
                    besideEvidence={register !== undefined}
                    {...common}
                  />
                );
              })}
            </ol>
          </Fragment>
        );
      })}
      {count > limit || all ? (
        <button
          type="button"
          className="moca-quiet-button moca-sources-more"
          aria-expanded={all}
          onClick={() => setAll((open) => !open)}
        >
          <InterfaceIcon name="down" />
          <LabelText>
            {all ? labels.sources.showFewer : plural(labels.sources.showMore, count - limit, locale)}
          </LabelText>
        </button>
      ) : null}
      <Omitted findings={omitted} />
    </section>
  );
}

/** Why there is nothing to list; nothing is said where the rows say it. */
function messageOf(
  state: AnswerState,
  count: number,
  register: ListedRegister | undefined,
  { sources, register: words }: Labels,
): string | undefined {
  if (state === 'streaming') return sources.streaming;
  if (count > 0) return undefined;
  if (state === 'failed') return sources.failed;
  if (register) return words.none;
  return state === 'no-event' ? sources.noEvent : sources.noSources;
}

/** What the answer uses, what it cites without a place, and what was only looked at; empty groups are left out. */
function groupRows(
  citations: readonly CitationRow[],
  isPlaced: boolean,
  register: ListedRegister | undefined,
  { sources, register: words }: Labels,
): Group[] {
  const hasNoPlace = (row: CitationRow) => isPlaced && row.places.length === 0;
  const unplaced = citations.filter(hasNoPlace);
  const evidence = register?.entries.filter((entry) => entry.citation === undefined) ?? [];
  const notUsed = evidence.filter((entry) => !entry.used);
  const byIndex = new Map(citations.map((row) => [row.index, row]));
  const rows: readonly Row[] = register
    ? register.entries.flatMap((entry) =>
        entry.citation === undefined ? { entry } : (byIndex.get(entry.citation) ?? []),
      )
    : citations;
  const used = rows.filter((row) => ('entry' in row ? row.entry.used : !hasNoPlace(row)));
  const isRetrieval = register?.attribution === 'retrieval-only';
  // Alone in the list, what was looked at has the list's own heading.
  const isAlone = used.length === 0 && citations.length === 0;
  const groups: Group[] = [
    { key: 'used', heading: notUsed.length > 0 ? words.used : undefined, rows: used },
    { key: 'notPlaced', heading: sources.notPlaced, rows: unplaced },
    {
      key: 'notUsed',
      heading: isRetrieval ? (isAlone ? undefined : words.lookedAt) : words.notUsed,
      note: isRetrieval ? words.retrievalOnly : undefined,
      rows: notUsed.map((entry) => ({ entry })),
    },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

function orderRows(
  citations: readonly ListedCitation[],
  placements: readonly Placement[] | undefined,
): readonly CitationRow[] {
  const places = new Map<number, Placement[]>();
  for (const placement of placements ?? []) {
    const known = places.get(placement.citation);
    if (known) known.push(placement);
    else places.set(placement.citation, [placement]);
  }
  const rows = citations.map((citation, index) => ({ citation, index, places: places.get(index) ?? [] }));
  if (!placements) return rows;
  const first = (row: CitationRow) => row.places[0]?.start ?? Number.POSITIVE_INFINITY;
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
  /** Whether the list has other evidence too, so that each row shows its kind. Default false. */
  besideEvidence?: boolean;
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
  besideEvidence = false,
  className,
  ...rest
}: SourceItemProps) {
  const { components } = useMoca();
  const scope = useContext(AnswerScope);
  const reading = readRecord(citation.record);
  if (!reading.ok) return null;
  const { record, key } = reading;
  const title = titleOf(record);
  const marker = citation.marker ?? '';
  const Badges = components.TrustBadges ?? TrustBadges;
  const first = places[0];
  const isInConflict =
    citation.identityConflict ?? scope?.citations.some((one) => one.key === key && one.identityConflict);
  const own = splitMarker(marker).inner;
  const label = own && own.length <= 6 ? own : String(index + 1);
  return (
    <li
      id={scope ? sourceRowId(scope.id, index) : undefined}
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
        <SourceTitle
          citation={{ ...citation, key }}
          title={title}
          lang={record.node.locale}
          now={now}
          computedAt={computedAt}
        />
        <p className="moca-source-meta">
          {besideEvidence ? <KindIcon kind="package" /> : null}
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
      <summary>
        <LabelText>{plural(labels.sources.omitted, entries.size, locale)}</LabelText>
      </summary>
      <p>
        <LabelText>{labels.sources.omittedHint}</LabelText>
      </p>
      <ul>
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings repeat and have no identity of their own.
          <li key={index}>
            <code dir="ltr">{finding.path.map(String).join('.')}</code>{' '}
            <bdi lang="en" dir="ltr">
              {finding.message}
            </bdi>
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
