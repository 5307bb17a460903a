export type { Conversation } from '../client/conversation.js';
export { parseConversation } from '../client/conversation.js';
export type {
  CheckedCitation,
  Difference,
  DifferenceKind,
  Quotation,
  RecheckReport,
  Verdict,
} from '../schema/recheck-report.js';
export { recheckReportSchema, VERDICTS } from '../schema/recheck-report.js';
export type {
  Checker,
  CheckRequest,
  KeptPackage,
  OpenedConversation,
  ReadResult,
  Turn,
} from './checker.js';
export type { PackedPackage } from './packed-package.js';
export type { RecheckPackage } from './read-packages.js';
export type { PackageName, RecheckOptions, RecheckProgress } from './recheck.js';
export { recheckConversation } from './recheck.js';
export { reportToHtml } from './report-html.js';
export type { PackageShelf, ShelfFault, ShelfResult, ShelvedPackage } from './shelf.js';
export { createPackageShelf } from './shelf.js';
export { trustRootDigest } from './trust-root-digest.js';
export { createChecker } from './worker-checker.js';
