import { describe, expect, it } from 'vitest';
import { Library, type LibraryOptions } from '../../../../src/reader/library/library.js';
import { authorises } from '../../../../src/reader/library/relations.js';
import { makePackage, type PackageInput } from '../make-package.js';

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

async function trustOf(ref: string, packages: PackageInput[], options: LibraryOptions = {}) {
  const library = new Library(options);
  for (const input of packages) library.add(await makePackage(input));
  return library.get(`${ref}#a.md`)?.trust;
}

const superseding = (target: string, rest: object = {}): PackageInput => ({
  id: NEW,
  manifest: { relations: [{ type: 'supersedes', target, ...rest }] },
});

describe('authorisation', () => {
  it.each([
    [[], ['*'], OLD, false],
    [['S'], [], NEW, true],
    [['S'], [], OLD, false],
    [['S'], [OLD], OLD, true],
    [['S'], ['https://example.com/*'], OLD, true],
    [['S'], ['*'], OLD, true],
    [['S'], ['https://*/old'], OLD, false],
    [['S'], ['https://example.com/ol'], OLD, false],
  ])('of signers %j with the scopes %j over %s is %s', (signers, relationScopes, target, expected) => {
    expect(authorises({ id: NEW, signers, relationScopes }, target)).toBe(expected);
  });
});

describe('supersedes', () => {
  it('has no effect when nobody who signed authorises it', async () => {
    expect((await trustOf(OLD, [{ id: OLD }, superseding(OLD)]))?.superseded).toBe(false);
    const signed = { ...superseding(OLD), signers: ['S'] };
    expect((await trustOf(OLD, [{ id: OLD }, signed]))?.superseded).toBe(false);
  });

  it('marks every node of the target, whichever was loaded first', async () => {
    const signed = { ...superseding(OLD), signers: ['S'], relationScopes: [OLD] };
    for (const packages of [
      [{ id: OLD }, signed],
      [signed, { id: OLD }],
    ]) {
      expect(await trustOf(OLD, packages)).toMatchObject({
        superseded: true,
        supersededBy: [`${NEW}@1.0.0`],
      });
    }
  });

  it('applies to the named version alone when it names one', async () => {
    const packages = [
      { id: OLD, version: '1.0.0' },
      { id: OLD, version: '2.0.0' },
      { ...superseding(OLD, { version: '1.0.0' }), signers: ['S'], relationScopes: ['*'] },
    ];
    expect((await trustOf(`${OLD}@1.0.0`, packages))?.superseded).toBe(true);
    expect((await trustOf(`${OLD}@2.0.0`, packages))?.superseded).toBe(false);
  });

  it('lets a new version of one package supersede the others, but never itself', async () => {
    const newer: PackageInput = {
      id: OLD,
      version: '2.0.0',
      signers: ['S'],
      manifest: { relations: [{ type: 'supersedes', target: OLD }] },
    };
    const packages = [{ id: OLD, version: '1.0.0' }, newer];
    expect((await trustOf(`${OLD}@1.0.0`, packages))?.supersededBy).toEqual([`${OLD}@2.0.0`]);
    expect((await trustOf(`${OLD}@2.0.0`, packages))?.superseded).toBe(false);
  });

  it('counts unsigned when the host trusts declared relations', async () => {
    const trust = await trustOf(OLD, [{ id: OLD }, superseding(OLD)], { trustDeclaredRelations: true });
    expect(trust?.superseded).toBe(true);
  });
});

describe('conflictsWith', () => {
  it('contests both packages', async () => {
    const conflicting: PackageInput = {
      id: NEW,
      signers: ['S'],
      relationScopes: ['*'],
      manifest: { relations: [{ type: 'conflictsWith', target: OLD }] },
    };
    const packages = [{ id: OLD }, conflicting];
    expect(await trustOf(OLD, packages)).toMatchObject({ contested: true, contestedBy: [`${NEW}@1.0.0`] });
    expect(await trustOf(NEW, packages)).toMatchObject({ contested: true, contestedBy: [`${OLD}@1.0.0`] });
  });
});

it.each(['amends', 'crossReferences', 'x-other'])('%s has no effect', async (type) => {
  const declaring: PackageInput = {
    id: NEW,
    signers: ['S'],
    relationScopes: ['*'],
    manifest: { relations: [{ type, target: OLD }] },
  };
  expect(await trustOf(OLD, [{ id: OLD }, declaring])).toMatchObject({ superseded: false, contested: false });
});
