import { describe, expect, it } from 'vitest';
import { codesOf, manifest, packageFiles, readFiles } from '../../../support/packages.js';

async function codes(moca: string | Uint8Array, options = {}) {
  return codesOf(await readFiles(packageFiles({ 'moca.json': moca }), options));
}

const digest = `sha256:${'0'.repeat(64)}`;
const member = { id: 'https://example.com/m', version: '1.0.0', digest };

describe('moca.json', () => {
  it.each([
    ['is not JSON', '{'],
    ['is empty', ''],
    ['is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['has two byte order marks', `\ufeff\ufeff${manifest()}`],
  ])('that %s gives M001 and ends the read', async (_what, moca) => {
    const result = await readFiles(packageFiles({ 'moca.json': moca }));
    expect(result.diagnostics).toMatchObject([{ code: 'M001_MANIFEST_INVALID_JSON', file: 'moca.json' }]);
    expect(result).toMatchObject({ manifest: undefined, digest: undefined, nodes: [], valid: false });
  });

  it.each(['[]', 'null', '"text"', '7'])('that is %s gives M002 and ends the read', async (moca) => {
    expect(await codes(moca)).toEqual(['M002']);
  });

  it('may start with a byte order mark', async () => {
    expect(await codes(`\ufeff${manifest()}`)).toEqual([]);
  });

  it('that breaks its schema still lets the content be read', async () => {
    const result = await readFiles(
      packageFiles({ 'moca.json': manifest({ title: '' }), 'content/b.md': 'x' }),
    );
    expect(codesOf(result)).toEqual(['C001', 'M002']);
    expect(result.digest).toMatch(/^sha256:/);
    expect(result.nodes).toHaveLength(1);
    expect(result.capabilities).toEqual([]);
  });
});

describe('a manifest member', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a missing id', { id: undefined }],
    ['an id that is no URI', { id: 'support' }],
    ['an id with white space', { id: 'https://example.com/a b' }],
    ['a version with a leading zero', { version: '01.0.0' }],
    ['a version of two parts', { version: '1.0' }],
    ['a mocaVersion of three parts', { mocaVersion: '0.4.0' }],
    ['a language that is no tag', { language: 'english language' }],
    ['a locale twice', { locales: ['fr', 'fr'] }],
    ['locales that are no list', { locales: 'fr' }],
    ['a date that does not exist', { validFrom: '2026-02-30' }],
    ['a date-time without an offset', { validFrom: '2026-02-01T00:00:00' }],
    ['a member without a digest', { members: [{ ...member, digest: undefined }] }],
    ['a member with another key', { members: [{ ...member, note: 'x' }] }],
    ['a relation without a target', { relations: [{ type: 'amends' }] }],
    ['a relation with another key', { relations: [{ type: 'amends', target: 'a:b', x: 1 }] }],
    ['a profile that is no object', { profiles: { 'https://w3id.org/moca/profiles/ontology/v1': 1 } }],
    ['a profile that is a list', { profiles: { 'https://w3id.org/moca/profiles/ontology/v1': [] } }],
  ])('with %s gives M002', async (_what, members) => {
    expect(await codes(manifest(members))).toEqual(['M002']);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['M004', 'a key that is not defined', { extra: 1 }],
    ['M004', 'a vendor key in capitals', { 'x-Acme-k': 1 }],
    ['M005', 'a member id twice', { members: [member, { ...member, version: '2.0.0' }] }],
    ['M006', 'an end at its start', { validFrom: '2026-01-01', validUntil: '2026-01-01T00:00:00Z' }],
    ['M007', 'an unregistered URN namespace', { id: 'urn:moca:x' }],
    ['M008', 'a mocaVersion before 0.4', { mocaVersion: '0.3' }],
    ['M009', 'a mocaVersion after 0.6', { mocaVersion: '0.10' }],
    ['M009', 'a next major mocaVersion', { mocaVersion: '1.0' }],
    ['F001', 'a profile nobody knows', { profiles: { 'https://example.com/p': {} } }],
    ['R004', 'a superseding relation nobody signed', { relations: [{ type: 'supersedes', target: 'a:b' }] }],
    [
      'R004',
      'a conflicting relation nobody signed',
      { relations: [{ type: 'conflictsWith', target: 'a:b' }] },
    ],
  ])('gives %s for %s', async (code, _what, members) => {
    expect(await codes(manifest(members))).toEqual([code]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a vendor key', { 'x-acme-Key': 1 }],
    ['$schema', { $schema: 'https://example.com/never-fetched' }],
    ['a registered URN namespace', { id: 'urn:ISBN:0451450523' }],
    ['an informal URN namespace', { id: 'urn:urn-7:x' }],
    ['mocaVersion 0.4', { mocaVersion: '0.4' }],
    ['mocaVersion 0.6', { mocaVersion: '0.6' }],
    ['the ontology profile', { profiles: { 'https://w3id.org/moca/profiles/ontology/v1': {} } }],
    ['an end after its start', { validFrom: '2026-01-01', validUntil: '2026-01-02' }],
    [
      'a relation without effect',
      { relations: [{ type: 'amends', target: 'a:b', version: '1', note: 'n' }] },
    ],
  ])('may be %s', async (_what, members) => {
    expect(await codes(manifest(members))).toEqual([]);
  });

  it('of a profile that the host knows gives nothing', async () => {
    const moca = manifest({ profiles: { 'https://example.com/p': { x: 1 } } });
    expect(await codes(moca, { knownProfiles: ['https://example.com/p'] })).toEqual([]);
  });

  it('of declared relations that the host trusts gives no R004', async () => {
    const moca = manifest({ relations: [{ type: 'supersedes', target: 'a:b' }] });
    expect(await codes(moca, { trustDeclaredRelations: true })).toEqual([]);
  });
});
