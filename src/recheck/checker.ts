import type { Answer } from '../client/answer.js';
import type { Conversation } from '../client/conversation.js';
import type { SavedConversation } from '../schema/conversation.js';
import type { Finding } from '../schema/finding.js';
import type { RecheckReport, ReportProblem } from '../schema/recheck-report.js';
import type { TrustRoot } from '../schema/trust-root.js';
import type { PackedPackage } from './packed-package.js';
import type { RecheckProgress } from './recheck.js';

/** One turn of a conversation, for drawing it. */
export type Turn =
  | { readonly kind: 'question'; readonly id: string; readonly text: string }
  | { readonly kind: 'answer'; readonly answer: Answer };

/** A conversation that a checker has read and keeps under `id`. */
export interface OpenedConversation {
  readonly id: number;
  readonly form: Conversation['form'];
  readonly savedAt?: string;
  readonly turns: readonly Turn[];
  readonly findings: readonly Finding[];
  /** Set when nothing could be read. */
  readonly error?: Finding;
}

/** A package that a checker has read and keeps. */
export interface KeptPackage {
  readonly digest: string;
  readonly id: string;
  readonly version: string;
  readonly title?: string;
  readonly valid: boolean;
  readonly nodes: number;
}

export type ReadResult =
  | { readonly ok: true; readonly package: KeptPackage }
  | { readonly ok: false; readonly problem: ReportProblem };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RecheckProgress) => void) | undefined;
}

export interface CheckRequest {
  /** Of a conversation that was opened here. */
  readonly conversation: number;
  /** Of packages that were read here. */
  readonly digests: readonly string[];
  readonly trustRoot?: TrustRoot | string | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Reads conversations and packages once and checks one against the other as often as the clock or the trust
 * root changes. Lives in a worker, or on the main thread where workers are missing.
 */
export interface Checker {
  /** Reads a conversation in any form that `parseConversation` takes, and keeps the latest four. */
  open(input: string | Blob | SavedConversation, options?: CallOptions): Promise<OpenedConversation>;
  close(conversation: number): Promise<void>;
  /** Reads a package and keeps it, by its digest, until `forget`. */
  read(packed: PackedPackage, options?: CallOptions): Promise<ReadResult>;
  /** Who signed each of these packages, as far as the trust root confirms at `now` (milliseconds), by digest. */
  signers(
    digests: readonly string[],
    trust: { trustRoot?: TrustRoot | string | undefined; now: number },
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  forget(digest: string): Promise<void>;
  check(request: CheckRequest, options?: CallOptions): Promise<RecheckReport>;
  /**
   * Loads all that checking may need, so that it works without a network from then on, and tells where the work
   * is done: on the page's own thread a large conversation holds the page up while it is taken apart.
   */
  prepare(): Promise<'worker' | 'page'>;
  /** Frees everything; calls that are under way reject. */
  dispose(): void;
}
