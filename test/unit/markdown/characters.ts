import type { AnswerTree, BlockNode, Inline } from '../../../src/markdown/index.js';

type Kind = 'text' | 'link' | 'pill' | 'footnote';

/** Every character that is shown, in the order of the content, with its kind. */
export function shownCharacters(tree: AnswerTree): string[] {
  const found: string[] = [];
  const add = (text: string, kind: Kind) => {
    for (const char of text) if (char.trim() !== '') found.push(`${kind}:${char}`);
  };
  const inlines = (nodes: readonly Inline[], kind: Kind) => {
    for (const node of nodes) {
      if (node.type === 'citation') add(node.text, 'pill');
      else if (node.type === 'text' || node.type === 'code') add(node.text, kind);
      else if (node.type === 'footnote') add(String(node.number), 'footnote');
      else if (node.type === 'image') add(node.alt, node.href ? 'link' : kind);
      else if ('children' in node) inlines(node.children, node.type === 'link' ? 'link' : kind);
    }
  };
  const blocks = (nodes: readonly BlockNode[]) => {
    for (const node of nodes) {
      if (node.type === 'code') add(node.text, 'text');
      else if (node.type === 'list') for (const item of node.items) blocks(item.children);
      else if (node.type === 'quote') blocks(node.children);
      else if (node.type === 'table') {
        for (const row of [node.header, ...node.rows]) for (const cell of row) inlines(cell, 'text');
      } else if ('children' in node) inlines(node.children, 'text');
    }
  };
  for (const block of tree.blocks) blocks(block.nodes);
  return found;
}

/** Characters of `before` that are not in `after` any more, in their order and kind. */
export function vanished(before: readonly string[], after: readonly string[]): string[] {
  const gone: string[] = [];
  let at = 0;
  for (const char of before) {
    const next = after.indexOf(char, at);
    if (next < 0) gone.push(char);
    else at = next + 1;
  }
  return gone;
}
