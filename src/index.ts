export * from './client/index.js';
export {
  type AnswerSegment,
  type NamedCitation,
  type RenderedAnswer,
  type RenderedBlock,
  renderAnswer,
} from './markdown/render-answer.js';
export type {
  AnswerBlock,
  BlockNode,
  CitationMark,
  CitationNode,
  Inline,
  Placement,
} from './markdown/types.js';
export type { CitationInput } from './react/answer/answer-input.js';
export {
  type CopyableAnswer,
  copyAnswer,
  formatAnswer,
} from './react/answer/copy-answer.js';
export { CopyAnswerButton, type CopyAnswerButtonProps } from './react/answer/copy-answer-button.js';
export type { CopyFormat } from './react/answer/copy-formats.js';
export { loadEvidence, MocaAnswer, type MocaAnswerProps } from './react/answer/moca-answer.js';
export { CitationCard, type CitationCardProps } from './react/card/citation-card.js';
export { ClaimTime, type ClaimTimeProps } from './react/claim-time.js';
export type { ElementComponents, ElementName } from './react/content/index.js';
export { english } from './react/labels/english.js';
export { german } from './react/labels/german.js';
export type { Labels, Plural } from './react/labels/labels.js';
export {
  CitationPill,
  type CitationPillProps,
  type PillButtonProps,
  type PillCitation,
} from './react/pill/citation-pill.js';
export {
  type CitationChecks,
  type KitComponents,
  type MocaContextValue,
  useMoca,
} from './react/provider/context.js';
export { MocaProvider, type MocaProviderProps } from './react/provider/moca-provider.js';
export { useCitations } from './react/provider/use-citations.js';
export { checksOf } from './react/recheck/checks.js';
export { type RecheckLabels, recheckEnglish, recheckGerman } from './react/recheck/recheck-labels.js';
export { RecheckPanel, type RecheckPanelProps } from './react/recheck/recheck-panel.js';
export {
  type RecheckedPackage,
  type RecheckState,
  type UseRecheckOptions,
  useRecheck,
} from './react/recheck/use-recheck.js';
export { VerdictBadge, type VerdictBadgeProps } from './react/recheck/verdict-badge.js';
export { EvidenceCard, type EvidenceCardProps } from './react/register/evidence-card.js';
export { EvidencePill, type EvidencePillProps } from './react/register/evidence-pill.js';
export type { RegisterLabels } from './react/register/labels.js';
export { EvidenceItem, type EvidenceItemProps } from './react/sources/evidence-item.js';
export {
  type ListedCitation,
  type ListedRegister,
  SourceItem,
  type SourceItemProps,
  SourceList,
  type SourceListProps,
} from './react/sources/source-list.js';
export { Badge, type BadgeProps, TrustBadges, type TrustBadgesProps } from './react/trust/trust-badges.js';
export {
  type CheckVerdict,
  type CitationCheck,
  type ClaimLayer,
  TRUST_STATES,
  type TrustFact,
  type TrustState,
  type TrustTone,
  trustStates,
} from './react/trust/trust-states.js';
