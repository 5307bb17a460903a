import { type ElementType, memo, type ReactNode } from 'react';
import type { AnswerBlock, BlockNode, Footnote, ListItem } from '../../markdown/index.js';
import { type ContentSettings, type ElementName, useContentSettings } from './content-context.js';
import { drawInline, footnoteId } from './inline-view.js';

interface BlockViewProps {
  block: AnswerBlock;
}

/** One block. A finished block is the same object for ever, so React does not draw it again. */
export const BlockView = memo(function BlockView({ block }: BlockViewProps): ReactNode {
  const settings = useContentSettings();
  return drawBlocks(block.nodes, settings);
});

export function elementFor(name: ElementName, { components }: ContentSettings): ElementType {
  return components[name] ?? name;
}

function drawBlocks(nodes: readonly BlockNode[], settings: ContentSettings): ReactNode {
  return nodes.map((node, index) => drawBlock(node, index, settings));
}

function drawBlock(node: BlockNode, key: number, settings: ContentSettings): ReactNode {
  switch (node.type) {
    case 'paragraph': {
      const P = elementFor('p', settings);
      return (
        <P key={key} dir="auto">
          {drawInline(node.children, settings)}
        </P>
      );
    }
    case 'inline':
      return <InlineText key={key} node={node} />;
    case 'heading': {
      const Heading = elementFor(HEADINGS[node.depth - 1] ?? 'h6', settings);
      return (
        <Heading key={key} dir="auto">
          {drawInline(node.children, settings)}
        </Heading>
      );
    }
    case 'code': {
      const Pre = elementFor('pre', settings);
      const Code = elementFor('code', settings);
      return (
        // The keyboard scrolls what is too wide only when it has the focus.
        <Pre key={key} dir="ltr" tabIndex={0} {...(node.language ? { 'data-language': node.language } : {})}>
          <Code>{node.text}</Code>
        </Pre>
      );
    }
    case 'quote': {
      const Quote = elementFor('blockquote', settings);
      return (
        <Quote key={key} dir="auto">
          {drawBlocks(node.children, settings)}
        </Quote>
      );
    }
    case 'list': {
      const List = elementFor(node.ordered ? 'ol' : 'ul', settings);
      return (
        <List key={key} {...(node.ordered && node.start !== 1 ? { start: node.start } : {})}>
          {node.items.map((item, index) => drawItem(item, index, settings))}
        </List>
      );
    }
    case 'table':
      return drawTable(node, key, settings);
    case 'rule': {
      const Rule = elementFor('hr', settings);
      return <Rule key={key} />;
    }
    case 'html':
      return (
        <div key={key} data-moca="html" dir="auto">
          {drawInline(node.children, settings, 'block')}
        </div>
      );
    case 'plain':
      return (
        <div key={key} data-moca="plain" dir="auto">
          {drawInline(node.children, settings, 'source')}
        </div>
      );
  }
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

function InlineText({ node }: { node: Extract<BlockNode, { type: 'inline' }> }): ReactNode {
  return drawInline(node.children, useContentSettings());
}

function drawItem(item: ListItem, key: number, settings: ContentSettings): ReactNode {
  const Item = elementFor('li', settings);
  const { taskDone, taskOpen } = settings.labels;
  const done = item.checked === true;
  return (
    <Item
      key={key}
      dir="auto"
      {...(item.checked === undefined ? {} : { 'data-task': done ? 'done' : 'open' })}
    >
      {item.checked !== undefined && (
        <input type="checkbox" checked={done} disabled readOnly aria-label={done ? taskDone : taskOpen} />
      )}
      {drawBlocks(item.children, settings)}
    </Item>
  );
}

function drawTable(
  { align, header, rows }: Extract<BlockNode, { type: 'table' }>,
  key: number,
  settings: ContentSettings,
): ReactNode {
  const [Table, Head, Body, Row, HeadCell, Cell] = (
    ['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const
  ).map((name) => elementFor(name, settings));
  if (!Table || !Head || !Body || !Row || !HeadCell || !Cell) return null;
  const cells = (row: (typeof rows)[number], Element: ElementType) =>
    row.map((cell, column) => {
      const side = align[column];
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
        <Element key={column} dir="auto" {...(side ? { 'data-align': side } : {})}>
          {drawInline(cell, settings)}
        </Element>
      );
    });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table only when it has the focus.
    <section key={key} data-moca="table" aria-label={settings.labels.table} tabIndex={0}>
      <Table>
        <Head>
          <Row>{cells(header, HeadCell)}</Row>
        </Head>
        {rows.length > 0 && (
          <Body>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever follow each other.
              <Row key={index}>{cells(row, Cell)}</Row>
            ))}
          </Body>
        )}
      </Table>
    </section>
  );
}

/** The definitions of footnotes, at the end of the answer. */
export function FootnoteList({ footnotes }: { footnotes: readonly Footnote[] }): ReactNode {
  const settings = useContentSettings();
  return (
    <section data-moca="footnotes" aria-label={settings.labels.footnotes}>
      <ol>
        {footnotes.map(({ label, number, block }) => (
          <li key={label} id={footnoteId(settings, number)} value={number} tabIndex={-1} dir="auto">
            <BlockView block={block} />
          </li>
        ))}
      </ol>
    </section>
  );
}
