// C0 and C1 controls (a terminal acts on them), line and paragraph separators, and the bidirectional controls
// that can make one text look like another.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A JSON text as it may be written to a terminal: the same JSON, with escapes for what a terminal acts on. Line
 * feeds between values stay.
 */
export function printableJson(json: string): string {
  return json.replace(UNSAFE, (character) => (character === '\n' ? character : escaped(character)));
}

/** A text from a package or a transcript as it may be written to a terminal: controls are made visible. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character === '\n' || character === '\r' || character === '\t' ? ' ' : escaped(character),
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
