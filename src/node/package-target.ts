import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { TargetNotFoundError } from '../reader/source/opened-source.js';
import type { PackageTarget } from '../reader/types.js';
import { directorySource } from './directory-source.js';

const ARCHIVE = /\.(moca|zip)$/i;

/**
 * What `readPackage` opens for a path on disk (reader reference §2.2): a folder, or a `.moca` or `.zip` file,
 * which is read by slices. Never rejects: a path with neither gives a target that reads as `T001`.
 */
export async function packageTarget(path: string): Promise<PackageTarget> {
  let reason = 'This is neither a folder nor a .moca or .zip file.';
  try {
    const found = await stat(path);
    if (found.isDirectory()) return directorySource(path);
    if (found.isFile() && ARCHIVE.test(path)) return await openAsBlob(path);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    reason = isMissing ? 'There is no such file or folder.' : 'It cannot be read.';
  }
  // Reported by the reading, with its code.
  return {
    list: () => {
      throw new TargetNotFoundError(reason);
    },
    read: () => new Uint8Array(),
  };
}
