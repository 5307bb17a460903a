'use client';

import { autoUpdate, flip, shift, size, useFloating } from '@floating-ui/react-dom';
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { AnswerScope, sourceRowId } from '../answer/answer-scope.js';
import { readRecord, titleOf } from '../citation.js';
import { splitMarker } from '../pill/marker-text.js';
import { useMoca } from '../provider/context.js';
import { EvidenceCard } from '../register/evidence-card.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon } from '../trust/icons.js';
import { TrustBadges } from '../trust/trust-badges.js';
import type { CardCitation, CardRequest } from './card-layer.js';
import { CitationCard } from './citation-card.js';

/** Below this width a card is a sheet at the bottom of the screen. Kept the same in styles.css. */
const SHEET = '(max-width: 480px)';

const TABBABLE = 'a[href], button:not([disabled]), summary, [tabindex="0"]';

export interface CardPopoverProps {
  request: CardRequest;
  /** Opened on purpose: takes the focus and stays until dismissed. */
  pinned: boolean;
  onPin(): void;
  onEnter(): void;
  onLeave(): void;
  onClose(): void;
}

function watchSheet(changed: () => void): () => void {
  const query = matchMedia(SHEET);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/**
 * The open card of one button, in the browser's top layer: nothing on the page can clip or cover it. Its
 * outermost box reaches to the button, so a pointer on its way to the card is never outside both.
 */
export function CardPopover({ request, pinned, onPin, onEnter, onLeave, onClose }: CardPopoverProps) {
  const { labels, components } = useMoca();
  const box = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const isSheet = useSyncExternalStore(watchSheet, () => matchMedia(SHEET).matches);
  const [opened, setOpened] = useState<CardCitation | undefined>(
    request.citations.length === 1 ? request.citations[0] : undefined,
  );
  const [anchor, setAnchor] = useState(() => document.getElementById(request.owner));
  const { refs, floatingStyles, placement } = useFloating({
    strategy: 'fixed',
    placement: 'bottom-start',
    transform: false,
    elements: { reference: anchor },
    whileElementsMounted: autoUpdate,
    middleware: [
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      size({
        padding: 8,
        apply({ availableHeight, elements }) {
          elements.floating.style.setProperty('--moca-available-height', `${Math.floor(availableHeight)}px`);
        },
      }),
    ],
  });

  // To whatever carries the id now; when the text has lost the button, to another one there.
  const returnFocus = useCallback(() => {
    if (!box.current?.contains(document.activeElement)) return;
    const next = () => box.current?.parentElement?.querySelector<HTMLElement>('[data-moca="pill"]');
    (document.getElementById(request.owner) ?? next())?.focus({ preventScroll: true });
  }, [request.owner]);
  const close = useCallback(() => {
    returnFocus();
    onClose();
  }, [returnFocus, onClose]);

  // While an answer streams, its button may be drawn anew: the card follows it.
  useEffect(() => {
    const present = document.getElementById(request.owner);
    if (!present) close();
    else if (present !== anchor) setAnchor(present);
  });

  useEffect(() => {
    // Where there is no top layer (old browsers, jsdom) the card is a fixed box, which is enough to read it.
    box.current?.showPopover?.();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another citation in the card takes the focus too.
  useEffect(() => {
    if (pinned) surface.current?.focus({ preventScroll: true });
  }, [pinned, opened]);

  useEffect(() => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (box.current?.contains(target) || anchor?.contains(target));
    const dismiss = (event: Event) => {
      if (!isInside(event.target)) onClose();
    };
    // A card under a resting mouse is no matter of the focus.
    const dismissIfPinned = (event: Event) => {
      if (pinned) dismiss(event);
    };
    const dismissByKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // The card is the innermost thing that is open: a dialog around the answer stays.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    document.addEventListener('pointerdown', dismiss, true);
    document.addEventListener('focusin', dismissIfPinned);
    document.addEventListener('keydown', dismissByKey, true);
    return () => {
      document.removeEventListener('pointerdown', dismiss, true);
      document.removeEventListener('focusin', dismissIfPinned);
      document.removeEventListener('keydown', dismissByKey, true);
    };
  }, [anchor, pinned, onClose, close]);

  // The card stands elsewhere in the document: Tab out of it goes on from its button.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !box.current) return;
    const stops = [...box.current.querySelectorAll<HTMLElement>(TABBABLE)].filter((one) => one.offsetParent);
    const at = document.activeElement;
    if (event.shiftKey ? at === surface.current || at === stops[0] : at === stops.at(-1)) {
      anchor?.focus({ preventScroll: true });
      if (event.shiftKey) event.preventDefault();
    }
  };
  const ifMouse = (act: () => void) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') act();
  };

  const Card = components.CitationCard ?? CitationCard;
  const Evidence = components.EvidenceCard ?? EvidenceCard;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box only watches what happens inside it.
    <div
      ref={(element) => {
        box.current = element;
        refs.setFloating(element);
      }}
      popover="manual"
      className="moca moca-popover"
      data-sheet={isSheet ? '' : undefined}
      data-side={placement.split('-')[0]}
      style={isSheet ? undefined : floatingStyles}
      onPointerEnter={ifMouse(onEnter)}
      onPointerLeave={ifMouse(onLeave)}
      onFocus={onPin}
      onKeyDown={onKeyDown}
    >
      <div
        ref={surface}
        role="dialog"
        aria-labelledby={titleId}
        tabIndex={-1}
        className="moca-popover-surface"
        data-state="open"
      >
        <div className="moca-popover-bar">
          {opened && request.citations.length > 1 ? (
            <button type="button" className="moca-quiet-button" onClick={() => setOpened(undefined)}>
              <InterfaceIcon name="back" />
              <LabelText>{labels.card.back}</LabelText>
            </button>
          ) : null}
          <button
            type="button"
            className="moca-icon-button"
            lang={labels.locale}
            aria-label={labels.card.close}
            onClick={close}
          >
            <InterfaceIcon name="close" />
          </button>
        </div>
        {opened?.entry ? (
          <Evidence entry={opened.entry} titleId={titleId} />
        ) : opened ? (
          <Card
            record={opened.record}
            identityConflict={opened.identityConflict}
            now={request.now}
            computedAt={request.computedAt}
            titleId={titleId}
            onOpenCitation={setOpened}
          />
        ) : (
          <CitationMenu request={request} titleId={titleId} onOpen={setOpened} />
        )}
        {opened ? <ToList citation={opened} owner={request.owner} onLeave={onClose} /> : null}
      </div>
    </div>
  );
}

function CitationMenu({
  request,
  titleId,
  onOpen,
}: {
  request: CardRequest;
  titleId: string;
  onOpen: (citation: CardCitation) => void;
}) {
  const { labels } = useMoca();
  return (
    <div className="moca-card-menu">
      <p id={titleId} className="moca-card-menu-title">
        <LabelText>{labels.pill.listTitle}</LabelText>
      </p>
      <ul>
        {request.citations.map((citation) => {
          const reading = readRecord(citation.record);
          if (!reading.ok) return null;
          return (
            <li key={citation.key}>
              <button type="button" className="moca-card-menu-item" onClick={() => onOpen(citation)}>
                {citation.marker ? (
                  <span className="moca-marker">{splitMarker(citation.marker).inner}</span>
                ) : null}
                <PackageText text={titleOf(reading.record)} lang={reading.record.node.locale} />
              </button>
              <TrustBadges
                record={citation.record}
                identityConflict={citation.identityConflict ?? false}
                now={request.now}
                computedAt={request.computedAt}
                show="warnings"
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The way from a card to the row of its source, where the answer lists it and the card was not opened there. */
function ToList({
  citation,
  owner,
  onLeave,
}: {
  citation: CardCitation;
  owner: string;
  onLeave: () => void;
}) {
  const { labels } = useMoca();
  const scope = useContext(AnswerScope);
  const reading = readRecord(citation.record);
  const index = reading.ok ? (scope?.citations.findIndex((one) => one.key === reading.key) ?? -1) : -1;
  const row = scope && index >= 0 ? document.getElementById(sourceRowId(scope.id, index)) : null;
  const title = row?.querySelector<HTMLElement>('button');
  // A row that is folded away is nowhere to go.
  if (!row?.offsetParent || !title || title.id === owner) return null;
  return (
    <p className="moca-card-to-list">
      <button
        type="button"
        className="moca-quiet-button"
        onClick={() => {
          onLeave();
          row.scrollIntoView({ block: 'center' });
          title.focus({ preventScroll: true });
        }}
      >
        <InterfaceIcon name="down" />
        <LabelText>{labels.card.toList}</LabelText>
      </button>
    </p>
  );
}
