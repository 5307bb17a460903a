// Where a marker of the answer becomes a pill: every row of the table under "Marker placement" in the design, and more.
import { describe, expect, it } from 'vitest';
import { type CitationMark, createAnswerParser, renderAnswer } from '../../../src/markdown/index.js';
import { outline } from './outline.js';

const REF = 'https://example.com/moca/kb@4.2.0#a.md';
const ODD_REF = 'https://example.com/kb@1.0.0#ordner/größe%20(2).md';
const THREE = ['[1]', '[2]', '[3]'];

const shown = (content: string, marks: readonly (string | CitationMark)[]) =>
  outline(
    createAnswerParser().update(
      content,
      marks.map((mark) => (typeof mark === 'string' ? { marker: mark } : mark)),
    ),
  );

type Row = [situation: string, content: string, marks: (string | CitationMark)[], lines: string[]];

const IN_PLACE: Row[] = [
  ['before a full stop', 'in 30 days [1].', THREE, ['in 30 days {0|[1]}.']],
  ['two that touch', '[1][2]', THREE, ['{0|[1]}{1|[2]}']],
  ['two with a space', '[1] [2]', THREE, ['{0|[1]} {1|[2]}']],
  [
    'two that touch, with a definition of the second',
    '[1][2]\n\n[2]: https://e.org',
    THREE,
    ['{0|[1]}{1|[2]}', '{1|[2]}: <https://e.org → https://e.org>'],
  ],
  ['text in brackets before a marker', '[see][1]', THREE, ['[see]{0|[1]}']],
  ['a list of numbers', 'x [1, 2] y', THREE, ['x {0|[1}{1|, 2]} y']],
  ['a list of numbers without spaces', '[1,2]', THREE, ['{0|[1}{1|,2]}']],
  ['a range', '[1-3]', THREE, ['{0|[1}{1|}{2|-3]}']],
  ['a range with an en dash', '[1–3]', THREE, ['{0|[1}{1|}{2|–3]}']],
  ['a list with a number that has no citation', '[1, 7]', THREE, ['[{0|1}, 7]']],
  ['a range with a number that has no citation', '[2-4]', THREE, ['[{1|2}-{2|}4]']],
  ['a list of numbers without any citation', '[7, 8]', THREE, ['[7, 8]']],
  ['a list of numbers when markers have another form', '[1, 2]', ['(1)', '(2)'], ['[1, 2]']],
  ['a definition line', '[1]: https://e.org/x', THREE, ['{0|[1]}: <https://e.org/x → https://e.org/x>']],
  [
    'two definition lines',
    '[1]: https://e.org\n[2]: https://e.net',
    THREE,
    ['{0|[1]}: <https://e.org → https://e.org>\n{1|[2]}: <https://e.net → https://e.net>'],
  ],
  ['a definition in a quote', '> [1]: javascript:x', THREE, ['> {0|[1]}: javascript:x']],
  ['an address after it', '[1](https://e.org/x)', THREE, ['{0|[1]}<https://e.org/x → https://e.org/x>']],
  ['an address that is not followed after it', '[1](javascript:x)', THREE, ['{0|[1]}(javascript:x)']],
  [
    'double brackets and an address',
    '[[1]](https://e.org/x)',
    THREE,
    ['<https://e.org/x → https://e.org/x>{0|[1]}'],
  ],
  [
    'double brackets and an address with spaces',
    '[[1]](https://e.org/a b (c) d)',
    THREE,
    ['[{0|[1]}](<https://e.org/a → https://e.org/a> b (c) d)'],
  ],
  ['a code span', 'a `[1]` b', THREE, ['a `[1]` b']],
  ['fenced code', '```\n[1]\n```', THREE, ['code: [1]']],
  ['indented code', '    [1]', THREE, ['code: [1]']],
  ['the address of a link', '[x](https://e.org/[1])', THREE, ['<x → https://e.org/[1]>']],
  ['the attribute of a tag', '<b title="[1]">x</b>', THREE, ['<b title="[1]">x</b>']],
  ['link text', '[see [1] here](https://e.org)', THREE, ['<see  here → https://e.org>{0|[1]}']],
  ['the text of an image', '![a [1]](https://e.org/i.png)', THREE, ['!<a  → https://e.org/i.png>{0|[1]}']],
  ['a heading', '# Title [1]', THREE, ['# Title {0|[1]}']],
  ['a heading with closing signs', '## [1] Title ##', THREE, ['## {0|[1]} Title']],
  ['a heading by underline', 'Title [1]\n===', THREE, ['# Title {0|[1]}']],
  ['list items', '- a [1]\n  1. b [2]\n', THREE, ['- a {0|[1]}', '- - b {1|[2]}']],
  ['a task', '- [x] done [1]', THREE, ['- [x] done {0|[1]}']],
  ['a quote', '> a [1]\nlazy [2]', THREE, ['> a {0|[1]}\nlazy {1|[2]}']],
  [
    'table cells',
    '| a [1] | b |\n|-|-|\n| c | [2] d\\|e [3] |',
    THREE,
    ['| a {0|[1]} | b |', '| c | {1|[2]} d|e {2|[3]} |'],
  ],
  ['a footnote', 'x[^n]\n\n[^n]: y [1]', THREE, ['x^1', 'y {0|[1]}']],
  [
    'bold, italic and strikethrough',
    '**a [1]** *[2]* ~~[3]~~',
    THREE,
    ['**a {0|[1]}** *{1|[2]}* ~~{2|[3]}~~'],
  ],
  ['the several uses of one source', '[1] a [1] b [1]', THREE, ['{0|[1]} a {0|[1]} b {0|[1]}']],
  ['right-to-left text', 'שלום [1] עולם', THREE, ['שלום {0|[1]} עולם']],
  ['text without spaces', '三十天内【1】退款', ['【1】'], ['三十天内{0|【1】}退款']],
  ['full-width brackets with more inside', 'a【4:0†file】b', ['【4:0†file】'], ['a{0|【4:0†file】}b']],
  ['zero-width characters around it', 'a\u200b[1]\u200db', THREE, ['a\u200b{0|[1]}\u200db']],
  [
    'private-use characters as delimiters',
    'a \ue200cite\ue202t0\ue201 b',
    ['\ue200cite\ue202t0\ue201'],
    ['a {0|\ue200cite\ue202t0\ue201} b'],
  ],
  ['round brackets', 'a (1) b', ['(1)'], ['a {0|(1)} b']],
  ['a superscript', 'days¹ and ¹²', ['¹'], ['days{0|¹} and ¹²']],
  [
    'the form of a footnote',
    'a[^1]\n\n[^1]: https://e.org',
    ['[^1]'],
    ['a{0|[^1]}', '{0|[^1]}: <https://e.org → https://e.org>'],
  ],
  ['a name', 'a [src-a] b', ['[src-a]'], ['a {0|[src-a]} b']],
  ['zero', 'a [0] b [1]', ['[0]', '[1]'], ['a {0|[0]} b {1|[1]}']],
  ['a marker within a longer one', '[1] [10]', ['[1]', '[10]'], ['{0|[1]} {1|[10]}']],
  ['a number within a longer one', '1 and 10, 1.5', ['1', '10'], ['{0|1} and {1|10}, 1.5']],
  ['one marker of two citations', 'a [1]', ['[1]', '[1]'], ['a {0+1|[1]}']],
  ['characters of regular expressions', 'a $1.*^ b', ['$1.*^'], ['a {0|$1.*^} b']],
  ['characters of Markdown', '**a *1* b** _2_', ['*1*', '_2_'], ['**a {0|*1*} b** {1|_2_}']],
  ['an asterisk beside bold text', '**bold** days*.', ['*'], ['**bold** days{0|*}.']],
  ['a single letter', 'a may (a) abc a.', ['a'], ['{0|a} may ({0|a}) abc {0|a}.']],
  ['a marker that no citation names', 'a [9]', THREE, ['a [9]']],
  ['escaped brackets', 'a \\[1\\]', THREE, ['a [1]']],
  ['raw HTML', '<div>a [1]</div>', THREE, ['<div>a {0|[1]}</div>']],
];

const REFERENCES: Row[] = [
  ['bare, before a full stop', `see ${REF}.`, [{ ref: REF }], [`see {0|${REF}}.`]],
  ['in brackets', `see [${REF}]`, [{ ref: REF }], [`see {0|[${REF}]}`]],
  ['in angle brackets', `see <${REF}>`, [{ ref: REF }], [`see {0|<${REF}>}`]],
  ['in round brackets', `(${REF})`, [{ ref: REF }], [`({0|${REF}})`]],
  ['as the whole of a code span', `see \`${REF}\``, [{ ref: REF }], [`see {0|\`${REF}\`}`]],
  ['as a part of a code span', `\`x ${REF}\``, [{ ref: REF }], [`\`x ${REF}\``]],
  ['that is the beginning of a longer address', `${REF}.bak`, [{ ref: REF }], [`<${REF}.bak → ${REF}.bak>`]],
  [
    'beside a longer one',
    `${REF} ${REF}.bak`,
    [{ ref: REF }, { ref: `${REF}.bak` }],
    [`{0|${REF}} {1|${REF}.bak}`],
  ],
  [
    'with characters outside ASCII, and a full stop',
    `x ${ODD_REF}.`,
    [{ ref: ODD_REF }],
    [`x {0|${ODD_REF}}.`],
  ],
  [
    'percent-encoded in the text',
    `x ${encodeURI('urn:a@1#ü.md')}`,
    [{ ref: 'urn:a@1#ü.md' }],
    ['x {0|urn:a@1#%C3%BC.md}'],
  ],
  ['decoded in the text', 'x urn:a@1#ü.md', [{ ref: 'urn:a@1#%C3%BC.md' }], ['x {0|urn:a@1#ü.md}']],
  ['as the address of a link', `[x](${REF})`, [{ ref: REF }], [`<x → ${REF}>`]],
];

describe('a marker in', () => {
  it.each(IN_PLACE)('%s', (_, content, marks, lines) => {
    expect(shown(content, marks)).toEqual(lines);
  });
});

describe('a node reference', () => {
  it.each(REFERENCES)('%s', (_, content, marks, lines) => {
    expect(shown(content, marks)).toEqual(lines);
  });
});

describe('placements', () => {
  it.each([...IN_PLACE, ...REFERENCES])('are offsets into the content: %s', (_, content, marks) => {
    const citations = marks.map((mark) => (typeof mark === 'string' ? { marker: mark } : mark));
    const { placements } = createAnswerParser().update(content, citations);
    for (const { start, end, text } of placements) expect(content.slice(start, end)).toBe(text);
  });

  it('count UTF-16 units past surrogate pairs, tabs and carriage returns', () => {
    const content = '😀\r\n\r\n-\t> a 😀 [1]\r\n';
    const { placements } = createAnswerParser().update(content, [{ marker: '[1]' }]);
    expect(placements).toEqual([
      { citation: 0, start: content.indexOf('[1]'), end: content.indexOf('[1]') + 3, text: '[1]' },
    ]);
  });

  it('are a hundred in one paragraph', () => {
    const { placements } = createAnswerParser().update('word [1] '.repeat(100), [{ marker: '[1]' }]);
    expect(placements).toHaveLength(100);
  });

  it('end at the limit, which is reported', () => {
    const { placements, findings } = createAnswerParser().update('[1] '.repeat(2_100), [{ marker: '[1]' }]);
    expect(placements).toHaveLength(2_000);
    expect(findings.map(({ code }) => code)).toEqual(['too-many-markers']);
  });
});

describe('an unusable marker', () => {
  it.each([
    ['empty', ''],
    ['white space', ' \t'],
    ['with a line break', '[1\n]'],
    ['too long', 'x'.repeat(1_001)],
  ])('is reported and ignored: %s', (_, marker) => {
    const { placements, findings } = createAnswerParser().update('a [1\n] b', [
      { marker: '[9]' },
      { marker },
    ]);
    expect(placements).toEqual([]);
    expect(findings).toEqual([
      { code: 'unusable-marker', path: ['citations', 1, 'marker'], message: expect.any(String) },
    ]);
  });
});

describe('an answer as data', () => {
  it.each([...IN_PLACE, ...REFERENCES])('has the whole content in its segments: %s', (_, content, marks) => {
    const citations = marks.map((mark) => (typeof mark === 'string' ? { marker: mark } : mark));
    const { blocks } = renderAnswer({ content, citations });
    expect(blocks.flatMap(({ segments }) => segments.map(({ text }) => text)).join('')).toBe(content);
  });

  it('names what is cited and not placed, by marker or reference', () => {
    const record = { node: { ref: REF } };
    const { notPlaced, blocks } = renderAnswer({
      content: `a [1] ${REF}`,
      citations: [{ marker: '[1]' }, { marker: '[2]' }, { record }],
    });
    expect(notPlaced).toEqual([1]);
    expect(blocks[0]?.segments.map(({ text, citations }) => [text, citations])).toEqual([
      ['a ', []],
      ['[1]', [0]],
      [' ', []],
      [REF, [2]],
    ]);
  });
});
