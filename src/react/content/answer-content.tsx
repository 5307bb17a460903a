import { memo, type ReactNode, useEffect, useId, useMemo } from 'react';
import type { AnswerTree, CitationMark, Placement } from '../../markdown/index.js';
import { BlockView, FootnoteList } from './block-view.js';
import {
  type CitationDrawing,
  ContentContext,
  type ContentLabels,
  type ElementComponents,
  ENGLISH,
} from './content-context.js';
import { useAnswerTree } from './use-answer-tree.js';

export interface AnswerTreeViewProps {
  tree: AnswerTree;
  /** Keep these three the same between renders: finished blocks are drawn again only when one of them changes. */
  components?: ElementComponents | undefined;
  labels?: Partial<ContentLabels> | undefined;
  renderCitation?: ((drawing: CitationDrawing) => ReactNode) | undefined;
}

export interface AnswerContentProps extends Omit<AnswerTreeViewProps, 'tree'> {
  content: string;
  marks?: readonly CitationMark[] | undefined;
  streaming?: boolean | undefined;
  /** Called after a render that changed the places of citations. */
  onPlacements?: ((placements: readonly Placement[]) => void) | undefined;
}

const NO_COMPONENTS: ElementComponents = {};
const asText = ({ text }: CitationDrawing): ReactNode => text;

/** Draws an answer's tree. No markup of the answer is ever given to the browser as markup. */
export function AnswerTreeView({ tree, components, labels, renderCitation }: AnswerTreeViewProps): ReactNode {
  const prefix = useId();
  const settings = useMemo(
    () => ({
      components: components ?? NO_COMPONENTS,
      labels: labels ? { ...ENGLISH, ...labels } : ENGLISH,
      renderCitation: renderCitation ?? asText,
      prefix: `moca-${prefix}`,
    }),
    [components, labels, renderCitation, prefix],
  );
  return (
    <ContentContext.Provider value={settings}>
      <div data-moca="content" dir="auto">
        {groupsOf(tree.blocks).map((group) => (
          <Group key={group.key} {...group.blocks} />
        ))}
        {tree.footnotes.length > 0 && <FootnoteList footnotes={tree.footnotes} />}
      </div>
    </ContentContext.Provider>
  );
}

/** Parses and draws an answer that may still grow. */
export function AnswerContent({
  content,
  marks,
  streaming,
  onPlacements,
  ...view
}: AnswerContentProps): ReactNode {
  const tree = useAnswerTree(content, marks, streaming);
  const { placements } = tree;
  useEffect(() => onPlacements?.(placements), [onPlacements, placements]);
  return <AnswerTreeView tree={tree} {...view} />;
}

type Blocks = AnswerTree['blocks'];

const GROUP = 16;

// A finished group has the same blocks as its properties, so React compares sixteen of them and goes on.
function groupsOf(blocks: Blocks): { key: number; blocks: Record<number, Blocks[number]> }[] {
  const groups: { key: number; blocks: Record<number, Blocks[number]> }[] = [];
  for (let start = 0; start < blocks.length; start += GROUP) {
    groups.push({ key: start, blocks: Object.fromEntries(blocks.slice(start, start + GROUP).entries()) });
  }
  return groups;
}

const Group = memo(function Group(blocks: Record<number, Blocks[number]>): ReactNode {
  return Object.entries(blocks).map(([index, block]) =>
    block.footnote === undefined ? <BlockView key={index} block={block} /> : null,
  );
});
