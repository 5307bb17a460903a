'use client';

import { useId } from 'react';
import { type CardCitation, useCardLayer } from '../card/card-layer.js';
import { PackageText } from '../text/package-text.js';

/** The title of a row, as the button that opens the card of its source. */
export function SourceTitle({
  citation,
  title,
  lang,
  now,
  computedAt,
}: {
  /** What the card shows. Without a `key` of its own, the button's id is the key. */
  citation: Omit<CardCitation, 'key'> & { key?: string };
  title: string;
  lang?: string | undefined;
  now: number | string | Date | undefined;
  computedAt: string | undefined;
}) {
  const layer = useCardLayer();
  const id = useId();
  return (
    <button
      type="button"
      id={id}
      className="moca-source-title"
      aria-haspopup="dialog"
      aria-expanded={layer.owner === id}
      onFocus={layer.prepare}
      onClick={() => layer.press({ owner: id, now, computedAt, citations: [{ key: id, ...citation }] })}
    >
      <PackageText text={title} lang={lang} />
    </button>
  );
}
