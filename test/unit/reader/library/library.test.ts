import { describe, expect, it } from 'vitest';
import { Library } from '../../../../src/reader/library/library.js';
import type { PackageResult } from '../../../../src/reader/types.js';
import { makePackage } from '../make-package.js';

const asMember = (result: PackageResult, status: 'resolved' | 'mismatch' = 'resolved') => ({
  id: result.manifest?.id ?? '',
  version: result.manifest?.version ?? '',
  digest: result.digest ?? '',
  status,
  result,
});

const refs = (library: Library) => library.citations().map(({ node }) => node.ref);

describe('adding a package', () => {
  it('loads it with its members at every depth, after it, in manifest order', async () => {
    const leaf = await makePackage({ id: 'https://example.com/leaf' });
    const first = await makePackage({ id: 'https://example.com/first', members: [asMember(leaf)] });
    const second = await makePackage({ id: 'https://example.com/second' });
    const root = await makePackage({
      id: 'https://example.com/root',
      members: [asMember(first), asMember(second)],
    });
    const library = new Library();
    expect(library.add(root)).toEqual({ added: true, diagnostics: [] });
    expect(library.packages.map(({ id }) => id.slice('https://example.com/'.length))).toEqual([
      'root',
      'first',
      'leaf',
      'second',
    ]);
  });

  it('leaves out members that are invalid or do not match their pin', async () => {
    const invalid = await makePackage({ id: 'https://example.com/x', valid: false });
    const other = await makePackage({ id: 'https://example.com/y' });
    const root = await makePackage({ members: [asMember(invalid), asMember(other, 'mismatch')] });
    const library = new Library();
    library.add(root);
    expect(library.packages).toHaveLength(1);
  });

  it('changes nothing the second time', async () => {
    const library = new Library();
    const result = await makePackage();
    library.add(result);
    expect(library.add(result)).toEqual({ added: false, diagnostics: [] });
    expect(library.packages).toHaveLength(1);
  });

  it('refuses another package of the same id and version, members too, and keeps the first', async () => {
    const library = new Library();
    const first = await makePackage({ nodes: { 'a.md': { body: 'first' } } });
    const second = await makePackage({ nodes: { 'a.md': { body: 'second' } } });
    library.add(first);
    const { added, diagnostics } = library.add(second);
    expect(added).toBe(false);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['L001_IDENTITY_CONFLICT', 'error'],
    ]);
    const parent = await makePackage({ id: 'https://example.com/parent', members: [asMember(second)] });
    expect(library.add(parent)).toMatchObject({
      added: true,
      diagnostics: [{ code: 'L001_IDENTITY_CONFLICT' }],
    });
    expect(library.diagnostics).toHaveLength(2);
    expect(library.get('https://example.com/p#a.md', { text: true })?.text).toBe('first');
  });

  it.each([{ valid: false }, { digest: undefined }])('throws for a result with %j', async (change) => {
    const result = { ...(await makePackage()), ...change };
    expect(() => new Library().add(result)).toThrow(TypeError);
  });
});

describe('get', () => {
  it('finds a version by reference and the first loaded version by id', async () => {
    const library = new Library();
    library.add(await makePackage({ version: '2.0.0' }));
    library.add(await makePackage({ version: '1.0.0' }));
    expect(library.get('https://example.com/p#a.md')?.package.version).toBe('2.0.0');
    expect(library.get('https://example.com/p@1.0.0#a.md')?.package.version).toBe('1.0.0');
    expect(library.get('https://example.com/p@3.0.0#a.md')).toBeUndefined();
  });

  it('finds nodes whose package id or path contains #', async () => {
    const library = new Library();
    library.add(await makePackage({ id: 'https://example.com/p#q', nodes: { 'x#y.md': {} } }));
    expect(library.get('https://example.com/p#q#x#y.md')?.node.path).toBe('x#y.md');
    expect(library.get('https://example.com/p#q@1.0.0#x#y.md')?.node.path).toBe('x#y.md');
  });

  it('cuts a span of bytes out of the body and refuses one that leaves it', async () => {
    const library = new Library();
    library.add(await makePackage({ nodes: { 'a.md': { body: 'äbc' } } }));
    const whole = library.get('https://example.com/p#a.md');
    const { start = 0, end = 0 } = whole?.span ?? {};
    const cut = library.get('https://example.com/p#a.md', {
      text: true,
      span: { start: start + 2, end: end - 1 },
    });
    expect(cut?.text).toBe('b');
    for (const span of [
      { start: start - 1, end },
      { start, end: end + 1 },
      { start: end, end: start },
      { start: start + 0.5, end },
    ]) {
      expect(library.get('https://example.com/p#a.md', { span })).toBeUndefined();
    }
  });

  it('computes trust at another time on request', async () => {
    const library = new Library({ clock: () => Date.parse('2030-01-01') });
    library.add(await makePackage({ nodes: { 'a.md': { frontmatter: { stale_after: '2027-01-01' } } } }));
    expect(library.get('https://example.com/p#a.md')?.trust.stale).toBe(true);
    const before = library.get('https://example.com/p#a.md', { now: Date.parse('2026-01-01') });
    expect(before?.trust.stale).toBe(false);
  });
});

describe('citations', () => {
  it('gives one record a node, in loading order', async () => {
    const library = new Library();
    library.add(
      await makePackage({ id: 'https://example.com/z', nodes: { 'a.md': {}, 'b.md': { '': {}, fr: {} } } }),
    );
    library.add(await makePackage({ id: 'https://example.com/a' }));
    expect(refs(library)).toEqual([
      'https://example.com/z@1.0.0#a.md',
      'https://example.com/z@1.0.0#b.md',
      'https://example.com/a@1.0.0#a.md',
    ]);
    expect(library.citations({ locale: 'fr' }).map(({ node }) => node.locale)).toEqual([
      undefined,
      'fr',
      undefined,
    ]);
  });
});
