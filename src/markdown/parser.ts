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
import type { AnswerBlock, AnswerTree, CitationMark, Footnote } from './types.js';

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
  lookups: Map<string, string>;
  open: boolean;
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
    if (!sameMarks || !content.startsWith(this.#content.slice(0, this.#scanned))) {
      this.#starts = [];
      this.#state = START;
      this.#scanned = 0;
    }
    this.#content = content;
    this.#streaming = streaming;
    this.#tree = this.#build(sameMarks);
    return this.#tree;
  }

  #isInert = (label: string): boolean => this.#marks.exact(label) !== undefined;

  // Complete lines are looked at once; the last line is judged anew each time.
  #split(text: string): number[] {
    for (;;) {
      const end = text.indexOf('\n', this.#scanned);
      if (end < 0) break;
      const { state, begins } = splitLine(
        withoutReturn(text.slice(this.#scanned, end)),
        this.#state,
        this.#isInert,
      );
      if (begins) this.#starts.push(this.#scanned);
      this.#state = state;
      this.#scanned = end + 1;
    }
    if (this.#scanned === text.length) return this.#starts;
    const last = splitLine(text.slice(this.#scanned), this.#state, this.#isInert);
    return last.begins ? [...this.#starts, this.#scanned] : this.#starts;
  }

  #build(sameMarks: boolean): AnswerTree {
    const content = this.#content;
    const text = comparable(content);
    const starts = this.#split(text);
    const end = this.#streaming ? visibleEnd(text) : text.length;
    const structures = starts.map((start, index) => {
      const last = index === starts.length - 1;
      const stop = last ? text.length : (starts[index + 1] ?? text.length);
      return this.#lex(index, start, text.slice(start, Math.max(start, Math.min(stop, end))), sameMarks);
    });
    const environment = new Environment(structures, this.#streaming);
    const stretches = structures.map((structure, index) => {
      const last = index === structures.length - 1;
      const open = this.#streaming && last && !/\n[ \t]*\n[ \t]*$/.test(structure.source);
      return this.#buildStretch(index, structure, environment, open, sameMarks);
    });
    this.#stretches = stretches;
    return this.#assemble(environment, text);
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
    if (before && this.#stillHolds(before, structure, environment, open, sameMarks)) {
      environment.placed += before.block.placements.length;
      return before.structure === structure ? before : { ...before, structure };
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
    return { structure, block, lookups, open };
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

  #assemble(environment: Environment, text: string): AnswerTree {
    const blocks = this.#stretches.map(({ block }, index) => {
      const end = this.#stretches[index + 1]?.structure.start ?? text.length;
      return block.end === end ? block : { ...block, end };
    });
    const same =
      blocks.length === this.#tree.blocks.length && blocks.every((b, i) => b === this.#tree.blocks[i]);
    const findings: Finding[] = [...this.#marks.findings, ...environment.findings()];
    const placements = same ? this.#tree.placements : blocks.flatMap((block) => block.placements);
    return {
      blocks: same ? this.#tree.blocks : blocks,
      footnotes: environment.footnotes(blocks),
      placements,
      findings,
    };
  }
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
