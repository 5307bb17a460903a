export {
  AnswerContent,
  type AnswerContentProps,
  AnswerTreeView,
  type AnswerTreeViewProps,
} from './answer-content.js';
export type { CitationDrawing, ContentLabels, ElementComponents, ElementName } from './content-context.js';
export { useAnswerTree } from './use-answer-tree.js';
