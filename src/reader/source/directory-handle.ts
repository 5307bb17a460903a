import type { PackageSource, SourceEntry } from '../types.js';
import { bytesOf } from './file-list.js';
import { TargetNotFoundError } from './opened-source.js';

/**
 * A folder that a page was given a handle of (File System API, the origin private file system included).
 * Links do not show up in it: the browser resolves or hides them.
 */
export function directoryHandleSource(root: FileSystemDirectoryHandle): PackageSource {
  const files = new Map<string, File>();
  return {
    list: () => walk(root, files),
    read: (path) => bytesOf(files.get(path)),
  };
}

async function* walk(root: FileSystemDirectoryHandle, files: Map<string, File>): AsyncGenerator<SourceEntry> {
  const folders: { folder: FileSystemDirectoryHandle; prefix: string }[] = [{ folder: root, prefix: '' }];
  for (let next = folders.pop(); next; next = folders.pop()) {
    const { folder, prefix } = next;
    try {
      for await (const [name, handle] of folder.entries()) {
        const path = prefix + name;
        if (handle.kind === 'directory') {
          folders.push({ folder: handle as FileSystemDirectoryHandle, prefix: `${path}/` });
          continue;
        }
        const file = await fileOf(handle as FileSystemFileHandle);
        if (!file) {
          yield { path, kind: 'unreadable' };
          continue;
        }
        files.set(path, file);
        yield { path, size: file.size };
      }
    } catch (error) {
      if (folder === root && isNotFound(error)) {
        throw new TargetNotFoundError('The folder does not exist any more.');
      }
      if (folder === root) throw error;
      yield { path: prefix.slice(0, -1), kind: 'unreadable' };
    }
  }
}

// The file as it is now: reading it later fails if it changed meanwhile, which is what we want.
async function fileOf(handle: FileSystemFileHandle): Promise<File | undefined> {
  try {
    return await handle.getFile();
  } catch {
    return undefined;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotFoundError';
}
