import { UnreadableEntryError } from './opened-source.js';

/** Bytes that can be read at any place without holding all of them. */
export interface RandomAccess {
  readonly size: number;
  /** The bytes from `start` up to `end`; a view that must not be written to. Throws when they are not there. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes in memory, or a Blob read by slices. */
export function randomAccess(target: Uint8Array | Blob): RandomAccess {
  return target instanceof Uint8Array ? new MemoryAccess(target) : new BlobAccess(target);
}

class MemoryAccess implements RandomAccess {
  readonly size: number;
  constructor(private readonly bytes: Uint8Array) {
    this.size = bytes.length;
  }
  async read(start: number, end: number): Promise<Uint8Array> {
    if (start < 0 || end > this.size)
      throw new UnreadableEntryError('It reaches past the end of the archive.');
    return this.bytes.subarray(start, end);
  }
}

const WINDOW = 4 * 1024 * 1024;

/**
 * Reads a Blob through one window at a time. A slice costs a round trip to where the Blob lives, so small
 * reads near each other share one; entries are read in archive order to make that the rule.
 */
class BlobAccess implements RandomAccess {
  readonly size: number;
  private window = new Uint8Array(0);
  private windowStart = 0;
  constructor(private readonly blob: Blob) {
    this.size = blob.size;
  }
  async read(start: number, end: number): Promise<Uint8Array> {
    if (start < 0 || end > this.size)
      throw new UnreadableEntryError('It reaches past the end of the archive.');
    const from = start - this.windowStart;
    if (from >= 0 && end - this.windowStart <= this.window.length) {
      return this.window.subarray(from, end - this.windowStart);
    }
    const windowEnd = Math.min(this.size, Math.max(end, start + WINDOW));
    this.window = new Uint8Array(await this.blob.slice(start, windowEnd).arrayBuffer());
    this.windowStart = start;
    if (this.window.length < end - start) throw new UnreadableEntryError('The archive became shorter.');
    return this.window.subarray(0, end - start);
  }
}
