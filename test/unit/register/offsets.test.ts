import { describe, expect, it } from 'vitest';
import { type OffsetUnit, toUtf16 } from '../../../src/register/index.js';

const text = 'é👋漢z';

describe('toUtf16', () => {
  it.each<[OffsetUnit, number[], number[]]>([
    ['utf-16', [0, 1, 3, 4, 5], [0, 1, 3, 4, 5]],
    ['code-points', [0, 1, 2, 3, 4], [0, 1, 3, 4, 5]],
    ['utf-8', [0, 2, 6, 9, 10], [0, 1, 3, 4, 5]],
  ])('turns %s offsets into UTF-16', (unit, offsets, expected) => {
    expect(offsets.map(toUtf16(text, unit))).toEqual(expected);
  });

  it('gives the start of a character that a byte offset falls into', () => {
    expect([1, 3, 5, 7].map(toUtf16(text, 'utf-8'))).toEqual([0, 1, 1, 3]);
  });

  it('leaves an offset outside the text outside', () => {
    expect(toUtf16(text, 'code-points')(6)).toBe(7);
    expect(toUtf16(text, 'utf-8')(-3)).toBe(-3);
    expect(toUtf16('', 'utf-8')(0)).toBe(0);
  });
});
