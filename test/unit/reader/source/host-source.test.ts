import { describe, expect, it } from 'vitest';
import { readPackage } from '../../../../src/reader/read-package.js';
import { TargetNotFoundError } from '../../../../src/reader/source/opened-source.js';
import type { PackageSource, SourceEntry } from '../../../../src/reader/types.js';
import { codesOf, markdown, packageFiles, readFiles } from '../../../support/packages.js';

const encoder = new TextEncoder();
const files = packageFiles();
const bytesOf = (path: string): Uint8Array => encoder.encode(String(files[path]));

/** A well-behaved source with the members given over it. */
function source(over: Partial<PackageSource> = {}, more: (SourceEntry | string)[] = []): PackageSource {
  return { list: () => [...Object.keys(files), ...more], read: (path) => bytesOf(path), ...over };
}

describe('a host source', () => {
  const listings: [string, () => ReturnType<PackageSource['list']>][] = [
    ['a list of paths', () => Object.keys(files)],
    ['a list of entries', () => Object.keys(files).map((path) => ({ path }))],
    ['a promise of a list', async () => Object.keys(files)],
    ['a generator', () => new Set(Object.keys(files)).values()],
    [
      'an async generator',
      async function* () {
        yield* Object.keys(files);
      },
    ],
  ];
  it.each(listings)('may list as %s', async (_form, list) => {
    const result = await readPackage(source({ list }));
    expect(result.digest).toBe((await readFiles(files)).digest);
  });

  it('is never asked for a path it did not list', async () => {
    const asked: string[] = [];
    const content = markdown(
      'type: Note\nsources:\n  - resource: ../sources/secret.txt',
      '[x](../sources/other.txt)\n',
    );
    const listed = ['moca.json', 'content/a.md', 'content/.hidden.md', 'media/x'];
    await readPackage({
      list: () => listed,
      read: (path) => {
        asked.push(path);
        return path === 'content/a.md' ? encoder.encode(content) : bytesOf(path);
      },
    });
    expect(asked.sort()).toEqual(['content/a.md', 'media/x', 'moca.json']);
  });

  it('that knows nothing to list reads as T001', async () => {
    const list = () => {
      throw new TargetNotFoundError('gone');
    };
    expect(codesOf(await readPackage(source({ list })))).toEqual(['T001']);
  });

  it('without moca.json reads as T002', async () => {
    expect(codesOf(await readPackage(source({ list: () => ['content/a.md'] })))).toEqual(['T002']);
    expect(codesOf(await readPackage(source({ list: () => [] })))).toEqual(['T002']);
  });
});

describe('a host source that misbehaves', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws midway',
      function* () {
        yield 'moca.json';
        throw new Error('no');
      },
    ],
    ['gives nothing iterable', () => 7 as unknown as string[]],
  ] satisfies [string, PackageSource['list']][])('and %s while listing gives P002', async (_what, list) => {
    expect(codesOf(await readPackage(source({ list })))).toEqual(['P002']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['gives text', () => 'text' as unknown as Uint8Array],
    [
      'gives a view that throws when it is read',
      () =>
        Object.defineProperty(new Uint8Array(1), 'buffer', {
          get: () => {
            throw new TypeError('no');
          },
        }),
    ],
    ['gives nothing', () => undefined as unknown as Uint8Array],
  ] satisfies [string, PackageSource['read']][])('and %s while reading gives P002', async (_what, fail) => {
    const result = await readPackage(
      source({ read: (path) => (path === 'media/x' ? fail() : bytesOf(path)) }, ['media/x']),
    );
    expect(result.diagnostics).toMatchObject([{ code: 'P002_UNREADABLE_ENTRY', file: 'media/x' }]);
    expect(result.nodes).toEqual([]);
  });

  it.each(['/etc/passwd', 'C:/x', 'a\\b', 'a\0', 'a//b', './a', 'a/../b', '', '\ud800'])(
    'and lists the unsafe name %j gives T003',
    async (path) => {
      expect(codesOf(await readPackage(source({}, [path])))).toEqual(['T003']);
    },
  );

  it('and lists something without a path gives T003', async () => {
    expect(codesOf(await readPackage(source({}, [null as unknown as string])))).toEqual(['T003']);
  });

  it('and lists a path twice gives P003', async () => {
    expect(codesOf(await readPackage(source({}, ['content/a.md'])))).toEqual(['P003']);
  });

  it.each([
    ['symlink', 'P001'],
    ['other', 'P001'],
    ['unreadable', 'P002'],
    ['socket', 'P001'],
  ])('and lists an entry of kind %s gives %s', async (kind, code) => {
    const entry = { path: 'media/x', kind } as SourceEntry;
    expect(codesOf(await readPackage(source({}, [entry])))).toEqual([code]);
  });

  it('and never ends its list is stopped at maxEntries', async () => {
    const list = function* () {
      for (let index = 0; ; index++) yield `media/${index}`;
    };
    expect(codesOf(await readPackage(source({ list })))).toEqual(['T003']);
  });

  it('and lists more bytes than maxBytes is stopped before anything is read', async () => {
    let read = 0;
    const result = await readPackage(
      source(
        {
          read: (path) => {
            read++;
            return bytesOf(path);
          },
        },
        [{ path: 'media/x', size: 1001 }],
      ),
      { limits: { maxBytes: 1000 } },
    );
    expect(codesOf(result)).toEqual(['T003']);
    expect(read).toBe(0);
  });

  it('and gives more bytes than it listed is stopped at maxBytes', async () => {
    const result = await readPackage(
      source({ read: (path) => (path === 'media/x' ? new Uint8Array(2000) : bytesOf(path)) }, [
        { path: 'media/x', size: 1 },
      ]),
      { limits: { maxBytes: 1000 } },
    );
    expect(codesOf(result)).toEqual(['T003']);
    expect(result.digest).toBeUndefined();
  });

  it('and lists a wrong size within the limits reads by the bytes it gives', async () => {
    const lying = source({ list: () => Object.keys(files).map((path) => ({ path, size: 1 })) });
    expect((await readPackage(lying)).digest).toBe((await readFiles(files)).digest);
  });

  it('and changes a buffer after giving it changes nothing that was read', async () => {
    const shared = bytesOf('content/a.md');
    const result = await readPackage(
      source({ read: (path) => (path === 'content/a.md' ? shared : bytesOf(path)) }),
    );
    shared.fill(0);
    expect(new TextDecoder().decode(result.nodes[0]?.representations[0]?.bytes)).toBe(files['content/a.md']);
  });

  it('and gives other bytes the second time is either read once or found out', async () => {
    // Past the memory budget a cited source is read again; four of 12 MiB are past it.
    const names = ['a', 'b', 'c', 'd'].map((name) => `sources/${name}.txt`);
    const reads = new Map<string, number>();
    const content = markdown(
      `type: Note\nsources:\n${names.map((name, id) => `  - id: s${id}\n    resource: ../${name}`).join('\n')}
moca:\n  evidence:\n${names.map((_, id) => `    - source: s${id}\n      selector: {type: TextQuoteSelector, exact: forged}`).join('\n')}`,
    );
    const result = await readPackage(
      {
        list: () => ['moca.json', 'content/a.md', ...names],
        read: (path) => {
          const times = (reads.get(path) ?? 0) + 1;
          reads.set(path, times);
          if (path === 'content/a.md') return encoder.encode(content);
          if (path === 'moca.json') return bytesOf(path);
          const bytes = new Uint8Array(12 * 1024 * 1024).fill(97);
          if (times > 1) bytes.set(encoder.encode('forged'));
          return bytes;
        },
      },
      { limits: { maxSourceBytesChecked: 16 * 1024 * 1024 } },
    );
    expect(Math.max(...reads.values())).toBe(2);
    expect(codesOf(result)).toEqual(['P002']);
    expect(result.digest).toBeUndefined();
  });
});

describe('a value that is no target', () => {
  it.each([undefined, null, 7, 'path', {}, { list: 1, read: 2 }])(
    '%j is a programming error',
    async (target) => {
      await expect(readPackage(target as never)).rejects.toThrow(TypeError);
    },
  );
});
