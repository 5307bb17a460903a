import type { PackageSource } from '../types.js';

/**
 * A package held in memory: package-relative paths with their contents. Text is taken as UTF-8.
 */
export function memorySource(files: Readonly<Record<string, string | Uint8Array>>): PackageSource {
  const encoder = new TextEncoder();
  const contents = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? encoder.encode(content) : content,
    ]),
  );
  return {
    list: () => [...contents].map(([path, bytes]) => ({ path, size: bytes.length })),
    read: (path) => {
      const bytes = contents.get(path);
      if (!bytes) throw new Error(`There is no file ${path} in memory.`);
      return bytes;
    },
  };
}
