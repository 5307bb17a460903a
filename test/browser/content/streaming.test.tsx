// What React and the DOM do while an answer arrives: counted, not timed.
import { Profiler } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AnswerContent,
  type AnswerContentProps,
  type CitationDrawing,
} from '../../../src/react/content/index.js';
import { SAMPLE_ANSWER } from '../../unit/markdown/sample-answer.js';

const MARKS = [{ marker: '[1]' }, { marker: '[10]' }, { marker: '【2:0†a】' }];
const drawPill = ({ text }: CitationDrawing) => <button type="button">{text}</button>;

function OwnLink({ children, ...rest }: { children?: React.ReactNode }) {
  return (
    <a {...rest} data-own="">
      {children}
    </a>
  );
}

let container: HTMLElement;
let root: Root;
let commits: number;

beforeEach(() => {
  container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
  commits = 0;
});

afterEach(() => {
  root.unmount();
  container.remove();
});

function draw(props: AnswerContentProps): void {
  flushSync(() =>
    root.render(
      <Profiler
        id="answer"
        onRender={() => {
          commits += 1;
        }}
      >
        <AnswerContent marks={MARKS} renderCitation={drawPill} {...props} />
      </Profiler>,
    ),
  );
}

/** Calls `each` with every piece of the text drawn. */
function stream(content: string, size: number, each: (end: number) => void): void {
  for (let end = size; end < content.length; end += size) {
    draw({ content: content.slice(0, end), streaming: true });
    each(end);
  }
}

const blocks = (): Element[] => [...(container.querySelector('[data-moca=content]')?.children ?? [])];

describe('while an answer arrives', () => {
  it('React commits once a piece', () => {
    let pieces = 0;
    stream(SAMPLE_ANSWER, 5, () => {
      pieces += 1;
      expect(commits).toBe(pieces);
    });
  });

  it('a piece of plain text is one change of one text', () => {
    draw({ content: `${SAMPLE_ANSWER}\n\nsome `, streaming: true });
    const observer = new MutationObserver(() => {});
    observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
    draw({ content: `${SAMPLE_ANSWER}\n\nsome more`, streaming: true });
    expect(observer.takeRecords().map(({ type }) => type)).toEqual(['characterData']);
    observer.disconnect();
  });

  it('no finished block changes in the DOM', () => {
    let finished: Element[] = [];
    const changed: string[] = [];
    const observer = new MutationObserver(() => {});
    observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
    stream(SAMPLE_ANSWER.replace(/^\[\^old\]:.*\n/m, ''), 5, () => {
      const records = observer.takeRecords();
      for (const { target } of records) {
        const inside = finished.find((block) => block.contains(target));
        if (inside) changed.push(inside.outerHTML.slice(0, 80));
      }
      const now = blocks();
      expect(now.slice(0, finished.length)).toEqual(finished);
      finished = now.slice(0, -2);
    });
    observer.disconnect();
    expect(changed).toEqual([]);
  });

  it('every node that is kept is the same node, but for the open block', () => {
    const nodesOf = () => {
      const walker = document.createTreeWalker(container);
      const nodes: Node[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node);
      return nodes;
    };
    let before: Node[] = [];
    let lost = 0;
    let all = 0;
    stream(SAMPLE_ANSWER, 5, () => {
      const now = new Set(nodesOf());
      lost += before.filter((node) => !now.has(node)).length;
      all += before.length;
      before = [...now];
    });
    // What is lost is in the open block: its only text when more follows, a list that a blank line makes loose, and
    // text that becomes the head of a table.
    expect(lost / all).toBeLessThan(0.0015);
  });

  it('a selection in a finished block stays', () => {
    draw({ content: 'first paragraph\n\nsecond', streaming: true });
    const text = blocks()[0]?.firstChild;
    if (!text) throw new Error('There is no first paragraph.');
    getSelection()?.setBaseAndExtent(text, 0, text, 5);
    for (const more of [' and', ' and more\n\n', ' and more\n\n- third']) {
      draw({ content: `first paragraph\n\nsecond${more}`, streaming: true });
    }
    expect(getSelection()?.toString()).toBe('first');
  });
});

describe('when the citations come', () => {
  it('pills take the place of their markers and the text stays', () => {
    draw({ content: SAMPLE_ANSWER, marks: [] });
    const before = container.textContent;
    const paragraphs = blocks();
    expect(container.querySelectorAll('p button:not([data-moca])')).toHaveLength(0);
    draw({ content: SAMPLE_ANSWER });
    expect(container.querySelectorAll('button:not([data-moca])')).toHaveLength(12);
    expect(container.textContent).toBe(before);
    expect(blocks()).toEqual(paragraphs);
  });

  it('a pill that is drawn is not drawn anew while the text grows', () => {
    draw({ content: 'a [1] b', streaming: true });
    const pill = container.querySelector('button');
    draw({ content: 'a [1] b **c** [10] d', streaming: true });
    expect(container.querySelector('button')).toBe(pill);
  });
});

describe('replaced content', () => {
  it('of the same length is shown', () => {
    draw({ content: 'red [1]' });
    draw({ content: 'tan [1]' });
    expect(container.textContent).toBe('tan [1]');
  });

  it('with another number shows another pill', () => {
    draw({ content: 'a [1] b' });
    draw({ content: 'a [10] b' });
    expect(container.querySelector('button')?.textContent).toBe('[10]');
  });
});

describe('components of the host', () => {
  it('draw the elements, with their attributes', () => {
    draw({ content: '[a](https://example.org)', components: { a: OwnLink } });
    const link = container.querySelector('a');
    expect(link?.dataset.own).toBe('');
    expect(link?.rel).toBe('noopener noreferrer nofollow');
  });
});

describe('text of both directions', () => {
  it('a link has a direction of its own', () => {
    draw({ content: 'שלום [abc \u202e evil](https://example.org) עולם' });
    const link = container.querySelector('a');
    expect(link?.dir).toBe('auto');
    if (link) expect(getComputedStyle(link).unicodeBidi).toBe('isolate');
  });
});

describe('a table of raw HTML', () => {
  it('keeps its cells and rows apart', async () => {
    draw({ content: '<table>\n<tr><td>a</td><td>b</td></tr>\n<tr><td>c</td></tr>\n</table>' });
    await expect.poll(() => container.querySelectorAll('br').length).toBe(2);
    expect(container.textContent?.trim().split(/\s+/)).toEqual(['a', 'b', 'c']);
  });
});

describe('a named character reference', () => {
  it('is the character that the browser knows by the name, in its full list', () => {
    draw({ content: '&hellip; &ClockwiseContourIntegral; &copy &copyx; &constructor;' });
    expect(container.textContent).toBe('… ∲ &copy &copyx; &constructor;');
  });
});

describe('a footnote', () => {
  it('leads to its note by a button, and the address of the page stays', () => {
    draw({ content: 'a[^n]\n\n[^n]: note' });
    const address = location.href;
    container.querySelector<HTMLButtonElement>('[data-moca=footnote]')?.click();
    expect(document.activeElement?.textContent).toBe('note');
    expect(location.href).toBe(address);
  });
});
