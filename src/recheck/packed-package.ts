import type { PackageSource, PackageTarget } from '../reader/types.js';

/**
 * A package in a form that can be posted to a worker and kept in IndexedDB: an archive, or the files of a
 * folder with their package-relative paths.
 */
export type PackedPackage = { readonly name: string } & (
  | { readonly archive: Blob }
  | { readonly files: readonly { readonly path: string; readonly content: Blob }[] }
);

/** Its size in bytes, as it is kept. */
export function packedSize(packed: PackedPackage): number {
  return 'archive' in packed
    ? packed.archive.size
    : packed.files.reduce((sum, { content }) => sum + content.size, 0);
}

/** The form that the Reader opens. */
export function toTarget(packed: PackedPackage): PackageTarget {
  if ('archive' in packed) return packed.archive;
  const contents = new Map(packed.files.map(({ path, content }) => [path, content]));
  const source: PackageSource = {
    list: () => packed.files.map(({ path, content }) => ({ path, size: content.size })),
    read: async (path) => {
      const content = contents.get(path);
      if (!content) throw new Error(`There is no file ${path}.`);
      return new Uint8Array(await content.arrayBuffer());
    },
  };
  return source;
}
