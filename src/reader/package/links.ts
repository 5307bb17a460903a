/** A link or image in a node's body. */
export interface Link {
  /** The destination as written, angle brackets included. */
  destination: string;
  /** 0-based line of the body. */
  line: number;
}

const FENCE = /^[ \t]*(```|~~~)/;

/**
 * The inline links and images of a Markdown body that the Reader checks (reader reference §5.7): not those in
 * fenced lines or inline code, no reference links, nothing broken over two lines. Bodies are untrusted, so
 * each line is scanned once, whatever it holds.
 */
export function findLinks(body: string): Link[] {
  if (!body.includes('](')) return [];
  const links: Link[] = [];
  let fenced = false;
  forEachLine(body, (line, index) => {
    if (FENCE.test(line)) fenced = !fenced;
    if (fenced || !line.includes('](')) return;
    for (const destination of linksOfLine(line.replace(/`[^`]*`/g, '')))
      links.push({ destination, line: index });
  });
  return links;
}

/**
 * Calls `visit` for each line that is not empty, with its 0-based number. Without a list of lines: one of a file
 * of nothing but line ends would take eight times its size.
 */
export function forEachLine(text: string, visit: (line: string, index: number) => void): void {
  let index = 0;
  for (let start = 0; start < text.length; index++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end > start) visit(text.slice(start, end), index);
    start = end + 1;
  }
}

function linksOfLine(line: string): string[] {
  const found: string[] = [];
  const nextGreater = forwardSearch(line, />/g);
  const nextDouble = forwardSearch(line, /"/g);
  const nextSingle = forwardSearch(line, /'/g);
  const nextEnd = forwardSearch(line, /[\s)]/g);
  const nextInk = forwardSearch(line, /\S/g);
  // A link's text starts at a `[` with no `]` between it and the `](`.
  let open = -1;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '[' && open < 0) open = at;
    if (line[at] !== ']') continue;
    const isLink = open >= 0 && line[at + 1] === '(';
    open = -1;
    if (!isLink) continue;
    const start = nextInk(at + 2);
    const end = line[start] === '<' ? nextGreater(start) + 1 : nextEnd(start);
    if (end <= start) continue;
    let close = nextInk(end);
    if (close > end && (line[close] === '"' || line[close] === "'")) {
      const quote = (line[close] === '"' ? nextDouble : nextSingle)(close + 1);
      close = quote < line.length ? nextInk(quote + 1) : line.length;
    }
    if (line[close] !== ')') continue;
    found.push(line.slice(start, end));
    at = close;
  }
  return found;
}

/**
 * Finds the first match at or after a position; the length of the line when there is none. Positions asked
 * for mostly grow, so the last answer is kept: asking often costs one pass over the line in all.
 */
function forwardSearch(line: string, pattern: RegExp): (from: number) => number {
  let askedFrom = 0;
  let answer = -1;
  return (from) => {
    if (answer >= from && from >= askedFrom) return answer;
    pattern.lastIndex = from;
    answer = pattern.exec(line)?.index ?? line.length;
    askedFrom = from;
    return answer;
  };
}
