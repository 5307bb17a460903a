import type { BlockNode, Inline, Placement } from './types.js';

/** The places of citations in nodes, in the order of the content. */
export function collectPlacements(nodes: readonly BlockNode[]): Placement[] {
  const found: Placement[] = [];
  for (const node of nodes) fromBlock(node, found);
  return found.sort((a, b) => a.start - b.start);
}

function fromBlock(node: BlockNode, found: Placement[]): void {
  if (node.type === 'list') {
    for (const item of node.items) for (const child of item.children) fromBlock(child, found);
  } else if (node.type === 'quote') {
    for (const child of node.children) fromBlock(child, found);
  } else if (node.type === 'table') {
    for (const row of [node.header, ...node.rows]) for (const cell of row) fromInline(cell, found);
  } else if ('children' in node) fromInline(node.children, found);
}

function fromInline(nodes: readonly Inline[], found: Placement[]): void {
  for (const node of nodes) {
    if (node.type === 'citation') {
      const { text, start, end } = node;
      for (const citation of node.citations) found.push({ citation, start, end, text });
    } else if ('children' in node) fromInline(node.children, found);
  }
}
