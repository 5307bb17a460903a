// What text puts around a marker to set it off; a pill's frame says the same.
const SURROUND = new Set('[](){}<>【】〔〕〈〉^,;:-–— \n');

export interface MarkerParts {
  before: string;
  inner: string;
  after: string;
}

/** A marker's own characters, and what stands before and after them. Together they are the text. */
export function splitMarker(text: string): MarkerParts {
  let start = 0;
  let end = text.length;
  while (start < end && SURROUND.has(text.charAt(start))) start++;
  while (end > start && SURROUND.has(text.charAt(end - 1))) end--;
  if (start === end) return { before: '', inner: text, after: '' };
  return { before: text.slice(0, start), inner: text.slice(start, end), after: text.slice(end) };
}
