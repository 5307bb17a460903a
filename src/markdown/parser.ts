import type { Finding } from '../schema/finding.js';
import { safeAddress } from './address.js';
import { type BlockStructure, buildBlock, type Definition, lexBlock } from './blocks.js';
import type { InlineContext } from './inline.js';
import { LIMITS } from './limits.js';
import { withoutReturn } from './lines.js';
import { type Marks, prepareMarks } from './marks.js';
import { collectPlacements } from './placements.js';
import { type SplitState, START, splitLine } from './splitter.js';
import { visibleEnd } from './stream-end.js';
import type { AnswerBlock, AnswerTree, CitationMark, Footnote, Placement } from './types.js';

/** Parses an answer again and again while it grows. */
export interface AnswerParser {
  /**
   * The tree of `content`. What did not change since the last call keeps its identity; a call that changes nothing
   * returns the same tree. Never throws. While `streaming`, unfinished syntax at the end is not shown.
   */
  update(content: string, marks?: readonly CitationMark[], options?: { streaming?: boolean }): AnswerTree;
  /** Counts since the parser was made, for tests and measurements. */
  readonly counts: { readonly lexed: number; readonly built: number };
}

interface Stretch {
  structure: BlockStructure;
  block: AnswerBlock;
  /** What the stretch asked of the rest of the answer, and the answer it got. */
  lookups: ReadonlyMap<string, string>;
  open: boolean;
  /** Markers before the stretch, and in it: the limit counts them. */
  placedBefore: number;
  placed: number;
}

/** The address that a link gets, or undefined for text. What is drawn is checked by `safeAddress` besides. */
export type AddressPolicy = (href: string) => string | undefined;

/** A parser for one answer. `address` may allow fewer links than all of http and https. */
export function createAnswerParser(address: AddressPolicy = safeAddress): AnswerParser {
  return new Parser(address);
}

class Parser implements AnswerParser {
  #content = '';
  #streaming = false;
  #given: readonly CitationMark[] = [];
  #marksKey = keyOf([]);
  #marks: Marks = prepareMarks([]);
  #tree: AnswerTree = { blocks: [], footnotes: [], placements: [], findings: [] };
  /** Starts of the stretches found in complete lines, and the state after them. */
  #starts: number[] = [];
  #state: SplitState = START;
  #scanned = 0;
  #stretches: Stretch[] = [];
  #environment = new Environment([], false);
  readonly #counts = { lexed: 0, built: 0 };
  readonly #address: AddressPolicy;

  constructor(address: AddressPolicy) {
    this.#address = address;
  }

  get counts() {
    return this.#counts;
  }

  update(
    content: string,
    marks: readonly CitationMark[] = [],
    { streaming = false }: { streaming?: boolean } = {},
  ): AnswerTree {
    const key = marks === this.#given ? this.#marksKey : keyOf(marks);
    this.#given = marks;
    const sameMarks = key === this.#marksKey;
    if (sameMarks && content === this.#content && streaming === this.#streaming) return this.#tree;
    if (!sameMarks) {
      this.#marksKey = key;
      this.#marks = prepareMarks(marks);
    }
    const scanned = this.#content.slice(0, this.#scanned);
    const appended =
      sameMarks && content.length >= scanned.length && content.slice(0, scanned.length) === scanned;
    if (!appended) {
      this.#starts = [];
      this.#state = START;
      this.#scanned = 0;
    }
    // The last stretch is open, and what seemed a new one may still turn out to belong to the one before.
    const finished = appended && streaming && this.#streaming ? this.#stretches.length - 2 : 0;
    this.#content = content;
    this.#streaming = streaming;
    this.#tree = this.#build(sameMarks, Math.max(0, finished));
    return this.#tree;
  }

  #isInert = (label: string): boolean => this.#marks.exact(label) !== undefined;

  // Complete lines are looked at once; the last line is judged anew each time. Gives the start of a stretch that begins
  // with that line.
  #split(text: string): number | undefined {
    for (;;) {
      const end = text.indexOf('\n', this.#scanned);
      if (end < 0) break;
      const line = withoutReturn(text.slice(this.#scanned, end));
      const { state, begins } = splitLine(line, this.#state, this.#isInert);
      if (begins) this.#starts.push(this.#scanned);
      this.#state = state;
      this.#scanned = end + 1;
    }
    if (this.#scanned === text.length) return undefined;
    return splitLine(text.slice(this.#scanned), this.#state, this.#isInert).begins
      ? this.#scanned
      : undefined;
  }

  /** `finished` stretches at the beginning are as they were, unless a definition among the others has changed. */
  #build(sameMarks: boolean, finished: number): AnswerTree {
    const text = comparable(this.#content);
    const begun = this.#split(text);
    const starts = this.#starts;
    const count = starts.length + (begun === undefined ? 0 : 1);
    const startOf = (index: number) => starts[index] ?? begun ?? text.length;
    const end = this.#streaming ? visibleEnd(text) : text.length;
    const lex = (from: number, to: number) => {
      const structures: BlockStructure[] = [];
      for (let index = from; index < to; index += 1) {
        const start = startOf(index);
        const stop = index === count - 1 ? text.length : startOf(index + 1);
        const source = text.slice(start, Math.max(start, Math.min(stop, end)));
        structures.push(this.#lex(index, start, source, sameMarks));
      }
      return structures;
    };
    let structures = lex(finished, count);
    const quiet = this.#stretches.slice(finished).every(isQuiet) && structures.every(definesNothing);
    const kept = quiet ? finished : 0;
    if (kept < finished) structures = [...lex(0, finished), ...structures];
    if (kept === 0) this.#environment = new Environment(structures, this.#streaming);
    const environment = this.#environment;
    environment.placed = kept === 0 ? 0 : (this.#stretches[kept]?.placedBefore ?? environment.placed);
    const built = structures.map((structure, index) => {
      const last = index === structures.length - 1;
      // A blank line ends the last text, unless it stands in a comment.
      const ended = this.#state.inside !== 'html' && /\n[ \t]*\n[ \t]*$/.test(structure.source);
      const open = this.#streaming && last && !ended;
      return this.#buildStretch(kept + index, structure, environment, open, sameMarks);
    });
    this.#stretches = [...this.#stretches.slice(0, kept), ...built];
    return this.#assemble(kept, text);
  }

  #lex(index: number, start: number, source: string, sameMarks: boolean): BlockStructure {
    const before = this.#stretches[index]?.structure;
    if (sameMarks && before?.start === start && before.source === source) return before;
    this.#counts.lexed += 1;
    return lexBlock(source, start, this.#isInert);
  }

  #buildStretch(
    index: number,
    structure: BlockStructure,
    environment: Environment,
    open: boolean,
    sameMarks: boolean,
  ): Stretch {
    const before = this.#stretches[index];
    const placedBefore = environment.placed;
    if (before && this.#stillHolds(before, structure, environment, open, sameMarks)) {
      environment.placed += before.placed;
      const same = before.structure === structure && before.placedBefore === placedBefore;
      return same ? before : { ...before, structure, placedBefore };
    }
    this.#counts.built += 1;
    const lookups = new Map<string, string>();
    const nodes = buildBlock(
      structure,
      environment.context(this.#marks, this.#address, lookups),
      this.#isInert,
      open,
    );
    const block: AnswerBlock = {
      start: structure.start,
      end: structure.start + structure.source.length,
      nodes,
      placements: this.#marks.empty ? [] : collectPlacements(nodes),
      ...(structure.footnote === undefined ? {} : { footnote: structure.footnote }),
    };
    const placed = environment.placed - placedBefore;
    return { structure, block, lookups, open, placedBefore, placed };
  }

  #stillHolds(
    before: Stretch,
    structure: BlockStructure,
    environment: Environment,
    open: boolean,
    sameMarks: boolean,
  ): boolean {
    const same = before.structure;
    if (same !== structure && (same.start !== structure.start || same.source !== structure.source))
      return false;
    if (before.open !== open) return false;
    const most = Math.max(before.placedBefore, environment.placed) + before.placed;
    if (most > LIMITS.placements && before.placedBefore !== environment.placed) return false;
    if (!sameMarks) {
      const unmarked = before.block.placements.length === 0 && !this.#marks.mayOccurIn(structure.source);
      const redefined =
        same.definitions.size !== structure.definitions.size || same.footnote !== structure.footnote;
      if (!unmarked || redefined) return false;
    }
    for (const [question, answer] of before.lookups)
      if (environment.answer(question) !== answer) return false;
    return true;
  }

  #assemble(kept: number, text: string): AnswerTree {
    const before = this.#tree;
    const blocks = before.blocks.slice(0, kept);
    for (let index = kept; index < this.#stretches.length; index += 1) {
      const block = this.#stretches[index]?.block;
      const end = this.#stretches[index + 1]?.structure.start ?? text.length;
      if (block) blocks.push(block.end === end ? block : { ...block, end });
    }
    const from = kept === 0 ? 0 : placementsBefore(before.placements, blocks[kept]?.start ?? text.length);
    const placements = before.placements.slice(0, from);
    for (const block of blocks.slice(kept)) placements.push(...block.placements);
    return {
      blocks: unlessSame(before.blocks, blocks),
      footnotes:
        kept > 0 ? before.footnotes : unlessSame(before.footnotes, this.#environment.footnotes(blocks)),
      placements: unlessSame(before.placements, placements),
      findings: [...this.#marks.findings, ...this.#environment.findings()],
    };
  }
}

function definesNothing({ definitions, footnote }: BlockStructure): boolean {
  return definitions.size === 0 && footnote === undefined;
}

/** Neither defines anything nor takes the number of a footnote, so nothing before it depends on it. */
function isQuiet({ structure, lookups }: Stretch): boolean {
  if (!definesNothing(structure)) return false;
  for (const question of lookups.keys()) if (question.startsWith('^')) return false;
  return true;
}

function placementsBefore(placements: readonly Placement[], place: number): number {
  let count = placements.length;
  while (count > 0 && (placements[count - 1]?.start ?? 0) >= place) count -= 1;
  return count;
}

function unlessSame<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  return before.length === after.length && after.every((item, index) => item === before[index])
    ? before
    : after;
}

/** What stretches ask of each other: definitions of references and footnotes, wherever they stand. */
class Environment {
  readonly #definitions = new Map<string, Definition>();
  readonly #footnotes = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #streaming: boolean;
  placed = 0;

  constructor(structures: readonly BlockStructure[], streaming: boolean) {
    this.#streaming = streaming;
    for (const { definitions, footnote } of structures) {
      for (const [label, definition] of definitions) {
        if (!this.#definitions.has(label)) this.#definitions.set(label, definition);
      }
      if (footnote !== undefined) this.#footnotes.add(footnote);
    }
  }

  // While streaming, the definition of a footnote is expected to come: its number is shown from the first.
  #footnote(label: string): { number: number; defined: boolean } | undefined {
    const defined = this.#footnotes.has(label);
    if (!defined && !this.#streaming) return undefined;
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1;
    this.#numbers.set(label, number);
    return { number, defined };
  }

  /** The answer to a question as one comparable string. */
  answer(question: string): string {
    const label = question.slice(1);
    return JSON.stringify(
      (question.startsWith('^') ? this.#footnote(label) : this.#definitions.get(label)) ?? null,
    );
  }

  context(marks: Marks, address: AddressPolicy, lookups: Map<string, string>): InlineContext {
    return {
      marks,
      address,
      reference: (label) => {
        lookups.set(`[${label}`, this.answer(`[${label}`));
        return this.#definitions.get(label);
      },
      footnote: (label) => {
        lookups.set(`^${label}`, this.answer(`^${label}`));
        return this.#footnote(label);
      },
      place: () => {
        this.placed += 1;
        return this.placed <= LIMITS.placements;
      },
    };
  }

  findings(): Finding[] {
    if (this.placed <= LIMITS.placements) return [];
    const message = `Only the first ${LIMITS.placements} markers are shown as citations.`;
    return [{ code: 'too-many-markers', path: ['content'], message }];
  }

  /** Definitions in the order of their numbers; those that nothing refers to come last. */
  footnotes(blocks: readonly AnswerBlock[]): Footnote[] {
    const byLabel = new Map<string, AnswerBlock>();
    for (const block of blocks) {
      if (block.footnote !== undefined && !byLabel.has(block.footnote)) byLabel.set(block.footnote, block);
    }
    return [...byLabel]
      .map(([label, block]) => ({ label, number: this.#footnote(label)?.number ?? 0, block }))
      .sort((a, b) => a.number - b.number);
  }
}

/**
 * The content with NUL replaced as CommonMark asks and single carriage returns as line ends, unit for unit, so that
 * offsets stay those of the content. One at the very end may still be half of a line end.
 */
function comparable(content: string): string {
  const text = content.includes('\0') ? content.replaceAll('\0', '\uFFFD') : content;
  return text.includes('\r') ? text.replace(/\r(?!\n|$)/g, '\n') : text;
}

function keyOf(marks: readonly CitationMark[]): string {
  return JSON.stringify(marks.map(({ marker, ref }) => [marker, ref]));
}
