import type { Finding } from '../schema/finding.js';
import { LIMITS } from './limits.js';
import type { CitationMark } from './types.js';

/** A marker found at a place of a text: its length in UTF-16 units and the citations it names. */
export interface MarkMatch {
  length: number;
  citations: readonly number[];
}

/** The markers and references of an answer's citations, ready for matching. */
export interface Marks {
  readonly findings: readonly Finding[];
  readonly empty: boolean;
  /** Sticky: text in which neither syntax nor a marker can begin. */
  readonly plain: RegExp;
  /** The longest marker or reference that stands at `index`. */
  matchAt(text: string, index: number): MarkMatch | undefined;
  /** The citations that this very string names. */
  exact(text: string): readonly number[] | undefined;
  /** The citations of the whole content of a code span: references only, since a marker in code is text. */
  reference(text: string): readonly number[] | undefined;
  /** The citations of the marker `[n]`. */
  numbered(n: number): readonly number[] | undefined;
  /** Length of the longest end of `text` that could still become a marker or a longer one. */
  heldTail(text: string): number;
  /** True when a marker or a reference, or a group of numbers, may be in `text`. */
  mayOccurIn(text: string): boolean;
}

const WORD = /[\p{L}\p{Nd}\p{M}]/u;
/** A reference behind one of these is the end of a longer package id: `my-a@1#x.md` does not name `a@1#x.md`. */
const IN_PACKAGE_ID = /[\p{L}\p{N}\p{M}./@%+-]/u;
const SUPERSCRIPT = /[\p{No}]/u;
const ONLY_PUNCTUATION = /^[!-/:-@[-`{-~]+$/;
const GROUP = /\[\s*\d/;

function charBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  const pair = low >= 0xdc00 && low <= 0xdfff && index >= 2;
  return index === 0 ? '' : text.slice(index - (pair ? 2 : 1), index);
}

function charAfter(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

// `1` is not in `10`, `a` is not in `may`, `¹` is not in `¹²`, `1` is not in `1.5`; `[1]` may touch a word.
function standsAlone(text: string, start: number, end: number): boolean {
  const first = charAfter(text, start);
  const last = charBefore(text, end);
  const before = charBefore(text, start);
  const after = charAfter(text, end);
  for (const kind of [WORD, SUPERSCRIPT]) {
    if (kind.test(first) && kind.test(before)) return false;
    if (kind.test(last) && kind.test(after)) return false;
  }
  if (/\d/.test(last) && /[.,:]/.test(after) && /\d/.test(charAfter(text, end + 1))) return false;
  if (/\d/.test(first) && /[.,:]/.test(before) && /\d/.test(charBefore(text, start - 1))) return false;
  const marker = text.slice(start, end);
  return !ONLY_PUNCTUATION.test(marker) || bothSidesDiffer(marker, before, after);
}

// A marker such as `*` or `[` is also syntax, so it must not be a part of a longer run.
function bothSidesDiffer(marker: string, before: string, after: string): boolean {
  return !marker.startsWith(before || '\0') && !marker.endsWith(after || '\0');
}

// A reference goes on with any character that a path may hold; a full stop belongs to it only before more of a path.
function referenceEnds(text: string, end: number): boolean {
  const rest = /^[.,:;!?'()]*(.?)/su.exec(text.slice(end, end + 32));
  const next = rest?.[1] ?? '';
  const punctuation = (rest?.[0].length ?? 0) - next.length;
  if (next === '') return true;
  const continues = punctuation === 0 ? /[\p{L}\p{N}\p{M}_%~/@#&=+$*-]/u : /[\p{L}\p{N}\p{M}_%~/-]/u;
  // `(see x#a.md)` and `x#a.md.` end; `x#a.md.bak` goes on.
  return !continues.test(next) || /^[,;!?)]/.test(text.slice(end, end + 1));
}

/** Every spelling of a node reference that is looked for: as given, percent-encoded and decoded. */
function spellings(ref: string): string[] {
  const found = new Set([ref]);
  for (const convert of [encodeURI, decodeURI]) {
    try {
      found.add(convert(ref));
    } catch {
      // A stray `%` or surrogate: only the spelling as given.
    }
  }
  return [...found];
}

class Table {
  readonly byText = new Map<string, number[]>();
  readonly #lengths = new Map<string, number[]>();
  #sorted: string[] | undefined;
  longest = 0;

  add(text: string, citation: number): void {
    const known = this.byText.get(text);
    if (known) {
      if (!known.includes(citation)) known.push(citation);
      return;
    }
    this.byText.set(text, [citation]);
    const first = text.charAt(0);
    const lengths = this.#lengths.get(first) ?? [];
    if (!lengths.includes(text.length)) lengths.push(text.length);
    this.#lengths.set(
      first,
      lengths.sort((a, b) => b - a),
    );
    this.longest = Math.max(this.longest, text.length);
    this.#sorted = undefined;
  }

  /** True when `text` is the beginning of something longer here. */
  hasLonger(text: string): boolean {
    this.#sorted ??= [...this.byText.keys()].sort();
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') <= text) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low]?.startsWith(text) ?? false;
  }

  firstAt(text: string, index: number, allowed: (end: number) => boolean): MarkMatch | undefined {
    for (const length of this.#lengths.get(text.charAt(index)) ?? []) {
      const citations = this.byText.get(text.slice(index, index + length));
      if (citations && index + length <= text.length && allowed(index + length)) return { length, citations };
    }
    return undefined;
  }

  firstCharacters(): string[] {
    return [...this.#lengths.keys()];
  }
}

/** Prepares matching. A mark without a usable string is left out and reported. */
export function prepareMarks(marks: readonly CitationMark[]): Marks {
  const findings: Finding[] = [];
  const markers = new Table();
  const references = new Table();
  const enclosed = new Table();
  marks.forEach(({ marker, ref }, citation) => {
    if (marker !== undefined) {
      const problem = markerProblem(marker);
      if (problem) {
        findings.push({ code: 'unusable-marker', path: ['citations', citation, 'marker'], message: problem });
      } else markers.add(marker, citation);
    }
    if (!ref || ref.length > LIMITS.marker) return;
    for (const spelling of spellings(ref)) {
      references.add(spelling, citation);
      enclosed.add(`[${spelling}]`, citation);
      enclosed.add(`<${spelling}>`, citation);
    }
  });
  const tables = [markers, references, enclosed];
  const empty = tables.every(({ byText }) => byText.size === 0);
  const starts = new Set(tables.flatMap((table) => table.firstCharacters()));

  const plain = plainPattern(starts);

  return {
    findings,
    empty,
    plain,
    matchAt(text, index) {
      if (!starts.has(text.charAt(index))) return undefined;
      const found = [
        markers.firstAt(text, index, (end) => standsAlone(text, index, end)),
        enclosed.firstAt(text, index, () => true),
        IN_PACKAGE_ID.test(charBefore(text, index))
          ? undefined
          : references.firstAt(text, index, (end) => referenceEnds(text, end)),
      ];
      return found.reduce(
        (best, next) => (next && next.length > (best?.length ?? 0) ? next : best),
        undefined,
      );
    },
    exact: (text) => markers.byText.get(text) ?? enclosed.byText.get(text),
    reference: (text) => references.byText.get(text),
    numbered: (n) => markers.byText.get(`[${n}]`),
    heldTail(text) {
      const longest = Math.min(text.length, Math.max(...tables.map((table) => table.longest), 0));
      for (let length = longest; length > 0; length -= 1) {
        const tail = text.slice(text.length - length);
        if (!starts.has(tail.charAt(0))) continue;
        const begins = text.length - length;
        const inWord = WORD.test(charBefore(text, begins)) && WORD.test(charAfter(text, begins));
        if (inWord) continue;
        if (tables.some((table) => table.hasLonger(tail))) return length;
        // Whole, but the next character decides whether it stands alone.
        if (references.byText.has(tail)) return length;
        if (markers.byText.has(tail) && WORD.test(charBefore(tail, tail.length))) return length;
      }
      return 0;
    },
    mayOccurIn(text) {
      if (empty) return false;
      for (const table of [markers, references]) {
        for (const known of table.byText.keys()) if (text.includes(known)) return true;
      }
      return GROUP.test(text);
    },
  };
}

function plainPattern(starts: ReadonlySet<string>): RegExp {
  const others = [...starts].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  // `h` and `w` begin bare addresses only before the rest of `http` and `www.`.
  const letters = ['h(?!ttp)', 'H(?!TTP|ttp)', 'w(?!ww\\.)', 'W(?!WW\\.|ww\\.)'].filter(
    (each) => !starts.has(each.charAt(0)),
  );
  const inside = `[^\\\\\`*_~\\[\\]!<&\\nhHwW${others}]`;
  return new RegExp(`(?:${[inside, ...letters].join('|')})+`, 'y');
}

function markerProblem(marker: string): string | undefined {
  if (marker.trim() === '') return 'The marker is empty, so it is not looked for in the text.';
  if (marker.length > LIMITS.marker) return `The marker is longer than ${LIMITS.marker} characters.`;
  if (/[\n\r]/.test(marker)) return 'The marker holds a line break, so it is not looked for in the text.';
  return undefined;
}
