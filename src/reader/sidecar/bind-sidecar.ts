import type { Span } from '../../schema/citation-record.js';
import type { SidecarIndex } from '../../schema/sidecar-index.js';
import type { Diagnostic } from '../types.js';

/** One searchable piece of a representation, as a sidecar cuts it. */
export interface SidecarChunk {
  /** The node path, relative to `content/`. */
  readonly path: string;
  /** The tag of a translation; absent for the default representation. */
  readonly locale?: string;
  /** UTF-8 bytes of the representation's file. */
  readonly span: Span;
  readonly vector?: ArrayLike<number>;
}

/** What binding a sidecar to a package came to (reader reference §14.4). */
export interface BoundSidecar {
  readonly usable: boolean;
  /** Present once `index.json` was read and has the right form. */
  readonly index?: SidecarIndex;
  /** Empty when unusable. */
  readonly chunks: readonly SidecarChunk[];
  readonly diagnostics: readonly Diagnostic[];
}
