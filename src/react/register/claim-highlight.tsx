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
    ranges = claims.flatMap((claim) => rangeOf(root, claim) ?? []);
    for (const range of ranges) claimHighlight()?.add(range);
    for (const end of root.querySelectorAll(END)) {
      const isActive = claimsOf(end).some((claim) => claims.includes(claim));
      for (const pill of end.querySelectorAll(PILL)) pill.toggleAttribute('data-active', isActive);
    }
  };
  const focused = (): readonly string[] => {
    const pill = root.ownerDocument.activeElement?.closest(PILL);
    return pill && root.contains(pill) ? claimsAt(root, pill) : [];
  };
  const point = (event: PointerEvent): void => {
    cancelAnimationFrame(frame);
    const { target, clientX, clientY } = event;
    frame = requestAnimationFrame(() => {
      const pill = target instanceof Element ? target.closest(PILL) : null;
      const under = pill ? claimsAt(root, pill) : claimsUnder(root, clientX, clientY);
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

/** The claims that end at the pill, or, of a pill in the text, the innermost one that it stands in or right behind. */
function claimsAt(root: Element, pill: Element): string[] {
  const end = pill.closest(END);
  if (end) return claimsOf(end);
  const following = [...root.querySelectorAll(END)].find(
    (anchor) => pill.compareDocumentPosition(anchor) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const inside =
    following && claimsOf(following).filter((claim) => rangeOf(root, claim)?.intersectsNode(pill));
  return inside ?? [];
}

function claimsUnder(root: Element, x: number, y: number): string[] {
  const place = caretAt(root.ownerDocument, x, y);
  if (!place || !root.contains(place.node)) return [];
  const ends = [...root.querySelectorAll(END)].flatMap(claimsOf);
  return ends.filter((claim) => rangeOf(root, claim)?.isPointInRange(place.node, place.offset));
}

function caretAt(page: Document, x: number, y: number): { node: Node; offset: number } | undefined {
  const position = page.caretPositionFromPoint?.(x, y);
  return position ? { node: position.offsetNode, offset: position.offset } : undefined;
}

function rangeOf(root: Element, claim: string): Range | undefined {
  const has = (selector: string): Element | undefined =>
    [...root.querySelectorAll(selector)].find((anchor) => claimsOf(anchor).includes(claim));
  const start = has(START);
  const end = has(END);
  if (!start || !end) return undefined;
  const range = root.ownerDocument.createRange();
  range.setStartAfter(start);
  range.setEndBefore(end);
  return range;
}
