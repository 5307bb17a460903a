import { describe, expect, it } from 'vitest';
import { findLinks } from '../../../../src/reader/package/links.js';

const found = (body: string) => findLinks(body).map(({ destination }) => destination);

describe('findLinks', () => {
  it.each<[string, string[]]>([
    ['[a](b.md)', ['b.md']],
    ['![a](b.png)', ['b.png']],
    ['[](b.md)', ['b.md']],
    ['[a](b.md "title")', ['b.md']],
    ["[a](b.md 'title')", ['b.md']],
    ['[a](<b (1).md>)', ['<b (1).md>']],
    ['[a]( b.md )', ['b.md']],
    ['[a](b.md) and [c](d.md)', ['b.md', 'd.md']],
    ['[[a](b.md)', ['b.md']],
    ['[a](b(1).md)', ['b(1']],
    ['[a] (b.md)', []],
    ['[a][b]', []],
    ['[a](b c.md)', []],
    ['[a](b.md "title)', []],
    ['[a]()', []],
    ['a](b.md)', []],
    ['[a](b.md', []],
    ['`[a](b.md)`', []],
    ['`code` [a](b.md) `[c](d.md)`', ['b.md']],
    ['[a\n](b.md)', []],
    ['<b.md>', []],
  ])('%j', (body, destinations) => {
    expect(found(body)).toEqual(destinations);
  });

  it('skips fenced lines, and any fence closes any fence', () => {
    expect(found('```\n[a](1)\n```\n[b](2)\n  ~~~js\n[c](3)\n```\n[d](4)')).toEqual(['2', '4']);
  });

  it('counts lines from the start of the body', () => {
    expect(findLinks('one\r\n[a](b.md)\r\n')).toEqual([{ destination: 'b.md', line: 1 }]);
  });

  it.each(['[', '](', '[](', '[](<', '[](a', '[](a "', "[](a '", '[](a "\'<', '`[', '![a](b', '[](   '])(
    'takes a line of nothing but %j in its stride',
    (part) => {
      expect(findLinks(part.repeat(100_000))).toEqual([]);
    },
  );
});
