import { citationKey } from '../schema/citation-keys.js';
import type { CitationRecord } from '../schema/citation-record.js';
import type { Finding } from '../schema/finding.js';
import { type Attribution, type Claim, markerText, type RegisterEntry } from '../schema/register.js';
import { placeClaims } from './claims.js';
import { readClaims, readEntries } from './read.js';
import { entriesOf, type SegmentInput } from './segment.js';

/** An entry in the register, under the marker that it has there. */
export type RegisteredEntry = RegisterEntry & {
  readonly marker: string;
  readonly used: boolean;
  /** Index among the event's citations, of an entry that is one. */
  readonly citation?: number;
};

/** An entry of a `moca.citations` event. */
export interface EventCitation {
  readonly marker?: string | undefined;
  readonly record: CitationRecord;
}

/** Everything one turn was shown, in one sequence. */
export interface Register {
  /** By number, then the entries whose marker is no number, as they came. */
  readonly entries: readonly RegisteredEntry[];
  /** Put right, and cited by the markers of this register. */
  readonly claims: readonly Claim[];
  readonly attribution: Attribution;
  /** What was left out or put right, with paths from `citations`, `entries` or `claims`. */
  readonly findings: readonly Finding[];
}

export interface RegisterInput {
  /** The answer's text. */
  content: string;
  /** What a `moca.citations` event lists. */
  citations?: readonly EventCitation[];
  /** Everything else the turn was shown, from an adapter or the host. */
  entries?: readonly RegisterEntry[];
  /** The host's claims; their markers are those of `entries` first, then those of `citations`. */
  claims?: readonly Claim[];
  /**
   * What the host says of its own entries. Less than `per-claim` means that neither claims nor marks in the text
   * attribute anything to them.
   */
  attribution?: Attribution;
  /**
   * The markers and versioned references that the renderer placed as pills (`marksOf` gives it what to look for). When
   * left out, a plain search of the text stands in, which also counts a mark inside code.
   */
  found?: Iterable<string>;
}

/** What stands for an entry in the answer's text, by the entry's index. Empty where nothing may. */
export interface EntryMark {
  readonly marker?: string;
  /** The versioned reference of a MOCA citation. */
  readonly ref?: string;
}

const NUMBERED = /^\[(\d{1,9})\]$/;

/**
 * Merges the citations of an event and the host's entries into one sequence.
 *
 * What the answer's text shows is never renumbered: a citation of the event keeps its marker. A host entry keeps its
 * own unless a citation has it (or an earlier host entry does); then it gets the next free number, and the host's
 * claims follow it there, so that no claim borrows a record that is not its own. A host entry that carries the same
 * record as a citation is that citation. A citation without a marker gets the next free number too.
 *
 * Data that is wrong becomes a finding; nothing is thrown for it.
 */
export function createRegister(input: RegisterInput): Register {
  const { content, attribution: declared } = input;
  const read = readEntries(input.entries, ['entries']);
  const readClaim = readClaims(input.claims, ['claims']);
  const findings: Finding[] = [...read.findings, ...readClaim.findings];
  const mayAttribute = declared === undefined || declared === 'per-claim';

  const merged = merge(content, input.citations ?? [], read.entries, findings);
  const hostClaims = mayAttribute ? renamed(readClaim.claims, merged.renames) : [];
  if (!mayAttribute && readClaim.claims.length > 0) {
    findings.push({
      code: 'claims-not-used',
      path: ['claims'],
      message: `The host says ${declared}, so its claims attribute nothing.`,
    });
  }
  const { placed, findings: claimFindings } = placeClaims(content, hostClaims, merged.entries);
  for (const finding of claimFindings) findings.push(finding);

  const marks = marksFor(merged.entries, mayAttribute);
  const inText = marksInText(marks, content, input.found);
  const claimed = new Set(placed.flatMap((claim) => claim.entries));
  const entries = merged.entries.map(
    (entry, index): RegisteredEntry => ({
      ...entry,
      used: entry.used === true || claimed.has(entry) || isFound(marks[index], inText),
    }),
  );
  const claims = placed.map(({ start, end, text, entries: cited }) => ({
    start,
    end,
    text,
    citations: cited.map((entry) => markerText(entry.marker)),
  }));
  const attributed = placed.length > 0 || marks.some((mark) => isFound(mark, inText));
  return { entries, claims, attribution: attribution(entries, attributed), findings };
}

/**
 * What may be drawn: `none` without entries; `per-claim` when a claim cites an entry or a mark of one was found in the
 * text; otherwise `retrieval-only`, which is a list of what was looked at and never footnotes.
 */
export function attributionOf(input: {
  register: SegmentInput['register'];
  content?: string;
  claims?: readonly Claim[];
  /** As for `createRegister`. */
  found?: Iterable<string>;
}): Attribution {
  const { register, content = '', claims, found } = input;
  const entries = entriesOf(register);
  const { placed } = placeClaims(content, readClaims(claims, ['claims']).claims, entries);
  const marks = marksFor(entries, true);
  const inText = marksInText(marks, content, found);
  return attribution(entries, placed.length > 0 || marks.some((mark) => isFound(mark, inText)));
}

/**
 * What the renderer has to look for, one for every entry by index. With `attribution` less than `per-claim` declared by
 * the host, only MOCA citations may be found in the text.
 */
export function marksOf(register: SegmentInput['register'], declared?: Attribution): readonly EntryMark[] {
  return marksFor(entriesOf(register), declared === undefined || declared === 'per-claim');
}

function marksFor(entries: readonly RegisterEntry[], mayAttribute: boolean): EntryMark[] {
  return entries.map((entry) => {
    if (entry.record) return { marker: markerText(entry.marker), ref: entry.record.node.ref };
    return mayAttribute ? { marker: markerText(entry.marker) } : {};
  });
}

function attribution(entries: readonly RegisterEntry[], attributed: boolean): Attribution {
  if (entries.length === 0) return 'none';
  return attributed ? 'per-claim' : 'retrieval-only';
}

function marksInText(
  marks: readonly EntryMark[],
  content: string,
  found: Iterable<string> | undefined,
): ReadonlySet<string> {
  if (found !== undefined) return new Set(found);
  const texts = marks.flatMap(({ marker, ref }) => [marker ?? '', ref ?? '']);
  return new Set(texts.filter((text) => text !== '' && content.includes(text)));
}

function isFound(mark: EntryMark | undefined, inText: ReadonlySet<string>): boolean {
  return inText.has(mark?.marker ?? '') || inText.has(mark?.ref ?? '');
}

type NamedEntry = RegisterEntry & { marker: string; citation?: number };

interface Merged {
  entries: NamedEntry[];
  /** A host marker and the marker its entry has in the register, where they differ. */
  renames: ReadonlyMap<string, string>;
}

function merge(
  content: string,
  citations: readonly EventCitation[],
  hostEntries: readonly RegisterEntry[],
  findings: Finding[],
): Merged {
  const markers = new Markers(content, citations, hostEntries);
  const entries: NamedEntry[] = [];
  const byRecord = new Map<string, number>();
  const hostMarkers = new Map<string, string>();
  for (const { record, marker } of hostEntries) {
    if (record) hostMarkers.set(citationKey(record), markerText(marker));
  }
  citations.forEach(({ marker, record }, citation) => {
    const key = citationKey(record);
    const hostMarker = hostMarkers.get(key);
    byRecord.set(key, citation);
    entries.push({
      marker: marker ?? (hostMarker && markers.take(hostMarker)) ?? markers.free(),
      kind: 'document',
      ...(record.node.title !== undefined && { title: record.node.title }),
      record,
      citation,
    });
  });

  const renames = new Map<string, string>();
  const seen = new Set<string>();
  hostEntries.forEach((entry, index) => {
    const own = markerText(entry.marker);
    const same = entry.record ? byRecord.get(citationKey(entry.record)) : undefined;
    const citation = same === undefined ? undefined : entries[same];
    // Of several host entries with one marker, the claims mean the first.
    const rename = (marker: string): void => {
      if (!seen.has(own)) renames.set(own, marker);
      seen.add(own);
    };
    if (same !== undefined && citation) {
      // The event's record counts: it is what the stream promised for this message.
      entries[same] = { ...entry, ...citation };
      rename(citation.marker);
      return;
    }
    const marker = markers.take(own) ?? markers.free();
    entries.push({ ...entry, marker });
    rename(marker);
    if (marker !== own) {
      findings.push({
        code: 'marker-taken',
        path: ['entries', index],
        message: `${own} already refers to another source; this one is now ${marker}.`,
      });
    }
  });
  return { entries: inSequence(entries), renames };
}

/** Which markers are in use, and the next number that neither an entry nor the answer's text has. */
class Markers {
  readonly #taken: Set<string>;
  /** Numbers in brackets that the answer's text has, whatever they mean there. */
  readonly #shown: ReadonlySet<string>;
  #last: number;

  constructor(content: string, citations: readonly EventCitation[], entries: readonly RegisterEntry[]) {
    this.#shown = new Set(content.match(/\[\d{1,9}\]/g));
    this.#taken = new Set(citations.flatMap(({ marker }) => marker ?? []));
    const given = [...this.#taken, ...entries.map((entry) => markerText(entry.marker))];
    this.#last = given.reduce((greatest, marker) => Math.max(greatest, numberOf(marker) ?? 0), 0);
  }

  /** The marker, unless it is in use. */
  take(marker: string): string | undefined {
    if (this.#taken.has(marker)) return undefined;
    this.#taken.add(marker);
    return marker;
  }

  free(): string {
    do this.#last += 1;
    while (this.#shown.has(`[${this.#last}]`) || this.#taken.has(`[${this.#last}]`));
    return `[${this.#last}]`;
  }
}

function renamed(claims: readonly Claim[], renames: ReadonlyMap<string, string>): Claim[] {
  return claims.map((claim) => ({
    ...claim,
    citations: claim.citations.map((marker) => renames.get(markerText(marker)) ?? marker),
  }));
}

function numberOf(marker: string): number | undefined {
  const digits = NUMBERED.exec(marker)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function inSequence(entries: readonly NamedEntry[]): NamedEntry[] {
  const place = (entry: NamedEntry): number => numberOf(entry.marker) ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((a, b) => place(a) - place(b));
}
