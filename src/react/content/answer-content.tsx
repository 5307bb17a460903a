import { memo, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
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
  const [grouping] = useState(() => new BlockGroups());
  const groups = useMemo(() => grouping.of(tree.blocks), [grouping, tree.blocks]);
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
        {groups.map((blocks, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups only ever follow each other.
          <Group key={index} blocks={blocks} />
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

/** Cuts blocks into groups. A group whose blocks did not change is the same array, so React skips all of it. */
class BlockGroups {
  #groups: Blocks[] = [];

  of(blocks: Blocks): readonly Blocks[] {
    const groups: Blocks[] = [];
    for (let start = 0; start < blocks.length; start += GROUP) {
      const group = blocks.slice(start, start + GROUP);
      const before = this.#groups[groups.length];
      const same = before?.length === group.length && before.every((block, index) => block === group[index]);
      groups.push(same ? before : group);
    }
    this.#groups = groups;
    return groups;
  }
}

const Group = memo(function Group({ blocks }: { blocks: Blocks }): ReactNode {
  return blocks.map((block, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever follow each other.
    block.footnote === undefined ? <BlockView key={index} block={block} /> : null,
  );
});
