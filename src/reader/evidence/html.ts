/** The text of an HTML source (reader reference §6.3). White space is kept exactly. */
export function normaliseHtml(text: string): string {
  return decodeReferences(withoutTags(withoutElements(text)));
}

/** Removes `script` and `style` elements; one without an end tag keeps its content and loses its tag later. */
function withoutElements(text: string): string {
  const starts = /<(script|style)\b/gi;
  const unclosed = new Set<string>();
  let out = '';
  let copied = 0;
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    const name = start[1]?.toLowerCase() ?? '';
    if (unclosed.has(name)) continue;
    const ends = name === 'script' ? /<\/script\s*>/gi : /<\/style\s*>/gi;
    ends.lastIndex = starts.lastIndex;
    if (!ends.test(text)) {
      unclosed.add(name);
      continue;
    }
    out += text.slice(copied, start.index);
    copied = ends.lastIndex;
    starts.lastIndex = copied;
  }
  return out + text.slice(copied);
}

/** Removes every `<…>`; a `<` with no `>` after it stays. */
export function withoutTags(text: string): string {
  let out = '';
  let copied = 0;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', copied)) {
    const end = text.indexOf('>', start);
    if (end < 0) break;
    out += text.slice(copied, start);
    copied = end + 1;
  }
  return out + text.slice(copied);
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/** Decodes character references once; what names no character stays as written. */
export function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,8})|#(\d{1,9})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (written, hex, decimal, name) => {
      if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? written;
      const value = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
      const isCharacter = value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
      return isCharacter ? String.fromCodePoint(value) : written;
    },
  );
}
