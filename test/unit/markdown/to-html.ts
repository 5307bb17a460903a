import type { AnswerTree, BlockNode, Inline } from '../../../src/markdown/index.js';

/** The tree as the HTML that the CommonMark examples expect. Only for comparing: the kit never makes markup. */
export function toHtml(tree: AnswerTree): string {
  return tree.blocks.map(({ nodes }) => nodes.map(block).join('')).join('');
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

// The examples write addresses percent-encoded; the tree keeps them as they are.
const address = (href: string) => escaped(encodeURI(href).replaceAll(/%25(?=[0-9a-fA-F]{2})/g, '%'));

function block(node: BlockNode): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${inlines(node.children)}</p>\n`;
    case 'inline':
      return inlines(node.children);
    case 'heading':
      return `<h${node.depth}>${inlines(node.children)}</h${node.depth}>\n`;
    case 'code': {
      const language = node.language ? ` class="language-${escaped(node.language)}"` : '';
      return `<pre><code${language}>${escaped(node.text)}${node.text ? '\n' : ''}</code></pre>\n`;
    }
    case 'quote':
      return `<blockquote>\n${node.children.map(block).join('')}</blockquote>\n`;
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul';
      const start = node.ordered && node.start !== 1 ? ` start="${node.start}"` : '';
      return `<${tag}${start}>\n${node.items.map((item) => listItem(item.children)).join('')}</${tag}>\n`;
    }
    case 'table': {
      const row = (cells: readonly (readonly Inline[])[], tag: string) =>
        `<tr>\n${cells
          .map(
            (cell, i) =>
              `<${tag}${node.align[i] ? ` align="${node.align[i]}"` : ''}>${inlines(cell)}</${tag}>\n`,
          )
          .join('')}</tr>\n`;
      const body =
        node.rows.length > 0 ? `<tbody>\n${node.rows.map((each) => row(each, 'td')).join('')}</tbody>\n` : '';
      return `<table>\n<thead>\n${row(node.header, 'th')}</thead>\n${body}</table>\n`;
    }
    case 'rule':
      return '<hr />\n';
    case 'html':
      return `${inlines(node.children, true)}\n`;
    case 'plain':
      return `<div>${inlines(node.children)}</div>\n`;
  }
}

function listItem(children: readonly BlockNode[]): string {
  let out = '';
  for (const child of children) {
    if (child.type === 'inline') out += `${out && !out.endsWith('\n') ? '\n' : ''}${block(child)}`;
    else out += `${out.endsWith('\n') ? '' : '\n'}${block(child)}`;
  }
  return `<li>${out}</li>\n`;
}

function inlines(nodes: readonly Inline[], raw = false): string {
  return nodes.map((node) => inline(node, raw)).join('');
}

function inline(node: Inline, raw: boolean): string {
  switch (node.type) {
    case 'text':
      return raw ? node.text : escaped(node.text);
    case 'emphasis':
      return `<em>${inlines(node.children)}</em>`;
    case 'strong':
      return `<strong>${inlines(node.children)}</strong>`;
    case 'deleted':
      return `<del>${inlines(node.children)}</del>`;
    case 'code':
      return `<code>${escaped(node.text)}</code>`;
    case 'break':
      return '<br />\n';
    case 'link': {
      const title = node.title === undefined ? '' : ` title="${escaped(node.title)}"`;
      return `<a href="${address(node.href)}"${title}>${inlines(node.children)}</a>`;
    }
    case 'image': {
      const title = node.title === undefined ? '' : ` title="${escaped(node.title)}"`;
      return `<img src="${address(node.href ?? '')}" alt="${escaped(node.alt)}"${title} />`;
    }
    case 'html':
      return node.open + inlines(node.children, raw) + node.close;
    case 'html-tag':
      return node.raw;
    case 'footnote':
      return `<sup>${node.number}</sup>`;
    case 'citation':
      return escaped(node.text);
  }
}
