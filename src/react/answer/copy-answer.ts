import type { Citation } from '../../client/answer.js';
import { revealBidi } from '../../markdown/bidi.js';
import { createAnswerParser } from '../../markdown/parser.js';
import type { AnswerTree, BlockNode, Inline } from '../../markdown/types.js';
import type { RegisteredEntry } from '../../register/create-register.js';
import { packageLabel, titleOf } from '../citation.js';
import { english } from '../labels/english.js';
import type { Labels } from '../labels/labels.js';
import { entryTitle, kindName } from '../register/entry-text.js';
import { type CitationInput, readCitations } from './answer-input.js';

export const COPY_FORMATS = ['plain', 'references', 'markdown', 'html'] as const;

/**
 * - `plain`: the text without markers
 * - `references`: the text with numbered markers and the sources below
 * - `markdown`: the answer as it was written, with the sources below
 * - `html`: formatted text with numbered markers and the sources below
 */
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** Puts a number to each citation by first mention; those without a place follow. */
function numberCitations(tree: AnswerTree, count: number): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const { citation } of tree.placements)
    if (!numbers.has(citation)) numbers.set(citation, numbers.size + 1);
  for (let index = 0; index < count; index++) if (!numbers.has(index)) numbers.set(index, numbers.size + 1);
  return numbers;
}

/** Text and structure of an output; each format has one. */
interface Format {
  text(text: string): string;
  mark(numbers: readonly number[]): string;
  inline(kind: 'emphasis' | 'strong' | 'deleted' | 'code', inner: string): string;
  link(href: string, inner: string): string;
  lineBreak: string;
}

function drawInline(nodes: readonly Inline[], format: Format, numbers: ReadonlyMap<number, number>): string {
  let out = '';
  for (const node of nodes) {
    switch (node.type) {
      case 'text':
        out += format.text(node.text);
        break;
      case 'code':
        out += format.inline('code', format.text(node.text));
        break;
      case 'emphasis':
      case 'strong':
      case 'deleted':
        out += format.inline(node.type, drawInline(node.children, format, numbers));
        break;
      case 'break':
        out += format.lineBreak;
        break;
      case 'link':
        out += format.link(node.href, drawInline(node.children, format, numbers));
        break;
      case 'image':
        out += node.href ? format.link(node.href, format.text(node.alt)) : format.text(node.alt);
        break;
      case 'html':
        out += drawInline(node.children, format, numbers);
        break;
      case 'footnote':
        out += format.text(`[^${node.number}]`);
        break;
      case 'citation':
        out += format.mark(node.citations.map((index) => numbers.get(index) ?? index + 1));
        break;
      default:
        break;
    }
  }
  return out;
}

const PLAIN: Format = {
  text: (text) => text,
  mark: () => '',
  inline: (_, inner) => inner,
  link: (href, inner) => (inner === href ? href : `${inner} (${href})`),
  lineBreak: '\n',
};

const REFERENCES: Format = { ...PLAIN, mark: (numbers) => numbers.map((one) => `[${one}]`).join('') };

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const ELEMENTS = { emphasis: 'em', strong: 'strong', deleted: 's', code: 'code' } as const;

const HTML: Format = {
  text: escapeHtml,
  mark: (numbers) => `<sup>${numbers.map((one) => `[${one}]`).join('')}</sup>`,
  inline: (kind, inner) => `<${ELEMENTS[kind]}>${inner}</${ELEMENTS[kind]}>`,
  link: (href, inner) => `<a href="${escapeHtml(href)}">${inner}</a>`,
  lineBreak: '<br>',
};

// The space that stood before a marker stands before nothing once the marker is gone.
function tidy(text: string): string {
  return text.replace(/ +([.,;:!?)\]])/g, '$1').replace(/[ \t]+$/gm, '');
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

/** Depth is bounded by the parser (`LIMITS` of the markdown folder). */
function blockText(
  nodes: readonly BlockNode[],
  format: Format,
  numbers: ReadonlyMap<number, number>,
): string {
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'code':
          return node.text;
        case 'rule':
          return '---';
        case 'quote':
          return `> ${indent(blockText(node.children, format, numbers), '> ')}`;
        case 'list':
          return node.items
            .map((item, index) => {
              const bullet = node.ordered ? `${node.start + index}. ` : '- ';
              return bullet + indent(blockText(item.children, format, numbers), ' '.repeat(bullet.length));
            })
            .join('\n');
        case 'table':
          return [node.header, ...node.rows]
            .map((row) => row.map((cell) => drawInline(cell, format, numbers)).join('\t'))
            .join('\n');
        default:
          return drawInline(node.children, format, numbers);
      }
    })
    .join('\n\n');
}

function blockHtml(nodes: readonly BlockNode[], numbers: ReadonlyMap<number, number>): string {
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'paragraph':
        case 'plain':
          return `<p>${drawInline(node.children, HTML, numbers)}</p>`;
        case 'heading':
          return `<h${node.depth}>${drawInline(node.children, HTML, numbers)}</h${node.depth}>`;
        case 'code':
          return `<pre><code>${escapeHtml(node.text)}</code></pre>`;
        case 'rule':
          return '<hr>';
        case 'quote':
          return `<blockquote>${blockHtml(node.children, numbers)}</blockquote>`;
        case 'list': {
          const items = node.items.map((item) => `<li>${blockHtml(item.children, numbers)}</li>`).join('');
          return node.ordered
            ? `<ol${node.start === 1 ? '' : ` start="${node.start}"`}>${items}</ol>`
            : `<ul>${items}</ul>`;
        }
        case 'table': {
          const row = (cells: readonly (readonly Inline[])[], tag: 'th' | 'td') =>
            `<tr>${cells.map((cell) => `<${tag}>${drawInline(cell, HTML, numbers)}</${tag}>`).join('')}</tr>`;
          const body = node.rows.map((cells) => row(cells, 'td')).join('');
          return `<table><thead>${row(node.header, 'th')}</thead><tbody>${body}</tbody></table>`;
        }
        default:
          return drawInline(node.children, HTML, numbers);
      }
    })
    .join('');
}

interface Reference {
  number: number;
  marker: string;
  /** Title, what it belongs to, and where it is; any but the first may be missing. */
  parts: readonly string[];
}

function references(
  citations: readonly Citation[],
  evidence: readonly RegisteredEntry[],
  numbers: ReadonlyMap<number, number>,
  labels: Labels,
): Reference[] {
  const cited = citations.map(({ record, marker }) => ({
    marker,
    parts: [titleOf(record), packageLabel(record), record.node.ref],
  }));
  const others = evidence.map((entry) => ({
    marker: entry.marker,
    parts: [entryTitle(entry, labels), kindName(entry, labels), entry.url ?? entry.path ?? ''],
  }));
  return [...cited, ...others]
    .map(({ marker, parts }, index) => {
      const number = numbers.get(index) ?? index + 1;
      return {
        number,
        marker: marker ?? `[${number}]`,
        parts: parts.filter((part) => part !== '').map(revealBidi),
      };
    })
    .sort((a, b) => a.number - b.number);
}

const MARKDOWN_SYNTAX = /[\\`*_{}[\]<>()#+\-.!|~]/g;

function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN_SYNTAX, '\\$&');
}

/** What is copied: an `Answer` of the store fits, and so do the props of an answer without one. */
export interface CopyableAnswer {
  /** Markdown. */
  readonly content: string;
  readonly citations?: readonly CitationInput[] | undefined;
  /** What the answer rests on beside its citations; what was only looked at is not copied. */
  readonly evidence?: readonly RegisteredEntry[] | undefined;
}

/**
 * An answer as text in one format. In `references` and `html` markers are numbered by first mention and the
 * sources follow under those numbers; `markdown` keeps the answer's own text. Malformed citations are left
 * out. Throws nothing.
 */
export function formatAnswer(answer: CopyableAnswer, format: CopyFormat, labels: Labels = english): string {
  const { citations } = readCitations(answer.citations, undefined);
  const evidence = (answer.evidence ?? []).filter((entry) => entry.used);
  const marks = [
    ...citations.map(({ marker, record }) => ({ marker, ref: record.node.ref })),
    ...evidence.map(({ marker }) => ({ marker })),
  ];
  const tree = createAnswerParser().update(answer.content, marks);
  const numbers = numberCitations(tree, marks.length);
  const list = references(citations, evidence, numbers, labels);
  const heading = labels.copy.sourcesHeading;
  const nodes = [
    ...tree.blocks.filter((block) => block.footnote === undefined),
    ...tree.footnotes.map((note) => note.block),
  ].flatMap((block) => block.nodes);
  switch (format) {
    case 'plain':
      return tidy(blockText(nodes, PLAIN, numbers));
    case 'references': {
      const text = blockText(nodes, REFERENCES, numbers);
      if (list.length === 0) return text;
      const lines = list.map((one) => `[${one.number}] ${one.parts.join(', ')}`);
      return `${text}\n\n${heading}\n${lines.join('\n')}`;
    }
    case 'markdown': {
      if (list.length === 0) return answer.content;
      const lines = list.map(
        (one) => `- ${escapeMarkdown(one.marker)} ${one.parts.map(escapeMarkdown).join(', ')}`,
      );
      return `${answer.content.trimEnd()}\n\n**${heading}**\n\n${lines.join('\n')}\n`;
    }
    case 'html': {
      const text = blockHtml(nodes, numbers);
      if (list.length === 0) return text;
      const items = list.map(({ number, parts }) => {
        const [title = '', belongs = '', place] = parts.map(escapeHtml);
        const where = place === undefined ? '' : `, <code>${place}</code>`;
        return `<li value="${number}">${title}, ${belongs}${where}</li>`;
      });
      return `${text}<p><strong>${escapeHtml(heading)}</strong></p><ol>${items.join('')}</ol>`;
    }
  }
}

/**
 * Puts an answer on the clipboard in one format. `html` also leaves the text with references for programs
 * that take no formatting. Rejects when the browser refuses.
 */
export async function copyAnswer(
  answer: CopyableAnswer,
  format: CopyFormat,
  labels: Labels = english,
): Promise<void> {
  const text = formatAnswer(answer, format, labels);
  if (format !== 'html') return navigator.clipboard.writeText(text);
  const fallback = formatAnswer(answer, 'references', labels);
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([text], { type: 'text/html' }),
      'text/plain': new Blob([fallback], { type: 'text/plain' }),
    }),
  ]);
}
