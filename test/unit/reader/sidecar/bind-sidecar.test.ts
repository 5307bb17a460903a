import { describe, expect, it } from 'vitest';
import { bindSidecar } from '../../../../src/reader/sidecar/bind-sidecar.js';
import { memorySource } from '../../../../src/reader/source/memory.js';
import type { PackageResult } from '../../../../src/reader/types.js';
import { makePackage } from '../make-package.js';

const indexOf = (result: PackageResult, change: object = {}) => ({
  indexVersion: 1,
  target: { id: result.manifest?.id, version: result.manifest?.version, digest: result.digest },
  indexType: 'lexical',
  storage: { format: 'moca-jsonl-v1', file: 'items.jsonl' },
  ...change,
});

const ITEM = { path: 'a.md', chunkIndex: 0, chunkCount: 1, start: 10, end: 20 };

async function bind(
  files: (result: PackageResult) => Record<string, string | Uint8Array>,
  options: Parameters<typeof bindSidecar>[2] = {},
) {
  const result = await makePackage({
    manifest: { language: 'en', locales: ['fr'] },
    nodes: { 'a.md': { '': { body: 'x'.repeat(40) }, fr: {} }, 'b.md': {} },
  });
  return bindSidecar(memorySource(files(result)), result, options);
}

const sidecar =
  (items: unknown[], change: object = {}) =>
  (result: PackageResult) => ({
    'index.json': JSON.stringify(indexOf(result, change)),
    'items.jsonl': items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n'),
  });

const found = ({ diagnostics }: { diagnostics: readonly { code: string; line?: number }[] }) =>
  diagnostics.map(({ code, line }) =>
    line === undefined ? code.slice(0, 4) : `${code.slice(0, 4)}:${line}`,
  );

describe('binding', () => {
  it('gives the chunks in line order and ignores the text of items', async () => {
    const bound = await bind(
      sidecar([
        { ...ITEM, chunkCount: 2, text: 'forged', other: 1 },
        '',
        { ...ITEM, chunkIndex: 1, chunkCount: 2, start: 20 },
        { ...ITEM, locale: 'fr', vector: [1, 2] },
      ]),
    );
    expect(bound.usable).toBe(true);
    expect(bound.diagnostics).toEqual([]);
    expect(bound.chunks).toEqual([
      { path: 'a.md', span: { start: 10, end: 20 } },
      { path: 'a.md', span: { start: 20, end: 20 } },
      { path: 'a.md', locale: 'fr', span: { start: 10, end: 20 }, vector: [1, 2] },
    ]);
  });

  it.each<[string, (result: PackageResult) => Record<string, string | Uint8Array>, string[]]>([
    ['no index.json', () => ({ 'items.jsonl': '' }), ['S001']],
    ['an index.json that is not JSON', () => ({ 'index.json': '{' }), ['S001']],
    [
      'an index.json that is not UTF-8',
      () => ({ 'index.json': new Uint8Array([0x22, 0xff, 0x22]) }),
      ['S001'],
    ],
    ['another key in the index', sidecar([ITEM], { other: 1 }), ['S001']],
    ['a dense index without a model', sidecar([ITEM], { indexType: 'dense' }), ['S001']],
    ['an unsafe name', () => ({ '../x': '' }), ['S001']],
    ['two files of one name', (result) => ({ ...sidecar([ITEM])(result), 'INDEX.json': '' }), ['S001']],
    [
      'another package',
      sidecar([], { target: { id: 'x:y', version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` } }),
      ['S002'],
    ],
    [
      'a payload that is not there',
      (result) => ({ 'index.json': JSON.stringify(indexOf(result)) }),
      ['S001'],
    ],
    [
      'a payload outside',
      sidecar([ITEM], { storage: { format: 'moca-jsonl-v1', file: '../items.jsonl' } }),
      ['S001'],
    ],
    ['an unknown format', sidecar([ITEM], { storage: { format: 'other', file: 'none' } }), ['S005']],
  ])('with %s gives %j', async (_name, files, codes) => {
    const bound = await bind(files);
    expect(found(bound)).toEqual(codes);
    expect(bound).toMatchObject({ usable: false, chunks: [] });
  });

  it.each([
    ['version', { version: '2.0.0' }, 'S002', 'error'],
    ['digest', { digest: `sha256:${'0'.repeat(64)}` }, 'S003', 'warning'],
  ])('to another %s is refused', async (_name, change, code, severity) => {
    const bound = await bind((result) =>
      sidecar([ITEM], { target: { ...indexOf(result).target, ...change } })(result),
    );
    expect(found(bound)).toEqual([code]);
    expect(bound.diagnostics[0]?.severity).toBe(severity);
  });

  it('promotes warnings in strict mode and leaves infos', async () => {
    const stale = (result: PackageResult) =>
      sidecar([], { target: { ...indexOf(result).target, digest: `sha256:${'0'.repeat(64)}` } })(result);
    expect((await bind(stale, { strict: true })).diagnostics[0]?.severity).toBe('error');
    const unknown = sidecar([], { storage: { format: 'other', file: 'none' } });
    expect((await bind(unknown, { strict: true })).diagnostics[0]?.severity).toBe('info');
  });

  it('is S001 over the limits of the host', async () => {
    expect(found(await bind(sidecar([ITEM]), { limits: { maxEntries: 1 } }))).toEqual(['S001']);
    expect(found(await bind(sidecar([ITEM]), { limits: { maxBytes: 100 } }))).toEqual(['S001']);
  });

  it('is S001 when its source gives a view that throws when it is read', async () => {
    const view = Object.defineProperty(new Uint8Array(1), 'buffer', {
      get: () => {
        throw new TypeError('no');
      },
    });
    const source = { list: () => ['index.json'], read: () => view };
    expect(found(await bindSidecar(source, await makePackage()))).toEqual(['S001']);
  });

  it('takes bytes that are no archive as S001, and throws for what is no target', async () => {
    const result = await makePackage();
    expect(found(await bindSidecar(new Uint8Array(10), result))).toEqual(['S001']);
    await expect(bindSidecar({} as Uint8Array, result)).rejects.toThrow(TypeError);
  });
});

describe('an item', () => {
  it.each<[string, unknown]>([
    ['that is not JSON', '{'],
    ['that is a list', []],
    ['that is null', null],
    ['without a path', { ...ITEM, path: undefined }],
    ['of an unknown node', { ...ITEM, path: 'c.md' }],
    ['with a leading slash', { ...ITEM, path: '/a.md' }],
    ['with a .. segment', { ...ITEM, path: '../a.md' }],
    ['of an unknown locale', { ...ITEM, locale: 'de' }],
    ['that names the default by its language', { ...ITEM, locale: 'en' }],
    ['with a locale that is no text', { ...ITEM, locale: 3 }],
    ['with an index that is its count', { ...ITEM, chunkIndex: 1 }],
    ['with a negative index', { ...ITEM, chunkIndex: -1 }],
    ['with no count', { ...ITEM, chunkCount: 0 }],
    ['with a start after its end', { ...ITEM, start: 21 }],
    ['with an end after the file', { ...ITEM, end: 9999 }],
    ['with a start that is no integer', { ...ITEM, start: 1.5 }],
    ['with a text that is no text', { ...ITEM, text: 1 }],
    ['with a vector that is no list', { ...ITEM, vector: 'x' }],
    ['with a vector of other things', { ...ITEM, vector: ['1'] }],
  ])('%s is S004 with its line', async (_name, item) => {
    const bound = await bind(sidecar([{ ...ITEM, path: 'b.md' }, '', item]));
    expect(found(bound)).toEqual(['S004:3']);
    expect(bound.chunks).toEqual([]);
  });

  it('is S004 when the chunks of its representation are not as many as it says', async () => {
    expect(found(await bind(sidecar([{ ...ITEM, chunkCount: 2 }])))).toEqual(['S004:1']);
    expect(
      found(
        await bind(
          sidecar([
            { ...ITEM, chunkCount: 2 },
            { ...ITEM, chunkIndex: 1, chunkCount: 3 },
          ]),
        ),
      ),
    ).toEqual(['S004:1']);
  });

  it('is S004 when its vector has not the dimensions of the model', async () => {
    const model = { model: { name: 'm', dimensions: 3 } };
    expect(found(await bind(sidecar([{ ...ITEM, vector: [1, 2] }], model)))).toEqual(['S004:1']);
  });

  it('of very many bad ones is reported up to a bound', async () => {
    const bound = await bind(sidecar(Array.from({ length: 5000 }, () => 'x')));
    expect(bound.diagnostics).toHaveLength(1000);
  });
});

describe('a vector file', () => {
  const vectors = (dimensions = 2, file = 'v.f32') => ({
    storage: {
      format: 'moca-jsonl-v1',
      file: 'items.jsonl',
      vectors: { file, dtype: 'float32', dimensions },
    },
  });
  const floats = (...values: number[]) => {
    const bytes = new Uint8Array(values.length * 4);
    for (const [index, value] of values.entries())
      new DataView(bytes.buffer).setFloat32(index * 4, value, true);
    return bytes;
  };

  it('gives each line its row, in place of vectors of its own', async () => {
    const items = [
      { ...ITEM, vector: [9, 9] },
      { ...ITEM, path: 'b.md' },
    ];
    const bound = await bind((result) => ({
      ...sidecar(items, vectors())(result),
      'v.f32': floats(1, 2, 3, 4.5),
    }));
    expect(bound.chunks.map(({ vector }) => Array.from(vector ?? []))).toEqual([
      [1, 2],
      [3, 4.5],
    ]);
  });

  it.each([
    ['missing', vectors(2, 'none'), floats(1, 2), 'S001'],
    ['too short', vectors(), floats(1), 'S004'],
    ['too long', vectors(), floats(1, 2, 3), 'S004'],
    [
      'of other dimensions than the model',
      { ...vectors(), model: { name: 'm', dimensions: 3 } },
      floats(1, 2),
      'S004',
    ],
  ])('%s is refused', async (_name, change, bytes, code) => {
    const bound = await bind((result) => ({ ...sidecar([ITEM], change)(result), 'v.f32': bytes }));
    expect(found(bound)).toEqual([code]);
    expect(bound.usable).toBe(false);
  });
});
