import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeAddress } from '../../src/markdown/address.js';
import { buildBlock, lexBlock } from '../../src/markdown/blocks.js';
import {
  type AnswerTree,
  type BlockNode,
  type CitationMark,
  createAnswerParser,
} from '../../src/markdown/index.js';
import { prepareMarks } from '../../src/markdown/marks.js';
import { shownCharacters } from '../unit/markdown/characters.js';

const MARKS: CitationMark[] = [
  { marker: '[1]' },
  { marker: '[10]' },
  { marker: '【2】' },
  { marker: '(3)', ref: 'https://e.org/kb@1.0.0#a.md' },
  { marker: 'S1' },
];

// Pieces that meet each other in ways that plain random text hardly ever does.
const PIECES = [
  ...[
    '\n',
    '\n\n',
    ' ',
    '  ',
    '    ',
    '\t',
    '- ',
    '* ',
    '1. ',
    '> ',
    '# ',
    '---',
    '===',
    '```',
    '```js\n',
    '~~~',
    '|',
    '|-|-|\n',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '<',
    '>',
    '\\',
    '&',
    '&amp;',
    '!',
    ':',
    '"',
    "'",
  ],
  ...[
    '[1]',
    '[10]',
    '[1',
    '【2】',
    '(3)',
    'S1',
    '[1, 10]',
    '[1-10]',
    'https://e.org/kb@1.0.0#a.md',
    '[^n]',
    '[^n]: ',
    '[foo]: ',
  ],
  ...[
    'a',
    'word',
    'é',
    'e\u0301',
    '😀',
    '\u200b',
    '漢字',
    'שלום',
    'foo',
    '0',
    '.',
    'https://a.b/c',
    'www.a.b',
    'javascript:x',
    'http',
  ],
  ...[
    '<b>',
    '</b>',
    '<br>',
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<a href="https://a.b">',
    '</a>',
    '\0',
    '\r\n',
    '\r',
  ],
];

const answer = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

const cuts = fc.array(fc.nat({ max: 12 }), { maxLength: 60 });

function pieces(text: string, lengths: readonly number[]): string[] {
  const grown: string[] = [];
  let at = 0;
  for (const length of lengths) {
    at = Math.min(text.length, at + length);
    grown.push(text.slice(0, at));
  }
  return grown;
}

const whole = (text: string, streaming = false): AnswerTree =>
  createAnswerParser().update(text, MARKS, { streaming });

describe('for any text', () => {
  it('any cut into pieces ends in the tree of the whole text', () => {
    fc.assert(
      fc.property(answer, cuts, (text, lengths) => {
        const parser = createAnswerParser();
        for (const grown of pieces(text, lengths)) parser.update(grown, MARKS, { streaming: true });
        expect(parser.update(text, MARKS)).toEqual(whole(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('what a parser saw before never changes what is shown while streaming', () => {
    fc.assert(
      fc.property(answer, answer, cuts, (text, other, lengths) => {
        const parser = createAnswerParser();
        parser.update(other, [], { streaming: false });
        for (const grown of pieces(text, lengths)) {
          expect(parser.update(grown, MARKS, { streaming: true })).toEqual(whole(grown, true));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('citations that arrive after the text give the tree of both together', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const parser = createAnswerParser();
        parser.update(text, [], { streaming: true });
        expect(parser.update(text, MARKS)).toEqual(whole(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('blocks partition the content and every placement is its own text at its own place', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const { blocks, placements } = whole(text);
        let end = 0;
        for (const block of blocks) {
          expect(block.start).toBe(end);
          end = block.end;
        }
        expect(end).toBe(text.length);
        for (const placed of placements) expect(text.slice(placed.start, placed.end)).toBe(placed.text);
      }),
      { numRuns: 2_000 },
    );
  });
});

// Letters with the syntax around them that only forms or moves text; `*` and `_` may also stay as they are.
const LETTERS = ['a', 'b', 'word', 'é', '漢', '😀', ' ', '  ', '\n', '\n\n', '    '];
const FORM = [
  '*',
  '**',
  '_',
  '~~',
  '`',
  '``',
  '> ',
  '# ',
  '- ',
  '+ ',
  '1. ',
  '\\',
  '---',
  '===',
  '!',
  '(',
  ')',
  '"',
  '.',
];
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{So}]/gu, '');

describe('text content', () => {
  it('is the content, without syntax', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...LETTERS.filter((each) => each !== '    ')), { maxLength: 40 }),
        (words) => {
          const text = words.join('').replace(/^ +/gm, '');
          const shown = shownCharacters(whole(text)).map((char) => char.slice('text:'.length));
          expect(shown.join('')).toBe(text.replace(/\s/g, ''));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('holds every letter of the content in order, whatever syntax is around', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LETTERS, ...FORM), { maxLength: 40 }), (mixed) => {
        const text = mixed.join('').replace(/`{3,}|~{3,}/g, '`');
        const shown = shownCharacters(whole(text)).map((char) => char.slice(char.indexOf(':') + 1));
        expect(lettersOf(shown.join(''))).toBe(lettersOf(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('cutting a text into stretches', () => {
  it('does not change what it means to the lexer', () => {
    const parts = PIECES.filter((piece) => !/\[\^n\]|\r|\0|javascript|~~|^`$|^``$/.test(piece));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 25 }), (mixed) => {
        const text = mixed.join('');
        const once = lexBlock(text, 0, () => false);
        const nodes = buildBlock(
          once,
          {
            marks: prepareMarks([]),
            address: safeAddress,
            reference: (label) => once.definitions.get(label),
            footnote: () => undefined,
            place: () => true,
          },
          () => false,
          false,
        );
        const cut = createAnswerParser()
          .update(text)
          .blocks.flatMap((block) => block.nodes);
        expect(withoutBlankEnds(cut)).toEqual(withoutBlankEnds(nodes));
      }),
      { numRuns: 3_000 },
    );
  });
});

// `marked` drops a blank line at the end of a fence that is not closed; the parser keeps it, as CommonMark does.
function withoutBlankEnds(nodes: readonly BlockNode[]): unknown[] {
  return nodes.map((node) => (node.type === 'code' ? { ...node, text: node.text.trimEnd() } : node));
}
