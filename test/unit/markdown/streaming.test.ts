// What may be seen of an answer that is still arriving.
import { describe, expect, it } from 'vitest';
import { type CitationMark, createAnswerParser } from '../../../src/markdown/index.js';
import { shownCharacters, vanished } from './characters.js';
import { outline } from './outline.js';
import { SAMPLE_ANSWER } from './sample-answer.js';

const MARKS: CitationMark[] = [{ marker: '[1]' }, { marker: '[10]' }, { marker: '【2:0†a】' }];

// A definition makes the block that refers to it a new one, as it must.
const WITHOUT_DEFINITION = SAMPLE_ANSWER.replace(/^\[\^old\]:.*\n/m, '');

const during = (content: string, marks = MARKS) =>
  outline(createAnswerParser().update(content, marks, { streaming: true }));

describe('the end of a text that is arriving', () => {
  it.each([
    ['bold', 'a **bo', ['a **bo**']],
    ['bold that ends', 'a **bo*', ['a **bo**']],
    ['bold that has not begun', 'a **', ['a ']],
    ['bold and italic', 'a ***b', ['a ***b***']],
    ['strikethrough', 'a ~~b c', ['a ~~b c~~']],
    ['a code span', 'a `b c', ['a `b c`']],
    ['an underscore in a word', 'snake_ca', ['snake_ca']],
    ['link text', 'a [li', ['a ']],
    ['link text that is complete', 'a [link]', ['a ']],
    ['the address of a link', 'a [link](https://e.o', ['a ']],
    ['the title of a link', 'a [link](https://e.org "ti', ['a ']],
    ['text in brackets, once it is no link', 'a [link] b', ['a [link] b']],
    ['an image', 'a ![al', ['a ']],
    ['an exclamation mark', 'a!', ['a']],
    ['a bare address', 'a https://e.or', ['a ']],
    ['what may be one', 'a htt', ['a ']],
    ['an autolink', 'a <https://e', ['a ']],
    ['a tag', 'a <kb', ['a ']],
    ['a less-than sign before a space', 'a < b', ['a < b']],
    ['a character reference', 'a &am', ['a ']],
    ['a backslash', 'a \\', ['a ']],
    ['half a marker', 'a [1', ['a ']],
    ['half a marker of other brackets', 'a 【2:0', ['a ']],
    ['a marker', 'a [1]', ['a {0|[1]}']],
    ['the address after a marker', 'a [1](https://e', ['a {0|[1]}']],
    ['half a surrogate pair', 'a \ud83d', ['a ']],
    ['an open fence', '```js\nlet a', ['code: let a']],
    ['the line that opens a fence', 'a\n\n```j', ['a']],
    ['the head of a table', 'a\n\n| x | y |', ['a', '']],
    ['the line under the head of a table', '| x | y |\n|--', ['']],
    ['a row of a table', '| x | y |\n|-|-|\n| **a', ['| x | y |', '| **a** |  |']],
    ['a heading sign', 'a\n\n##', ['a']],
    ['an item sign', 'a\n\n-', ['a']],
    ['a number', 'a\n\n12', ['a']],
    ['a sign under text', 'a\n==', ['a']],
    ['a quote sign', 'a\n\n> ', ['a']],
    ['a definition', 'a\n\n[x]: https://e', ['a']],
    ['a footnote that is not defined yet', 'a[^n] b', ['a^1? b']],
    ['bold in a list item', '- a\n- **b', ['- a', '- **b**']],
    ['bold in a quote', '> a **b', ['> a **b**']],
  ])('%s', (_, content, lines) => {
    expect(during(content)).toEqual(lines);
  });

  it.each([
    ['bold', 'a **bo'],
    ['a link', 'a [li'],
    ['an address', 'a [li](https://e'],
    ['a marker', 'a [1'],
    ['a tag', 'a <kb'],
    ['a table', '| x | y |'],
    ['a reference', 'a &am'],
  ])('is text when nothing follows: %s', (_, content) => {
    expect(outline(createAnswerParser().update(content, MARKS))).toEqual([content]);
  });

  it('is text when a blank line follows', () => {
    expect(during('a **bo\n\nb')).toEqual(['a **bo', 'b']);
  });

  it('shows a marker as text until the citations are known', () => {
    expect(during('a [1] b', [])).toEqual(['a [1] b']);
    expect(during('a [1] b')).toEqual(['a {0|[1]} b']);
  });
});

describe('a whole answer, a character at a time', () => {
  it('never shows a character that vanishes or changes its kind', () => {
    const parser = createAnswerParser();
    let before: string[] = [];
    const gone: [prefix: string, characters: string][] = [];
    for (let end = 1; end <= SAMPLE_ANSWER.length; end += 1) {
      const content = SAMPLE_ANSWER.slice(0, end);
      const after = shownCharacters(parser.update(content, MARKS, { streaming: true }));
      const lost = vanished(before, after);
      if (lost.length > 0) gone.push([content.slice(-40), lost.join('')]);
      before = after;
    }
    const final = shownCharacters(parser.update(SAMPLE_ANSWER, MARKS));
    expect(gone).toEqual([]);
    expect(vanished(before, final)).toEqual([]);
  });

  it('changes only text to pills when the citations come last', () => {
    const parser = createAnswerParser();
    const before = shownCharacters(parser.update(SAMPLE_ANSWER, []));
    const after = shownCharacters(parser.update(SAMPLE_ANSWER, MARKS));
    const asText = after.map((char) => char.replace(/^pill:/, 'text:'));
    expect(asText).toEqual(before);
  });

  it.each([1, 5, 37])('in pieces of %i, lexes and builds only blocks that the piece touches', (size) => {
    const parser = createAnswerParser();
    let blocks = 0;
    for (let end = size; end < WITHOUT_DEFINITION.length; end += size) {
      const { lexed, built } = parser.counts;
      const before = { lexed, built };
      const tree = parser.update(WITHOUT_DEFINITION.slice(0, end), MARKS, { streaming: true });
      // The open block, and every block that begins in the piece.
      const touched = Math.max(1, tree.blocks.length - blocks + 1);
      expect(parser.counts.lexed - before.lexed).toBeLessThanOrEqual(touched);
      expect(parser.counts.built - before.built).toBeLessThanOrEqual(touched);
      blocks = tree.blocks.length;
    }
  });

  it('keeps every finished block the same object', () => {
    const parser = createAnswerParser();
    let before = parser.update('', MARKS, { streaming: true }).blocks;
    for (let end = 5; end < WITHOUT_DEFINITION.length; end += 5) {
      const { blocks } = parser.update(WITHOUT_DEFINITION.slice(0, end), MARKS, { streaming: true });
      const finished = before.slice(0, -2);
      expect(blocks.slice(0, finished.length).filter((block, i) => block !== finished[i])).toEqual([]);
      before = blocks;
    }
  });
});

describe('definitions that come later', () => {
  it('resolve a reference, and only its block is built again', () => {
    const parser = createAnswerParser();
    const text = 'one\n\na [ref][x] b\n\ntwo\n\n';
    const before = parser.update(text, [], { streaming: true }).blocks;
    const after = parser.update(`${text}[x]: https://e.org\n\n`, [], { streaming: true });
    expect(outline(after).slice(0, 3)).toEqual(['one', 'a <ref → https://e.org> b', 'two']);
    expect(after.blocks.map((block, i) => block === before[i])).toEqual([true, false, true, false]);
  });

  it('resolve a footnote, and its number stays', () => {
    const parser = createAnswerParser();
    const text = 'one\n\na[^n] b[^m]\n\ntwo\n\n';
    const before = parser.update(text, [], { streaming: true }).blocks;
    const after = parser.update(`${text}[^m]: later\n`, [], { streaming: true });
    expect(outline(after)).toEqual(['one', 'a^1? b^2', 'two', 'later']);
    expect(after.footnotes.map(({ label, number }) => [label, number])).toEqual([['M', 2]]);
    expect(after.blocks.map((block, i) => block === before[i])).toEqual([true, false, true, false]);
  });

  it('leave an undefined footnote as text in the end', () => {
    expect(outline(createAnswerParser().update('a[^n]', []))).toEqual(['a[^n]']);
  });

  it('do not make one block of the whole text', () => {
    const text = `a[^1]\n\n${'word\n\n'.repeat(20)}[^1]: note\n\n    more\n\nend`;
    const { blocks, footnotes } = createAnswerParser().update(text);
    expect(blocks).toHaveLength(23);
    expect(footnotes[0]?.block.nodes).toHaveLength(2);
  });
});

describe('replaced content', () => {
  it.each([
    ['of the same length', 'red [1] car', 'tan [1] car', ['tan {0|[1]} car']],
    ['with another number', 'a [1] b', 'a [10] b', ['a {1|[10]} b']],
    ['that is shorter', 'a\n\nb\n\nc', 'a\n\nc', ['a', 'c']],
    ['with a new first block', 'a [1]\n\nb', 'new\n\na [1]\n\nb', ['new', 'a {0|[1]}', 'b']],
    ['without its definition', '[a][x]\n\n[x]: https://e.org', '[a][x]\n\nno', ['[a][x]', 'no']],
  ])('is shown: %s', (_, first, second, lines) => {
    const parser = createAnswerParser();
    parser.update(first, MARKS);
    expect(outline(parser.update(second, MARKS))).toEqual(lines);
    expect(parser.update(second, MARKS)).toEqual(createAnswerParser().update(second, MARKS));
  });

  it('renumbers when the citations change and the text does not', () => {
    const parser = createAnswerParser();
    parser.update('a [1]', [{ marker: '[1]' }]);
    expect(outline(parser.update('a [1]', [{ marker: '[2]' }, { marker: '[1]' }]))).toEqual(['a {1|[1]}']);
  });

  it('keeps blocks without a marker when citations arrive', () => {
    const parser = createAnswerParser();
    const before = parser.update('a\n\nb [1]\n\nc', []).blocks;
    const after = parser.update('a\n\nb [1]\n\nc', [{ marker: '[1]' }]).blocks;
    expect(after.map((block, i) => block === before[i])).toEqual([true, false, true]);
  });

  it('that is the same gives the same tree', () => {
    const parser = createAnswerParser();
    expect(parser.update('a [1]', [{ marker: '[1]' }])).toBe(parser.update('a [1]', [{ marker: '[1]' }]));
  });
});
