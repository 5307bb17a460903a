import { describe, expect, it } from 'vitest';
import { createAnswerParser } from '../../../../src/markdown/index.js';
import { anchorClaims } from '../../../../src/react/register/claim-anchors.js';
import type { Claim } from '../../../../src/schema/register.js';

function claimOn(content: string, text: string): Claim {
  const start = content.indexOf(text);
  return { start, end: start + text.length, citations: [1] };
}

function anchored(content: string, ...texts: string[]): string {
  return anchorClaims(
    content,
    texts.map((text) => claimOn(content, text)),
    [],
  ).content;
}

describe('anchorClaims', () => {
  it.each<[string, string, string[], string]>([
    [
      'both edges of a claim',
      'Rent is due. Pets are fine.',
      ['Rent is due.'],
      '⸨0⸩Rent is due.⸨1⸩ Pets are fine.',
    ],
    ['an end before the start at the same place', 'ab', ['a', 'b'], '⸨0⸩a⸨1⸩⸨2⸩b⸨3⸩'],
    ['one anchor where two claims end', 'Rent is due.', ['Rent is due.', 'due.'], '⸨0⸩Rent is ⸨1⸩due.⸨2⸩'],
    [
      'the text of a list item, not its bullet',
      '- Rent is due\n- Pets',
      ['- Rent is due\n'],
      '- ⸨0⸩Rent is due⸨1⸩\n- Pets',
    ],
    ['the text of a heading', '## Rent\n\nDue.', ['## Rent'], '## ⸨0⸩Rent⸨1⸩\n\nDue.'],
    [
      'the text of a table cell',
      '| a | b |\n| - | - |\n| c | d |',
      ['| c | d |'],
      '| a | b |\n| - | - |\n| ⸨0⸩c | d⸨1⸩ |',
    ],
    ['a claim with emphasis at its edges', 'Is **due** now.', ['**due**'], 'Is ⸨0⸩**due**⸨1⸩ now.'],
    ['a claim inside emphasis', 'Is **due** now.', ['due'], 'Is **⸨0⸩due⸨1⸩** now.'],
    ['a claim over two paragraphs', 'One.\n\nTwo.', ['One.\n\nTwo.'], '⸨0⸩One.\n\nTwo.⸨1⸩'],
    ['no claim in code', 'Run `npm test` now.', ['npm'], 'Run `npm test` now.'],
    [
      'no claim that would break an address',
      'See https://a.example/b now.',
      ['a.example'],
      'See https://a.example/b now.',
    ],
    [
      'the other claims when one cannot be',
      'Run `npm test` now.',
      ['npm', 'now.'],
      'Run `npm test` ⸨0⸩now.⸨1⸩',
    ],
    ['with brackets that the text does not have', 'a ⸨0⸩ b', ['b'], 'a ⸨0⸩ ⦃0⦄b⦃1⦄'],
  ])('anchors %s', (_, content, texts, expected) => {
    expect(anchored(content, ...texts)).toBe(expected);
  });

  it('says which claims have their edge at an anchor', () => {
    const content = 'Rent is due.';
    const { anchors } = anchorClaims(content, [claimOn(content, content), claimOn(content, 'due.')], []);
    expect(anchors.map(({ side, claims }) => [side, ...claims])).toEqual([
      ['start', 0],
      ['start', 1],
      ['end', 0, 1],
    ]);
  });

  it('leaves the marks of the text in place', () => {
    const content = 'Rent is due [1]. Pets are fine.';
    const marks = [{ marker: '[1]' }];
    const text = anchorClaims(content, [claimOn(content, 'Rent is due [1].')], marks);
    const tree = createAnswerParser().update(text.content, [...marks, ...text.anchors]);
    expect(tree.placements.map(({ citation }) => citation)).toEqual([1, 0, 2]);
  });
});
