import { deflateSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPackage } from '../../src/reader/read-package.js';
import { BROKEN_PACKAGE, BROKEN_PLACES, placesOf } from '../support/broken-package.js';
import { codesOf, type Files, markdown, packageFiles, readFiles } from '../support/packages.js';
import { plainCrc32, zip } from '../support/zip.js';

const encoder = new TextEncoder();
const files: Files = packageFiles({
  'content/deep/er/b.md': markdown('type: Note'),
  'media/large.bin': new Uint8Array(9 * 1024 * 1024).map((_, index) => index * 7),
  'media/medium.bin': new Uint8Array(100_000).fill(3),
  'media/é.bin': new Uint8Array(3),
});
const bytesOf = (content: string | Uint8Array = '') =>
  typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content);
const archive = (of = files): Uint8Array<ArrayBuffer> =>
  zip(
    Object.entries(of).map(([name, content]) => {
      const bytes = bytesOf(content);
      return {
        name,
        flags: 0x800,
        data: deflateSync(bytes),
        method: 8,
        size: bytes.length,
        crc: plainCrc32(bytes),
      };
    }),
  );

let expected: string | undefined;

beforeAll(async () => {
  expected = (await readFiles(files)).digest;
});

describe('in a browser, the same package', () => {
  it('has the same digest from bytes, from a Blob and from a File', async () => {
    const bytes = archive();
    for (const target of [bytes, bytes.buffer, new Blob([bytes]), new File([bytes], 'p.moca')]) {
      const result = await readPackage(target);
      expect(result.diagnostics).toEqual([]);
      expect(result.digest).toBe(expected);
    }
  });

  it('has the same digest from a Blob with bytes before it, read by slices', async () => {
    const blob = new Blob([new Uint8Array(5 * 1024 * 1024), archive()]);
    let largest = 0;
    const slice = blob.slice.bind(blob);
    Object.defineProperty(blob, 'slice', {
      value: (start: number, end: number) => {
        largest = Math.max(largest, end - start);
        return slice(start, end);
      },
    });
    expect((await readPackage(blob)).digest).toBe(expected);
    expect(largest).toBeLessThanOrEqual(4 * 1024 * 1024);
  });
});

describe('a directory handle', () => {
  let root: FileSystemDirectoryHandle;

  beforeAll(async () => {
    root = await (await navigator.storage.getDirectory()).getDirectoryHandle('package', { create: true });
    for (const [path, content] of Object.entries(files)) await write(path, bytesOf(content));
    for (const [path, content] of Object.entries(BROKEN_PACKAGE)) {
      await write(`.broken/${path}`, bytesOf(content));
    }
    await write('.hidden/x', new Uint8Array(1));
  });

  afterAll(async () => {
    await (await navigator.storage.getDirectory()).removeEntry('package', { recursive: true });
  });

  async function write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const names = path.split('/');
    let folder = root;
    for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
    const stream = await (await folder.getFileHandle(names.at(-1) ?? '', { create: true })).createWritable();
    await stream.write(bytes);
    await stream.close();
  }

  it('reads to the same digest', async () => {
    const result = await readPackage(root);
    expect(result.diagnostics).toEqual([]);
    expect(result.digest).toBe(expected);
    expect(result.nodes.map(({ path }) => path)).toEqual(['a.md', 'deep/er/b.md']);
  });

  it('has the findings that the same files have everywhere, in the same order', async () => {
    const broken = await root.getDirectoryHandle('.broken');
    expect(placesOf(await readPackage(broken))).toEqual(BROKEN_PLACES);
    expect(placesOf(await readPackage(new Blob([archive(BROKEN_PACKAGE)])))).toEqual(BROKEN_PLACES);
    expect(placesOf(await readFiles(BROKEN_PACKAGE))).toEqual(BROKEN_PLACES);
  });

  it('is held to maxBytes before anything is read', async () => {
    expect(codesOf(await readPackage(root, { limits: { maxBytes: 1_000_000 } }))).toEqual(['T003']);
  });

  it('of a folder that is gone is T001', async () => {
    const origin = await navigator.storage.getDirectory();
    const gone = await origin.getDirectoryHandle('gone', { create: true });
    await origin.removeEntry('gone');
    expect(codesOf(await readPackage(gone))).toEqual(['T001']);
  });
});

it('a picked folder reads to the same digest', async () => {
  const picked = Object.entries(files).map(([path, content]) => {
    const file = new File([bytesOf(content)], path.split('/').at(-1) ?? '');
    Object.defineProperty(file, 'webkitRelativePath', { value: `picked/${path}` });
    return file;
  });
  expect((await readPackage(picked)).digest).toBe(expected);
});

it('a Blob whose file became unreadable is T003, not a rejection', async () => {
  const blob = new Blob([archive()]);
  Object.defineProperty(blob, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  });
  expect(codesOf(await readPackage(blob))).toEqual(['T003']);
});
