import { describe, expect, it } from 'vitest';
import type { ReadProgress } from '../../../src/reader/pace.js';
import { readPackage } from '../../../src/reader/read-package.js';
import { memorySource } from '../../../src/reader/source/memory.js';
import { codesOf, type Files, manifest, markdown, packageFiles, readFiles } from '../../support/packages.js';

const stale = packageFiles({ 'content/a.md': markdown('type: Note', '[x](nowhere.md)') });

describe('strict mode', () => {
  it('makes warnings errors, and the package invalid by them', async () => {
    const result = await readFiles(stale, { strict: true });
    expect(result.diagnostics).toMatchObject([{ code: 'C007_LINK_UNRESOLVED', severity: 'error' }]);
    expect(result).toMatchObject({ valid: false, capabilities: [] });
    expect((await readFiles(stale)).valid).toBe(true);
  });

  it('leaves infos, and errors of other families, without effect on validity', async () => {
    const files = packageFiles({ 'moca.json': manifest({ extra: 1 }), 'attestations/x.dsse.json': '{' });
    const result = await readFiles(files, { strict: true });
    expect(result.diagnostics.map(({ severity }) => severity)).toEqual(['info', 'error']);
    expect(result.valid).toBe(true);
  });
});

describe('limits', () => {
  it.each([{ maxBytes: Number.NaN }, { maxEntries: -1 }, { maxMembers: '7' as unknown as number }])(
    '%j are a host error',
    async (limits) => {
      await expect(readFiles(packageFiles(), { limits })).rejects.toThrow(RangeError);
    },
  );

  it('at their very value are allowed', async () => {
    const files = packageFiles();
    const bytes = Object.values(files).reduce((sum, content) => sum + content.length, 0);
    expect(codesOf(await readFiles(files, { limits: { maxBytes: bytes, maxEntries: 2 } }))).toEqual([]);
    expect(codesOf(await readFiles(files, { limits: { maxBytes: bytes - 1 } }))).toEqual(['T003']);
    expect(codesOf(await readFiles(files, { limits: { maxEntries: 1 } }))).toEqual(['T003']);
  });
});

describe('aborting', () => {
  it('before the start rejects with the reason', async () => {
    const reason = new Error('not now');
    await expect(readFiles(packageFiles(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it.each(['list', 'read'] as const)(
    'while a host source hangs in %s rejects with the reason',
    async (stage) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const source = memorySource(packageFiles());
      const hang = () => {
        setTimeout(() => controller.abort(reason));
        return new Promise<never>(() => undefined);
      };
      const reading = readPackage({ ...source, [stage]: hang }, { signal: controller.signal });
      await expect(reading).rejects.toBe(reason);
    },
  );

  it('midway rejects with the reason, even when the source then throws', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const source = memorySource(packageFiles());
    const read = () => {
      controller.abort(reason);
      throw new Error('closed');
    };
    await expect(readPackage({ ...source, read }, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('while a resolver hangs rejects with the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const pin = { id: 'https://example.com/m', version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` };
    const reading = readFiles(packageFiles({ 'moca.json': manifest({ members: [pin] }) }), {
      signal: controller.signal,
      resolveMember: () => {
        setTimeout(() => controller.abort(reason));
        return new Promise<never>(() => undefined);
      },
    });
    await expect(reading).rejects.toBe(reason);
  });
});

it('reports progress up to the end of each phase', async () => {
  const seen: ReadProgress[] = [];
  const files: Files = packageFiles({ 'attestations/x.dsse.json': '{}' });
  for (let index = 0; index < 200; index++) files[`content/${index}.md`] = markdown('type: Note');
  await readFiles(files, { onProgress: (progress) => seen.push(progress) });
  const last = (phase: string) => seen.filter((progress) => progress.phase === phase).at(-1);
  expect(last('read')).toEqual({ phase: 'read', done: 203, total: 203 });
  expect(last('content')).toEqual({ phase: 'content', done: 201, total: 201 });
  expect(last('attestations')).toEqual({ phase: 'attestations', done: 1, total: 1 });
});

describe('structure', () => {
  const turtle = '<https://e.com/a> a <http://www.w3.org/2004/02/skos/core#Concept> .';
  const bound = markdown(
    'type: Note\nmoca: {concepts: [{iri: "https://e.com/a"}, {iri: "https://e.com/a"}]}',
  );

  it('gives the capability and the bindings', async () => {
    const result = await readFiles(packageFiles({ 'structure.ttl': turtle, 'content/a.md': bound }));
    expect(result.diagnostics).toEqual([]);
    expect(result.capabilities).toEqual(['core', 'structured']);
    expect(result.structure?.facts.concepts).toEqual(new Set(['https://e.com/a']));
    expect(result.nodes[0]?.representations[0]?.concepts).toEqual(['https://e.com/a']);
  });

  it.each<[string, string[], Files]>([
    ['bindings without a structure', ['O002'], { 'content/a.md': bound }],
    ['a structure that does not parse', ['O001', 'O002'], { 'structure.ttl': '<', 'content/a.md': bound }],
    [
      'a binding that is not absolute',
      ['C005', 'O003'],
      { 'content/a.md': markdown('type: Note\nmoca: {concepts: [{iri: x}]}') },
    ],
  ])('with %s gives %j and withholds the capability', async (_what, codes, files) => {
    const result = await readFiles(packageFiles(files));
    expect(codesOf(result)).toEqual(codes);
    expect(result).toMatchObject({ valid: true, capabilities: ['core'] });
  });

  it('over its limits gives O001', async () => {
    const files = packageFiles({ 'structure.ttl': `${turtle}\n${turtle.replace('/a>', '/b>')}` });
    expect(codesOf(await readFiles(files, { limits: { maxStructureBytes: 100 } }))).toEqual(['O001']);
    expect(codesOf(await readFiles(files, { limits: { maxTriples: 1 } }))).toEqual(['O001']);
    expect(codesOf(await readFiles(files, { limits: { maxTriples: 2 } }))).toEqual([]);
  });
});
