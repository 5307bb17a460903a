'use client';

import { type HTMLAttributes, type ReactNode, useId } from 'react';
import type { RegisteredEntry } from '../../register/index.js';
import type { Attribution } from '../../schema/register.js';
import { CardLayer, useCardLayer } from '../card/card-layer.js';
import { useMoca } from '../provider/context.js';
import { BackToText } from '../sources/back-to-text.js';
import { PackageText } from '../text/package-text.js';
import { TrustBadges } from '../trust/trust-badges.js';
import { entryDetail, entryTitle, kindName } from './entry-text.js';
import { bareMarker } from './evidence-pill.js';

export interface EvidenceListProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  entries: readonly RegisteredEntry[];
  attribution: Attribution;
  /** Whether the answer's citations are listed above, so that these are the others. Default false. */
  besideCitations?: boolean;
  /** The id of the first pill of each entry that has one in the text, by marker. */
  pillIds?: ReadonlyMap<string, string> | undefined;
}

/**
 * The entries of a register, those the answer uses apart from those that were only looked at. With `retrieval-only` it
 * says that nothing is attributed; with `none` it says that nothing was looked at.
 */
export function EvidenceList(props: EvidenceListProps) {
  return (
    <CardLayer>
      <List {...props} />
    </CardLayer>
  );
}

function List({
  entries,
  attribution,
  besideCitations = false,
  pillIds,
  className,
  ...rest
}: EvidenceListProps) {
  const { labels, locale } = useMoca();
  const headingId = useId();
  const words = labels.register;
  const used = entries.filter((entry) => entry.used);
  const others = entries.filter((entry) => !entry.used);
  const attributed = attribution === 'per-claim';
  const heading = besideCitations ? words.title : attributed ? labels.sources.title : words.lookedAt;
  return (
    <section
      data-moca="evidence"
      data-attribution={attribution}
      aria-labelledby={headingId}
      className={
        className === undefined
          ? 'moca moca-sources moca-evidence'
          : `moca moca-sources moca-evidence ${className}`
      }
      {...rest}
    >
      <div className="moca-sources-head">
        <h3 id={headingId} className="moca-sources-title">
          {heading}
        </h3>
        {entries.length > 0 ? (
          <span className="moca-sources-count">{new Intl.NumberFormat(locale).format(entries.length)}</span>
        ) : null}
      </div>
      {attribution === 'none' ? <p className="moca-sources-message">{words.none}</p> : null}
      {attribution === 'retrieval-only' ? (
        <p className="moca-sources-message">{words.retrievalOnly}</p>
      ) : null}
      <Rows entries={used} pillIds={pillIds} heading={others.length > 0 ? words.used : undefined} />
      <Rows
        entries={others}
        pillIds={pillIds}
        heading={attributed || used.length > 0 ? words.notUsed : undefined}
      />
    </section>
  );
}

function Rows({
  entries,
  heading,
  pillIds,
}: {
  entries: readonly RegisteredEntry[];
  pillIds: ReadonlyMap<string, string> | undefined;
  heading: string | undefined;
}): ReactNode {
  if (entries.length === 0) return null;
  return (
    <>
      {heading === undefined ? null : <h4 className="moca-sources-subtitle">{heading}</h4>}
      <ol className="moca-sources-list">
        {entries.map((entry) => (
          <Row key={entry.marker} entry={entry} pillId={pillIds?.get(entry.marker)} />
        ))}
      </ol>
    </>
  );
}

function Row({ entry, pillId }: { entry: RegisteredEntry; pillId: string | undefined }): ReactNode {
  const { labels, components } = useMoca();
  const layer = useCardLayer();
  const buttonId = useId();
  const detail = entryDetail(entry, labels);
  const Badges = components.TrustBadges ?? TrustBadges;
  return (
    <li
      data-moca="source"
      data-kind={entry.kind}
      data-marker={entry.marker}
      data-used={entry.used}
      className="moca-source"
    >
      <span className="moca-marker" aria-hidden="true">
        {bareMarker(entry.marker)}
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
              citations: [{ key: buttonId, marker: entry.marker, record: entry.record, entry }],
            })
          }
        >
          <PackageText text={entryTitle(entry, labels)} />
        </button>
        <p className="moca-source-meta">
          <PackageText text={kindName(entry, labels)} />
          {detail === undefined ? null : (
            <>
              {' · '}
              <PackageText text={detail} />
            </>
          )}
        </p>
        {entry.record ? <Badges record={entry.record} /> : null}
      </div>
      {pillId === undefined ? null : (
        <BackToText pillId={pillId} marker={entry.marker} title={entryTitle(entry, labels)} />
      )}
    </li>
  );
}
