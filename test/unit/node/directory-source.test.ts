import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directorySource } from '../../../src/node/directory-source.js';
import { packageTarget } from '../../../src/node/package-target.js';
import { readPackage } from '../../../src/reader/read-package.js';
import type { PackageSource } from '../../../src/reader/types.js';
import { BROKEN_PACKAGE, BROKEN_PLACES, placesOf } from '../../support/broken-package.js';
import { codesOf, packageFiles, readFiles } from '../../support/packages.js';
import { plainCrc32, zip } from '../../support/zip.js';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'moca-test-'));
  write('package', packageFiles({ 'media/deep/er/x.txt': 'x' }));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

const at = (path: string) => join(root, 'package', path);
const read = () => readPackage(directorySource(join(root, 'package')));

/** Reads a folder in which something happens between listing and reading. */
function readWith(change: () => void): ReturnType<typeof readPackage> {
  const source = directorySource(join(root, 'package'));
  let changed = false;
  const wrapped: PackageSource = {
    list: () => source.list(),
    read: (path) => {
      if (!changed) change();
      changed = true;
      return source.read(path);
    },
  };
  return readPackage(wrapped);
}

/** Reads a folder in which something happens while it is listed, after the files at its root. */
function readWithListing(change: () => void): ReturnType<typeof readPackage> {
  const source = directorySource(join(root, 'package'));
  return readPackage({
    async *list() {
      let changed = false;
      for await (const entry of await source.list()) {
        yield entry;
        if (!changed) change();
        changed = true;
      }
    },
    read: (path) => source.read(path),
  });
}

describe('a folder', () => {
  it('never shows what lies behind a link that takes a folder’s place while it is listed', async () => {
    write('outside', { 'secret.md': 'secret' });
    const result = await readWithListing(() => {
      renameSync(at('content'), join(root, 'moved'));
      symlinkSync(join(root, 'outside'), at('content'));
    });
    expect(result.diagnostics).toMatchObject([{ code: 'P002_UNREADABLE_ENTRY', file: 'content' }]);
  });

  it('has the findings of its files in memory, in the same order', async () => {
    write('broken', BROKEN_PACKAGE);
    expect(placesOf(await readFiles(BROKEN_PACKAGE))).toEqual(BROKEN_PLACES);
    const folder = await readPackage(directorySource(join(root, 'broken')));
    expect(placesOf(folder)).toEqual(BROKEN_PLACES);
  });

  it('may be reached through a link that the host names', async () => {
    symlinkSync(join(root, 'package'), join(root, 'link'));
    expect((await readPackage(directorySource(join(root, 'link')))).valid).toBe(true);
  });

  it('reads to the same digest as its files in memory', async () => {
    const result = await read();
    expect(result.diagnostics).toEqual([]);
    expect(result.digest).toBe((await readFiles(packageFiles({ 'media/deep/er/x.txt': 'x' }))).digest);
  });

  it('leaves empty folders and hidden entries out, links among them too', async () => {
    mkdirSync(at('empty'));
    mkdirSync(at('.git'));
    symlinkSync('/etc/passwd', at('.git/link'));
    expect((await read()).diagnostics).toEqual([]);
  });

  it('that does not exist is T001, and so is a file in its place', async () => {
    expect(codesOf(await readPackage(directorySource(join(root, 'none'))))).toEqual(['T001']);
    expect(codesOf(await readPackage(directorySource(at('moca.json'))))).toEqual(['T001']);
  });

  it('without moca.json is T002', async () => {
    unlinkSync(at('moca.json'));
    expect(codesOf(await read())).toEqual(['T002']);
  });

  it.each([
    ['a link to a file', () => symlinkSync('/etc/passwd', at('content/b.md'))],
    ['a link to a folder', () => symlinkSync('/etc', at('media/link'))],
    ['a link to nowhere', () => symlinkSync('nowhere', at('media/link'))],
    ['a link within the package', () => symlinkSync('a.md', at('content/b.md'))],
    ['a pipe', () => execFileSync('mkfifo', [at('media/pipe')])],
  ])('with %s is P001', async (_what, make) => {
    make();
    expect(codesOf(await read())).toEqual(['P001']);
  });

  it.each([
    [
      'a file becomes a link',
      () => {
        renameSync(at('content/a.md'), join(root, 'elsewhere.md'));
        symlinkSync(join(root, 'elsewhere.md'), at('content/a.md'));
      },
    ],
    [
      'a folder on the way becomes a link',
      () => {
        renameSync(at('content'), join(root, 'moved'));
        write('other', { 'a.md': 'secret' });
        symlinkSync(join(root, 'other'), at('content'));
      },
    ],
    [
      'a file becomes a pipe nobody writes to',
      () => {
        unlinkSync(at('content/a.md'));
        execFileSync('mkfifo', [at('content/a.md')]);
      },
    ],
    ['a file is deleted', () => unlinkSync(at('content/a.md'))],
    [
      'a file is replaced by another',
      () => {
        writeFileSync(join(root, 'new.md'), 'x');
        renameSync(join(root, 'new.md'), at('content/a.md'));
      },
    ],
  ])('in which %s after it was listed is P002', async (_what, change) => {
    const result = await readWith(change);
    expect(result.diagnostics).toMatchObject([{ code: 'P002_UNREADABLE_ENTRY', file: 'content/a.md' }]);
    expect(result.nodes).toEqual([]);
  });

  // Root may read anything, so the mode of a file says nothing there.
  it.runIf(process.getuid?.() !== 0)('with a file it may not read is P002', async () => {
    chmodSync(at('content/a.md'), 0);
    expect(codesOf(await read())).toEqual(['P002']);
  });
});

describe('packageTarget', () => {
  it('takes a folder, a .moca and a .zip file', async () => {
    const encoder = new TextEncoder();
    const parts = Object.entries(packageFiles({ 'media/deep/er/x.txt': 'x' })).map(([name, content]) => {
      const data = encoder.encode(String(content));
      return { name, data, crc: plainCrc32(data) };
    });
    for (const file of ['p.moca', 'p.ZIP']) writeFileSync(join(root, file), zip(parts));
    const digests = await Promise.all(
      ['package', 'p.moca', 'p.ZIP'].map(
        async (path) => (await readPackage(await packageTarget(join(root, path)))).digest,
      ),
    );
    expect(new Set(digests).size).toBe(1);
    expect(digests[0]).toMatch(/^sha256:/);
  });

  it.each(['nothing-there', 'package/moca.json'])('of %s reads as T001', async (path) => {
    expect(codesOf(await readPackage(await packageTarget(join(root, path))))).toEqual(['T001']);
  });
});
