/**
 * Cuts an answer into stretches that can be parsed on their own, line by line, so that what is finished is never looked
 * at again. A cut stands only before a line that nothing before it can claim: after a blank line, unless that line
 * could continue a list, an indented text, a fence or a block of raw HTML; and before the definition of a footnote.
 * Two stretches may be one where in doubt: the lexer then sees both.
 */
export interface SplitState {
  /** What the line before leaves open. */
  inside: 'nothing' | 'fence' | 'html';
  /** For a fence: its character. */
  fence: string;
  /** For a fence: its length. */
  length: number;
  /** For raw HTML: what ends it. */
  end: string;
  blankBefore: boolean;
  /** The stretch has a list, so that an item after a blank line continues it. */
  list: boolean;
  /** Column of the text of the last outer list item; 0 when a line has left it. */
  item: number;
  /** That item has no text yet: a blank line ends it. */
  itemEmpty: boolean;
  /** The stretch has begun. */
  started: boolean;
}

export const START: SplitState = {
  inside: 'nothing',
  fence: '',
  length: 0,
  end: '',
  blankBefore: false,
  list: false,
  item: 0,
  itemEmpty: false,
  started: false,
};

const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/;
const FENCE = /^(`{3,}|~{3,})(.*)$/s;
const FOOTNOTE = /^ {0,3}\[\^[^\s[\]^]{1,100}\]:/;
const HTML_SECTIONS: readonly (readonly [begin: RegExp, end: string])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, '</'],
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![A-Za-z]/, '>'],
];
const ELEMENT_END = /<\/(?:script|pre|style|textarea)>/i;

/** One line: the state after it, and whether a stretch begins with it. `isInert` says that a footnote label is a marker. */
export function splitLine(
  line: string,
  state: SplitState,
  isInert: (label: string) => boolean,
): { state: SplitState; begins: boolean } {
  if (state.inside === 'fence') return { state: insideFence(line, state), begins: false };
  if (state.inside === 'html') {
    return { state: htmlEnds(line, state.end) ? { ...state, inside: 'nothing' } : state, begins: false };
  }
  const blank = line.trim() === '';
  if (blank) return { state: state.blankBefore ? state : afterBlank(state), begins: !state.started };
  const indent = indentOf(line);
  const isItem = ITEM.test(line);
  const label =
    indent < 4 && FOOTNOTE.test(line) ? line.slice(line.indexOf('[^'), line.indexOf(']:') + 1) : '';
  const footnote = label !== '' && !isInert(label);
  const continues = indent > 0 || (state.list && isItem);
  const begins = !state.started || footnote || (state.blankBefore && !continues);
  const before = begins ? { ...START, started: true } : state;
  return { state: afterLine(line, indent, isItem, before), begins };
}

function afterBlank(state: SplitState): SplitState {
  return { ...state, blankBefore: true, started: true, item: state.itemEmpty ? 0 : state.item };
}

function afterLine(line: string, indent: number, isItem: boolean, before: SplitState): SplitState {
  const state = { ...before, blankBefore: false, itemEmpty: false };
  const inItem = state.item > 0 && indent >= state.item;
  // What is inside an item is indented, so blank lines there need no further memory.
  if (inItem) return state;
  if (isItem) {
    const item = ITEM.exec(line)?.[0] ?? '';
    const itemEmpty = item.length === line.length;
    return { ...state, list: true, item: Math.max(indent + 2, item.trimEnd().length + 1), itemEmpty };
  }
  state.item = 0;
  if (indent > 3) return state;
  const fence = opensFence(line);
  if (fence) return { ...state, inside: 'fence', fence: fence.char, length: fence.length };
  const rest = line.trimStart();
  const section = rest.startsWith('<') ? HTML_SECTIONS.find(([begin]) => begin.test(rest)) : undefined;
  if (section && !htmlEnds(rest.slice(2), section[1])) return { ...state, inside: 'html', end: section[1] };
  return state;
}

function insideFence(line: string, state: SplitState): SplitState {
  const closes = closesFence(line, state.fence, state.length);
  return closes ? { ...state, inside: 'nothing', blankBefore: false } : state;
}

/** The fence that a line opens: its character, its length, its indentation and what follows it. */
export function opensFence(
  line: string,
): { char: string; length: number; indent: number; info: string } | undefined {
  const indent = indentOf(line);
  const found = indent > 3 ? null : FENCE.exec(line.trimStart());
  const [, run = '', info = ''] = found ?? [];
  if (run === '' || (run.startsWith('`') && info.includes('`'))) return undefined;
  return { char: run.charAt(0), length: run.length, indent, info };
}

export function closesFence(line: string, char: string, length: number): boolean {
  const run = line.trimStart().replace(/ +$/, '');
  return run.length >= length && run.replaceAll(char, '') === '' && indentOf(line) < 4;
}

function htmlEnds(line: string, end: string): boolean {
  return end === '</' ? ELEMENT_END.test(line) : line.includes(end);
}

/** Columns of white space at the beginning, with tab stops of four. */
export function indentOf(line: string): number {
  let column = 0;
  for (const char of line) {
    if (char === ' ') column += 1;
    else if (char === '\t') column += 4 - (column % 4);
    else break;
  }
  return column;
}
