import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
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
  const folders = [''];
  for (let prefix = folders.pop(); prefix !== undefined; prefix = folders.pop()) {
    for (const entry of await childrenOf(root, prefix)) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) {
        folders.push(`${path}/`);
      } else {
        yield await describe(root, path, listed);
      }
    }
  }
}

async function childrenOf(root: string, prefix: string) {
  try {
    return await readdir(join(root, prefix), { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (prefix === '' && (code === 'ENOENT' || code === 'ENOTDIR')) {
      throw new TargetNotFoundError(`There is no folder ${root}.`);
    }
    throw error;
  }
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
