// Every character with a bidirectional control function: ALM, LRM, RLM, the embeddings and overrides, and
// the isolates. In a title they can turn the order of the words around it.
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The text with each bidirectional control character replaced by its visible name, such as `[U+202E]`, so
 * text from a package can neither reorder what stands beside it nor hide that it tries.
 */
export function revealBidi(text: string): string {
  return text.replace(
    BIDI_CONTROLS,
    (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
