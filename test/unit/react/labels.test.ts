import { describe, expect, test } from 'vitest';
import { english } from '../../../src/react/labels/english.js';
import { fill, formatDate, plural } from '../../../src/react/labels/format.js';
import { german } from '../../../src/react/labels/german.js';

function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string'
      ? [[`${path}${key}`, inner] as [string, string]]
      : leaves(inner, `${path}${key}.`),
  );
}

const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe('labels', () => {
  test.each(leaves(english))('%s has its German with the same names to fill in', (path, text) => {
    const other = new Map(leaves(german)).get(path) ?? '';
    expect(other).not.toBe('');
    expect(slots(other)).toEqual(slots(text));
  });

  test('no two badges share their words', () => {
    for (const { trust } of [english, german]) {
      expect(new Set(Object.values(trust)).size).toBe(Object.values(trust).length);
    }
  });
});

describe('fill', () => {
  test('a value that looks like a slot is not filled again', () => {
    expect(fill('{a} {b}', { a: '{b}', b: 'x' })).toBe('{b} x');
  });

  test('a name without a value stays as written', () => {
    expect(fill('{a}', {})).toBe('{a}');
  });
});

test.each([
  [1, 'The answer cites 1 source.'],
  [2, 'The answer cites 2 sources.'],
  [1200, 'The answer cites 1,200 sources.'],
])('%i is counted as "%s"', (count, text) => {
  expect(plural(english.answer.citationsArrived, count, 'en')).toBe(text);
});

describe('formatDate', () => {
  test.each([
    ['a day is that day in every zone', '2027-02-14', 'America/Los_Angeles', 'Feb 14, 2027'],
    [
      'a date-time moves with the zone',
      '2027-02-14T00:00:00Z',
      'America/Los_Angeles',
      'Feb 13, 2027, 4:00 PM',
    ],
    ['midnight is written as a day', '2027-02-14T00:00:00Z', 'Europe/London', 'Feb 14, 2027'],
    ['UTC is named', '2027-02-14T09:30:00+00:00', 'UTC', 'Feb 14, 2027, 9:30 AM UTC'],
    ['what is no date stays as written', 'next spring', 'UTC', 'next spring'],
  ])('%s', (_, text, zone, shown) => {
    expect(formatDate(text, 'en', zone).replaceAll('\u202f', ' ')).toBe(shown);
  });
});
