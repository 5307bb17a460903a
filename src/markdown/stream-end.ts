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
  /^\[[^\]]{0,200}$/,
  /^\[\^[^\]]{0,200}\](?::[ \t]*)?$/,
];

const TITLE = String.raw`"(?:\\.?|[^"\\])*"?|'(?:\\.?|[^'\\])*'?|\((?:\\.?|[^()\\])*\)?`;
const DESTINATION = String.raw`<[^<>\n]*>?|[^\s<]\S*`;
// A definition, and one that a title may still follow, over up to so many lines.
const DEFINITION = new RegExp(
  String.raw`^\[(?!\^)(?:\\.|[^\\[\]]){1,999}\](?::\s*(?:(?:${DESTINATION})(?:\s+(?:${TITLE})?[ \t]*)?)?)?$`,
  's',
);
const DEFINITION_LINES = 6;
const LONGEST = 1_000;

/**
 * How much of an answer that is still arriving can be shown: all but a last line that may still become a list, a
 * heading, a rule, a fence or the head of a table, and last lines that may be a definition. In UTF-16 units.
 */
export function visibleEnd(text: string): number {
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  if (line.length > LONGEST) return text.length;
  const rest = withoutContainers(line);
  const end = rest === '' || UNDECIDED.some((pattern) => pattern.test(rest)) ? start : text.length;
  return Math.min(end, definitionFrom(text, start, rest));
}

/** Where the lines begin that may be a definition that is not complete; the length of the text when there are none. */
function definitionFrom(text: string, lastLine: number, rest: string): number {
  let start = lastLine;
  let lines = rest;
  for (let count = 0; count < DEFINITION_LINES; count += 1) {
    if (lines.startsWith('[') && DEFINITION.test(lines)) return start;
    if (start === 0 || text.length - start > LONGEST) break;
    const before = text.lastIndexOf('\n', start - 2) + 1;
    const line = withoutContainers(text.slice(Math.max(before, start - LONGEST), start - 1));
    if (line === '') break;
    lines = `${line}\n${lines}`;
    start = before;
  }
  return text.length;
}

function withoutContainers(line: string): string {
  return line.slice(CONTAINERS.exec(line)?.[0].length ?? 0);
}
