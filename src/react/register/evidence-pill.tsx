'use client';

import { type ButtonHTMLAttributes, useId } from 'react';
import { revealBidi } from '../../markdown/bidi.js';
import type { RegisteredEntry } from '../../register/index.js';
import { CardLayer, type CardRequest, useCardLayer } from '../card/card-layer.js';
import { fill } from '../labels/format.js';
import { CitationPill } from '../pill/citation-pill.js';
import { useMoca } from '../provider/context.js';
import { entryTitle, kindName } from './entry-text.js';

export interface EvidencePillProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> {
  entry: RegisteredEntry;
  /** The answer's own text in the place of the pill; empty at the end of a claim. */
  children?: string;
}

/** A marker as a button that opens the card of one entry. An entry with a record is a citation's pill. */
export function EvidencePill({ entry, children = '', ...rest }: EvidencePillProps) {
  if (entry.record) {
    return (
      <CitationPill record={entry.record} marker={entry.marker} {...rest}>
        {children}
      </CitationPill>
    );
  }
  return (
    <CardLayer>
      <Pill entry={entry} {...rest}>
        {children}
      </Pill>
    </CardLayer>
  );
}

function Pill({ entry, children = '', id: givenId, className, ...rest }: EvidencePillProps) {
  const { labels } = useMoca();
  const layer = useCardLayer();
  const ownId = useId();
  const id = givenId ?? ownId;
  const open = layer.owner === id;
  const request: CardRequest = {
    owner: id,
    citations: [{ key: id, marker: entry.marker, record: undefined, entry }],
  };
  const label = revealBidi(bareMarker(entry.marker));
  return (
    <button
      {...rest}
      id={id}
      type="button"
      dir="auto"
      data-moca="pill"
      data-marker={entry.marker}
      data-kind={entry.kind}
      data-state={open ? 'open' : 'closed'}
      aria-label={fill(labels.register.pill, {
        marker: label,
        title: revealBidi(entryTitle(entry, labels)),
        kind: revealBidi(kindName(entry, labels)),
      })}
      aria-haspopup="dialog"
      aria-expanded={open}
      className={className === undefined ? 'moca moca-pill' : `moca moca-pill ${className}`}
      onClick={() => layer.press(request)}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') layer.hover(request);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') layer.leave();
      }}
      onFocus={layer.prepare}
    >
      {/* The answer's own text stays in place for selection and copying; the label is drawn instead of it. */}
      {children ? <span className="moca-pill-quiet">{children}</span> : null}
      <span className="moca-pill-text" data-label={label} />
    </button>
  );
}

/** A marker without its brackets, as the pill has a frame of its own. */
export function bareMarker(marker: string): string {
  return /^[[(【〔〈<]\^?([^[\](){}【】]+)[\])】〕〉>]$/.exec(marker)?.[1] ?? marker;
}
