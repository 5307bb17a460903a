import { LIMITS } from './limits.js';
import type { CitationNode, Inline } from './types.js';

/** A run of `*`, `_` or `~` that may still become emphasis. */
export interface Delimiter {
  entry: Entry;
  char: '*' | '_' | '~';
  /** Characters not yet used. */
  count: number;
  /** Length as written, for the rule of three. */
  length: number;
  /** Place of the run in the text. */
  at: number;
  opens: boolean;
  closes: boolean;
  previous: Delimiter | undefined;
  next: Delimiter | undefined;
}

/** One element of the inline sequence while it is being parsed. */
export interface Entry {
  node: Inline;
  /** Levels of nodes within `node`. */
  depth: number;
  previous: Entry | undefined;
  next: Entry | undefined;
}

/** The inline sequence under construction: a linked list, so that wrapping a stretch costs only its length. */
export class Entries {
  #first: Entry | undefined;
  #last: Entry | undefined;
  lastDelimiter: Delimiter | undefined;

  add(node: Inline, depth = 'children' in node ? depthOf(node.children) + 1 : 1): Entry {
    const entry: Entry = { node, depth, previous: this.#last, next: undefined };
    if (this.#last) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
    return entry;
  }

  addText(text: string): Entry {
    return this.add({ type: 'text', text }, 1);
  }

  addDelimiter(char: '*' | '_' | '~', length: number, at: number, opens: boolean, closes: boolean): void {
    const entry = this.add({ type: 'text', text: char.repeat(length) }, 1);
    const previous = this.lastDelimiter;
    const delimiter: Delimiter = {
      entry,
      char,
      count: length,
      length,
      at,
      opens,
      closes,
      previous,
      next: undefined,
    };
    if (previous) previous.next = delimiter;
    this.lastDelimiter = delimiter;
  }

  /** Removes the white space at the end of the last text and says how many spaces it was. */
  trimLastText(): number {
    let spaces = 0;
    for (let entry = this.#last; entry?.node.type === 'text'; entry = entry.previous) {
      const { text } = entry.node;
      const kept = text.replace(/[ \t]+$/, '');
      spaces += text.length - kept.length;
      entry.node = { type: 'text', text: kept };
      if (kept !== '') break;
    }
    return spaces;
  }

  /** The nodes after `from` (or from the first) and before `to` (or to the last). */
  collect(from: Entry | undefined, to: Entry | undefined): Inline[] {
    const nodes: Inline[] = [];
    for (let entry = from ? from.next : this.#first; entry && entry !== to; entry = entry.next) {
      if (entry.node.type !== 'text' || entry.node.text !== '') nodes.push(entry.node);
    }
    return nodes;
  }

  depthAfter(from: Entry, to?: Entry): number {
    let depth = 0;
    for (let entry = from.next; entry && entry !== to; entry = entry.next)
      depth = Math.max(depth, entry.depth);
    return depth;
  }

  /** Drops `entry` and all after it, with their delimiters. */
  cutFrom(entry: Entry): void {
    const before = entry.previous;
    if (before) before.next = undefined;
    else this.#first = undefined;
    this.#last = before;
    const dropped = new Set<Entry>();
    for (let each: Entry | undefined = entry; each; each = each.next) dropped.add(each);
    while (this.lastDelimiter && dropped.has(this.lastDelimiter.entry)) {
      this.lastDelimiter = this.lastDelimiter.previous;
    }
    if (this.lastDelimiter) this.lastDelimiter.next = undefined;
  }

  /** Puts `node` in the place of everything between `from` and `to`; `to` undefined is the end. */
  wrap(from: Entry, to: Entry | undefined, node: Inline, depth: number): void {
    const entry: Entry = { node, depth, previous: from, next: to };
    from.next = entry;
    if (to) to.previous = entry;
    else this.#last = entry;
  }

  removeDelimiter(delimiter: Delimiter): void {
    if (delimiter.previous) delimiter.previous.next = delimiter.next;
    if (delimiter.next) delimiter.next.previous = delimiter.previous;
    else if (this.lastDelimiter === delimiter) this.lastDelimiter = delimiter.previous;
  }
}

function depthOf(nodes: readonly Inline[]): number {
  let depth = 0;
  for (const node of nodes) if ('children' in node) depth = Math.max(depth, depthOf(node.children) + 1);
  return depth;
}

function kindOf(char: string, used: number): 'emphasis' | 'strong' | 'deleted' {
  if (char === '~') return 'deleted';
  return used === 2 ? 'strong' : 'emphasis';
}

/**
 * Turns the delimiters above `bottom` into emphasis (CommonMark 6.2 and its appendix; GFM strikethrough). With `open`,
 * runs that still wait for their end take all that follows, so that a half-written `**bo` is never shown raw.
 */
export function resolveEmphasis(
  entries: Entries,
  bottom: Delimiter | undefined,
  open: boolean,
  literal: (mark: { text: string; at: number }) => CitationNode | undefined,
): void {
  // Below these, a closer of that kind has already found nothing: this keeps unmatched runs linear.
  const bottoms = new Map<string, Delimiter | undefined>();
  let closer = firstAbove(entries, bottom);
  while (closer) {
    if (!closer.closes) {
      closer = closer.next;
      continue;
    }
    const key = `${closer.char}${closer.opens ? 'o' : ''}${closer.char === '~' ? closer.length : closer.length % 3}`;
    const floor = bottoms.has(key) ? bottoms.get(key) : bottom;
    let opener = closer.previous;
    while (opener && opener !== bottom && opener !== floor && !matches(opener, closer))
      opener = opener.previous;
    if (!opener || opener === bottom || opener === floor) {
      bottoms.set(key, closer.previous);
      const next: Delimiter | undefined = closer.next;
      if (!closer.opens) entries.removeDelimiter(closer);
      closer = next;
      continue;
    }
    const used = closer.char === '~' ? closer.count : opener.count >= 2 && closer.count >= 2 ? 2 : 1;
    const depth = entries.depthAfter(opener.entry, closer.entry);
    // Too deep: the rest stays as it is written.
    if (depth >= LIMITS.inlineDepth) break;
    for (let between = closer.previous; between && between !== opener; between = between.previous) {
      entries.removeDelimiter(between);
    }
    const children = entries.collect(opener.entry, closer.entry);
    entries.wrap(opener.entry, closer.entry, { type: kindOf(closer.char, used), children }, depth + 1);
    use(opener, used);
    use(closer, used);
    if (opener.count === 0) entries.removeDelimiter(opener);
    if (closer.count === 0) {
      const next: Delimiter | undefined = closer.next;
      entries.removeDelimiter(closer);
      closer = next;
    }
  }
  if (open) closeAtEnd(entries, bottom);
  for (let rest = entries.lastDelimiter; rest && rest !== bottom; rest = rest.previous) {
    const citation =
      rest.count === rest.length && literal({ text: rest.char.repeat(rest.length), at: rest.at });
    if (citation) rest.entry.node = citation;
  }
  entries.lastDelimiter = bottom;
  if (bottom) bottom.next = undefined;
}

function firstAbove(entries: Entries, bottom: Delimiter | undefined): Delimiter | undefined {
  if (bottom) return bottom.next;
  let first = entries.lastDelimiter;
  while (first?.previous) first = first.previous;
  return first;
}

function matches(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.char !== closer.char || !opener.opens) return false;
  if (closer.char === '~') return opener.count === closer.count;
  const ruleOfThree =
    (opener.closes || closer.opens) &&
    (opener.length + closer.length) % 3 === 0 &&
    !(opener.length % 3 === 0 && closer.length % 3 === 0);
  return !ruleOfThree;
}

function use(delimiter: Delimiter, used: number): void {
  delimiter.count -= used;
  delimiter.entry.node = { type: 'text', text: delimiter.char.repeat(delimiter.count) };
}

function closeAtEnd(entries: Entries, bottom: Delimiter | undefined): void {
  for (let opener = entries.lastDelimiter; opener && opener !== bottom; opener = opener.previous) {
    if (!opener.opens) continue;
    while (opener.count > 0) {
      const used = opener.char === '~' ? opener.count : opener.count >= 2 ? 2 : 1;
      const depth = entries.depthAfter(opener.entry);
      if (depth >= LIMITS.inlineDepth) return;
      const children = entries.collect(opener.entry, undefined);
      if (children.length > 0) {
        entries.wrap(opener.entry, undefined, { type: kindOf(opener.char, used), children }, depth + 1);
      }
      use(opener, used);
    }
    entries.removeDelimiter(opener);
  }
}
