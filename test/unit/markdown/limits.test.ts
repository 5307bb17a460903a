// Inputs of a million characters on which Markdown parsers take quadratic time or overflow the stack. A test that is
// not linear does not end within the time that a test has.
import { describe, expect, it } from 'vitest';
import { type BlockNode, createAnswerParser, type Inline, LIMITS } from '../../../src/markdown/index.js';

const SIZE = 1_000_000;
const filled = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

const INPUTS: [name: string, content: string][] = [
  ['asterisks', filled('*')],
  ['emphasis that opens', filled('*a **b ')],
  ['emphasis that opens, then closes', filled('*a ') + filled('a* ')],
  ['emphasis of three', filled('***a** b* ')],
  ['underscores in words', filled('a_b')],
  ['brackets that open', filled('[')],
  ['brackets that open, then close', `${filled('[')}${filled(']')}`],
  ['images that open', filled('![')],
  ['images in images', `${filled('![')}${filled('](x)')}`],
  ['half links', filled('[a](b')],
  ['links', filled('[a](http://b.c) ')],
  ['references', filled('[a][b]')],
  ['quotes in quotes', filled('> ')],
  ['quotes in quotes, line after line', filled('>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>a\n')],
  ['lists in lists on one line', filled('1. ')],
  ['lists in lists', Array.from({ length: 1_400 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['items', filled('- a\n')],
  ['backticks of all lengths', Array.from({ length: 1_400 }, (_, n) => `${'`'.repeat(n)} `).join('')],
  ['less-than signs', filled('<')],
  ['tags without an end', filled('<a b="')],
  ['comments without an end', filled('<!-- ')],
  ['tags in tags', `${filled('<b>')}${filled('</b>')}`],
  ['ampersands', filled('&a')],
  ['rows', `|a|b|\n|-|-|\n${filled('|1|2|\n')}`],
  ['a wide table with short rows', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${filled('|1\n')}`],
  ['pipes', filled('|')],
  ['addresses without a space', filled('http://a.b/')],
  ['beginnings of addresses', filled('www.')],
  ['markers', filled('[1]')],
  ['half groups of numbers', filled('[1, 2')],
  ['footnotes', filled('[^1]')],
  ['definitions of footnotes', filled('[^1]: a\n')],
  ['backslashes', filled('\\')],
  ['one word', filled('a')],
  ['spaces', filled(' ')],
  ['lines of a fence', `\`\`\`\n${filled('x\n')}`],
  ['mixed signs', filled('*_~`[<&!')],
];

function depthOf(nodes: readonly (BlockNode | Inline)[]): number {
  let deepest = 0;
  const waiting = nodes.map((node) => ({ node, depth: 1 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    deepest = Math.max(deepest, depth);
    const children =
      node.type === 'list'
        ? node.items.flatMap((item) => item.children)
        : 'children' in node
          ? node.children
          : [];
    for (const child of children) waiting.push({ node: child, depth: depth + 1 });
  }
  return deepest;
}

describe('a million characters of', () => {
  it.each(INPUTS)(
    '%s',
    (_, content) => {
      const { blocks } = createAnswerParser().update(content, [{ marker: '[1]' }]);
      expect(blocks.at(-1)?.end).toBe(content.length);
      const nodes = blocks.flatMap((block) => block.nodes);
      expect(depthOf(nodes)).toBeLessThanOrEqual(LIMITS.containerDepth + 2 * LIMITS.inlineDepth);
    },
    60_000,
  );
});

describe('a text over a limit is shown as it is', () => {
  it.each([
    ['more quotes than may be in each other', `${'> '.repeat(LIMITS.containerDepth + 1)}a`],
    [
      'a table that is too wide',
      `${'|a'.repeat(LIMITS.tableColumns + 1)}|\n${'|-'.repeat(LIMITS.tableColumns + 1)}|`,
    ],
    ['a paragraph that is too long', 'a\n'.repeat(LIMITS.block / 2 + 1)],
  ])('%s', (_, content) => {
    const { blocks } = createAnswerParser().update(content);
    expect(blocks.flatMap(({ nodes }) => nodes)).toEqual([
      { type: 'plain', children: [{ type: 'text', text: content.trimEnd() }] },
    ]);
  });

  it('and its markers are still pills', () => {
    const { placements } = createAnswerParser().update(`${'> '.repeat(40)}a [1]`, [{ marker: '[1]' }]);
    expect(placements.map(({ text }) => text)).toEqual(['[1]']);
  });

  it('but fenced code has no limit', () => {
    const code = 'x\n'.repeat(LIMITS.block);
    const { blocks } = createAnswerParser().update(`\`\`\`\n${code}\`\`\`\n`);
    expect(blocks[0]?.nodes).toEqual([{ type: 'code', text: code.trimEnd() }]);
  });
});
