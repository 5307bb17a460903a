import { autolinkAt, couldBecomeAutolink } from './autolinks.js';
import { type Delimiter, Entries, type Entry, resolveEmphasis } from './delimiters.js';
import { characterReferenceAt } from './entities.js';
import { couldBecomeTag, isAllowedTag, tagAt } from './html-tags.js';
import { LIMITS } from './limits.js';
import { destinationAt, normalizeLabel } from './link-syntax.js';
import type { Marks } from './marks.js';
import type { CitationNode, Inline } from './types.js';

/** What inline parsing needs to know about the rest of the answer. */
export interface InlineContext {
  readonly marks: Marks;
  /** The address when a link may go there. */
  address(href: string): string | undefined;
  /** The definition of a normalized reference label. */
  reference(label: string): { href: string; title?: string } | undefined;
  /** The footnote of a label, or undefined when the label is text. */
  footnote(label: string): { number: number; defined: boolean } | undefined;
  /** Takes one more place of a citation; false when the answer has too many. */
  place(): boolean;
}

/** A text to parse, with the place of each of its characters in the content. */
export interface InlineSource {
  readonly text: string;
  /** The place in the content, in UTF-16 units, of a place in `text`. */
  locate(offset: number): number;
  /** True while more of this very text may arrive: unfinished syntax at its end is held back. */
  open: boolean;
  /** Raw HTML: tags, character references and markers only. */
  html?: boolean;
}

interface Bracket {
  entry: Entry;
  image: boolean;
  /** First place after the bracket. */
  start: number;
  bracketAfter: boolean;
  delimiter: Delimiter | undefined;
  htmlDepth: number;
}

interface OpenTag {
  entry: Entry;
  name: string;
  raw: string;
  /** First place after the tag. */
  start: number;
  delimiter: Delimiter | undefined;
  brackets: number;
}

const PUNCTUATION = /[\p{P}\p{S}]/u;
const NUMBER_GROUP = /\[\s*\d{1,6}(?:\s*[,;–-]\s*\d{1,6}){1,99}\s*\]/y;

/** Parses one inline text by the rules of GFM, with markers before all other syntax. Takes linear time. */
export function parseInline(source: InlineSource, context: InlineContext): Inline[] {
  return new InlineParser(source, context).parse();
}

class InlineParser {
  readonly #text: string;
  readonly #source: InlineSource;
  readonly #context: InlineContext;
  readonly #entries = new Entries();
  readonly #brackets: Bracket[] = [];
  readonly #tags: OpenTag[] = [];
  /** Brackets below are around a link, so that they can not be links themselves: links do not nest. */
  #linkFloor = 0;
  readonly #markStarts: boolean;
  /** Where unfinished syntax begins at the end of an open text. */
  #held: number;
  #at = 0;
  #backticks: Map<number, number[]> | undefined;
  readonly #missing = new Set<string>();

  constructor(source: InlineSource, context: InlineContext) {
    this.#source = source;
    this.#context = context;
    this.#text = source.text;
    this.#markStarts = !context.marks.empty;
    this.#held = this.#text.length;
    if (source.open) this.#held = Math.min(this.#held, heldFrom(this.#text, context.marks));
  }

  parse(): Inline[] {
    const text = this.#text;
    while (this.#at < this.#held) {
      if (this.#markStarts && this.#marker()) continue;
      this.#step(text.charAt(this.#at));
    }
    if (this.#source.open) {
      const unfinished = [this.#unfinishedBracket(), this.#unfinishedLink()].filter(
        (one) => one !== undefined,
      );
      const first = unfinished.sort((a, b) => a.start - b.start)[0];
      if (first) this.#entries.cutFrom(first.entry);
    }
    resolveEmphasis(this.#entries, undefined, this.#source.open, (mark) => this.#punctuationMarker(mark));
    return mergeText(this.#entries.collect(undefined, undefined));
  }

  #step(char: string): void {
    if (this.#source.html) {
      if (char === '<') this.#lessThan();
      else if (char === '&') this.#ampersand();
      else this.#plain();
      return;
    }
    switch (char) {
      case '\\':
        this.#backslash();
        break;
      case '`':
        this.#codeSpan();
        break;
      case '*':
      case '_':
      case '~':
        this.#delimiterRun(char);
        break;
      case '[':
        this.#openBracket(false);
        break;
      case '!':
        if (this.#text.charAt(this.#at + 1) === '[') this.#openBracket(true);
        else this.#addText(1);
        break;
      case ']':
        this.#closeBracket();
        break;
      case '<':
        this.#lessThan();
        break;
      case '&':
        this.#ampersand();
        break;
      case '\n':
        this.#lineEnd();
        break;
      default:
        this.#plain();
        break;
    }
  }

  #addText(length: number): void {
    this.#entries.addText(this.#text.slice(this.#at, this.#at + length));
    this.#at += length;
  }

  #plain(): void {
    const link = this.#source.html ? undefined : autolinkAt(this.#text, this.#at);
    if (link && !this.#insideLink()) {
      const href = this.#context.address(link.href);
      if (href) {
        this.#entries.add({ type: 'link', href, children: [{ type: 'text', text: link.text }] });
        this.#at += link.text.length;
        return;
      }
    }
    const { plain } = this.#context.marks;
    plain.lastIndex = this.#at;
    const length = plain.exec(this.#text)?.[0].length ?? 1;
    this.#addText(Math.min(length, this.#held - this.#at));
  }

  #insideLink(): boolean {
    return this.#tags.some(({ name }) => name === 'a');
  }

  #marker(): boolean {
    const { marks } = this.#context;
    const found = marks.matchAt(this.#text, this.#at);
    if (found && this.#at + found.length <= this.#held) {
      const start = this.#at;
      if (!this.#addCitation(found.citations, start, start + found.length)) return false;
      this.#at = start + found.length;
      this.#addressOfMarker();
      return true;
    }
    return this.#text.charAt(this.#at) === '[' && this.#numberGroup();
  }

  // `[1](https://…)`: the model's own link stands after the pill, with its address as text.
  #addressOfMarker(): void {
    if (this.#source.html || this.#text.charAt(this.#at) !== '(' || this.#insideLink()) return;
    const target = destinationAt(this.#text, this.#at);
    if (!target) {
      if (this.#source.open && couldBecomeTarget(this.#text, this.#at)) this.#held = this.#at;
      return;
    }
    const href = this.#context.address(target.href);
    if (!href) return;
    this.#entries.add({ type: 'link', href, children: [{ type: 'text', text: target.href }] });
    this.#at = target.end;
  }

  #addCitation(citations: readonly number[], start: number, end: number): boolean {
    if (!this.#context.place()) return false;
    const from = this.#source.locate(start);
    const to = end > start ? this.#source.locate(end - 1) + 1 : from;
    this.#entries.add({
      type: 'citation',
      citations,
      text: this.#text.slice(start, end),
      start: from,
      end: to,
    });
    return true;
  }

  /** `[1, 2]` and `[1-3]`, when at least one of the numbers is a marker `[n]`. */
  #numberGroup(): boolean {
    NUMBER_GROUP.lastIndex = this.#at;
    const group = NUMBER_GROUP.exec(this.#text)?.[0];
    if (group === undefined || this.#at + group.length > this.#held) return false;
    const parts = expandGroup(group, (n) => this.#context.marks.numbered(n));
    if (!parts) return false;
    for (const part of parts) {
      const start = this.#at + part.start;
      const end = this.#at + part.end;
      if (!part.citations || !this.#addCitation(part.citations, start, end)) {
        this.#entries.addText(this.#text.slice(start, end));
      }
    }
    this.#at += group.length;
    return true;
  }

  #punctuationMarker(mark: { text: string; at: number }): CitationNode | undefined {
    const citations = this.#context.marks.exact(mark.text);
    if (!citations || !this.#context.place()) return undefined;
    const start = this.#source.locate(mark.at);
    return { type: 'citation', citations, text: mark.text, start, end: start + mark.text.length };
  }

  #backslash(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === '\n') {
      this.#entries.add({ type: 'break' });
      this.#at += 2;
      this.#skipIndent();
    } else if (/[!-/:-@[-`{-~]/.test(next)) {
      this.#entries.addText(next);
      this.#at += 2;
    } else this.#addText(1);
  }

  #lineEnd(): void {
    const spaces = this.#entries.trimLastText();
    this.#entries.add(spaces >= 2 ? { type: 'break' } : { type: 'text', text: '\n' });
    this.#at += 1;
    this.#skipIndent();
  }

  #skipIndent(): void {
    while (this.#text.charAt(this.#at) === ' ' || this.#text.charAt(this.#at) === '\t') this.#at += 1;
  }

  #ampersand(): void {
    const reference = characterReferenceAt(this.#text, this.#at);
    if (!reference) {
      this.#addText(1);
      return;
    }
    this.#entries.addText(reference.text);
    this.#at = reference.end;
  }

  #codeSpan(): void {
    const start = this.#at;
    const length = runLength(this.#text, start, '`');
    const close = this.#closingBackticks(length, start + length);
    if (close === undefined && !this.#source.open) {
      this.#addText(length);
      return;
    }
    const contentEnd = close ?? this.#plainEnd(start + length);
    const raw = this.#text.slice(start + length, contentEnd).replaceAll('\n', ' ');
    const padded = raw.startsWith(' ') && raw.endsWith(' ') && raw.trim() !== '';
    const text = padded ? raw.slice(1, -1) : raw;
    const end = close === undefined ? contentEnd : close + length;
    const citations = this.#context.marks.reference(text);
    if (close === undefined || !citations || !this.#addCitation(citations, start, end)) {
      if (text !== '') this.#entries.add({ type: 'code', text });
    }
    this.#at = end;
    // Whether the rest is code or means something is not known before the code ends or the text does.
    if (close === undefined) this.#held = end;
  }

  /** The end of the text from `from` on that is the same characters as code and as text. */
  #plainEnd(from: number): number {
    const { plain } = this.#context.marks;
    let end = from;
    for (;;) {
      plain.lastIndex = end;
      const next = end + (plain.exec(this.#text)?.[0].length ?? 0);
      if (this.#text.charAt(next) !== '\n') return Math.min(next, this.#held);
      end = next + 1;
    }
  }

  // All runs are found once, so that many openers without a closer stay linear.
  #closingBackticks(length: number, from: number): number | undefined {
    if (!this.#backticks) {
      this.#backticks = new Map();
      for (const found of this.#text.matchAll(/`+/g)) {
        const places = this.#backticks.get(found[0].length) ?? [];
        places.push(found.index);
        this.#backticks.set(found[0].length, places);
      }
      for (const places of this.#backticks.values()) places.reverse();
    }
    const places = this.#backticks.get(length);
    if (!places) return undefined;
    for (let last = places.at(-1); last !== undefined && last < from; last = places.at(-1)) places.pop();
    const close = places.at(-1);
    return close !== undefined && close + length <= this.#held ? close : undefined;
  }

  #delimiterRun(char: '*' | '_' | '~'): void {
    const start = this.#at;
    const length = runLength(this.#text, start, char);
    const before = previousCharacter(this.#text, start);
    const after = nextCharacter(this.#text, start + length);
    const spaceAfter = after === '' || /\s/u.test(after);
    const spaceBefore = before === '' || /\s/u.test(before);
    const punctuationAfter = PUNCTUATION.test(after);
    const punctuationBefore = PUNCTUATION.test(before);
    const left = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore);
    const right = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter);
    const opens = char === '_' ? left && (!right || punctuationBefore) : left;
    const closes = char === '_' ? right && (!left || punctuationAfter) : right;
    const usable = char !== '~' || length <= 2;
    this.#entries.addDelimiter(char, length, start, usable && opens, usable && closes);
    this.#at += length;
  }

  #openBracket(image: boolean): void {
    if (!image && this.#footnoteReference()) return;
    const length = image ? 2 : 1;
    const last = this.#brackets.at(-1);
    if (last) last.bracketAfter = true;
    const entry = this.#entries.addText(this.#text.slice(this.#at, this.#at + length));
    this.#at += length;
    this.#brackets.push({
      entry,
      image,
      start: this.#at,
      bracketAfter: false,
      delimiter: this.#entries.lastDelimiter,
      htmlDepth: this.#tags.length,
    });
  }

  #footnoteReference(): boolean {
    const found = footnoteLabelAt(this.#text, this.#at);
    if (found === undefined || this.#brackets.at(-1)?.image) return false;
    const footnote = this.#context.footnote(normalizeLabel(found.label));
    if (!footnote) return false;
    this.#entries.add({ type: 'footnote', label: normalizeLabel(found.label), ...footnote });
    this.#at = found.end;
    return true;
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop();
    if (!bracket || this.#inactive(bracket, this.#brackets.length)) {
      this.#addText(1);
      return;
    }
    const close = this.#at;
    const target = this.#targetAfter(bracket, close);
    if (target === 'held') {
      // The text is complete and its address is not: nothing of the link is shown yet.
      this.#brackets.push(bracket);
      this.#held = close;
      return;
    }
    if (!target) {
      this.#addText(1);
      return;
    }
    this.#makeLink(bracket, target, close);
  }

  #inactive(bracket: Bracket, index: number): boolean {
    const around = index < this.#linkFloor;
    this.#linkFloor = Math.min(this.#linkFloor, this.#brackets.length);
    return around && !bracket.image;
  }

  #targetAfter(
    bracket: Bracket,
    close: number,
  ): { href: string; title?: string; end: number } | 'held' | undefined {
    const next = this.#text.charAt(close + 1);
    if (next === '(') {
      const target = destinationAt(this.#text, close + 1);
      if (target) return target;
      if (this.#source.open && couldBecomeTarget(this.#text, close + 1)) return 'held';
    }
    if (this.#source.open && close + 1 >= this.#held) return 'held';
    let label: string | undefined;
    let end = close + 1;
    if (next === '[') {
      const found = this.#labelAt(close + 1);
      if (found === 'held') return 'held';
      // `[1][2]`: a marker is never the label of a reference.
      if (found && !this.#context.marks.exact(`[${found.label}]`)) {
        label = found.label === '' ? undefined : found.label;
        end = found.end;
      }
    }
    if (label === undefined) {
      if (bracket.bracketAfter || close - bracket.start > LIMITS.label) return undefined;
      label = this.#text.slice(bracket.start, close);
    }
    const definition = this.#context.reference(normalizeLabel(label));
    return definition && { ...definition, end };
  }

  #labelAt(open: number): { label: string; end: number } | 'held' | undefined {
    const stop = Math.min(this.#text.length, open + LIMITS.label + 2);
    for (let index = open + 1; index < stop; index += 1) {
      const char = this.#text.charAt(index);
      if (char === '\\') index += 1;
      else if (char === '[') return undefined;
      else if (char === ']') return { label: this.#text.slice(open + 1, index), end: index + 1 };
    }
    return this.#source.open && this.#text.length - open < LIMITS.heldText ? 'held' : undefined;
  }

  #makeLink(bracket: Bracket, target: { href: string; title?: string; end: number }, close: number): void {
    const { entry, image } = bracket;
    resolveEmphasis(this.#entries, bracket.delimiter, false, (mark) => this.#punctuationMarker(mark));
    this.#tags.length = bracket.htmlDepth;
    const href = this.#insideLink() ? undefined : this.#context.address(target.href);
    if (!image && !href) {
      // An address that is not followed is shown: brackets and all stay as they are written.
      this.#at = close;
      this.#addText(target.end - close);
      return;
    }
    const inside = mergeText(this.#entries.collect(entry, undefined));
    this.#entries.cutFrom(entry);
    const { content, citations } = liftCitations(inside);
    const title = target.title ? { title: target.title } : {};
    if (image) {
      this.#entries.add({ type: 'image', alt: plainText(content), ...(href ? { href } : {}), ...title });
    } else if (href) {
      const children = content.length > 0 ? content : [{ type: 'text' as const, text: target.href }];
      this.#entries.add({ type: 'link', href, ...title, children });
      this.#linkFloor = this.#brackets.length;
    }
    for (const citation of citations) this.#entries.add(citation);
    this.#at = target.end;
  }

  #lessThan(): void {
    if (!this.#source.html) {
      const auto = /^<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*)>/u.exec(
        this.#text.slice(this.#at, this.#at + LIMITS.address),
      );
      if (auto?.[1] !== undefined) {
        const href = this.#context.address(auto[1]);
        if (href && !this.#insideLink()) {
          this.#entries.add({ type: 'link', href, children: [{ type: 'text', text: auto[1] }] });
          this.#at += auto[0].length;
        } else this.#addText(auto[0].length);
        return;
      }
    }
    const tag = tagAt(this.#text, this.#at, this.#missing);
    if (!tag) {
      if (this.#source.open && couldBecomeTag(this.#text, this.#at)) this.#held = this.#at;
      else this.#addText(1);
      return;
    }
    const raw = this.#text.slice(this.#at, tag.end);
    this.#at = tag.end;
    const nests = this.#tags.length < LIMITS.inlineDepth && !(tag.name === 'a' && this.#insideLink());
    if (nests && tag.kind === 'open' && isAllowedTag(tag.name, this.#source.html === true)) {
      this.#tags.push({
        entry: this.#entries.add({ type: 'html-tag', raw }),
        name: tag.name,
        raw,
        start: tag.end,
        delimiter: this.#entries.lastDelimiter,
        brackets: this.#brackets.length,
      });
    } else if (tag.kind === 'close' && this.#closeTag(tag.name, raw)) return;
    else this.#entries.add({ type: 'html-tag', raw });
  }

  #closeTag(name: string, raw: string): boolean {
    const from = this.#brackets.at(-1)?.htmlDepth ?? 0;
    let index = this.#tags.length - 1;
    while (index >= from && this.#tags[index]?.name !== name) index -= 1;
    const open = index >= from ? this.#tags[index] : undefined;
    if (!open) return false;
    this.#tags.length = index;
    this.#brackets.length = Math.min(this.#brackets.length, open.brackets);
    resolveEmphasis(this.#entries, open.delimiter, false, (mark) => this.#punctuationMarker(mark));
    if (this.#entries.depthAfter(open.entry) >= LIMITS.inlineDepth) return false;
    const inside = mergeText(this.#entries.collect(open.entry, undefined));
    this.#entries.cutFrom(open.entry);
    const lifted = name === 'a' ? liftCitations(inside) : { content: inside, citations: [] };
    this.#entries.add({ type: 'html', name, open: open.raw, close: raw, children: lifted.content });
    for (const citation of lifted.citations) this.#entries.add(citation);
    return true;
  }

  /** A link of raw HTML: markers in it stand behind it, so it is not shown before it ends. */
  #unfinishedLink(): OpenTag | undefined {
    return this.#tags.find(({ name, start }) => name === 'a' && this.#text.length - start <= LIMITS.heldText);
  }

  #unfinishedBracket(): Bracket | undefined {
    const text = this.#text;
    return this.#brackets.find(({ image, start }, index) => {
      if (text.length - start > LIMITS.heldText + LIMITS.address) return false;
      if (index < this.#linkFloor && !image) return false;
      const close = text.indexOf('](', start);
      const limit = close < 0 ? LIMITS.heldText : LIMITS.heldText + LIMITS.address;
      return text.length - start <= limit;
    });
  }
}

/** The place from which the end of an open text is not shown yet, whatever stands before it. */
function heldFrom(text: string, marks: Marks): number {
  let end = text.length;
  const tail = text.slice(-40);
  const cut = (pattern: RegExp) => {
    const found = pattern.exec(tail);
    if (found) end = Math.min(end, text.length - tail.length + found.index);
  };
  // A run of delimiters may grow; `!` may begin an image; `\` and `&am` are half of something; spaces may be a break.
  cut(/[*_~`]+$/);
  cut(/!$/);
  cut(/(?<=(?:^|[^\\])(?:\\\\)*)\\$/);
  cut(/&[#A-Za-z0-9]{0,32}$/);
  cut(/[\uD800-\uDBFF]$/);
  cut(/[ \t]+$/);
  end = Math.min(end, text.length - marks.heldTail(text));
  end = Math.min(end, couldBecomeAutolink(text));
  return end;
}

/** True when an open text ends inside what may still be `(address "title")`. */
function couldBecomeTarget(text: string, open: number): boolean {
  if (text.length - open > LIMITS.address) return false;
  return /^\(\s*(?:<[^<>\n]*>?|[^\s<>]*)(?:\s+(?:"(?:\\.?|[^"\\])*"?|'(?:\\.?|[^'\\])*'?|\((?:\\.?|[^()\\])*\)?)?\s*)?$/s.test(
    text.slice(open),
  );
}

/** `[^label]` at `index`. */
export function footnoteLabelAt(text: string, index: number): { label: string; end: number } | undefined {
  if (text.charAt(index + 1) !== '^') return undefined;
  const found = /^\[\^([^\s[\]^]{1,100})\]/.exec(text.slice(index, index + 110));
  return found?.[1] === undefined ? undefined : { label: found[1], end: index + found[0].length };
}

interface GroupPart {
  start: number;
  end: number;
  citations?: readonly number[];
}

// Where every number has a citation, brackets and separators belong to the pills, so that they are neighbours;
// otherwise they stay text around the pills. The numbers inside a range have no text of their own.
function expandGroup(
  group: string,
  numbered: (n: number) => readonly number[] | undefined,
): GroupPart[] | undefined {
  const numbers = [...group.matchAll(/\d+/g)].map((found) => ({
    value: Number(found[0]),
    start: found.index,
    end: found.index + found[0].length,
  }));
  const parts: GroupPart[] = [];
  let cited = 0;
  let complete = true;
  numbers.forEach((number, index) => {
    const previous = numbers[index - 1];
    const separator = previous ? group.slice(previous.end, number.start) : '';
    if (previous && /[–-]/.test(separator)) {
      const span = number.value - previous.value;
      if (span < 0 || span > LIMITS.range) complete = false;
      for (let n = previous.value + 1; span <= LIMITS.range && n < number.value; n += 1) {
        const citations = numbered(n);
        if (citations) parts.push({ start: number.start, end: number.start, citations });
        else complete = false;
      }
    }
    const citations = numbered(number.value);
    if (citations) cited += 1;
    else complete = false;
    parts.push({ start: number.start, end: number.end, ...(citations ? { citations } : {}) });
  });
  if (cited === 0 && !parts.some(({ citations }) => citations)) return undefined;
  return complete ? joined(parts, group.length) : separated(parts, group.length);
}

function joined(parts: readonly GroupPart[], length: number): GroupPart[] {
  let from = 0;
  return parts.map((part, index) => {
    const empty = part.start === part.end;
    const start = from;
    const end = index === parts.length - 1 ? length : empty ? start : part.end;
    from = end;
    return { ...part, start, end };
  });
}

function separated(parts: readonly GroupPart[], length: number): GroupPart[] {
  const out: GroupPart[] = [];
  let from = 0;
  for (const part of parts) {
    if (part.start > from) out.push({ start: from, end: part.start });
    out.push(part);
    from = part.end;
  }
  out.push({ start: from, end: length });
  return out;
}

/** Takes out of link text what a link can not hold: citations, footnotes and links of raw HTML. */
function liftCitations(nodes: readonly Inline[]): { content: Inline[]; citations: CitationNode[] } {
  const citations: CitationNode[] = [];
  const lift = (list: readonly Inline[]): Inline[] => {
    const kept: Inline[] = [];
    for (const node of list) {
      if (node.type === 'citation') citations.push(node);
      else if (node.type === 'html' && node.name === 'a') kept.push(...lift(node.children));
      else if ('children' in node) kept.push({ ...node, children: lift(node.children) });
      else if (node.type === 'footnote') kept.push({ type: 'text', text: `[^${node.label}]` });
      else kept.push(node);
    }
    return kept;
  };
  const content = lift(nodes);
  return { content, citations };
}

/** The text of nodes without their form. */
export function plainText(nodes: readonly Inline[]): string {
  let out = '';
  for (const node of nodes) {
    if (node.type === 'text' || node.type === 'code' || node.type === 'citation') out += node.text;
    else if (node.type === 'break') out += '\n';
    else if (node.type === 'image') out += node.alt;
    else if ('children' in node) out += plainText(node.children);
  }
  return out;
}

function mergeText(nodes: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  let pieces: string[] = [];
  const flush = () => {
    if (pieces.length > 0) merged.push({ type: 'text', text: pieces.join('') });
    pieces = [];
  };
  for (const node of nodes) {
    if (node.type === 'text') pieces.push(node.text);
    else {
      flush();
      merged.push(node);
    }
  }
  flush();
  return merged;
}

function runLength(text: string, start: number, char: string): number {
  let end = start + 1;
  while (text.charAt(end) === char) end += 1;
  return end - start;
}

function previousCharacter(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  return text.slice(Math.max(0, index - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1)), index);
}

function nextCharacter(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}
