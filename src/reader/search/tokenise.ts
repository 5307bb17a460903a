import { simpleLowerCase } from '../package/paths.js';

const SEPARATOR = 1;
const WORD = 2;
const MARK = 3;
const SPACELESS = 4;

const IS_WORD = /[\p{L}\p{N}]/u;
const IS_MARK = /\p{M}/u;
const IS_SPACELESS_SCRIPT =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u30fc]/u;
// Latin-1 and the like need no NFKC and no look-up of code points: most texts are of this kind.
const NOT_ASCII = /[^\0-\x7f]/;

// The class of each BMP unit, 0 while it is not known yet.
const classes = new Uint8Array(0x10000);

/**
 * The tokens of a text (Reader contract §9.1): NFKC, simple lower-casing, then words of letters, digits and
 * marks. Text in a script written without spaces gives each character, with its marks, and each pair of
 * neighbours. In order, with repeats.
 */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  forEachToken(text, (token) => tokens.push(token));
  return tokens;
}

/** Calls `visit` for each token of `tokenise`, without a list of them. */
export function forEachToken(text: string, visit: (token: string) => void): void {
  const normalised = NOT_ASCII.test(text) ? simpleLowerCase(text.normalize('NFKC')) : text.toLowerCase();
  const length = normalised.length;
  let wordStart = -1;
  let unit = '';
  for (let at = 0; at < length; ) {
    const kind = classAt(normalised, at);
    if (kind === SPACELESS) {
      if (wordStart >= 0) visit(normalised.slice(wordStart, at));
      wordStart = -1;
      const start = at;
      at += widthAt(normalised, at);
      while (at < length && classAt(normalised, at) === MARK) at += widthAt(normalised, at);
      const next = normalised.slice(start, at);
      if (unit !== '') visit(unit + next);
      visit(next);
      unit = next;
      continue;
    }
    unit = '';
    if (kind === SEPARATOR) {
      if (wordStart >= 0) visit(normalised.slice(wordStart, at));
      wordStart = -1;
    } else if (wordStart < 0) {
      wordStart = at;
    }
    at += widthAt(normalised, at);
  }
  if (wordStart >= 0) visit(normalised.slice(wordStart));
}

function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return 1;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff ? 2 : 1;
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (widthAt(text, at) === 2) return classOf(text.slice(at, at + 2));
  const known = classes[code] ?? 0;
  if (known !== 0) return known;
  const found = classOf(text.charAt(at));
  classes[code] = found;
  return found;
}

function classOf(character: string): number {
  if (IS_MARK.test(character)) return MARK;
  if (!IS_WORD.test(character)) return SEPARATOR;
  return IS_SPACELESS_SCRIPT.test(character) ? SPACELESS : WORD;
}
