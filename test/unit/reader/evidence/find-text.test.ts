import fc from 'fast-check';
import { expect, it } from 'vitest';
import { containsText } from '../../../../src/reader/evidence/find-text.js';

it('finds what String.includes finds, short parts and long', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 60 }), fc.array(letters, { maxLength: 60 }), (text, part) => {
      expect(containsText(text.join(''), part.join(''))).toBe(text.join('').includes(part.join('')));
    }),
  );
  const period = 'ab'.repeat(300);
  expect(containsText(`x${period}y`, period)).toBe(true);
  expect(containsText(`x${period}y`, `${period}a`)).toBe(false);
});

it('takes one pass for a long part that almost occurs everywhere', () => {
  const text = 'a'.repeat(8 * 1024 * 1024);
  const almost = `b${'a'.repeat(60_000)}`;
  expect(containsText(text, almost)).toBe(false);
  expect(containsText(text + almost, almost)).toBe(true);
});
