/** Bounds on the work and the depth that an answer's text can cause. Text over a bound is shown as it is written. */
export const LIMITS = {
  /** UTF-16 units that are lexed at once: one list, table, quote or paragraph. Fenced code has no bound. */
  block: 100_000,
  /** Quotes and lists within each other. */
  containerDepth: 24,
  /** Columns before a list item or quote, which bound nesting by indentation. */
  containerIndent: 120,
  /** Emphasis, links and HTML elements within each other. */
  inlineDepth: 24,
  /** Cells of a table: columns times rows, because short rows are filled up. */
  tableCells: 10_000,
  tableColumns: 200,
  /** UTF-16 units of a line that can be a table row. */
  tableLine: 20_000,
  /** UTF-16 units of an address. */
  address: 2_048,
  /** UTF-16 units of a raw HTML tag. */
  htmlTag: 1_000,
  /** UTF-16 units of the label of a reference (CommonMark 4.7). */
  label: 999,
  /** UTF-16 units of link text that wait for their address at the end of a stream. */
  heldText: 240,
  /** Places of citations in one answer. */
  placements: 2_000,
  /** Numbers that a range such as `[1-3]` may span. */
  range: 100,
  /** UTF-16 units of a marker. */
  marker: 1_000,
} as const;
