import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directorySource } from '../../src/node/directory-source.js';
import type { Corpus } from './corpus.js';

/** A corpus in a directory of this machine. */
export function nodeCorpus(root: string): Corpus {
  return {
    read: async (path) => new Uint8Array(await readFile(join(root, path))),
    target: async (path) =>
      /\.(zip|moca)$/.test(path)
        ? new Uint8Array(await readFile(join(root, path)))
        : directorySource(join(root, path)),
    subdirectories: async (path) =>
      existsSync(join(root, path))
        ? readdirSync(join(root, path), { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map((entry) => `${path}/${entry.name}`)
        : [],
    has: async (path) => existsSync(join(root, path)),
  };
}
