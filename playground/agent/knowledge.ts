import { readFile } from 'node:fs/promises';
import { createSearch, Library, readPackage } from '../../src/reader/index.js';
import type { PackageResult } from '../../src/reader/types.js';

const BUILT = new URL('../packages/built/', import.meta.url);
const MEMBERS = ['handbook-safety', 'handbook-repair'];

/** Which packages are loaded together: relations act between the packages of one library. */
const SHELVES = {
  support: ['support-3', 'support-2', 'handbook'],
  region: ['support-3', 'support-2', 'support-eu'],
  handbook: ['handbook'],
  community: ['community-tips'],
} as const;

export type Shelf = keyof typeof SHELVES;

export interface Reading {
  library: Library;
  search: ReturnType<typeof createSearch>;
}

/** Who asks: a customer sees public pages only, the support desk internal and unlabelled ones too. */
export type Reader = 'customer' | 'desk';

export interface Knowledge {
  /** `withdrawn` also gives what the default policy keeps back: superseded, deprecated, out of force. */
  open(shelf: Shelf, reader: Reader, withdrawn: boolean): Reading;
}

/** Reads the sample packages against their trust root. Throws when one of them is not valid. */
export async function loadKnowledge(clock: () => number): Promise<Knowledge> {
  const trustRoot: unknown = JSON.parse(await readFile(new URL('trust-root.json', BUILT), 'utf8'));
  const members = new Map<string, Uint8Array>();
  for (const name of MEMBERS) {
    const bytes = await archive(name);
    const { manifest } = await readPackage(bytes, { clock });
    if (manifest) members.set(`${manifest.id}@${manifest.version}`, bytes);
  }
  const results = new Map<string, PackageResult>();
  for (const name of new Set(Object.values(SHELVES).flat())) {
    const result = await readPackage(await archive(name), {
      trustRoot,
      clock,
      resolveMember: ({ id, version }) => members.get(`${id}@${version}`),
    });
    if (!result.valid)
      throw new Error(`${name} is not a valid package: ${JSON.stringify(result.diagnostics)}`);
    results.set(name, result);
  }
  return {
    open(shelf, reader, withdrawn) {
      const policy = {
        audiences: reader === 'desk' ? ['public', 'internal'] : ['public'],
        allowUnlabelled: reader === 'desk',
      };
      const library = new Library({ clock, ...policy });
      for (const name of SHELVES[shelf]) {
        const result = results.get(name);
        if (result) library.add(result);
      }
      return { library, search: createSearch(library, { ...policy, includeAll: withdrawn }) };
    },
  };
}

async function archive(name: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(new URL(`${name}.moca`, BUILT)));
}
