// Opening mark → the marks that close it. German „ is closed by “, which opens in English.
const CLOSERS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  '"': '"',
};

const OPENERS = /[“„«»「『"]/g;

const LONGEST = 2_000;
const BETWEEN = /[\s.,;:!?…()[\]【】*_-]/u;
const REACH = 24;

interface Quoted {
  /** Of the text between the marks. */
  readonly start: number;
  readonly end: number;
}

/**
 * The quotations in a text, without overlaps, in order. A mark that is not closed within 2,000 characters and
 * one paragraph opens nothing. Time is linear: what was searched for one mark's end is not searched again.
 */
function quotationsIn(text: string): Quoted[] {
  const found: Quoted[] = [];
  const searched = new Map<string, Searched>();
  OPENERS.lastIndex = 0;
  for (let opener = OPENERS.exec(text); opener; opener = OPENERS.exec(text)) {
    const start = opener.index + 1;
    const end = closing(text, start, CLOSERS[opener[0]] ?? '', searched);
    if (end <= start) continue;
    found.push({ start, end });
    OPENERS.lastIndex = end + 1;
  }
  return found;
}

/** Up to where no closing mark was found, and whether a paragraph ends there. */
interface Searched {
  readonly to: number;
  readonly atParagraphEnd: boolean;
}

function closing(text: string, from: number, closers: string, searched: Map<string, Searched>): number {
  const known = searched.get(closers);
  if (known?.atParagraphEnd && from <= known.to) return -1;
  const limit = Math.min(text.length, from + LONGEST);
  for (let place = Math.max(from, known?.to ?? 0); place < limit; place += 1) {
    const character = text.charAt(place);
    if (closers.includes(character)) return place;
    if (character === '\n' && text.charAt(place + 1) === '\n') {
      searched.set(closers, { to: place, atParagraphEnd: true });
      return -1;
    }
  }
  searched.set(closers, { to: limit, atParagraphEnd: false });
  return -1;
}

/** Markers to look for at a place, by length, so that a look-up does not depend on how many there are. */
class MarkerSet {
  readonly #markers: ReadonlySet<string>;
  readonly #lengths: readonly number[];

  constructor(markers: readonly string[]) {
    this.#markers = new Set(markers);
    this.#lengths = [...new Set(markers.map((marker) => marker.length))]
      .filter((length) => length > 0)
      .sort((a, b) => b - a)
      .slice(0, 16);
  }

  startingAt(text: string, place: number): string | undefined {
    for (const length of this.#lengths) {
      const slice = text.slice(place, place + length);
      if (this.#markers.has(slice)) return slice;
    }
    return undefined;
  }

  endingAt(text: string, place: number): string | undefined {
    for (const length of this.#lengths) {
      const slice = text.slice(Math.max(0, place - length), place);
      if (this.#markers.has(slice)) return slice;
    }
    return undefined;
  }
}

/** The markers that follow a place, with where each starts, across white space and punctuation. */
function markersAfter(text: string, from: number, markers: MarkerSet): [marker: string, at: number][] {
  const found: [string, number][] = [];
  let place = from;
  for (let gap = 0; gap < REACH && place < text.length; ) {
    const marker = markers.startingAt(text, place);
    if (marker) {
      found.push([marker, place]);
      place += marker.length;
      gap = 0;
    } else if (BETWEEN.test(text.charAt(place))) {
      place += 1;
      gap += 1;
    } else break;
  }
  return found;
}

/** The marker that precedes a place, with where it starts, across white space and punctuation. */
function markerBefore(
  text: string,
  to: number,
  markers: MarkerSet,
): [marker: string, at: number] | undefined {
  for (let place = to; place > Math.max(0, to - REACH); place -= 1) {
    const marker = markers.endingAt(text, place);
    if (marker) return [marker, place - marker.length];
    if (!BETWEEN.test(text.charAt(place - 1))) return undefined;
  }
  return undefined;
}

/**
 * What an answer quotes next to the markers of its citations: a quotation belongs to the markers right after
 * it, else to the one right before it, with only white space and punctuation between.
 *
 * @param content the answer's text
 * @param markers the texts that stand for citations in it
 * @returns for each marker that has any, its quotations in the order of the text, without repeats
 */
export function quotationsByMarker(
  content: string,
  markers: readonly string[],
): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const set = new MarkerSet(markers);
  const taken = new Set<number>();
  for (const { start, end } of quotationsIn(content)) {
    const after = markersAfter(content, end + 1, set);
    const before = after.length > 0 ? undefined : markerBefore(content, start - 1, set);
    for (const [marker, at] of before ? [before] : after) {
      if (taken.has(at)) continue;
      taken.add(at);
      const texts = found.get(marker) ?? new Set();
      found.set(marker, texts.add(content.slice(start, end)));
    }
  }
  return found;
}

/** Runs of white space as one space, none at the ends. */
export function foldWhiteSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
