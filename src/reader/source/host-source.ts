import { compareCodePoints, unsafeNameReason } from '../package/paths.js';
import type { PackageSource, ReaderLimits, SourceEntry } from '../types.js';
import {
  type ListedEntry,
  type OpenedSource,
  RejectedSourceError,
  type TakeChunk,
  TargetNotFoundError,
  UnreadableEntryError,
} from './opened-source.js';

const KINDS = new Set(['file', 'symlink', 'other', 'unreadable']);

/**
 * Opens a host's source: lists it once and keeps to that listing. Throws `RejectedSourceError` (`T003`) for
 * an unsafe name or a broken limit, `TargetNotFoundError` (`T001`), and `UnreadableEntryError` (`P002`) when
 * listing fails.
 */
export async function openHostSource(
  source: PackageSource,
  limits: Pick<ReaderLimits, 'maxEntries' | 'maxBytes'>,
): Promise<OpenedSource> {
  const entries: ListedEntry[] = [];
  let total = 0;
  try {
    // A plain promise of a list, an iterable and an async iterable are all awaited the same way.
    for await (const raw of await source.list()) {
      if (entries.length === limits.maxEntries) {
        throw new RejectedSourceError(`The source has more than ${limits.maxEntries} entries (maxEntries).`);
      }
      const entry = toEntry(raw);
      total += entry.size ?? 0;
      if (total > limits.maxBytes) {
        throw new RejectedSourceError(`The source holds more than ${limits.maxBytes} bytes (maxBytes).`);
      }
      entries.push(entry);
    }
  } catch (error) {
    if (error instanceof RejectedSourceError || error instanceof TargetNotFoundError) throw error;
    throw new UnreadableEntryError('The source could not be listed.');
  }
  return new HostSource(source, entries);
}

class HostSource implements OpenedSource {
  constructor(
    private readonly source: PackageSource,
    readonly entries: readonly ListedEntry[],
  ) {}

  inReadingOrder<E extends ListedEntry>(entries: readonly E[]): E[] {
    return [...entries].sort((a, b) => compareCodePoints(a.path, b.path));
  }

  async read(entry: ListedEntry, take: TakeChunk): Promise<void> {
    let bytes: Uint8Array | undefined;
    try {
      const given: unknown = await this.source.read(entry.path);
      // A view that says what it is not fails here, like a source that throws.
      if (ArrayBuffer.isView(given)) bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    } catch {
      throw new UnreadableEntryError('The source could not read it.');
    }
    if (!bytes) throw new UnreadableEntryError('The source gave something other than bytes.');
    take(bytes);
  }
}

function toEntry(raw: unknown): ListedEntry {
  const listed: Partial<SourceEntry> = typeof raw === 'string' ? { path: raw } : Object(raw);
  const { path, kind = 'file', size } = listed;
  if (typeof path !== 'string') throw new RejectedSourceError('The source listed an entry without a path.');
  const reason = unsafeNameReason(path);
  if (reason) throw new RejectedSourceError(`The entry name ${JSON.stringify(path)} ${reason}.`);
  return {
    path,
    kind: KINDS.has(kind) ? kind : 'other',
    // A size that is no size is taken as not given: the bytes are counted while they are read anyway.
    ...(typeof size === 'number' && size >= 0 ? { size } : {}),
  };
}
