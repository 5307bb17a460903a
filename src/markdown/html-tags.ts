import { LIMITS } from './limits.js';

/** A raw HTML tag found in text. Comments, instructions and declarations are `other`. */
export interface RawTag {
  kind: 'open' | 'close' | 'void' | 'other';
  /** Lower case; empty for `other`. */
  name: string;
  end: number;
}

const PHRASING = new Set(
  'a abbr b bdi cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var'.split(' '),
);
const FLOW = new Set(
  'blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 li ol p pre section summary ul'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'img', 'wbr']);

/** Elements of raw HTML that may be drawn: text-level ones anywhere, the others only in a block of raw HTML. */
export function isAllowedTag(name: string, block: boolean): boolean {
  return PHRASING.has(name) || (block && FLOW.has(name));
}

/** True for an element that holds blocks, which must not be inside a paragraph. */
export function isFlowTag(name: string): boolean {
  return FLOW.has(name);
}

/** The names the sanitiser is allowed to return. */
export const SANITISED_TAGS: readonly string[] = [...PHRASING, ...FLOW, ...VOID];

const OPEN =
  /<([A-Za-z][A-Za-z0-9-]*)(?:\s+[A-Za-z_:][A-Za-z0-9_.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*(\/?)>/y;
const CLOSE = /<\/([A-Za-z][A-Za-z0-9-]*)\s*>/y;
const SECTIONS: readonly (readonly [begin: string, end: string])[] = [
  ['<!-->', ''],
  ['<!--->', ''],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
];

/**
 * The raw HTML at `index`, which holds `<` (CommonMark 6.6). `missing` remembers ends that do not occur in the rest of
 * the text, so that many beginnings without an end are not searched again.
 */
export function tagAt(text: string, index: number, missing: Set<string>): RawTag | undefined {
  const second = text.charAt(index + 1);
  if (second === '!' || second === '?') return sectionAt(text, index, missing);
  // Only this much is looked at, which bounds what a tag without an end costs.
  const part = text.slice(index, index + LIMITS.htmlTag);
  CLOSE.lastIndex = 0;
  const close = second === '/' ? CLOSE.exec(part) : null;
  if (close) return { kind: 'close', name: (close[1] ?? '').toLowerCase(), end: index + close[0].length };
  if (!/[A-Za-z]/.test(second)) return undefined;
  OPEN.lastIndex = 0;
  const open = OPEN.exec(part);
  if (!open) return undefined;
  const name = (open[1] ?? '').toLowerCase();
  return { kind: VOID.has(name) || open[2] === '/' ? 'void' : 'open', name, end: index + open[0].length };
}

const NAME = '[A-Za-z_:][A-Za-z0-9_.:-]*';
const UNFINISHED = new RegExp(
  `^<(?:/?(?:[A-Za-z][A-Za-z0-9-]*)?\\s*|[A-Za-z][A-Za-z0-9-]*(?:\\s+${NAME}(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?)*` +
    `(?:\\s+(?:${NAME}(?:\\s*(?:=\\s*(?:'[^']*|"[^"]*)?)?)?)?)?\\s*/?)$`,
);
const UNFINISHED_ADDRESS = /^<[A-Za-z][A-Za-z0-9+.-]{1,31}(?::[^\s<>]*)?$/;

/** True when a text that goes on ends inside what may still be a tag or an address in angle brackets at `index`. */
export function couldBecomeTag(text: string, index: number): boolean {
  const length = text.length - index;
  const rest = text.slice(index, index + LIMITS.address);
  if (SECTIONS.some(([begin, end]) => end !== '' && (rest.startsWith(begin) || begin.startsWith(rest))))
    return true;
  if (/^<![A-Za-z]/.test(rest)) return true;
  if (length < LIMITS.htmlTag && UNFINISHED.test(rest)) return true;
  return length < LIMITS.address && UNFINISHED_ADDRESS.test(rest);
}

function sectionAt(text: string, index: number, missing: Set<string>): RawTag | undefined {
  const found = SECTIONS.find(([begin]) => text.startsWith(begin, index));
  const [begin, end] = found ?? (/^<![A-Za-z]/.test(text.slice(index, index + 3)) ? ['<!', '>'] : []);
  if (begin === undefined || end === undefined || missing.has(end)) return undefined;
  if (end === '') return { kind: 'other', name: '', end: index + begin.length };
  const close = text.indexOf(end, index + begin.length);
  if (close < 0) {
    missing.add(end);
    return undefined;
  }
  return { kind: 'other', name: '', end: close + end.length };
}
