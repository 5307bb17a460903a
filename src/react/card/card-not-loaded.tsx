'use client';

import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { packageLabel, readRecord, titleOf } from '../citation.js';
import { useMoca } from '../provider/context.js';
import { entryTitle } from '../register/entry-text.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon } from '../trust/icons.js';
import { TrustBadges } from '../trust/trust-badges.js';
import type { CardRequest } from './card-layer.js';

export interface CardNotLoadedProps {
  request: CardRequest;
  anchor: HTMLElement;
  onRetry(): void;
  onClose(): void;
}

/**
 * Stands for a card whose code did not arrive: what the page knows of the source without it, and a way to try
 * again. It is part of the answer's own code, so it stays small.
 */
export function CardNotLoaded({ request, anchor, onRetry, onClose }: CardNotLoadedProps) {
  const { labels } = useMoca();
  const box = useRef<HTMLDivElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const messageId = useId();
  useEffect(() => {
    box.current?.showPopover?.();
    retry.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const dismiss = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target) && !anchor.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', dismiss, true);
    return () => document.removeEventListener('pointerdown', dismiss, true);
  }, [anchor, onClose]);
  const close = () => {
    anchor.focus({ preventScroll: true });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <div
      ref={box}
      popover="manual"
      role="dialog"
      aria-labelledby={messageId}
      data-moca="card-not-loaded"
      className="moca moca-card-not-loaded"
      onKeyDown={onKeyDown}
    >
      <ul>
        {request.citations.map(({ key, record, identityConflict, entry }) => {
          const reading = readRecord(record);
          if (!reading.ok) {
            return entry ? (
              <li key={key}>
                <PackageText text={entryTitle(entry, labels)} />
              </li>
            ) : null;
          }
          return (
            <li key={key}>
              <PackageText text={titleOf(reading.record)} lang={reading.record.node.locale} />
              {' · '}
              <PackageText text={packageLabel(reading.record)} />
              <TrustBadges
                record={record}
                {...(identityConflict === undefined ? {} : { identityConflict })}
                now={request.now}
                computedAt={request.computedAt}
              />
            </li>
          );
        })}
      </ul>
      <p id={messageId}>
        <InterfaceIcon name="broken" />
        <LabelText>{labels.card.notLoaded}</LabelText>
      </p>
      <p>
        <button ref={retry} type="button" className="moca-quiet-button" onClick={onRetry}>
          <LabelText>{labels.card.retry}</LabelText>
        </button>
        <button type="button" className="moca-quiet-button" onClick={close}>
          <LabelText>{labels.card.close}</LabelText>
        </button>
      </p>
    </div>
  );
}
