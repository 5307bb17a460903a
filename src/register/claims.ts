import type { Finding } from '../schema/finding.js';
import { type Claim, markerText, type RegisterEntry } from '../schema/register.js';
import { type OffsetUnit, splitsCharacter, toUtf16 } from './offsets.js';

/**
 * What all searches for claims' texts in one answer may cost: the answer's length times the text's, in UTF-16 units, which
 * is what a search takes at worst.
 */
const SEARCH_BUDGET = 200_000_000;

/** A claim that lies in the answer and rests on entries there are. */
export interface PlacedClaim {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Never empty, without repeats. */
  readonly entries: readonly RegisterEntry[];
  /** Index in the list that came in. */
  readonly index: number;
}

interface Range {
  start: number;
  end: number;
}

/**
 * Puts claims right, in the order of their starts, longest first:
 *
 * 1. Offsets that do not give the claim's own `text` are read as code points, then as UTF-8 bytes; where that fails
 *    and the text stands in the answer exactly once, the claim is there. Otherwise the offsets count.
 * 2. Reversed offsets are swapped, offsets outside the answer brought to its edge, and a character that an offset
 *    splits belongs to the claim whole.
 * 3. A claim that is then empty is left out, as is a marker that names no entry and a claim without markers.
 *
 * Claims may overlap and nest: each keeps its whole stretch. All of this is reported, with paths from `claims`.
 */
export function placeClaims(
  content: string,
  claims: readonly Claim[],
  entries: readonly RegisterEntry[],
): { placed: PlacedClaim[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const byMarker = new Map<string, RegisterEntry[]>();
  for (const entry of entries) {
    const marker = markerText(entry.marker);
    const named = byMarker.get(marker);
    if (named) named.push(entry);
    else byMarker.set(marker, [entry]);
  }
  const converters = new Map<OffsetUnit, (offset: number) => number>();
  const convert = (unit: OffsetUnit, offset: number): number => {
    const converter = converters.get(unit) ?? toUtf16(content, unit);
    converters.set(unit, converter);
    return converter(offset);
  };
  let budget = SEARCH_BUDGET;
  const findOnce = (text: string): number | undefined => {
    budget -= content.length * text.length;
    const at = budget < 0 ? -1 : content.indexOf(text);
    return at !== -1 && content.indexOf(text, at + 1) === -1 ? at : undefined;
  };
  const placed: PlacedClaim[] = [];
  claims.forEach((claim, index) => {
    const report = (code: string, message: string): void => {
      findings.push({ code, path: ['claims', index], message });
    };
    const cited = new Set<RegisterEntry>();
    // A marker once: with many entries under it, every repeat would cost them all again.
    for (const marker of new Set(claim.citations.map(markerText))) {
      const named = byMarker.get(marker);
      if (named) for (const entry of named) cited.add(entry);
      else report('unknown-marker', `${marker} names no entry of the register.`);
    }
    if (cited.size === 0) return;
    const range = rangeOf(content, claim, { convert, findOnce, report });
    if (!range) return;
    const text = content.slice(range.start, range.end);
    placed.push({ ...range, text, entries: [...cited], index });
  });
  placed.sort((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);
  return { placed, findings: findings.concat(overlaps(placed)) };
}

/** What putting one claim right shares with the others of its answer. */
interface Repair {
  convert(unit: OffsetUnit, offset: number): number;
  /** Where a text stands in the answer, if it does just once. */
  findOnce(text: string): number | undefined;
  report(code: string, message: string): void;
}

function rangeOf(content: string, claim: Claim, repair: Repair): Range | undefined {
  const { report } = repair;
  const found = rangeByText(content, claim, repair);
  if (!found) {
    report(
      'claim-without-place',
      'The claim has no usable offsets, and its text is not in the answer just once.',
    );
    return undefined;
  }
  let { start, end } = found;
  if (start > end) {
    report('claim-reversed', 'The claim ends before it starts; its offsets are swapped.');
    [start, end] = [end, start];
  }
  if (start < 0 || end > content.length) {
    report('claim-out-of-range', 'The claim reaches outside the answer; it is cut at the edge.');
    start = Math.min(Math.max(start, 0), content.length);
    end = Math.min(Math.max(end, 0), content.length);
  }
  if (start === end) {
    report('claim-empty', 'The claim covers nothing of the answer.');
    return undefined;
  }
  if (splitsCharacter(content, start) || splitsCharacter(content, end)) {
    report('claim-splits-character', 'An offset falls inside a character; the whole character is taken.');
    if (splitsCharacter(content, start)) start -= 1;
    if (splitsCharacter(content, end)) end += 1;
  }
  return { start, end };
}

function rangeByText(
  content: string,
  { text, start, end }: Claim,
  { convert, findOnce, report }: Repair,
): Range | undefined {
  const given =
    Number.isSafeInteger(start) && Number.isSafeInteger(end)
      ? { start: start ?? 0, end: end ?? 0 }
      : undefined;
  if (text === undefined || text === '') return given;
  if (given) {
    if (content.slice(given.start, given.end) === text) return given;
    for (const unit of ['code-points', 'utf-8'] as const) {
      const range = { start: convert(unit, given.start), end: convert(unit, given.end) };
      if (range.start < 0 || content.slice(range.start, range.end) !== text) continue;
      report('claim-moved', `The claim's offsets count ${unit}, not UTF-16 units; they are converted.`);
      return range;
    }
  }
  const at = findOnce(text);
  if (at !== undefined) {
    report('claim-moved', "The claim's offsets do not give its text; it is placed where the text stands.");
    return { start: at, end: at + text.length };
  }
  if (given) report('claim-text-differs', "The claim's text is not what the answer has at its offsets.");
  return given;
}

/** At most one finding a claim: whether it lies in, or crosses the end of, the one before it that reaches furthest. */
function overlaps(placed: readonly PlacedClaim[]): Finding[] {
  const findings: Finding[] = [];
  let furthest = 0;
  for (const { start, end, index } of placed) {
    if (start < furthest) {
      const nested = end <= furthest;
      findings.push({
        code: nested ? 'claim-nested' : 'claim-overlaps',
        path: ['claims', index],
        message: nested
          ? 'The claim lies inside another; the answer is split at the edges of both.'
          : 'The claim overlaps another; the answer is split at the edges of both.',
      });
    }
    furthest = Math.max(furthest, end);
  }
  return findings;
}
