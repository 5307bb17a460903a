import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerParser, type Inline } from '../../src/markdown/index.js';
import { anchorClaims } from '../../src/react/register/claim-anchors.js';

const content = fc.string({
  unit: fc.constantFrom(
    'word',
    ' ',
    '\n',
    '\n\n',
    '**',
    '*',
    '_',
    '`',
    '```\n',
    '- ',
    '# ',
    '> ',
    '1. ',
    '| ',
    '|\n| - |\n',
    '[a](https://a.example/b)',
    'https://a.example/b',
    '[1]',
    '<b>',
    '</b>',
    '👋',
    '~~',
    '.',
  ),
  maxLength: 40,
});
const claims = fc.array(fc.tuple(fc.nat(80), fc.nat(80)), { maxLength: 6 });

/** Everything that is read, without citations. */
function textOf(nodes: readonly unknown[]): string {
  return nodes
    .map((node) => {
      const { type, text, children, items, header, rows } = node as Inline & Record<string, unknown>;
      if (type === 'citation') return '';
      return [
        text,
        ...[children, items, header, rows].map((list) => (Array.isArray(list) ? textOf(list.flat(2)) : '')),
      ].join('');
    })
    .join('');
}

function read(text: string, marks: readonly { marker: string }[]): string {
  const tree = createAnswerParser().update(text, marks);
  return textOf(tree.blocks.flatMap((block) => block.nodes));
}

describe('anchorClaims', () => {
  it('never changes what the text says, and every anchor is placed, for any text and any claims', () => {
    fc.assert(
      fc.property(content, claims, (content, ranges) => {
        const claims = ranges
          .map(([a, b]) => ({
            start: Math.min(a, b, content.length),
            end: Math.min(Math.max(a, b), content.length),
            citations: [1],
          }))
          .filter(({ start, end }) => start < end);
        const marks = [{ marker: '[1]' }];
        const anchored = anchorClaims(content, claims, marks);
        expect(read(anchored.content, [...marks, ...anchored.anchors])).toBe(read(content, marks));
        const tree = createAnswerParser().update(anchored.content, [...marks, ...anchored.anchors]);
        const placed = new Set(tree.placements.map(({ citation }) => citation));
        for (const index of anchored.anchors.keys()) expect(placed).toContain(marks.length + index);
        const edges = anchored.anchors.flatMap(({ side, claims }) =>
          claims.map((claim) => `${claim} ${side}`),
        );
        for (const claim of new Set(edges.map((edge) => edge.split(' ')[0]))) {
          expect(edges).toContain(`${claim} start`);
          expect(edges).toContain(`${claim} end`);
        }
      }),
      { numRuns: 300 },
    );
  });
});
