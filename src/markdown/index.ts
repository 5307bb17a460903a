export { LIMITS } from './limits.js';
export { type AnswerParser, createAnswerParser } from './parser.js';
export type {
  AnswerBlock,
  AnswerTree,
  BlockNode,
  CitationMark,
  CitationNode,
  Footnote,
  Inline,
  ListItem,
  Placement,
} from './types.js';
