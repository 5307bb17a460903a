import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenise } from '../../../../src/reader/search/tokenise.js';

it.each([
  ['Straße ＡＢＣ', ['straße', 'abc']],
  ['ΟΔΟΣ İ', ['οδοσ', 'i']],
  ['don’t', ['don', 't']],
  ['返金期間 30日', ['返', '返金', '金', '金期', '期', '期間', '間', '30', '日']],
  ['ラーメン', ['ラ', 'ラー', 'ー', 'ーメ', 'メ', 'メン', 'ン']],
  ['', []],
  ['- !? …', []],
  ['snake_case a1b2', ['snake', 'case', 'a1b2']],
  ['cafe\u0301', ['café']],
  ['ﬁle ①', ['file', '1']],
  ['abc返金def', ['abc', '返', '返金', '金', 'def']],
  ['返 金', ['返', '金']],
  ['กำ', ['ก\u0e4d', 'ก\u0e4dา', 'า']],
  ['が\u3099', ['が\u3099']],
  ['हिन्दी', ['हिन्दी']],
  ['\u{20000}\u{20001}', ['\u{20000}', '\u{20000}\u{20001}', '\u{20001}']],
  ['\u{1D400}', ['a']],
  ['a\ud800b', ['a', 'b']],
])('%j gives the tokens %j', (text, tokens) => {
  expect(tokenise(text).sort()).toEqual([...tokens].sort());
});

it('finds a text by any of its own tokens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const tokens = new Set(tokenise(text));
      for (const token of tokens) {
        expect(tokenise(token).every((part) => tokens.has(part))).toBe(true);
      }
    }),
  );
});
