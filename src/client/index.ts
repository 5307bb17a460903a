export { citationKey, evidenceKey } from '../schema/citation-keys.js';
export type { CitationRecord } from '../schema/citation-record.js';
export type { SavedConversation } from '../schema/conversation.js';
export type { Finding } from '../schema/finding.js';
export type { AgentLike } from './agent-listener.js';
export type { Answer, AnswerState, Citation } from './answer.js';
export { citationMiddleware } from './citation-middleware.js';
export { citationSubscriber } from './citation-subscriber.js';
export type {
  CitationLimits,
  CitationsRefusal,
  CitationsResult,
  ReceivedCitation,
  ReceivedCitations,
} from './citations-value.js';
export {
  type Changing,
  type ClockTicker,
  type ClockTickerOptions,
  createClockTicker,
} from './clock-ticker.js';
export {
  type Conversation,
  type ParseConversationOptions,
  parseConversation,
  saveConversation,
} from './conversation.js';
export type { Diagnostic } from './diagnostic.js';
export type { Failure } from './message-log.js';
export { parseCitationsEvent } from './parse-citations-event.js';
export { type CitationStore, type CitationStoreOptions, createCitationStore } from './store.js';
export { type TrustAt, trustAt } from './trust-at.js';
