import { normaliseHtml } from './html.js';
import { parseCues } from './webvtt.js';

/** How a source file's text is compared with quotes, by its extension (contract §7). */
export type SourceKind = 'text' | 'markdown' | 'html' | 'webvtt';

const KINDS: ReadonlyMap<string, SourceKind> = new Map([
  ['txt', 'text'],
  ['text', 'text'],
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['html', 'html'],
  ['htm', 'html'],
  ['vtt', 'webvtt'],
]);

/** The kind of a source file, or undefined when its type is not checked. */
export function sourceKindOf(path: string): SourceKind | undefined {
  const extension = /\.([A-Za-z]+)$/.exec(path)?.[1];
  return extension === undefined ? undefined : KINDS.get(extension.toLowerCase());
}

/** The text of a source as quotes are looked for in it (reader reference §6.3). Linear in its length. */
export function normaliseSource(kind: SourceKind, text: string): string {
  switch (kind) {
    case 'text':
      return text;
    case 'markdown':
      return normaliseMarkdown(text);
    case 'html':
      return normaliseHtml(text);
    case 'webvtt':
      return parseCues(text)
        .map(({ payload }) => payload)
        .join('\n');
  }
}

/** A part of a quote, normalised as its source is: markup in either never decides a match. */
export function normaliseQuote(kind: SourceKind, text: string): string {
  return kind === 'markdown' || kind === 'html' ? normaliseSource(kind, text) : text;
}

function normaliseMarkdown(text: string): string {
  return unlinked(text)
    .split('\n')
    .map((line) => line.replace(/^\s*#{1,6}\s+/, '').replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ''))
    .join('\n')
    .replace(/[*_`]/g, '');
}

/**
 * `![alt](…)` and `[text](…)` as their text. The text has no `]` and the destination ends at the first `)`.
 * A single pass: an expression with a text part would start anew at every `[` of a file full of them.
 */
function unlinked(text: string): string {
  let out = '';
  let copied = 0;
  let open = -1;
  let noMoreEnds = false;
  for (let at = nextBracket(text, 0); at >= 0; at = nextBracket(text, at + 1)) {
    if (text[at] === '[') {
      if (open < 0) open = at;
      continue;
    }
    const start = open;
    open = -1;
    if (start < 0 || text[at + 1] !== '(' || noMoreEnds) continue;
    const end = text.indexOf(')', at + 2);
    if (end < 0) {
      noMoreEnds = true;
      continue;
    }
    const image = start > copied && text[start - 1] === '!' ? 1 : 0;
    out += text.slice(copied, start - image) + text.slice(start + 1, at);
    copied = end + 1;
    at = end;
  }
  return out + text.slice(copied);
}

function nextBracket(text: string, from: number): number {
  BRACKET.lastIndex = from;
  return BRACKET.exec(text)?.index ?? -1;
}

const BRACKET = /[[\]]/g;
