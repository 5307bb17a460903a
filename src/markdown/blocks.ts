import { Lexer, type Token, type Tokens } from 'marked';
import { unescapeText } from './entities.js';
import { footnoteLabelAt, type InlineContext, type InlineSource, parseInline } from './inline.js';
import { LIMITS } from './limits.js';
import { linesOf, linesWithin, locateIn, type SourceLines } from './lines.js';
import { normalizeLabel } from './link-syntax.js';
import { closesFence, opensFence } from './splitter.js';
import { tableCells } from './table-cells.js';
import type { BlockNode, Inline, ListItem } from './types.js';

/** Where a reference leads, as written; the inline parser decides whether a link may go there. */
export interface Definition {
  readonly href: string;
  readonly title?: string;
}

/** A stretch of the content with its block structure; its inline texts are not parsed yet. */
export interface BlockStructure {
  readonly source: string;
  readonly start: number;
  readonly tokens: readonly Token[];
  /** Link reference definitions, by normalized label. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Normalized label, when the stretch defines a footnote. */
  readonly footnote?: string;
  readonly lines: SourceLines;
  /** Set when the source is over a limit and is shown as it is. */
  readonly plain: boolean;
}

/** Lexes a stretch with `marked`: blocks only. `isInert` tells labels that are markers, which define nothing. */
export function lexBlock(source: string, start: number, isInert: (label: string) => boolean): BlockStructure {
  const label = footnoteLabel(source, isInert);
  let lines = linesOf(source, start);
  let text = lines.lines.join('\n');
  if (label !== undefined) {
    text = text.replace(/^ {0,3}\[\^[^\]]*\]:[ \t]*/, '').replace(/\n(?: {1,4}|\t)/g, '\n');
    lines = linesWithin(lines, 0, text);
  }
  const footnote = label === undefined ? {} : { footnote: label };
  const base = { source, start, lines, ...footnote };
  const fenced = fencedCode(lines.lines);
  if (fenced) return { ...base, tokens: [fenced], definitions: NO_DEFINITIONS, plain: false };
  if (isOverLimit(lines.lines)) return { ...base, tokens: [], definitions: NO_DEFINITIONS, plain: true };
  const tokens = blockTokens(text);
  if (!text.includes(']:')) return { ...base, tokens, definitions: NO_DEFINITIONS, plain: false };
  const definitions = new Map<string, Definition>();
  collectDefinitions(tokens, isInert, definitions);
  return { ...base, tokens, definitions, plain: false };
}

const NO_DEFINITIONS: ReadonlyMap<string, Definition> = new Map();

let lexer: Lexer | undefined;

// One lexer for all: making one costs more than most blocks do.
function blockTokens(text: string): Token[] {
  lexer ??= new Lexer({ gfm: true });
  lexer.tokens = Object.assign([], { links: {} });
  lexer.state.top = true;
  const tokens = lexer.blockTokens(text, lexer.tokens);
  lexer.inlineQueue = [];
  return tokens;
}

// A stretch that is one fence needs no lexing, however long it is.
function fencedCode(lines: readonly string[]): Tokens.Code | undefined {
  const fence = opensFence(lines[0] ?? '');
  if (!fence) return undefined;
  const close = lines.findIndex((line, index) => index > 0 && closesFence(line, fence.char, fence.length));
  if (close >= 0 && lines.slice(close + 1).some((line) => line.trim() !== '')) return undefined;
  const body = lines.slice(1, close < 0 ? lines.length : close);
  const indented =
    fence.indent > 0 ? body.map((line) => line.replace(/^ {1,3}/, (s) => s.slice(fence.indent))) : body;
  const text = indented.join('\n').replace(close < 0 ? /\n$/ : /$^/, '');
  return { type: 'code', raw: lines.join('\n'), lang: fence.info.trim(), text };
}

function footnoteLabel(source: string, isInert: (label: string) => boolean): string | undefined {
  const indent = /^ {0,3}/.exec(source)?.[0].length ?? 0;
  const found = footnoteLabelAt(source, indent);
  if (!found || source.charAt(found.end) !== ':' || isInert(`[^${found.label}]`)) return undefined;
  return normalizeLabel(found.label);
}

// The lexer calls itself for each container and takes quadratic time on some lines: such sources do not reach it.
function isOverLimit(lines: readonly string[]): boolean {
  let columns = 0;
  let rows = 0;
  let units = 0;
  for (const line of lines) {
    units += line.length + 1;
    if (units > LIMITS.block) return true;
    const prefix = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){0,200}/.exec(line.slice(0, 2_000))?.[0] ?? '';
    const markers = prefix.match(/>|[-+*](?=[ \t]|$)|\d[.)]/g)?.length ?? 0;
    const rule = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/.test(line);
    if (markers > LIMITS.containerDepth && !rule) return true;
    if (markers > 0 && prefix.length > LIMITS.containerIndent && !rule) return true;
    if (line.includes('|')) {
      if (line.length > LIMITS.tableLine) return true;
      const cells = line.split('|').length;
      columns = Math.max(columns, cells);
      rows += 1;
    }
  }
  return columns > LIMITS.tableColumns || (columns - 1) * rows > LIMITS.tableCells;
}

function collectDefinitions(
  tokens: readonly Token[],
  isInert: (label: string) => boolean,
  into: Map<string, Definition>,
): void {
  for (const token of tokens) {
    if (token.type === 'def') {
      const { tag, href, title, raw } = token as Tokens.Def;
      const label = normalizeLabel(tag);
      // A definition whose line is not complete would give a half address.
      if (into.has(label) || isInert(`[${labelAsWritten(raw)}]`)) continue;
      into.set(label, { href: unescapeText(href), ...(title ? { title: unescapeText(title) } : {}) });
    } else if (token.type === 'list') {
      for (const item of (token as Tokens.List).items) collectDefinitions(item.tokens, isInert, into);
    } else if (token.type === 'blockquote') {
      collectDefinitions((token as Tokens.Blockquote).tokens, isInert, into);
    }
  }
}

function labelAsWritten(raw: string): string {
  return /^ {0,3}\[((?:\\.|[^\]\\])*)\]/s.exec(raw)?.[1] ?? '';
}

/** Parses the inline texts of a stretch. `open` while more of its last text may arrive. */
export function buildBlock(
  structure: BlockStructure,
  context: InlineContext,
  isInert: (label: string) => boolean,
  open: boolean,
): BlockNode[] {
  if (structure.plain) {
    const source = { text: structure.lines.lines.join('\n').trimEnd(), locate: locateIn(structure.lines) };
    return [{ type: 'plain', children: parseInline({ ...source, open, html: true }, context) }];
  }
  const builder = new Builder(context, isInert);
  const nodes = builder.container(structure.tokens, structure.lines, 0);
  builder.parse(open);
  return nodes;
}

interface Pending {
  source: InlineSource;
  into: Inline[];
  /** The text may still become the head of a table. */
  paragraph: boolean;
}

// Inline texts wait until all are known: only the last one of an open stretch is open itself.
class Builder {
  readonly #context: InlineContext;
  readonly #isInert: (label: string) => boolean;
  readonly #pending: Pending[] = [];

  constructor(context: InlineContext, isInert: (label: string) => boolean) {
    this.#context = context;
    this.#isInert = isInert;
  }

  parse(open: boolean): void {
    const last = open ? this.#pending.findLast(({ source }) => source.text !== '') : undefined;
    if (last) last.source = openSource(last);
    for (const { source, into } of this.#pending)
      for (const node of parseInline(source, this.#context)) into.push(node);
  }

  container(tokens: readonly Token[], lines: SourceLines, firstLine: number): BlockNode[] {
    const nodes: BlockNode[] = [];
    let line = firstLine;
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index];
      if (!token) break;
      let { raw } = token;
      if (token.type === 'def') {
        // Definitions of markers are text; the lines of several make one paragraph.
        const inert: string[] = [];
        let next: Token | undefined = token;
        while (next?.type === 'def' && this.#isInert(`[${labelAsWritten(next.raw)}]`)) {
          inert.push(next.raw);
          index += 1;
          next = tokens[index];
        }
        if (inert.length > 0) {
          index -= 1;
          raw = inert.join('');
          nodes.push({
            type: 'paragraph',
            children: this.#inline(raw.trim(), lines, line + leadingLines(raw), true),
          });
        }
      } else {
        const node = this.#block(token, lines, line);
        if (node) nodes.push(node);
      }
      line += countLines(raw);
    }
    return nodes;
  }

  #block(token: Token, lines: SourceLines, line: number): BlockNode | undefined {
    switch (token.type) {
      case 'paragraph':
        return {
          type: 'paragraph',
          children: this.#inline((token as Tokens.Paragraph).text, lines, line, true),
        };
      case 'text':
        return { type: 'inline', children: this.#inline((token as Tokens.Text).text, lines, line, true) };
      case 'heading': {
        const { depth, text } = token as Tokens.Heading;
        return { type: 'heading', depth, children: this.#inline(text, lines, line, false) };
      }
      case 'code': {
        const { lang, text } = token as Tokens.Code;
        const language = unescapeText((lang ?? '').trim().split(/\s/)[0] ?? '');
        return { type: 'code', ...(language ? { language } : {}), text: text.replace(/\n$/, '') };
      }
      case 'blockquote': {
        const { tokens, text } = token as Tokens.Blockquote;
        return { type: 'quote', children: this.container(tokens, linesWithin(lines, line, text), 0) };
      }
      case 'list':
        return this.#list(token as Tokens.List, lines, line);
      case 'table':
        return this.#table(token as Tokens.Table, lines, line);
      case 'hr':
        return { type: 'rule' };
      case 'html':
        return this.#html((token as Tokens.HTML).raw, lines, line);
      default:
        return undefined;
    }
  }

  #list(list: Tokens.List, lines: SourceLines, firstLine: number): BlockNode {
    let line = firstLine;
    const items: ListItem[] = list.items.map((item) => {
      const children = this.container(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        linesWithin(lines, line, item.text),
        0,
      );
      line += countLines(item.raw);
      return { ...(item.task ? { checked: item.checked === true } : {}), children };
    });
    return { type: 'list', ordered: list.ordered, start: list.start === '' ? 1 : Number(list.start), items };
  }

  #table(table: Tokens.Table, lines: SourceLines, line: number): BlockNode {
    const columns = table.header.length;
    const row = (index: number) => {
      const place = lines.places[index] ?? 0;
      const cells = tableCells(lines.lines[index] ?? '').slice(0, columns);
      return Array.from({ length: columns }, (_, column): Inline[] => {
        const cell = cells[column];
        if (!cell) return [];
        return this.#queue(
          { text: cell.text, locate: (at) => place + (cell.places[at] ?? 0), open: false },
          false,
        );
      });
    };
    return {
      type: 'table',
      align: table.align,
      header: row(line),
      rows: table.rows.map((_, index) => row(line + 2 + index)),
    };
  }

  #html(raw: string, lines: SourceLines, line: number): BlockNode {
    const text = raw.replace(/\n+$/, '');
    const locate = locateIn(linesWithin(lines, line, text));
    return { type: 'html', children: this.#queue({ text, locate, open: false, html: true }, false) };
  }

  #inline(text: string, lines: SourceLines, line: number, paragraph: boolean): Inline[] {
    // A continuation line loses its indentation here, so that every line is the end of its source line.
    const trimmed = text.replace(/^[ \t\n]+/, (space) => '\n'.repeat(countLines(space)));
    const body = trimmed.replace(/^\n+/, '').trimEnd();
    const locate = locateLazily(lines, line + (trimmed.length - trimmed.replace(/^\n+/, '').length), body);
    return this.#queue({ text: body, locate, open: false }, paragraph);
  }

  #queue(source: InlineSource, paragraph: boolean): Inline[] {
    const into: Inline[] = [];
    this.#pending.push({ source, into, paragraph });
    return into;
  }
}

function locateLazily(lines: SourceLines, line: number, text: string): (offset: number) => number {
  let locate: ((offset: number) => number) | undefined;
  return (offset) => {
    locate ??= locateIn(linesWithin(lines, line, text));
    return locate(offset);
  };
}

// A line with `|` may be the head of a table until the line after it has begun differently. What stands before the sign
// is the text of a cell then.
function openSource({ source, paragraph }: Pending): InlineSource {
  const { text } = source;
  if (!paragraph) return { ...source, open: true };
  const lastLine = text.lastIndexOf('\n') + 1;
  const previousLine = lastLine === 0 ? -1 : text.lastIndexOf('\n', lastLine - 2) + 1;
  const underHead = previousLine >= 0 && /^[\s|:-]*$/.test(text.slice(lastLine));
  const pipe = text.indexOf('|', underHead ? previousLine : lastLine);
  if (pipe < 0) return { ...source, open: true };
  const end = text.charAt(pipe - 1) === '\\' ? pipe - 1 : pipe;
  return { ...source, text: text.slice(0, end).trimEnd(), open: true };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function leadingLines(text: string): number {
  return countLines(/^\s*/.exec(text)?.[0] ?? '');
}
