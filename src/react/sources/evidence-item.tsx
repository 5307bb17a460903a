'use client';

import type { HTMLAttributes } from 'react';
import type { RegisteredEntry } from '../../register/index.js';
import { useMoca } from '../provider/context.js';
import { entryDetail, entryTitle, kindName } from '../register/entry-text.js';
import { bareMarker } from '../register/evidence-pill.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { KindIcon } from '../trust/icons.js';
import { TrustBadges } from '../trust/trust-badges.js';
import { BackToText } from './back-to-text.js';
import { SourceTitle } from './source-title.js';

export interface EvidenceItemProps extends HTMLAttributes<HTMLLIElement> {
  entry: RegisteredEntry;
  /** The id of the entry's first pill in the text, when it has one. */
  pillId?: string | undefined;
  now?: number | string | Date | undefined;
  computedAt?: string | undefined;
  /** Hidden on screen until the list is unfolded; always printed. */
  folded?: boolean;
}

/** One row for evidence that is no citation of the event. It has badges only where it carries a record. */
export function EvidenceItem({
  entry,
  pillId,
  now,
  computedAt,
  folded = false,
  className,
  ...rest
}: EvidenceItemProps) {
  const { labels, components } = useMoca();
  const detail = entryDetail(entry, labels);
  const title = entryTitle(entry, labels);
  const Badges = components.TrustBadges ?? TrustBadges;
  return (
    <li
      data-moca="source"
      data-kind={entry.kind}
      data-marker={entry.marker}
      data-used={entry.used}
      data-folded={folded ? '' : undefined}
      className={className === undefined ? 'moca-source' : `moca-source ${className}`}
      {...rest}
    >
      <span className="moca-marker" aria-hidden="true">
        {bareMarker(entry.marker)}
      </span>
      <div className="moca-source-body">
        <SourceTitle
          citation={{ marker: entry.marker, record: entry.record, entry }}
          title={title}
          now={now}
          computedAt={computedAt}
        />
        <p className="moca-source-meta">
          <KindIcon kind={entry.record ? 'package' : entry.kind} />
          <LabelText>{kindName(entry, labels)}</LabelText>
          {detail === undefined ? null : (
            <>
              {' · '}
              <PackageText text={detail} />
            </>
          )}
        </p>
        {entry.record ? <Badges record={entry.record} now={now} computedAt={computedAt} /> : null}
      </div>
      {pillId === undefined ? null : <BackToText pillId={pillId} marker={entry.marker} title={title} />}
    </li>
  );
}
