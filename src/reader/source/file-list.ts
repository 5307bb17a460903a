import type { PackageSource } from '../types.js';

/**
 * The files of an `<input type="file" webkitdirectory>` or of a drop. Their paths start with the folder that
 * was picked; it is left out when `moca.json` is in it.
 */
export function fileListSource(files: readonly File[]): PackageSource {
  const entries = files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const top = `${entries[0]?.path.split('/')[0]}/`;
  const inTop =
    entries.every(({ path }) => path.startsWith(top)) &&
    entries.some(({ path }) => path === `${top}moca.json`);
  const paths = entries.map(({ path, file }) => ({ path: inTop ? path.slice(top.length) : path, file }));
  const byPath = new Map(paths.map(({ path, file }) => [path, file]));
  return {
    list: () => paths.map(({ path, file }) => ({ path, size: file.size })),
    read: (path) => bytesOf(byPath.get(path)),
  };
}

/** The bytes of a file the browser handed out; rejects when it is gone or has changed since. */
export async function bytesOf(file: Blob | undefined): Promise<Uint8Array> {
  if (!file) throw new Error('There is no such file.');
  return new Uint8Array(await file.arrayBuffer());
}
