import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Pace } from '../pace.js';
import {
  type ListedEntry,
  type OpenedSource,
  RejectedSourceError,
  UnreadableEntryError,
} from '../source/opened-source.js';
import { sha256Hex } from './digest.js';
import { compareCodePoints } from './paths.js';

/** A file of the package: a regular, visible entry. */
export interface PackageFile {
  /** NFC. */
  path: string;
  entry: ListedEntry;
}

/** What reading every file of a package gave. */
export interface FileContents {
  /** NFC path → lower-case hex SHA-256. */
  hashes: ReadonlyMap<string, string>;
  /** NFC path → length in bytes. */
  sizes: ReadonlyMap<string, number>;
  /** Bytes of a file that was kept or, past the budget, of one read again and found unchanged. */
  bytesOf(path: string): Promise<Uint8Array>;
}

/**
 * What a file's bytes are needed for after hashing: `keep` holds them, `perhaps` holds them while that is
 * cheap and the file is no longer than `upTo` bytes, `drop` never holds them.
 */
export type Retention = { kind: 'keep' } | { kind: 'perhaps'; upTo: number } | { kind: 'drop' };

// What files that are only perhaps needed may hold in memory; past it they are read a second time.
const BUDGET = 32 * 1024 * 1024;

// WebCrypto hashes on another thread, at a fixed cost a call that is worth paying from about here.
const WORTH_A_CALL = 16 * 1024;
// Whole-buffer hashing needs the whole entry in memory; longer ones are hashed as they stream past.
const WORTH_A_BUFFER = 8 * 1024 * 1024;
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

/**
 * Reads and hashes every file once. Throws `UnreadableFileError` naming the file that cannot be read, the first
 * in path order, and `RejectedSourceError` once more than `maxBytes` have come.
 */
export async function readFiles(
  source: OpenedSource,
  files: readonly PackageFile[],
  retentionOf: (path: string) => Retention,
  maxBytes: number,
  pace: Pace,
): Promise<FileContents> {
  const hashes = new Map<string, string>();
  const sizes = new Map<string, number>();
  const kept = new Map<string, Uint8Array>();
  const hasher = new Hasher(hashes);
  const byEntry = new Map(files.map((file) => [file.entry, file]));
  let total = 0;
  let cheap = 0;
  let done = 0;
  let failure: UnreadableFileError | undefined;

  for (const entry of source.inReadingOrder([...byEntry.keys()])) {
    const path = byEntry.get(entry)?.path ?? entry.path;
    // An archive is not read in path order; which file is named must not depend on where it lies in there.
    if (failure && compareCodePoints(path, failure.file) > 0) continue;
    if (pace.isDue()) await pace.rest();
    const retention = retentionOf(path);
    const wanted =
      retention.kind === 'perhaps' ? (entry.size ?? 0) <= retention.upTo : retention.kind === 'keep';
    const sink = new EntrySink(wanted, entry.size, (length) => {
      total += length;
      if (total > maxBytes) {
        throw new RejectedSourceError(`The source gave more than ${maxBytes} bytes (maxBytes).`);
      }
    });
    try {
      await pace.race(source.read(entry, (chunk, owned) => sink.take(chunk, owned), pace));
    } catch (error) {
      if (error instanceof RejectedSourceError || pace.aborted) {
        await hasher.settle();
        throw error;
      }
      const reason = error instanceof UnreadableEntryError ? error.message : 'It could not be read.';
      failure = new UnreadableFileError(path, reason);
      continue;
    }
    if (failure) continue;
    const { length, bytes } = sink.finish();
    sizes.set(path, length);
    await hasher.add(path, sink);
    if (bytes && (retention.kind === 'keep' || cheap + length <= BUDGET)) {
      kept.set(path, bytes);
      if (retention.kind === 'perhaps') cheap += length;
    }
    done++;
    pace.progress('read', done, files.length);
  }
  await hasher.settle();
  if (failure) throw failure;

  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    hashes,
    sizes,
    async bytesOf(path) {
      const bytes = kept.get(path);
      if (bytes) return bytes;
      const file = byPath.get(path);
      if (!file) throw new UnreadableFileError(path, 'It is not in the package.');
      return readAgain(source, file, hashes.get(path), sizes.get(path) ?? 0, pace);
    },
  };
}

/** A file that cannot be read: `P002`, and the read ends. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  constructor(
    readonly file: string,
    reason: string,
  ) {
    super(reason);
  }
}

async function readAgain(
  source: OpenedSource,
  { path, entry }: PackageFile,
  hash: string | undefined,
  size: number,
  pace: Pace,
): Promise<Uint8Array> {
  const sink = new EntrySink(true, size, (_length, sum) => {
    if (sum > size) throw new UnreadableFileError(path, 'It changed while it was read.');
  });
  try {
    await pace.race(source.read(entry, (chunk, owned) => sink.take(chunk, owned), pace));
  } catch (error) {
    if (pace.aborted || error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(path, 'It could not be read a second time.');
  }
  const { bytes } = sink.finish();
  // The digest speaks for the bytes of the first reading; anything else must not be judged in their place.
  if (!bytes || sha256Hex(bytes) !== hash)
    throw new UnreadableFileError(path, 'It changed while it was read.');
  return bytes;
}

/** Gathers the chunks of one entry: into one buffer if that is wanted or small, else only into a hash. */
class EntrySink {
  private length = 0;
  private buffer: Uint8Array | undefined;
  private readonly stream: ReturnType<typeof sha256.create> | undefined;

  constructor(
    private readonly wanted: boolean,
    private readonly expected: number | undefined,
    private readonly count: (length: number, sum: number) => void,
  ) {
    if (!wanted && (expected ?? 0) > WORTH_A_BUFFER) this.stream = sha256.create();
  }

  take(chunk: Uint8Array, owned = false): void {
    this.count(chunk.length, this.length + chunk.length);
    if (this.stream) {
      this.stream.update(chunk);
      this.length += chunk.length;
      return;
    }
    const needed = this.length + chunk.length;
    if (owned && this.length === 0) {
      this.buffer = chunk;
      this.length = needed;
      return;
    }
    if (!this.buffer || needed > this.buffer.length) {
      // A declared size is a claim; it is trusted for a buffer of bounded size only.
      const declared = Math.min(this.expected ?? 0, WORTH_A_BUFFER);
      const larger = new Uint8Array(Math.max(needed, this.length * 2, declared));
      if (this.buffer) larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(chunk, this.length);
    this.length = needed;
  }

  finish(): { length: number; bytes: Uint8Array | undefined } {
    if (this.stream || !this.wanted) return { length: this.length, bytes: undefined };
    return { length: this.length, bytes: this.whole() };
  }

  /** The hash, at once where it is at hand. */
  hash(): string | Uint8Array {
    return this.stream ? bytesToHex(this.stream.digest()) : this.whole();
  }

  private whole(): Uint8Array {
    return (this.buffer ?? new Uint8Array(0)).subarray(0, this.length);
  }
}

/** Hashes files: small ones here, large ones by WebCrypto while the next are being inflated. */
class Hasher {
  private readonly pending = new Set<Promise<void>>();
  private pendingBytes = 0;

  constructor(private readonly hashes: Map<string, string>) {}

  async add(path: string, sink: EntrySink): Promise<void> {
    const result = sink.hash();
    if (typeof result === 'string') {
      this.hashes.set(path, result);
      return;
    }
    const subtle = globalThis.crypto?.subtle;
    if (!subtle || result.length < WORTH_A_CALL) {
      this.hashes.set(path, sha256Hex(result));
      return;
    }
    while (this.pendingBytes + result.length > MAX_PENDING_BYTES && this.pending.size > 0) {
      await Promise.race(this.pending);
    }
    this.pendingBytes += result.length;
    const task = subtle.digest('SHA-256', result as Uint8Array<ArrayBuffer>).then((hash) => {
      this.hashes.set(path, bytesToHex(new Uint8Array(hash)));
      this.pendingBytes -= result.length;
      this.pending.delete(task);
    });
    this.pending.add(task);
  }

  async settle(): Promise<void> {
    await Promise.all(this.pending);
  }
}
