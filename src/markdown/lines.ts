/**
 * The lines of a text that was cut out of the content, each with its place there. What a container takes away from a
 * line (quote signs, item markers, indentation) stands before the rest, so a line is found again by its end.
 */
export interface SourceLines {
  readonly lines: readonly string[];
  /** Place in the content, in UTF-16 units, of the first character of each line. */
  readonly places: readonly number[];
}

/** The lines of a stretch of the content that begins at `start`, without the carriage returns of their ends. */
export function linesOf(text: string, start: number): SourceLines {
  const lines: string[] = [];
  const places: number[] = [];
  let at = start;
  for (const line of text.split('\n')) {
    lines.push(withoutReturn(line));
    places.push(at);
    at += line.length + 1;
  }
  return { lines, places };
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** The lines of `text`, which a container took from the lines of `outer` that begin with line `first`. */
export function linesWithin(outer: SourceLines, first: number, text: string): SourceLines {
  const lines = text.split('\n');
  const places = lines.map((line, index) => {
    const around = outer.lines[first + index] ?? '';
    const place = outer.places[first + index] ?? outer.places.at(-1) ?? 0;
    return place + placeWithin(around, line);
  });
  return { lines, places };
}

function placeWithin(around: string, line: string): number {
  const trimmed = line.trimEnd();
  const end = around.trimEnd();
  if (end.endsWith(trimmed)) return end.length - trimmed.length;
  // A heading loses its closing signs and a table cell stands in the middle.
  return Math.max(0, around.indexOf(trimmed.trimStart()));
}

/** The place in the content of a place in the text that the lines make up. */
export function locateIn(source: SourceLines): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    if (!starts) {
      starts = [];
      let at = 0;
      for (const line of source.lines) {
        starts.push(at);
        at += line.length + 1;
      }
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return (source.places[low] ?? 0) + offset - (starts[low] ?? 0);
  };
}
