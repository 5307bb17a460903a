import type { AnswerTree, BlockNode, Inline } from '../../../src/markdown/index.js';

/** What a reader sees, in one line a block: `{0|[1]}` a pill of citation 0, `<text → address>` a link, `` `x` `` code. */
export function outline(tree: AnswerTree): string[] {
  return tree.blocks.flatMap(({ nodes }) => nodes.flatMap(blockLines));
}

function blockLines(node: BlockNode): string[] {
  switch (node.type) {
    case 'code':
      return [`code: ${node.text}`];
    case 'quote':
      return node.children.flatMap(blockLines).map((line) => `> ${line}`);
    case 'list':
      return node.items.flatMap(({ checked, children }) => {
        const task = checked === undefined ? '' : checked ? '[x] ' : '[ ] ';
        return children.flatMap(blockLines).map((line) => `- ${task}${line}`);
      });
    case 'table':
      return [node.header, ...node.rows].map((row) => `| ${row.map(inlineText).join(' | ')} |`);
    case 'rule':
      return ['---'];
    case 'heading':
      return [`${'#'.repeat(node.depth)} ${inlineText(node.children)}`];
    default:
      return [inlineText(node.children)];
  }
}

export function inlineText(nodes: readonly Inline[]): string {
  return nodes.map(one).join('');
}

function one(node: Inline): string {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'emphasis':
      return `*${inlineText(node.children)}*`;
    case 'strong':
      return `**${inlineText(node.children)}**`;
    case 'deleted':
      return `~~${inlineText(node.children)}~~`;
    case 'code':
      return `\`${node.text}\``;
    case 'break':
      return '↵';
    case 'link':
      return `<${inlineText(node.children)} → ${node.href}>`;
    case 'image':
      return node.href === undefined ? `!${node.alt}` : `!<${node.alt} → ${node.href}>`;
    case 'html':
      return `${node.open}${inlineText(node.children)}${node.close}`;
    case 'html-tag':
      return node.raw;
    case 'footnote':
      return `^${node.number}${node.defined ? '' : '?'}`;
    case 'citation':
      return `{${node.citations.join('+')}|${node.text}}`;
  }
}
