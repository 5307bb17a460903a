// CommonMark's own examples. The tree is written as HTML in the test only, to compare it.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createAnswerParser } from '../../../src/markdown/index.js';
import type { BlockNode, Inline } from '../../../src/markdown/types.js';
import { toHtml } from './to-html.js';

interface Example {
  number: number;
  section: string;
  markdown: string;
  html: string;
}

// A CommonJS package, and without types.
const spec = createRequire(import.meta.url)('commonmark-spec') as { tests: Example[] };
const examples = spec.tests.map((example) => ({
  ...example,
  markdown: example.markdown.replaceAll('→', '\t'),
  html: example.html.replaceAll('→', '\t'),
}));

const EMPTY_ADDRESS = 'a link without an address is text';
const BARE_ADDRESS = 'GFM makes a bare address a link';
const MAIL = 'only http and https are links';

const DIFFERENCES: Readonly<Record<number, string>> = {
  200: EMPTY_ADDRESS,
  484: 'a link without text shows its address',
  485: EMPTY_ADDRESS,
  486: EMPTY_ADDRESS,
  487: EMPTY_ADDRESS,
  567: EMPTY_ADDRESS,
  602: BARE_ADDRESS,
  604: MAIL,
  605: MAIL,
  608: BARE_ADDRESS,
  611: BARE_ADDRESS,
};

// Most links of the examples are relative. Their structure is compared with a policy that lets all addresses pass.
const structureOf = (markdown: string) => toHtml(createAnswerParser((href) => href).update(markdown)).trim();

describe('every CommonMark example', () => {
  it.each(examples.filter(({ number }) => !(number in DIFFERENCES)))(
    '$number, $section',
    ({ markdown, html }) => {
      expect(structureOf(markdown)).toBe(html.trim());
    },
  );

  it.each(
    examples.filter(({ number }) => number in DIFFERENCES).map((e) => ({ ...e, why: DIFFERENCES[e.number] })),
  )('$number differs: $why', ({ markdown, html }) => {
    expect(structureOf(markdown)).not.toBe(html.trim());
  });

  it('of raw HTML, images and links of other schemes gives only http and https addresses', () => {
    const addresses = examples.flatMap(({ markdown }) =>
      createAnswerParser()
        .update(markdown)
        .blocks.flatMap(({ nodes }) => nodes.flatMap(addressesOf)),
    );
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((address) => !/^https?:\/\//i.test(address))).toEqual([]);
  });
});

function addressesOf(node: BlockNode | Inline): string[] {
  const own = 'href' in node && node.href !== undefined ? [node.href] : [];
  if (node.type === 'list') return node.items.flatMap((item) => item.children.flatMap(addressesOf));
  return 'children' in node ? [...own, ...node.children.flatMap(addressesOf)] : own;
}
