import { unescapeText } from './entities.js';
import { LIMITS } from './limits.js';

/** A label as references compare it (CommonMark 4.7): without case and with single spaces. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** Parses `(address "title")` at `open`, the place of the parenthesis. `end` is the place after it. */
export function destinationAt(
  text: string,
  open: number,
): { href: string; title?: string; end: number } | undefined {
  let at = skipSpace(text, open + 1);
  const address = text.charAt(at) === '<' ? enclosedAddress(text, at) : bareAddress(text, at);
  if (!address) return undefined;
  at = skipSpace(text, address.end);
  let title: string | undefined;
  if (at > address.end) {
    const found = titleAt(text, at);
    if (found) {
      title = unescapeText(found.title);
      at = skipSpace(text, found.end);
    }
  }
  if (text.charAt(at) !== ')') return undefined;
  return { href: unescapeText(address.href), ...(title === undefined ? {} : { title }), end: at + 1 };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  let lines = 0;
  while (/[ \t\n]/.test(text.charAt(at))) {
    if (text.charAt(at) === '\n') lines += 1;
    if (lines > 1) break;
    at += 1;
  }
  return at;
}

function enclosedAddress(text: string, open: number): { href: string; end: number } | undefined {
  const stop = Math.min(text.length, open + LIMITS.address);
  for (let at = open + 1; at < stop; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '\n' || char === '<') return undefined;
    else if (char === '>') return { href: text.slice(open + 1, at), end: at + 1 };
  }
  return undefined;
}

function bareAddress(text: string, start: number): { href: string; end: number } | undefined {
  let depth = 0;
  let at = start;
  const stop = Math.min(text.length, start + LIMITS.address);
  for (; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x7f) break;
    const char = text.charAt(at);
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(at + 1))) at += 1;
    else if (char === '(') {
      depth += 1;
      if (depth > 32) return undefined;
    } else if (char === ')') {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return depth === 0 ? { href: text.slice(start, at), end: at } : undefined;
}

function titleAt(text: string, open: number): { title: string; end: number } | undefined {
  const begin = text.charAt(open);
  const close = begin === '(' ? ')' : begin;
  if (!/["'(]/.test(begin)) return undefined;
  const stop = Math.min(text.length, open + LIMITS.address);
  for (let at = open + 1; at < stop; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === close) return { title: text.slice(open + 1, at), end: at + 1 };
    else if (char === '(' && begin === '(') return undefined;
    else if (char === '\n' && text.charAt(at + 1) === '\n') return undefined;
  }
  return undefined;
}
