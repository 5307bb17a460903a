import type { Pace } from '../pace.js';
import type { SourceEntry } from '../types.js';

/** An entry that cannot be read: becomes `P002`. */
export class UnreadableEntryError extends Error {
  override readonly name = 'UnreadableEntryError';
}

/** A source that breaks a safety rule or limit: becomes `T003`. */
export class RejectedSourceError extends Error {
  override readonly name = 'RejectedSourceError';
}

/**
 * Thrown by a source's `list` when what it should list does not exist: becomes `T001`. A host's own
 * `PackageSource` may throw it too.
 */
export class TargetNotFoundError extends Error {
  override readonly name = 'TargetNotFoundError';
}

/** One entry as its source listed it; `path` is the source's own spelling. */
export interface ListedEntry extends SourceEntry {
  kind: NonNullable<SourceEntry['kind']>;
}

/** A target that was opened, whatever its form: the one shape the rest of the Reader reads from. */
export interface OpenedSource {
  readonly entries: readonly ListedEntry[];
  /** The entries in the order that is cheapest to read. */
  inReadingOrder<E extends ListedEntry>(entries: readonly E[]): E[];
  /**
   * Gives the bytes of an entry in chunks, in order, and lets other work run when `pace` says so. Throws
   * `UnreadableEntryError`; never gives more bytes than an archive's entry declares.
   */
  read(entry: ListedEntry, take: TakeChunk, pace?: Pace): Promise<void>;
}

/**
 * Takes a chunk. One that is not `owned` is a view of memory that others go on using: copy what must last.
 */
export type TakeChunk = (chunk: Uint8Array, owned?: boolean) => void;
