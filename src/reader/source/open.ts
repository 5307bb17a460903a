import type { PackageSource, PackageTarget, ReaderLimits } from '../types.js';
import { directoryHandleSource } from './directory-handle.js';
import { fileListSource } from './file-list.js';
import { openHostSource } from './host-source.js';
import type { OpenedSource } from './opened-source.js';
import { randomAccess } from './random-access.js';
import { openZip } from './zip.js';

/** A value of no form that can be opened: a programming error of the host. */
export class InvalidTargetError extends TypeError {
  override readonly name = 'InvalidTargetError';
}

/**
 * Opens any target (reader reference §2.2): bytes and Blobs as a Zip archive, everything else as a list of
 * files. Throws `TargetNotFoundError`, `RejectedSourceError` or `UnreadableEntryError` for what is wrong
 * with the target, and `InvalidTargetError` for a value that is no target at all.
 */
export async function openTarget(
  target: PackageTarget,
  limits: Pick<ReaderLimits, 'maxEntries' | 'maxBytes'>,
): Promise<OpenedSource> {
  const archive = archiveOf(target);
  if (archive) return openZip(randomAccess(archive), limits);
  return openHostSource(sourceOf(target), limits);
}

// By what a value can do and not by `instanceof`: a value from another frame or worker is as good.
function archiveOf(target: PackageTarget): Uint8Array | Blob | undefined {
  if (ArrayBuffer.isView(target)) return new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  const tag = Object.prototype.toString.call(target);
  if (tag === '[object ArrayBuffer]') return new Uint8Array(target as ArrayBuffer);
  return tag === '[object Blob]' || tag === '[object File]' ? (target as Blob) : undefined;
}

function sourceOf(target: PackageTarget): PackageSource {
  if (Array.isArray(target)) return fileListSource(target);
  const value: Partial<PackageSource & FileSystemDirectoryHandle> = Object(target);
  if (value.kind === 'directory') return directoryHandleSource(target as FileSystemDirectoryHandle);
  if (typeof value.list === 'function' && typeof value.read === 'function') return target as PackageSource;
  throw new InvalidTargetError(
    'The target is not bytes, a Blob, a directory handle, a list of files or a package source.',
  );
}
