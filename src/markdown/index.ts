export { LIMITS } from './limits.js';
export { type AddressPolicy, type AnswerParser, createAnswerParser } from './parser.js';
export {
  type AnswerSegment,
  type NamedCitation,
  type RenderedAnswer,
  type RenderedBlock,
  renderAnswer,
} from './render-answer.js';
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
