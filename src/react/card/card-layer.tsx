'use client';

import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { RegisterEntry } from '../../schema/register.js';
import { CardNotLoaded } from './card-not-loaded.js';
import type { CardPopoverProps } from './card-popover.js';

/** What a card shows, and for which button it opened. */
export interface CardRequest {
  /** The `id` of the button; the card stays with whatever element carries it. */
  readonly owner: string;
  readonly citations: readonly CardCitation[];
  readonly now?: number | string | Date | undefined;
  readonly computedAt?: string | undefined;
}

export interface CardCitation {
  readonly key: string;
  readonly marker?: string | undefined;
  readonly record: unknown;
  readonly identityConflict?: boolean | undefined;
  /** Evidence without a citation record: the card is that of its kind. */
  readonly entry?: RegisterEntry | undefined;
}

interface CardLayerValue {
  /** The id of the button whose card is open. */
  readonly owner: string | undefined;
  /** A mouse came over the button: open soon, without taking the focus. */
  hover(request: CardRequest): void;
  /** The mouse left the button or the card. */
  leave(): void;
  /** The button was pressed: open and take the focus, or close. */
  press(request: CardRequest): void;
  /** The button may soon be pressed: load what an open card needs. */
  prepare(): void;
}

const CardLayerContext = createContext<CardLayerValue | undefined>(undefined);

// A pointer crosses a line of pills in less time than it takes to mean one, and comes back to a card it
// overshot in less than the second.
const HOVER_OPEN_MS = 180;
const HOVER_CLOSE_MS = 260;

// What only an open card needs (its content, the positioning) is loaded when the first one opens.
let loading: Promise<ComponentType<CardPopoverProps>> | undefined;

function loadPopover(): Promise<ComponentType<CardPopoverProps>> {
  loading ??= import('./card-popover.js').then(
    (module) => module.CardPopover,
    (error: unknown) => {
      // The next press tries again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

// Elements that may hold a card: a pill stands in a paragraph, and a card is no part of a sentence. Staying
// near the pill keeps the theme, direction and dialog it stands in.
const BLOCKS =
  '[data-moca="answer"], div, section, article, main, aside, li, td, dd, figure, blockquote, dialog, form, body';

// Outside the answer's text: its rules for lists and paragraphs are not the card's, nor is its direction.
function homeOf(anchor: Element): Element {
  const start = anchor.closest('[data-moca="content"]')?.parentElement ?? anchor;
  return start.closest(BLOCKS) ?? document.body;
}

/** One open card at a time for all the buttons inside. Uses the layer around it when there is one. */
export function CardLayer({ children }: { children: ReactNode }) {
  const outer = useContext(CardLayerContext);
  return outer ? children : <OwnLayer>{children}</OwnLayer>;
}

export function useCardLayer(): CardLayerValue {
  const layer = useContext(CardLayerContext);
  if (!layer) throw new Error('useCardLayer is used outside a CardLayer.');
  return layer;
}

function OwnLayer({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<CardRequest>();
  const [pinned, setPinned] = useState(false);
  const [Popover, setPopover] = useState<ComponentType<CardPopoverProps>>();
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef({ request, pinned });
  current.current = { request, pinned };

  const close = useCallback(() => {
    clearTimeout(timer.current);
    setRequest(undefined);
    setPinned(false);
  }, []);
  const prepare = useCallback(() => {
    loadPopover().then(
      (component) => {
        setPopover(() => component);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, []);
  const keep = useCallback(() => clearTimeout(timer.current), []);
  const pin = useCallback(() => {
    clearTimeout(timer.current);
    setPinned(true);
  }, []);
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    if (!current.current.pinned) timer.current = setTimeout(close, HOVER_CLOSE_MS);
  }, [close]);
  const hover = useCallback(
    (wanted: CardRequest) => {
      const { request: open, pinned: isPinned } = current.current;
      clearTimeout(timer.current);
      // A card that somebody opened on purpose is not taken away by a passing pointer.
      if (isPinned || open?.owner === wanted.owner) return;
      prepare();
      timer.current = setTimeout(() => setRequest(wanted), HOVER_OPEN_MS);
    },
    [prepare],
  );
  const press = useCallback(
    (wanted: CardRequest) => {
      const { request: open, pinned: isPinned } = current.current;
      clearTimeout(timer.current);
      if (isPinned && open?.owner === wanted.owner) return close();
      prepare();
      setRequest(wanted);
      setPinned(true);
    },
    [prepare, close],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  const owner = request?.owner;
  const value = useMemo(
    () => ({ owner, hover, leave, press, prepare }),
    [owner, hover, leave, press, prepare],
  );
  const anchor = owner === undefined || !(Popover || failed) ? null : document.getElementById(owner);
  return (
    <CardLayerContext.Provider value={value}>
      {children}
      {request && anchor && Popover
        ? createPortal(
            <Popover
              key={request.owner}
              request={request}
              pinned={pinned}
              onPin={pin}
              onEnter={keep}
              onLeave={leave}
              onClose={close}
            />,
            homeOf(anchor),
          )
        : null}
      {/* Only for those who asked: a passing pointer is not told of it. */}
      {request && anchor && !Popover && pinned
        ? createPortal(
            <CardNotLoaded
              key={request.owner}
              request={request}
              anchor={anchor}
              onRetry={prepare}
              onClose={close}
            />,
            homeOf(anchor),
          )
        : null}
    </CardLayerContext.Provider>
  );
}
