'use client';

import { useState } from 'react';
import { revealBidi } from '../../markdown/bidi.js';
import { fill } from '../labels/format.js';
import { useMoca } from '../provider/context.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon } from '../trust/icons.js';

/** One long value of a list of facts, with a button that copies it exactly as it is. */
export function CopyText({ name, text }: { name: string; text: string }) {
  const { labels } = useMoca();
  const [result, setResult] = useState<'copied' | 'copyFailed'>();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setResult('copied'),
      () => setResult('copyFailed'),
    );
  };
  return (
    <div>
      <dt>
        <LabelText>{name}</LabelText>
      </dt>
      <dd className="moca-card-copy">
        <PackageText as="code" text={text} title={revealBidi(text)} />
        <button
          type="button"
          className="moca-icon-button"
          lang={labels.locale}
          aria-label={fill(labels.card.copy, { what: name })}
          onClick={copy}
        >
          <InterfaceIcon name="copy" />
        </button>
        <span role="status" className="moca-card-copied">
          {result ? <LabelText>{labels.card[result]}</LabelText> : null}
        </span>
      </dd>
    </div>
  );
}
