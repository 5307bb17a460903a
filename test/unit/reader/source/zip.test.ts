import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ReadOptions, readPackage } from '../../../../src/reader/read-package.js';
import { codesOf, manifest, markdown, packageFiles, readFiles } from '../../../support/packages.js';
import { little, plainCrc32, type ZipOptions, type ZipPart, zip } from '../../../support/zip.js';

const encoder = new TextEncoder();

function stored(name: string, content: string | Uint8Array, part: Partial<ZipPart> = {}): ZipPart {
  const data = typeof content === 'string' ? encoder.encode(content) : content;
  return { name, data, crc: plainCrc32(data), ...part };
}

function deflated(name: string, content: string | Uint8Array, part: Partial<ZipPart> = {}): ZipPart {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  return { name, data: deflateSync(bytes), method: 8, size: bytes.length, crc: plainCrc32(bytes), ...part };
}

const base = (): ZipPart[] => [
  stored('moca.json', manifest()),
  deflated('content/a.md', markdown('type: Note')),
];

function read(parts: ZipPart[], options?: ZipOptions, readOptions?: ReadOptions) {
  return readPackage(zip([...base(), ...parts], options), readOptions);
}

async function codes(parts: ZipPart[], options?: ZipOptions, readOptions?: ReadOptions) {
  return codesOf(await read(parts, options, readOptions));
}

describe('an archive that keeps the rules', () => {
  it('reads to the same digest as the same files in memory', async () => {
    const archive = await read([]);
    const memory = await readFiles(packageFiles());
    expect(archive.diagnostics).toEqual([]);
    expect(archive.valid).toBe(true);
    expect(archive.digest).toBe(memory.digest);
  });

  const accepted: [string, ZipPart[], ZipOptions?][] = [
    ['stored and deflated entries', [stored('media/a', 'x'), deflated('media/b', 'y')]],
    ['an empty stored entry', [stored('media/empty', '')]],
    ['an empty deflated entry', [deflated('media/empty', '')]],
    ['a directory entry', [stored('media/', '', { mode: 0o040755 })]],
    ['a UTF-8 name with the flag', [stored('media/é', 'x', { flags: 0x800 })]],
    ['an ASCII name with the flag', [stored('media/e', 'x', { flags: 0x800 })]],
    ['a regular Unix mode', [stored('media/a', 'x', { mode: 0o100644 })]],
    ['no Unix mode', [stored('media/a', 'x', { mode: 0 })]],
    ['another name in the local header', [stored('media/a', 'x', { localName: '../evil' })]],
    [
      'extra fields',
      [stored('media/a', 'x', { localExtra: new Uint8Array(9), centralExtra: new Uint8Array(4) })],
    ],
    [
      'a data descriptor',
      [deflated('media/a', 'hello', { flags: 8, sizesLater: true, trailer: new Uint8Array(16) })],
    ],
    ['a comment', [], { comment: encoder.encode('made by hand') }],
    ['a comment of the longest kind', [], { comment: new Uint8Array(0xffff).fill(32) }],
    ['bytes before the first entry', [], { prefix: encoder.encode('#!/bin/sh\nexit 1\n') }],
    ['Zip64 end records', [], { zip64: true }],
    ['Zip64 end records after other bytes', [], { zip64: true, prefix: new Uint8Array(70) }],
    [
      'Zip64 sizes of an entry',
      [
        stored('media/a', 'xyz', {
          size: 0xffffffff,
          compressedSize: 0xffffffff,
          sizesLater: true,
          centralExtra: concat(little(1, 2), little(16, 2), little(3, 8), little(3, 8)),
        }),
      ],
    ],
    [
      'a hidden entry that breaks every reading rule',
      [stored('.git/x', 'x', { method: 99, crc: 1, mode: 0o120000 })],
    ],
    ['two hidden entries with one name', [stored('.x', 'a'), stored('.x', 'b')]],
  ];
  it.each(accepted)('may have %s', async (_name, parts, options) => {
    expect(await codes(parts, options)).toEqual([]);
  });

  it('gives the same bytes for an entry that is inflated in steps', async () => {
    const large = new Uint8Array(6 * 1024 * 1024).map((_, index) => (index * 7919) >>> 9);
    const archive = await read([deflated('media/large', large)]);
    const memory = await readFiles(packageFiles({ 'media/large': large }));
    expect(archive.digest).toBe(memory.digest);
  });

  it('lets other work run, and can be given up, in the middle of a long entry', async () => {
    const abort = new AbortController();
    const bytes = new Uint8Array(192 * 1024 * 1024);
    const parts = [...base(), stored('media/long', deflateSync(bytes), { method: 8, size: bytes.length })];
    setTimeout(() => abort.abort(new Error('enough')), 0);
    // With the wrong CRC that it has, a read that went on to the end of the entry would not reject.
    await expect(readPackage(zip(parts), { signal: abort.signal })).rejects.toThrow('enough');
  });

  it('reads from a Blob as from bytes', async () => {
    const bytes = zip([...base(), deflated('media/a', 'x'.repeat(100_000))]);
    const [fromBlob, fromBytes, fromBuffer] = await Promise.all([
      readPackage(new Blob([bytes])),
      readPackage(bytes),
      readPackage(bytes.buffer),
    ]);
    expect(fromBlob.digest).toBe(fromBytes.digest);
    expect(fromBuffer.digest).toBe(fromBytes.digest);
    expect(fromBlob.valid).toBe(true);
  });
});

describe('an archive that is rejected whole (T003)', () => {
  const names: [string, string | Uint8Array, number?][] = [
    ['an absolute name', '/etc/passwd'],
    ['a drive prefix', 'C:x'],
    ['a backslash', 'content\\a.md'],
    ['NUL', 'content/a\0.md'],
    ['an empty segment', 'content//a.md'],
    ['a . segment', 'content/./b.md'],
    ['a .. segment', 'content/../b.md'],
    ['a leading .. segment', '../b.md'],
    ['a .. directory', 'content/../'],
    ['no name', ''],
    ['a hidden but unsafe name', '.git/../x'],
    ['a byte outside ASCII and no UTF-8 flag', encoder.encode('media/é')],
    ['bytes that are not UTF-8 under the flag', new Uint8Array([0x61, 0xff]), 0x800],
  ];
  it.each(names)('has an entry with %s', async (_what, name, flags = 0) => {
    expect(await codes([stored('x', 'x', { name, flags })])).toEqual(['T003']);
  });

  const broken: [string, Uint8Array][] = [
    ['is empty', new Uint8Array(0)],
    ['is not a Zip', encoder.encode('not a zip at all, though long enough to hold an end record')],
    ['is cut short', zip(base()).subarray(0, -1)],
    ['has bytes after its end', concat(zip(base()), new Uint8Array(3))],
    ['says it has more entries than it has', zip(base(), { end: { count: 3, countOnDisk: 3 } })],
    ['says it has fewer entries than it has', zip(base(), { end: { count: 1, countOnDisk: 1 } })],
    ['puts its directory after itself', zip(base(), { end: { offset: 1_000_000 } })],
    ['has a directory larger than itself', zip(base(), { end: { size: 1_000_000 } })],
    ['is the last of several disks', zip(base(), { end: { disk: 1 } })],
    ['has entries on other disks', zip(base(), { end: { countOnDisk: 1 } })],
    ['has an entry that starts on another disk', zip([...base(), stored('media/a', 'x', { disk: 2 })])],
  ];
  it.each(broken)('%s', async (_what, bytes) => {
    const result = await readPackage(bytes);
    expect(codesOf(result)).toEqual(['T003']);
    expect(result.digest).toBeUndefined();
    expect(result.valid).toBe(false);
  });

  it('has more entries than maxEntries, hidden and directory entries included', async () => {
    const parts = [stored('.hidden', ''), stored('media/', '')];
    expect(await codes(parts, {}, { limits: { maxEntries: 3 } })).toEqual(['T003']);
    expect(await codes(parts, {}, { limits: { maxEntries: 4 } })).toEqual([]);
  });

  it('has entries that lie over each other, so that they would be inflated again and again', async () => {
    const data = new Uint8Array(1000);
    const over = Array.from({ length: 20 }, (_, index) =>
      stored(`media/${index}`, '', { method: 8, size: 0, compressedSize: 1000, data: new Uint8Array(0) }),
    );
    const parts = [stored('media/long', data), ...over];
    expect(await codes(parts, {}, { limits: { maxBytes: 5_000 } })).toEqual(['T003']);
  });

  it('declares more bytes than maxBytes, before any entry is read', async () => {
    const liar = stored('media/a', 'x', { size: 1_000_000, method: 99 });
    expect(await codes([liar], {}, { limits: { maxBytes: 999_999 } })).toEqual(['T003']);
  });
});

describe('an archive with an entry that is not a file of its own', () => {
  const kinds: [string, string, ZipPart[]][] = [
    ['P001', 'a symbolic link', [stored('media/a', 'x', { mode: 0o120777 })]],
    ['P001', 'a pipe', [stored('media/a', 'x', { mode: 0o010644 })]],
    ['P001', 'a directory mode without the slash', [stored('media/a', 'x', { mode: 0o040755 })]],
    ['P001', 'a link among the attestations', [stored('attestations/a', 'x', { mode: 0o120777 })]],
    ['P003', 'a name twice', [stored('media/a', 'x'), stored('media/a', 'x')]],
    ['P003', 'two names that differ in case', [stored('media/a', 'x'), stored('media/A', 'x')]],
    [
      'P003',
      'two names that differ in Unicode form',
      [stored('media/\u00e9', 'x', { flags: 0x800 }), stored('media/e\u0301', 'x', { flags: 0x800 })],
    ],
  ];
  it.each(kinds)('%s for %s, and nothing more is concluded', async (code, _what, parts) => {
    const result = await read(parts);
    expect(codesOf(result)).toEqual([code]);
    expect(result.digest).toBeUndefined();
    expect(result.nodes).toEqual([]);
  });
});

describe('an entry that cannot be read (P002)', () => {
  const text = 'some text that deflates, some text that deflates';
  const unreadable: [string, ZipPart][] = [
    ['another compression method', stored('media/a', 'x', { method: 12 })],
    ['encryption', stored('media/a', 'x', { flags: 1 })],
    ['strong encryption', stored('media/a', 'x', { flags: 0x40 })],
    ['a wrong CRC, stored', stored('media/a', 'x', { crc: 1 })],
    ['a wrong CRC, deflated', deflated('media/a', text, { crc: 1 })],
    ['two sizes while stored', stored('media/a', 'xx', { size: 1 })],
    ['more bytes than declared', deflated('media/a', text, { size: text.length - 1 })],
    ['fewer bytes than declared', deflated('media/a', text, { size: text.length + 1 })],
    ['no bytes declared', deflated('media/a', text, { size: 0 })],
    ['broken compressed data', deflated('media/a', text, { data: new Uint8Array([7, 7, 7, 7]) })],
    [
      'compressed data cut short',
      deflated('media/a', text, { data: deflateSync(encoder.encode(text)).subarray(0, 9) }),
    ],
    ['data past the end of the archive', stored('media/a', 'x', { size: 9_999, compressedSize: 9_999 })],
  ];
  it.each(unreadable)('%s', async (_what, part) => {
    const result = await read([part]);
    expect(result.diagnostics).toMatchObject([
      { code: 'P002_UNREADABLE_ENTRY', file: 'media/a', severity: 'error' },
    ]);
    expect(result.digest).toBeUndefined();
    expect(result.nodes).toEqual([]);
    expect(result.manifest).toBeUndefined();
  });

  it('is the first in path order, wherever it lies in the archive', async () => {
    const wrong = ['media/c', 'media/a', 'media/b'].map((name) => stored(name, 'x', { crc: 1 }));
    const result = await read([...wrong, stored('media/0', 'x')]);
    expect(result.diagnostics.map(({ file }) => file)).toEqual(['media/a']);
  });

  it('stops inflating a bomb at its declared size', async () => {
    const bomb = deflateSync(new Uint8Array(64 * 1024 * 1024));
    const before = process.memoryUsage().arrayBuffers;
    const result = await read([stored('media/bomb', bomb, { method: 8, size: 5 * 1024 * 1024 })]);
    expect(codesOf(result)).toEqual(['P002']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(56 * 1024 * 1024);
  });

  it('has no local header where the directory says', async () => {
    const bytes = zip(base());
    bytes[0] = 0;
    expect(codesOf(await readPackage(bytes))).toEqual(['P002']);
  });
});

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
