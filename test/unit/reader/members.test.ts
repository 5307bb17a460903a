import { describe, expect, it } from 'vitest';
import type { MemberPin, MemberResolver } from '../../../src/reader/members.js';
import { memorySource } from '../../../src/reader/source/memory.js';
import type { PackageTarget } from '../../../src/reader/types.js';
import { codesOf, type Files, manifest, markdown, packageFiles, readFiles } from '../../support/packages.js';

const id = (name: string) => `https://example.com/moca/${name}`;

/** A package that holds the pinned members, and the pin of itself. */
async function make(
  name: string,
  members: MemberPin[] = [],
  content = true,
): Promise<{ files: Files; pin: MemberPin }> {
  const files: Files = {
    'moca.json': manifest({ id: id(name), title: name, ...(members.length > 0 ? { members } : {}) }),
    ...(content ? { 'content/a.md': markdown('type: Note') } : {}),
  };
  const { digest = '' } = await readFiles(files);
  return { files, pin: { id: id(name), version: '1.0.0', digest } };
}

/** Resolves by id alone, so that a test can hand over the wrong package. */
function resolver(...packages: { files: Files; pin: MemberPin }[]): MemberResolver {
  return ({ id: wanted }) => {
    const found = packages.find(({ pin }) => pin.id === wanted);
    return found && memorySource(found.files);
  };
}

const child = await make('child');
const holding = (...members: MemberPin[]) => packageFiles({ 'moca.json': manifest({ members }) });

describe('a member', () => {
  it('is resolved and read when it is what is pinned', async () => {
    const result = await readFiles(holding(child.pin), { resolveMember: resolver(child) });
    expect(result.diagnostics).toEqual([]);
    expect(result.members).toMatchObject([{ ...child.pin, status: 'resolved', result: { valid: true } }]);
    expect(result.capabilities).toEqual(['composed', 'core']);
  });

  it('stays unresolved without a resolver, and nothing is said', async () => {
    const result = await readFiles(holding(child.pin));
    expect(result.diagnostics).toEqual([]);
    expect(result.members).toEqual([{ ...child.pin, status: 'unresolved' }]);
    expect(result.capabilities).toEqual(['composed', 'core']);
  });

  it('makes a package without content one with content', async () => {
    const book = await make('book', [child.pin], false);
    expect(codesOf(await readFiles(book.files))).toEqual([]);
  });

  it.each<[string, MemberResolver]>([
    ['finds nothing', () => undefined],
    ['finds null', () => null],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['gives no target', () => 7 as unknown as PackageTarget],
  ])('gives R001 when the resolver %s', async (_what, resolveMember) => {
    const result = await readFiles(holding(child.pin), { resolveMember });
    expect(codesOf(result)).toEqual(['R001']);
    expect(result.members).toEqual([{ ...child.pin, status: 'unresolved' }]);
    expect(result.valid).toBe(true);
  });

  it.each<[string, Partial<MemberPin>]>([
    ['digest', { digest: `sha256:${'0'.repeat(64)}` }],
    ['version', { version: '2.0.0' }],
  ])('gives R002 when its %s is not the pinned one', async (_what, over) => {
    const result = await readFiles(holding({ ...child.pin, ...over }), { resolveMember: resolver(child) });
    expect(codesOf(result)).toEqual(['R002']);
    expect(result.members).toMatchObject([{ status: 'mismatch' }]);
    expect(result.valid).toBe(true);
  });

  it('gives R002 when what was found has no digest at all', async () => {
    const result = await readFiles(holding(child.pin), { resolveMember: () => new Uint8Array(9) });
    expect(codesOf(result)).toEqual(['R002']);
  });

  it('keeps its own findings to itself', async () => {
    const odd = { files: { ...child.files, 'content/b.md': 'no frontmatter' }, pin: child.pin };
    const { digest = '' } = await readFiles(odd.files);
    const result = await readFiles(holding({ ...child.pin, digest }), { resolveMember: resolver(odd) });
    expect(result.diagnostics).toEqual([]);
    expect(result.members[0]?.result?.diagnostics).toMatchObject([{ code: 'C001_FRONTMATTER_MISSING' }]);
  });

  it('must be signed too where the host requires it', async () => {
    const result = await readFiles(holding(child.pin), {
      resolveMember: resolver(child),
      requireSignature: true,
    });
    expect(result.members[0]?.result && codesOf(result.members[0].result)).toEqual(['A009']);
  });

  it('that is malformed is skipped', async () => {
    const members = [{ version: '1.0.0' }, 'text', child.pin] as MemberPin[];
    const result = await readFiles(holding(...members), { resolveMember: resolver(child) });
    expect(result.members).toMatchObject([{ status: 'resolved' }]);
    expect(codesOf(result)).toEqual(['M002']);
  });
});

describe('a cycle of members', () => {
  const none = `sha256:${'0'.repeat(64)}`;

  it('of one is found before it is resolved', async () => {
    let asked = 0;
    const own = { id: id('self'), version: '1.0.0', digest: none };
    const self = await make('self', [own]);
    const result = await readFiles(self.files, {
      resolveMember: () => {
        asked++;
        return undefined;
      },
    });
    expect(codesOf(result)).toEqual(['R003']);
    expect(result.members).toMatchObject([{ status: 'cycle' }]);
    expect(asked).toBe(0);
  });

  it('of two is R003 in both, and not R002', async () => {
    const b = await make('b', [{ id: id('a'), version: '1.0.0', digest: none }]);
    const a = await make('a', [{ ...b.pin, digest: none }]);
    const result = await readFiles(a.files, { resolveMember: resolver(a, b) });
    expect(codesOf(result)).toEqual(['R003']);
    expect(result.members).toMatchObject([{ status: 'cycle', result: { members: [{ status: 'cycle' }] } }]);
  });
});

describe('the member limits', () => {
  it('stop at maxMemberDepth, the root’s own members being depth 1', async () => {
    const c = await make('c');
    const b = await make('b', [c.pin]);
    const a = await make('a', [b.pin]);
    const root = holding(a.pin);
    const resolveMember = resolver(a, b, c);
    const depths = async (maxMemberDepth: number) => {
      let result = await readFiles(root, { resolveMember, limits: { maxMemberDepth } });
      const statuses: string[] = [];
      for (let member = result.members[0]; member; member = result?.members[0]) {
        statuses.push(member.status);
        if (!member.result) break;
        result = member.result;
      }
      return { statuses, codes: codesOf(result) };
    };
    expect(await depths(3)).toEqual({ statuses: ['resolved', 'resolved', 'resolved'], codes: [] });
    expect(await depths(2)).toEqual({ statuses: ['resolved', 'resolved', 'unresolved'], codes: ['R001'] });
    expect(await depths(0)).toEqual({ statuses: ['unresolved'], codes: ['R001'] });
  });

  it('count members at every depth of one read', async () => {
    const c = await make('c');
    const a = await make('a', [c.pin]);
    const b = await make('b');
    const result = await readFiles(holding(a.pin, b.pin), {
      resolveMember: resolver(a, b, c),
      limits: { maxMembers: 2 },
    });
    expect(result.members.map(({ status }) => status)).toEqual(['resolved', 'unresolved']);
    expect(result.members[0]?.result?.members[0]?.status).toBe('resolved');
    expect(codesOf(result)).toEqual(['R001']);
  });
});
