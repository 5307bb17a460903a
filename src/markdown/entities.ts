import { decodeNamedCharacterReference } from 'decode-named-character-reference';

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;

/** The character reference at `index`, decoded, and the place after it; undefined when there is none. */
export function characterReferenceAt(text: string, index: number): { text: string; end: number } | undefined {
  REFERENCE.lastIndex = index;
  const found = REFERENCE.exec(text);
  if (!found) return undefined;
  const [whole, hex, decimal, name] = found;
  const end = index + whole.length;
  if (name !== undefined) {
    const text = named(name);
    return text === undefined ? undefined : { text, end };
  }
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? '0', 10);
  const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return { text: valid ? String.fromCodePoint(code) : '\uFFFD', end };
}

// All 2,125 names. In a page the browser knows them, and they weigh nothing; elsewhere the library brings the list.
function named(name: string): string | undefined {
  try {
    return decodeNamedCharacterReference(name) || undefined;
  } catch {
    // A page that allows trusted types only: the reference stays as it is written.
    return undefined;
  }
}

/** Text with backslash escapes and character references resolved, as in addresses, titles and code languages. */
export function unescapeText(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  let out = '';
  for (let index = 0; index < text.length; ) {
    const char = text.charAt(index);
    const next = text.charAt(index + 1);
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(next)) {
      out += next;
      index += 2;
      continue;
    }
    const reference = char === '&' ? characterReferenceAt(text, index) : undefined;
    out += reference ? reference.text : char;
    index = reference ? reference.end : index + 1;
  }
  return out;
}
