import type { Citation } from '../../client/answer.js';
import { revealBidi } from '../../markdown/bidi.js';
import { createAnswerParser } from '../../markdown/parser.js';
import type { AnswerTree, BlockNode, CitationMark, Inline } from '../../markdown/types.js';
import type { Register, RegisteredEntry } from '../../register/create-register.js';
import { packageLabel, titleOf } from '../citation.js';
import { english } from '../labels/english.js';
import type { Labels } from '../labels/labels.js';
import { citationMarks, evidenceMark, indexMarks, marksAtEnds } from '../register/answer-marks.js';
import { type AnchoredText, anchorClaims } from '../register/claim-anchors.js';
import { entryTitle, kindName } from '../register/entry-text.js';
import { type CitationInput, readCitations } from './answer-input.js';
import type { CopyFormat } from './copy-formats.js';

/** The numbers to write at each mark of a text: its own, or at the end of claims those of what they rest on. */
type Numbers = ReadonlyMap<number, readonly number[]>;

/** Puts a number to each of `count` sources by first mention; those without a place follow. */
function numberSources(
  tree: AnswerTree,
  count: number,
  ends: ReadonlyMap<number, readonly number[]>,
): { own: ReadonlyMap<number, number>; numbers: Numbers } {
  const own = new Map<number, number>();
  const mention = (index: number) => {
    if (!own.has(index)) own.set(index, own.size + 1);
  };
  for (const { citation } of tree.placements) (ends.get(citation - count) ?? [citation]).forEach(mention);
  for (let index = 0; index < count; index++) mention(index);
  const numbers = new Map([...own].map(([index, number]) => [index, [number]]));
  for (const [anchor, indexes] of ends)
    numbers.set(
      count + anchor,
      indexes.flatMap((index) => own.get(index) ?? []),
    );
  return { own, numbers };
}

/** Text and structure of an output; each format has one. */
interface Format {
  text(text: string): string;
  mark(numbers: readonly number[]): string;
  inline(kind: 'emphasis' | 'strong' | 'deleted' | 'code', inner: string): string;
  link(href: string, inner: string): string;
  lineBreak: string;
}

function drawInline(nodes: readonly Inline[], format: Format, numbers: Numbers): string {
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
        out += format.mark(node.citations.flatMap((index) => numbers.get(index) ?? []));
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
  mark: (numbers) => (numbers.length > 0 ? `<sup>${numbers.map((one) => `[${one}]`).join('')}</sup>` : ''),
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
function blockText(nodes: readonly BlockNode[], format: Format, numbers: Numbers): string {
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

function blockHtml(nodes: readonly BlockNode[], numbers: Numbers): string {
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
  marks: readonly CitationMark[],
  own: ReadonlyMap<number, number>,
  labels: Labels,
): Reference[] {
  const sources = [
    ...citations.map(({ record }) => [titleOf(record), packageLabel(record), record.node.ref]),
    ...evidence.map((entry) => [
      entryTitle(entry, labels),
      kindName(entry, labels),
      entry.url ?? entry.path ?? '',
    ]),
  ];
  return sources
    .map((parts, index) => {
      const number = own.get(index) ?? index + 1;
      return {
        number,
        marker: marks[index]?.marker ?? `[${number}]`,
        parts: parts.filter((part) => part !== '').map(revealBidi),
      };
    })
    .sort((a, b) => a.number - b.number);
}

/** The answer as it was written, with the markers of what each claim rests on at its end. */
function withMarkers(
  { content, anchors }: AnchoredText,
  marks: readonly CitationMark[],
  ends: ReadonlyMap<number, readonly number[]>,
): string {
  let text = '';
  let last = 0;
  anchors.forEach(({ marker }, index) => {
    const at = content.indexOf(marker, last);
    const shown = ends.get(index)?.map((mark) => marks[mark]?.marker ?? '') ?? [];
    text += content.slice(last, at) + shown.join('');
    last = at + marker.length;
  });
  return text + content.slice(last);
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
  /** What the answer rests on beside its citations, and its claims; what was only looked at is not copied. */
  readonly register?: Pick<Register, 'entries' | 'claims'> | undefined;
}

/**
 * An answer as text in one format. In `references` and `html` markers are numbered by first mention and the
 * sources follow under those numbers; `markdown` keeps the answer's own text. Malformed citations are left
 * out. Throws nothing.
 */
export function formatAnswer(answer: CopyableAnswer, format: CopyFormat, labels: Labels = english): string {
  const { citations } = readCitations(answer.citations, undefined);
  const entries = (answer.register?.entries ?? []).filter((one) => one.citation !== undefined || one.used);
  const evidence = entries.filter((entry) => entry.citation === undefined);
  const marks = [...citationMarks(citations, entries), ...evidence.map((entry) => evidenceMark(entry, true))];
  const claims = answer.register?.claims ?? [];
  const anchored = anchorClaims(answer.content, claims, marks);
  const tree = createAnswerParser().update(anchored.content, [...marks, ...anchored.anchors]);
  const inText = new Set(tree.placements.map(({ citation }) => citation));
  const ends = marksAtEnds(anchored.anchors, claims, indexMarks(entries, citations.length), inText);
  const { own, numbers } = numberSources(tree, marks.length, ends);
  const list = references(citations, evidence, marks, own, labels);
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
      const text = withMarkers(anchored, marks, ends);
      const lines = list.map(
        (one) => `- ${escapeMarkdown(one.marker)} ${one.parts.map(escapeMarkdown).join(', ')}`,
      );
      return `${text.trimEnd()}\n\n**${heading}**\n\n${lines.join('\n')}\n`;
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
