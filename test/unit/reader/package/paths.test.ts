import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareCodePoints,
  resolveReference,
  simpleLowerCase,
} from '../../../../src/reader/package/paths.js';

describe('resolveReference, from content/guides/setup.md', () => {
  const path = (value: string) => ({ kind: 'path', path: value });
  it.each([
    ['b.md#x', path('content/guides/b.md')],
    ['b.md?x#y', path('content/guides/b.md')],
    ['/b.md', path('content/b.md')],
    ['//host/b.md', path('content/host/b.md')],
    ['../../sources/a%20b.txt', path('sources/a b.txt')],
    ['<a (1).md>', path('content/guides/a (1).md')],
    ['./x/../b.md', path('content/guides/b.md')],
    ['../../moca.json', path('moca.json')],
    ['e\u0301.md', path('content/guides/\u00e9.md')],
    ['folder/', path('content/guides/folder/')],
    ['..', path('content/')],
    ['../../../x', { kind: 'unsafe' }],
    ['../../../content/guides/b.md', { kind: 'unsafe' }],
    ['/../../x', { kind: 'unsafe' }],
    ['%2e%2e/%2e%2e/%2e%2e/x', { kind: 'unsafe' }],
    ['a%zz.md', { kind: 'undecodable' }],
    ['a%ff.md', { kind: 'undecodable' }],
    ['?q', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (reference, expected) => {
    expect(resolveReference('content/guides/setup.md', reference)).toEqual(expected);
  });
});

describe('simpleLowerCase', () => {
  it.each([
    ['ABC', 'abc'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['Straße', 'straße'],
    ['𐐀', '𐐨'],
  ])('%s is %s', (text, lower) => {
    expect(simpleLowerCase(text)).toBe(lower);
  });

  it('maps each code point alone, whatever stands beside it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const each = [...text].map((character) => simpleLowerCase(character)).join('');
        expect(simpleLowerCase(text)).toBe(each);
      }),
    );
  });
});

it('orders by code point as UTF-8 bytes do', () => {
  expect(['\u{10000}', '\uffff', 'b', 'a'].sort(compareCodePoints)).toEqual([
    'a',
    'b',
    '\uffff',
    '\u{10000}',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(compareCodePoints(a, b))).toBe(bytes);
    }),
  );
});
