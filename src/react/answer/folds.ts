import type { AnswerTree, BlockNode, CitationNode, Inline } from '../../markdown/types.js';

/** Markers that touch, to be drawn as one pill in place of the first. */
export interface Fold {
  /** Indexes of the citations, each once, in the order of the text. */
  readonly citations: readonly number[];
  /** The answer's own text of all the markers. */
  readonly text: string;
}

/** By `foldKey`: a fold for the first of several markers that touch, `null` for those that follow it. */
export type Folds = ReadonlyMap<string, Fold | null>;

export function foldKey({ start, citations }: Pick<CitationNode, 'start' | 'citations'>): string {
  return `${start}-${citations.join('-')}`;
}

/**
 * Finds the markers that touch. The first `count` indexes are citations; what stands after them is other
 * evidence and stays apart. The parser bounds how deep nodes lie within each other.
 */
export function findFolds(tree: AnswerTree, count: number): Folds {
  const folds = new Map<string, Fold | null>();
  for (const block of tree.blocks) foldBlocks(block.nodes, count, folds);
  return folds;
}

function foldBlocks(nodes: readonly BlockNode[], count: number, folds: Map<string, Fold | null>): void {
  for (const node of nodes) {
    if (node.type === 'list') for (const item of node.items) foldBlocks(item.children, count, folds);
    else if (node.type === 'quote') foldBlocks(node.children, count, folds);
    else if (node.type === 'table')
      for (const row of [node.header, ...node.rows]) for (const cell of row) foldInline(cell, count, folds);
    else if ('children' in node) foldInline(node.children, count, folds);
  }
}

function foldInline(nodes: readonly Inline[], count: number, folds: Map<string, Fold | null>): void {
  let run: CitationNode[] = [];
  const close = () => {
    const [first, ...rest] = run;
    if (first && rest.length) {
      const citations = [...new Set(run.flatMap((node) => node.citations))];
      folds.set(foldKey(first), { citations, text: run.map((node) => node.text).join('') });
      for (const node of rest) folds.set(foldKey(node), null);
    }
    run = [];
  };
  for (const node of nodes) {
    if (node.type === 'citation' && node.citations.every((index) => index < count)) {
      run.push(node);
      continue;
    }
    close();
    if ('children' in node) foldInline(node.children, count, folds);
  }
  close();
}
