// Text gives way to a pill by no more than the pill, or the marker whose place it takes, is wide.
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MocaAnswer } from '../../../src/index.js';
import '../../../src/react/styles.css';
import { NOW } from '../../../stories/fixtures.js';
import { MIXED_CITATIONS } from '../../../stories/register-fixtures.js';

const RECORD = MIXED_CITATIONS[0]?.record;

let container: HTMLElement;
let root: Root;

beforeEach(() => {
  container = document.createElement('div');
  container.style.inlineSize = '2000px';
  document.body.append(container);
  root = createRoot(container);
});

afterEach(() => {
  root.unmount();
  container.remove();
});

function draw(content: string, marker: string | undefined): void {
  const citations = marker === undefined ? [] : [{ marker, record: RECORD }];
  flushSync(() =>
    root.render(<MocaAnswer content={content} citations={citations} now={NOW} sources={false} />),
  );
}

/** Where the last occurrence of `word` stands. */
function placeOf(word: string): DOMRect {
  const texts = document.createTreeWalker(container.querySelector('p') ?? container, NodeFilter.SHOW_TEXT);
  let last: Node | null = null;
  while (texts.nextNode()) last = texts.currentNode;
  if (!last) throw new Error('There is no text.');
  const range = document.createRange();
  const text = last.textContent ?? '';
  range.setStart(last, text.lastIndexOf(word));
  range.setEnd(last, text.lastIndexOf(word) + word.length);
  return range.getBoundingClientRect();
}

it.each([['[1]'], ['【1】'], ['¹'], ['(source 1)'], ['[src-a]']])(
  'when the citations come for %s, the words behind it move by no more than pill or marker are wide, and no line changes',
  (marker) => {
    const content = `Goods may be returned ${marker} until the end`;
    draw(content, undefined);
    const before = placeOf('end');
    const written = placeOf(marker).width;
    draw(content, marker);
    const after = placeOf('end');
    const pill = container.querySelector('[data-moca="pill"]')?.getBoundingClientRect();
    expect(pill?.width).toBeGreaterThan(0);
    expect(Math.abs(after.left - before.left)).toBeLessThanOrEqual(Math.max(pill?.width ?? 0, written));
    expect(Math.abs(after.top - before.top)).toBeLessThan(2);
  },
);
