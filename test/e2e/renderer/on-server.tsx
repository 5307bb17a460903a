import { renderToString } from 'react-dom/server';
import { AnswerContent, type AnswerContentProps } from '../../../src/react/content/index.js';

export const renderOnServer = (props: AnswerContentProps): string =>
  renderToString(<AnswerContent {...props} />);
