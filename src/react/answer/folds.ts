import type {
  AnswerBlock,
  AnswerTree,
  BlockNode,
  CitationNode,
  Inline,
  Placement,
} from '../../markdown/types.js';

interface FoldedBlock {
  readonly block: AnswerBlock;
  /** The one marker that stands for several, by `placeKey` of each of them. */
  readonly merged: ReadonlyMap<string, CitationNode>;
}

/**
 * Draws markers that touch, or that only white space parts, as one marker with the text of all. The first `count`
 * indexes are citations; what stands after them is other evidence and stays apart. The same block gives the same
 * block, so that finished parts of an answer are not drawn anew.
 */
export function createFolder(count: number): (tree: AnswerTree) => AnswerTree {
  const known = new WeakMap<AnswerBlock, FoldedBlock>();
  const fold = (block: AnswerBlock): FoldedBlock => {
    const before = known.get(block);
    if (before) return before;
    const merged = new Map<string, CitationNode>();
    const nodes = foldBlocks(block.nodes, count, merged);
    const folded = { block: merged.size > 0 ? { ...block, nodes } : block, merged };
    known.set(block, folded);
    return folded;
  };
  return (tree) => {
    const blocks = tree.blocks.map(fold);
    const notes = tree.footnotes.map((note) => fold(note.block));
    const all = [...blocks, ...notes].filter(({ merged }) => merged.size > 0);
    if (all.length === 0) return tree;
    const merged = new Map(all.flatMap((one) => [...one.merged]));
    return {
      ...tree,
      blocks: blocks.map(({ block }) => block),
      footnotes: tree.footnotes.map((note) => ({ ...note, block: fold(note.block).block })),
      placements: tree.placements.map((placement) => {
        const node = merged.get(placeKey(placement));
        return node ? { ...placement, start: node.start, end: node.end } : placement;
      }),
    };
  };
}

function placeKey({ start, end }: Pick<Placement, 'start' | 'end'>): string {
  return `${start}-${end}`;
}

/** The parser bounds how deep nodes lie within each other. */
function foldBlocks(
  nodes: readonly BlockNode[],
  count: number,
  merged: Map<string, CitationNode>,
): readonly BlockNode[] {
  const inline = (children: readonly Inline[]) => foldInline(children, count, merged);
  return nodes.map((node): BlockNode => {
    switch (node.type) {
      case 'code':
      case 'rule':
        return node;
      case 'quote':
        return { ...node, children: foldBlocks(node.children, count, merged) };
      case 'list': {
        const items = node.items.map((item) => ({
          ...item,
          children: foldBlocks(item.children, count, merged),
        }));
        return { ...node, items };
      }
      case 'table':
        return { ...node, header: node.header.map(inline), rows: node.rows.map((row) => row.map(inline)) };
      default:
        return { ...node, children: inline(node.children) };
    }
  });
}

function foldInline(
  nodes: readonly Inline[],
  count: number,
  merged: Map<string, CitationNode>,
): readonly Inline[] {
  const out: Inline[] = [];
  let run: CitationNode[] = [];
  // White space after a marker belongs to the run only when another marker follows.
  let gap: (Inline & { type: 'text' }) | undefined;
  let text = '';
  const close = () => {
    const [first] = run;
    const last = run.at(-1);
    if (first && last) {
      const one: CitationNode =
        first === last
          ? first
          : {
              type: 'citation',
              citations: [...new Set(run.flatMap((node) => node.citations))],
              text,
              start: first.start,
              end: last.end,
            };
      out.push(one);
      if (first !== last) for (const node of run) merged.set(placeKey(node), one);
    }
    if (gap) out.push(gap);
    run = [];
    gap = undefined;
    text = '';
  };
  for (const node of nodes) {
    if (node.type === 'citation' && node.citations.every((index) => index < count)) {
      text += `${gap?.text ?? ''}${node.text}`;
      gap = undefined;
      run.push(node);
    } else if (node.type === 'text' && run.length > 0 && !gap && node.text.trim() === '') {
      gap = node;
    } else {
      close();
      out.push('children' in node ? { ...node, children: foldInline(node.children, count, merged) } : node);
    }
  }
  close();
  return out;
}
