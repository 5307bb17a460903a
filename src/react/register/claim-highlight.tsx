'use client';

import { type ReactNode, useEffect, useRef } from 'react';

const NAME = 'moca-claim';
const PILL = '[data-moca="pill"]';
const END = '[data-moca="claim-end"]';
const START = '[data-moca="claim-start"]';

/**
 * Marks the stretch of a claim while a pill of it is hovered or has the focus, and the pills while the stretch is
 * hovered. The stretch may cross any elements, so it is a highlight of the browser's and no element; a browser
 * without highlights still marks the pills.
 */
export function ClaimHighlight({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? watchClaims(root.current) : undefined), []);
  return (
    <div ref={root} className="moca-claims">
      {children}
    </div>
  );
}

function watchClaims(root: HTMLElement): () => void {
  let active: readonly string[] = [];
  let ranges: Range[] = [];
  let frame = 0;
  const show = (claims: readonly string[]): void => {
    if (claims.join() === active.join()) return;
    active = claims;
    for (const range of ranges) claimHighlight()?.delete(range);
    const stretches = stretchesOf(root);
    ranges = claims.flatMap((claim) => stretches.get(claim) ?? []);
    for (const range of ranges) claimHighlight()?.add(range);
    for (const pill of root.querySelectorAll(PILL)) {
      const isActive =
        claims.length > 0 && claimsAt(root, pill, stretches).some((claim) => claims.includes(claim));
      pill.toggleAttribute('data-active', isActive);
    }
  };
  const focused = (): readonly string[] => {
    const pill = root.ownerDocument.activeElement?.closest(PILL);
    return pill && root.contains(pill) ? claimsAt(root, pill, stretchesOf(root)) : [];
  };
  const point = (event: PointerEvent): void => {
    cancelAnimationFrame(frame);
    const { target, clientX, clientY } = event;
    frame = requestAnimationFrame(() => {
      const pill = target instanceof Element ? target.closest(PILL) : null;
      const under = pill ? claimsAt(root, pill, stretchesOf(root)) : claimsUnder(root, clientX, clientY);
      show(under.length > 0 ? under : focused());
    });
  };
  const settle = (): void => {
    cancelAnimationFrame(frame);
    show(focused());
  };
  root.addEventListener('pointermove', point);
  root.addEventListener('pointerleave', settle);
  root.addEventListener('focusin', settle);
  // The focus has not moved yet while the event runs.
  const settleLater = (): void => queueMicrotask(settle);
  root.addEventListener('focusout', settleLater);
  return () => {
    show([]);
    cancelAnimationFrame(frame);
    root.removeEventListener('pointermove', point);
    root.removeEventListener('pointerleave', settle);
    root.removeEventListener('focusin', settle);
    root.removeEventListener('focusout', settleLater);
  };
}

/** The page's one highlight for claims, shared by all answers. */
function claimHighlight(): Highlight | undefined {
  if (typeof Highlight !== 'function' || !('highlights' in CSS)) return undefined;
  let highlight = CSS.highlights.get(NAME);
  if (!highlight) {
    highlight = new Highlight();
    CSS.highlights.set(NAME, highlight);
  }
  return highlight;
}

function claimsOf(anchor: Element): string[] {
  return (anchor.getAttribute('data-claims') ?? '').split(' ').filter((claim) => claim !== '');
}

/** The claims that end at the pill; of a pill in the text, those it stands in, or else right behind. */
function claimsAt(root: Element, pill: Element, stretches: ReadonlyMap<string, Range>): string[] {
  const end = pill.closest(END);
  if (end) return claimsOf(end);
  const around = [...stretches].flatMap(([claim, range]) => (range.intersectsNode(pill) ? [claim] : []));
  if (around.length > 0) return around;
  const before = [...root.querySelectorAll(END)].findLast(
    (anchor) => anchor.compareDocumentPosition(pill) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  if (!before) return [];
  const between = root.ownerDocument.createRange();
  between.setStartAfter(before);
  between.setEndBefore(pill);
  const content = between.cloneContents();
  for (const other of content.querySelectorAll(PILL)) other.remove();
  return content.textContent?.trim() === '' ? claimsOf(before) : [];
}

function claimsUnder(root: Element, x: number, y: number): string[] {
  const place = caretAt(root.ownerDocument, x, y);
  if (!place || !root.contains(place.node)) return [];
  return [...stretchesOf(root)].flatMap(([claim, range]) =>
    range.isPointInRange(place.node, place.offset) ? [claim] : [],
  );
}

function caretAt(page: Document, x: number, y: number): { node: Node; offset: number } | undefined {
  const position = page.caretPositionFromPoint?.(x, y);
  return position ? { node: position.offsetNode, offset: position.offset } : undefined;
}

/** The stretch of each claim, from its start anchor to its end anchor. */
function stretchesOf(root: Element): Map<string, Range> {
  const stretches = new Map<string, Range>();
  for (const start of root.querySelectorAll(START)) {
    for (const claim of claimsOf(start)) {
      const range = root.ownerDocument.createRange();
      range.setStartAfter(start);
      stretches.set(claim, range);
    }
  }
  for (const end of root.querySelectorAll(END)) {
    for (const claim of claimsOf(end)) stretches.get(claim)?.setEndBefore(end);
  }
  return stretches;
}
