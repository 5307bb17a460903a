import { deleteDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PackedPackage } from '../../../src/recheck/packed-package.js';
import { createPackageShelf, type PackageShelf } from '../../../src/recheck/shelf.js';

const NAME = 'moca-test-shelf';
const about = (digest: string) => ({ digest, id: 'urn:p', version: '1', title: 'P' });
const archive: PackedPackage = { name: 'p.moca', archive: new Blob(['zip']) };
const folder: PackedPackage = {
  name: 'p',
  files: [
    { path: 'moca.json', content: new Blob(['{}']) },
    { path: 'content/a.md', content: new Blob(['text']) },
  ],
};

let shelves: PackageShelf[] = [];
function shelf(clock = () => 0): PackageShelf {
  const made = createPackageShelf({ name: NAME, clock });
  shelves.push(made);
  return made;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(shelves.map((made) => made.close()));
  shelves = [];
  await deleteDB(NAME);
});

async function unwrapped<Value>(
  result: Promise<{ ok: true; value: Value } | { ok: false; message: string }>,
) {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.message);
  return settled.value;
}

describe('the package shelf', () => {
  it('gives back an archive and a folder after it was opened anew', async () => {
    const first = shelf();
    await first.add(about('a'), archive);
    await first.add(about('b'), folder);
    await first.close();
    const later = shelf();
    const kept = await unwrapped(later.open('a'));
    expect(kept && 'archive' in kept && (await kept.archive.text())).toBe('zip');
    const files = await unwrapped(later.open('b'));
    expect(files && 'files' in files && (await files.files[1]?.content.text())).toBe('text');
  });

  it('lists packages in the order of adding, with name, size and time', async () => {
    let now = 0;
    const made = shelf(() => now);
    await made.add(about('b'), folder);
    now = 1_000;
    await made.add(about('a'), archive);
    expect(await unwrapped(made.list())).toEqual([
      { ...about('b'), name: 'p', size: 6, addedAt: '1970-01-01T00:00:00.000Z' },
      { ...about('a'), name: 'p.moca', size: 3, addedAt: '1970-01-01T00:00:01.000Z' },
    ]);
  });

  it('keeps one copy a digest', async () => {
    const made = shelf();
    await made.add(about('a'), archive);
    expect(await unwrapped(made.add(about('a'), folder))).toMatchObject({ name: 'p.moca' });
    expect(await unwrapped(made.list())).toHaveLength(1);
  });

  it('removes a package with its bytes', async () => {
    const made = shelf();
    await made.add(about('a'), archive);
    await made.remove('a');
    expect(await unwrapped(made.list())).toEqual([]);
    expect(await unwrapped(made.open('a'))).toBeUndefined();
  });

  it('says in a sentence that there is no room, and keeps nothing by halves', async () => {
    const made = shelf();
    await made.list();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'bytes') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    });
    const result = await made.add(about('a'), archive);
    expect(result).toMatchObject({ ok: false, reason: 'full' });
    expect(!result.ok && result.message).toContain('no room');
    vi.restoreAllMocks();
    expect(await unwrapped(made.list())).toEqual([]);
    expect((await made.add(about('a'), archive)).ok).toBe(true);
  });

  it('says in a sentence that the browser keeps nothing, and asks again next time', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const made = shelf();
    const result = await made.list();
    expect(result).toMatchObject({ ok: false, reason: 'unavailable' });
    expect(!result.ok && result.message).toContain('does not let the page keep packages');
    vi.restoreAllMocks();
    expect(await made.list()).toEqual({ ok: true, value: [] });
  });
});
