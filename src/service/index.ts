export {
  type CitationEntry,
  type CitationsEvent,
  type CitationsEventInput,
  createCitationsEvent,
} from './citations-event.js';
export { type Run, recordRun } from './record-run.js';
