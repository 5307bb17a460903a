'use client';

import { revealBidi } from '../../markdown/bidi.js';
import { fill } from '../labels/format.js';
import { useMoca } from '../provider/context.js';
import { InterfaceIcon } from '../trust/icons.js';

export interface BackToTextProps {
  pillId: string;
  marker: string;
  title: string;
}

/** The way from a row in a list of sources to its pill in the text. */
export function BackToText({ pillId, marker, title }: BackToTextProps) {
  const { labels } = useMoca();
  return (
    <a
      className="moca-icon-button moca-source-back"
      lang={labels.locale}
      href={`#${pillId}`}
      aria-label={fill(labels.sources.backToText, { marker: revealBidi(marker), title: revealBidi(title) })}
      onClick={(event) => {
        const pill = document.getElementById(pillId);
        if (!pill) return;
        // The page's address stays the host's: many keep their route there.
        event.preventDefault();
        pill.scrollIntoView({ block: 'center' });
        pill.focus({ preventScroll: true });
      }}
    >
      <InterfaceIcon name="up" />
    </a>
  );
}
