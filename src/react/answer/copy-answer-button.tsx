'use client';

import { forwardRef, type HTMLAttributes, useId, useState } from 'react';
import { useMoca } from '../provider/context.js';
import { LabelText } from '../text/label-text.js';
import { InterfaceIcon } from '../trust/icons.js';
import type { CopyableAnswer } from './copy-answer.js';
import { COPY_FORMATS, type CopyFormat } from './copy-formats.js';

export interface CopyAnswerButtonProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children' | 'onCopy'> {
  answer: CopyableAnswer;
  /** The formats to offer, in order. Default: all. */
  formats?: readonly CopyFormat[];
}

const loadCopying = () => import('./copy-answer.js');

/** A button that offers the formats an answer can be copied in; none is chosen for the person. */
export const CopyAnswerButton = forwardRef<HTMLDivElement, CopyAnswerButtonProps>(function CopyAnswerButton(
  { answer, formats = COPY_FORMATS, className, ...rest },
  ref,
) {
  const { labels } = useMoca();
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState<'done' | 'failed'>();
  const listId = useId();
  const copy = (format: CopyFormat) => {
    const copied = loadCopying().then(({ copyAnswer }) => copyAnswer(answer, format, labels));
    copied.then(
      () => {
        setResult('done');
        setOpen(false);
      },
      () => setResult('failed'),
    );
  };
  return (
    <div
      ref={ref}
      data-moca="copy"
      data-state={open ? 'open' : 'closed'}
      className={className === undefined ? 'moca moca-copy' : `moca moca-copy ${className}`}
      {...rest}
    >
      <button
        type="button"
        className="moca-quiet-button moca-copy-button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => {
          setResult(undefined);
          setOpen((shown) => !shown);
          // Now, because a browser lets a page copy only soon after a press. A failure is told when it is asked for.
          loadCopying().catch(() => {});
        }}
      >
        <InterfaceIcon name="copy" />
        <LabelText>{labels.copy.menu}</LabelText>
      </button>
      <div id={listId} className="moca-copy-menu" hidden={!open}>
        {formats.map((format) => (
          <button key={format} type="button" className="moca-copy-format" onClick={() => copy(format)}>
            <LabelText>{labels.copy[format]}</LabelText>
          </button>
        ))}
      </div>
      <span role="status" className="moca-copy-result">
        {result ? <LabelText>{labels.copy[result]}</LabelText> : null}
      </span>
    </div>
  );
});
