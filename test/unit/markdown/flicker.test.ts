// No character that was shown vanishes or becomes another kind while a text arrives, a character at a time.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type CitationMark, createAnswerParser } from '../../../src/markdown/index.js';
import { shownCharacters, vanished } from './characters.js';
import { SAMPLE_ANSWER } from './sample-answer.js';

const spec = createRequire(import.meta.url)('commonmark-spec') as {
  tests: { number: number; markdown: string }[];
};
const EXAMPLES = spec.tests.map(({ number, markdown }) => ({
  number,
  markdown: markdown.replaceAll('→', '\t'),
}));

const MARKS: CitationMark[] = [
  { marker: '[1]' },
  { marker: '[10]' },
  { marker: '【2:0†a】' },
  { marker: '*' },
];

const ANSWERS: [name: string, content: string][] = [
  ['a long answer', SAMPLE_ANSWER],
  ['a table without outer signs', 'Some words | more\n---|---\na | b [1]\n\nafter'],
  ['a sign that is no table', 'Some words | more\nand the next line | of it'],
  ['a code span that never ends', 'Use `a *b* [c](https://e.org) [1]\nand go on\n\nafter'],
  ['a code span that ends late', 'Use `a *b* [c](https://e.org) & [1]` [1] and go on'],
  ['code of HTML', 'Use `<div` or `<!--` and then **go** on `<b>` [1].'],
  ['a comment of several paragraphs', 'a\n\n<!-- b\n\nc\n-->\n\nd'],
  ['tags with attributes', 'a <b title="x > y" lang=de>c</b> d <a href="https://e.org">e</a>'],
  ['a less-than sign', 'if a<b and c <d then e < f'],
  [
    'definitions over several lines',
    '[a]:\nhttps://e.org\n"title"\n\n[b]: https://e.org\n\'t\' no\n\n[a] [b] c',
  ],
  ['definitions of markers', '[1]: https://e.org\n[10]: https://e.org "t"\n\na [1] b [10]'],
  ['definitions in a quote', '> [a]: https://e.org\n> "title"\n>\n> [a]'],
  ['footnotes', 'a[^n] b\n\n[^n]: one **two** [1]\n\n    three\n\nfour'],
  ['emphasis that is none', '2 * 3 * 4 _a_b_ **c* ~~d~ e'],
  [
    'links and images',
    '[a **b** `c`](https://e.org/a_(b) "t\\"") ![d](https://e.org/e.png) [1](https://e.org) [f] g',
  ],
  ['bare addresses', 'see https://e.org/a?b=c&d;e. or www.e.org, hwww and http'],
  ['lists and headings', '# A #\n\n- a\n  - b\n1. c\n   ===\n\nd\n---\n- [ ] e\n- [x] f'],
  ['character references', 'a &amp; b &am c &#x41; &nosuch; &'],
];

interface Step {
  prefix: string;
  lost: string;
}

/** Every step in which something that was shown is not there any more. */
function flicker(content: string, marks: readonly CitationMark[]): Step[] {
  // All addresses are links here, so that the examples' own relative ones count.
  const parser = createAnswerParser((href) => href);
  const steps: Step[] = [];
  let before: string[] = [];
  for (let end = 1; end <= content.length + 1; end += 1) {
    const tree = parser.update(content.slice(0, end), marks, { streaming: end <= content.length });
    const after = shownCharacters(tree);
    const lost = vanished(before, after);
    if (lost.length > 0) steps.push({ prefix: content.slice(0, end), lost: lost.join('') });
    before = after;
  }
  return steps;
}

/** The one exception: a definition resolves references that stand before it. */
function completesDefinition({ prefix }: Step): boolean {
  const lines = prefix.trimEnd().slice(prefix.trimEnd().lastIndexOf('\n\n') + 1);
  return /^\s*(?:> ?)?\[(?!\^)[^\]]+\]:/.test(lines) && /\n\s*\n/.test(prefix);
}

describe('nothing that is shown vanishes or changes its kind', () => {
  it.each(ANSWERS)('in %s', (_, content) => {
    expect(flicker(content, MARKS)).toEqual([]);
    expect(flicker(content, [])).toEqual([]);
  });

  it.each([
    ['without citations', []],
    ['with citations', MARKS],
  ])('in the examples of CommonMark %s, but where a definition comes after its use', (_, marks) => {
    const steps = EXAMPLES.flatMap(({ number, markdown }) =>
      flicker(markdown, marks).map((step) => ({ number, ...step })),
    );
    expect(steps.filter((step) => !completesDefinition(step))).toEqual([]);
    // Half of them would be a fault of the exception.
    expect(new Set(steps.map(({ number }) => number)).size).toBeLessThan(60);
  });
});
