import type { Finding } from '../schema/finding.js';
import { createAnswerParser } from './parser.js';
import type { AnswerBlock, BlockNode, CitationMark, Footnote } from './types.js';

/** A stretch of the answer's own text; `citations` are the indexes of the citations named there, if any. */
export interface AnswerSegment {
  readonly text: string;
  /** UTF-16 units in the content. */
  readonly start: number;
  readonly end: number;
  readonly citations: readonly number[];
}

export interface RenderedBlock {
  /** UTF-16 units in the content. */
  readonly start: number;
  readonly end: number;
  /** What the block means, for drawing it. Empty while nothing of it can be shown yet. */
  readonly nodes: readonly BlockNode[];
  /** The source of the block, cut at its citations. */
  readonly segments: readonly AnswerSegment[];
  /** Present when the block defines a footnote, and is drawn at the end. */
  readonly footnote?: string;
}

export interface RenderedAnswer {
  readonly blocks: readonly RenderedBlock[];
  readonly footnotes: readonly Footnote[];
  /** Indexes of the citations that stand nowhere in the text. */
  readonly notPlaced: readonly number[];
  readonly findings: readonly Finding[];
}

/** A citation as the event has it, or only what its place is found by. */
export type NamedCitation =
  | CitationMark
  | { readonly marker?: string | undefined; readonly record: { readonly node: { readonly ref: string } } };

/**
 * An answer as data, for hosts that draw it themselves. The texts of all segments together are the content, exactly.
 * Never throws for any content.
 */
export function renderAnswer({
  content,
  citations = [],
  streaming = false,
}: {
  content: string;
  citations?: readonly NamedCitation[];
  streaming?: boolean;
}): RenderedAnswer {
  const marks = citations.map((citation) =>
    'record' in citation ? { marker: citation.marker, ref: citation.record.node.ref } : citation,
  );
  const { blocks, footnotes, placements, findings } = createAnswerParser().update(content, marks, {
    streaming,
  });
  const placed = new Set(placements.map(({ citation }) => citation));
  return {
    blocks: blocks.map((block) => renderBlock(block, content)),
    footnotes,
    notPlaced: marks.map((_, index) => index).filter((index) => !placed.has(index)),
    findings,
  };
}

function renderBlock(
  { start, end, nodes, placements, footnote }: AnswerBlock,
  content: string,
): RenderedBlock {
  const segments: AnswerSegment[] = [];
  let at = start;
  const add = (to: number, citations: readonly number[]) => {
    segments.push({ text: content.slice(at, to), start: at, end: to, citations });
    at = to;
  };
  for (let index = 0; index < placements.length; ) {
    const first = placements[index];
    if (!first) break;
    // Citations that share a marker share its segment.
    const citations: number[] = [];
    for (let same = placements[index]; same?.start === first.start && same.end === first.end; ) {
      citations.push(same.citation);
      index += 1;
      same = placements[index];
    }
    if (first.start > at) add(first.start, []);
    add(first.end, citations);
  }
  if (end > at) add(end, []);
  return { start, end, nodes, segments, ...(footnote === undefined ? {} : { footnote }) };
}
