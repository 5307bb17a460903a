export {
  type Attribution,
  type Claim,
  ENTRY_KINDS,
  type EntryKind,
  type Marker,
  markerText,
  type RegisterEntry,
} from '../schema/register.js';
export { fromAiSdkMessage } from './adapters/ai-sdk.js';
export { fromAnthropicMessage } from './adapters/anthropic.js';
export type { Evidence } from './adapters/evidence.js';
export { fromLangChainToolResult } from './adapters/langchain.js';
export { fromOberikResponse } from './adapters/oberik.js';
export { fromOpenAIResponse } from './adapters/openai.js';
export {
  attributionOf,
  createRegister,
  type EntryMark,
  type EventCitation,
  marksOf,
  type Register,
  type RegisteredEntry,
  type RegisterInput,
} from './create-register.js';
export { type OffsetUnit, toUtf16 } from './offsets.js';
export { type CheckedEvidence, type EventEvidence, registerEvent } from './register-event.js';
export { type Segment, type SegmentInput, segmentAnswer } from './segment.js';
