import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetNotFoundError } from '../reader/source/opened-source.js';
import type { PackageSource, SourceEntry } from '../reader/types.js';

/** Which file a path meant when it was listed. */
interface Identity {
  dev: bigint;
  ino: bigint;
}

// O_NONBLOCK: opening a pipe that took the file's place must not wait for a writer. Windows has neither flag.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * A package in a folder on disk. Never follows a link, at any depth and at any time: what is opened must be
 * the very file that was listed, or reading it fails (contract §3).
 */
export function directorySource(root: string): PackageSource {
  const listed = new Map<string, Identity>();
  return {
    list: () => walk(root, listed),
    async read(path) {
      const expected = listed.get(path);
      if (!expected) throw new Error(`${path} was not listed.`);
      const file = await open(join(root, path), OPEN_FLAGS);
      try {
        const found = await file.stat({ bigint: true });
        if (!found.isFile() || found.ino !== expected.ino || found.dev !== expected.dev) {
          throw new Error(`${path} is not the file that was listed.`);
        }
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
  };
}

async function* walk(root: string, listed: Map<string, Identity>): AsyncGenerator<SourceEntry> {
  const realRoot = await realPathOf(root);
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) folders.push(path);
        else yield await describe(root, path, listed);
      }
      // Asked last: a link that took the folder's place meanwhile has shown files that are not the package's.
      if ((await realpath(join(root, folder))) !== join(realRoot, folder)) throw new Error('It moved.');
    } catch (error) {
      if (folder === '') throw error;
      yield { path: folder, kind: 'unreadable' };
    }
  }
}

/** The root may be a link itself: the host named it, and no package can. */
async function realPathOf(root: string): Promise<string> {
  try {
    if ((await stat(root)).isDirectory()) return await realpath(root);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  }
  throw new TargetNotFoundError(`There is no folder ${root}.`);
}

async function describe(root: string, path: string, listed: Map<string, Identity>): Promise<SourceEntry> {
  try {
    const found = await lstat(join(root, path), { bigint: true });
    if (found.isSymbolicLink()) return { path, kind: 'symlink' };
    if (!found.isFile()) return { path, kind: 'other' };
    listed.set(path, { dev: found.dev, ino: found.ino });
    return { path, kind: 'file', size: Number(found.size) };
  } catch {
    return { path, kind: 'unreadable' };
  }
}
