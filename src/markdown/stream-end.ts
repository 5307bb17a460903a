// What may stand before the text of a line: quote signs, item markers and their spaces.
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;

// Beginnings of a line that say nothing until more of it is there.
const UNDECIDED = [
  /^#{1,6}$/,
  /^(?:[-+*_=][ \t]*)+$/,
  /^\d{1,9}[.)]?$/,
  /^`{1,2}$|^~{1,2}$/,
  /^(?:`{3,}|~{3,})[^`]*$/,
  /^:?-+[-:| \t]*$/,
  /^\[[^\]]{0,200}(?:\](?::.*)?)?$/,
];

/**
 * How much of an answer that is still arriving can be shown: all but a last line that may still become a list, a
 * heading, a rule, a fence or a definition. In UTF-16 units.
 */
export function visibleEnd(text: string): number {
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  if (line.length > 1_000) return text.length;
  const rest = line.slice(CONTAINERS.exec(line)?.[0].length ?? 0);
  return rest === '' || UNDECIDED.some((pattern) => pattern.test(rest)) ? start : text.length;
}
