/** What a vendor counts an offset in. */
export type OffsetUnit = 'utf-16' | 'code-points' | 'utf-8';

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Whether a UTF-16 offset falls between the two halves of one character. */
export function splitsCharacter(text: string, offset: number): boolean {
  return isHighSurrogate(text.charCodeAt(offset - 1)) && isLowSurrogate(text.charCodeAt(offset));
}

/** How many units the character takes that begins at `offset`. */
function widthAt(text: string, offset: number, unit: OffsetUnit): number {
  const code = text.codePointAt(offset) ?? 0;
  if (unit === 'code-points') return 1;
  if (unit === 'utf-16') return code > 0xffff ? 2 : 1;
  return code > 0xffff ? 4 : code > 0x7ff ? 3 : code > 0x7f ? 2 : 1;
}

/**
 * A function from an offset into `text`, counted in `unit`, to the UTF-16 offset of the same place. An offset inside
 * a character gives that character's start; one outside the text stays as far outside as it was.
 */
export function toUtf16(text: string, unit: OffsetUnit): (offset: number) => number {
  if (unit === 'utf-16') return (offset) => offset;
  // The offset, in `unit`, at which each character begins, and its UTF-16 offset.
  const units: number[] = [];
  const starts: number[] = [];
  let total = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    units.push(total);
    starts.push(at);
    total += widthAt(text, at, unit);
  }
  return (offset) => {
    if (!(offset >= 0)) return offset;
    if (offset >= total) return text.length + (offset - total);
    let low = 0;
    let high = units.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((units[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return starts[low] ?? text.length;
  };
}
