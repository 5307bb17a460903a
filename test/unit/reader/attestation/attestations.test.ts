import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { SigstoreVerdict } from '../../../../src/reader/attestation/sigstore-seam.js';
import type { ReadOptions } from '../../../../src/reader/read-package.js';
import {
  ed25519Pem,
  envelope,
  nodeKey,
  packageStatement,
  reviewStatement,
  type TestKey,
  testKey,
} from '../../../support/attestations.js';
import {
  codesOf,
  type Files,
  manifest,
  PACKAGE_ID,
  packageFiles,
  readFiles,
} from '../../../support/packages.js';

const publisher = testKey(1);
const reviewer = testKey(2);
const stranger = testKey(3);
const now = Date.parse('2026-06-01T00:00:00Z');
const trustRoot = {
  keys: [
    { keyid: 'pub', publicKey: publisher.publicKey, identity: 'Publisher', roles: ['package'] },
    { keyid: 'rev', publicKey: reviewer.publicKey, identity: 'Reviewer', roles: ['review'] },
    { keyid: 'both', publicKey: stranger.publicKey },
  ],
};
const base = packageFiles();
const digest = (await readFiles(base)).digest ?? '';
const fileHash = createHash('sha256').update(String(base['content/a.md'])).digest('hex');
const name = `${PACKAGE_ID}@1.0.0`;
const predicate = {
  package: PACKAGE_ID,
  reviewer: 'human:a.reviewer',
  reviewedAt: '2026-05-01T00:00:00Z',
  outcome: 'accurate',
};

/** Reads the base package with these attestation files, JSON unless given as text. */
function read(attestations: Record<string, unknown>, options: ReadOptions = {}, files: Files = base) {
  const written = Object.entries(attestations).map(([path, value]) => [
    `attestations/${path}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return readFiles({ ...files, ...Object.fromEntries(written) }, { trustRoot, clock: () => now, ...options });
}

const signed = (over = {}, keys: Record<string, TestKey> = { pub: publisher }) =>
  envelope({ ...packageStatement(name, digest), ...over }, keys);
const reviewed = (over = {}, keys: Record<string, TestKey> = { rev: reviewer }, hash = fileHash) =>
  envelope(reviewStatement({ 'content/a.md': hash }, { ...predicate, ...over }), keys);

describe('a package attestation', () => {
  it('that verifies makes the package signed', async () => {
    const result = await read({ 'p.dsse.json': signed() });
    expect(result.diagnostics).toEqual([]);
    expect(result.signers).toEqual(['Publisher']);
    expect(result.capabilities).toEqual(['core', 'signed']);
    expect(result.attestations).toMatchObject([
      {
        file: 'attestations/p.dsse.json',
        format: 'dsse',
        role: 'package',
        outcome: 'valid',
        signer: 'Publisher',
      },
    ]);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['A008', 'names another digest', signed(packageStatement(name, `sha256:${'0'.repeat(64)}`))],
    ['A002', 'names another version', signed(packageStatement(`${PACKAGE_ID}@2.0.0`, digest))],
    ['A002', 'names two subjects', signed({ subject: [{ name, digest: { sha256: digest } }, {}] })],
    ['A002', 'names no subject', signed({ subject: [] })],
    ['A002', 'has a subject without a SHA-256', signed({ subject: [{ name, digest: { sha512: 'x' } }] })],
    ['A002', 'is signed by an unknown key', signed({}, { who: stranger })],
    ['A002', 'is signed by a key with another role', signed({}, { rev: reviewer })],
    ['A002', 'is signed by another key under a trusted id', signed({}, { pub: stranger })],
    [
      'A002',
      'names another digest, unverified',
      envelope(packageStatement(name, 'sha256:0'), { pub: stranger }),
    ],
  ])('gives %s when it %s', async (code, _what, attestation) => {
    const result = await read({ 'p.dsse.json': attestation });
    expect(codesOf(result)).toEqual([code]);
    expect(result.attestations).toMatchObject([{ outcome: 'invalid' }]);
    expect(result.signers).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('counts when any one of its signatures verifies', async () => {
    const both = signed({}, { who: stranger, pub: publisher });
    expect(codesOf(await read({ 'p.dsse.json': both }))).toEqual([]);
  });

  it('names a key without identity by its id, each signer once, in path order', async () => {
    const files = {
      'b.dsse.json': signed(),
      'a.dsse.json': signed({}, { both: stranger }),
      'c.dsse.json': signed(),
    };
    expect((await read(files)).signers).toEqual(['both', 'Publisher']);
  });

  it('does not verify once its payload was changed', async () => {
    const payload = Buffer.from(JSON.stringify(packageStatement(name, digest)).concat(' ')).toString(
      'base64',
    );
    expect(codesOf(await read({ 'p.dsse.json': { ...signed(), payload } }))).toEqual(['A002']);
  });

  it('tries a bounded number of signatures', async () => {
    const one = signed({}, { pub: stranger });
    const many = {
      ...one,
      signatures: Array.from({ length: 5_000 }, () => (one.signatures as unknown[])[0]),
    };
    expect(codesOf(await read({ 'p.dsse.json': many }))).toEqual(['A002']);
  });
});

describe('an attestation file that is malformed (A001), with a trust root or without', () => {
  const statement = packageStatement(name, digest);
  const payload = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  it.each<[string, unknown]>([
    ['text', 'not json'],
    ['a list', []],
    ['no payload', { ...signed(), payload: undefined }],
    ['another payload type', { ...signed(), payloadType: 'application/json' }],
    ['no signatures', { ...signed(), signatures: [] }],
    ['signatures that are no list', { ...signed(), signatures: {} }],
    ['a payload that is no base64', { ...signed(), payload: '***' }],
    ['a payload that is no JSON', { ...signed(), payload: 'AAAA' }],
    ['another statement type', { ...signed(), payload: payload({ ...statement, _type: 'x' }) }],
    ['a subject that is no list', { ...signed(), payload: payload({ ...statement, subject: {} }) }],
    ['no predicate type', { ...signed(), payload: payload({ ...statement, predicateType: undefined }) }],
  ])('%s', async (_what, content) => {
    for (const options of [{}, { trustRoot: undefined }]) {
      const result = await read({ 'p.dsse.json': content }, options);
      expect(codesOf(result)).toEqual(['A001']);
      expect(result.attestations).toMatchObject([{ outcome: 'malformed' }]);
    }
  });

  it('may use the URL-safe alphabet without padding', async () => {
    const attestation = signed();
    const urlSafe = Buffer.from(String(attestation.payload), 'base64').toString('base64url');
    expect(codesOf(await read({ 'p.dsse.json': { ...attestation, payload: urlSafe } }))).toEqual([]);
  });

  it('is ignored when its predicate is unknown', async () => {
    const result = await read({ 'p.dsse.json': signed({ predicateType: 'https://example.com/other' }) });
    expect(result.diagnostics).toEqual([]);
    expect(result.attestations).toMatchObject([{ outcome: 'ignored' }]);
  });
});

describe('what the trust root says', () => {
  const key = { keyid: 'pub', publicKey: publisher.publicKey };
  it.each<[string, string[], unknown]>([
    ['nothing at all', ['A003'], undefined],
    ['no key', ['A003'], {}],
    ['no key with the role', ['A003'], { keys: [{ ...key, roles: ['review'] }] }],
    ['only an expired key', ['A003'], { keys: [{ ...key, expires: '2026-05-31T23:59:59Z' }] }],
    ['a key that expires now', [], { keys: [{ ...key, expires: '2026-06-01T00:00:00Z' }] }],
    ['a key of no known form', ['A003'], { keys: [{ ...key, publicKey: 'x' }] }],
    [
      'a key of an unknown algorithm',
      ['A003'],
      { keys: [{ ...key, publicKey: nodeKey('ed448').publicKey }] },
    ],
    [
      'the same id twice, the last with another key',
      ['A002'],
      { keys: [key, { ...key, publicKey: stranger.publicKey }] },
    ],
    [
      'an expired key beside a current one',
      ['A002'],
      {
        keys: [
          { ...key, expires: '2026-01-01T00:00:00Z' },
          { keyid: 'x', publicKey: stranger.publicKey },
        ],
      },
    ],
    ['the key, as text', [], JSON.stringify({ keys: [key] })],
  ])('%s: %j', async (_what, codes, root) => {
    expect(codesOf(await read({ 'p.dsse.json': signed() }, { trustRoot: root }))).toEqual(codes);
  });

  it.each([
    7,
    'x',
    [],
    { keys: {} },
    { keys: [{ keyid: '' }] },
    { other: 1 },
    { keys: [{ ...key, roles: ['owner'] }] },
  ])('%j is a host error', async (root) => {
    await expect(read({}, { trustRoot: root })).rejects.toThrow(TypeError);
  });

  it.each([
    ['P-256', 'der'],
    ['P-256', 'ieee-p1363'],
    ['P-384', 'der'],
    ['P-384', 'ieee-p1363'],
    ['rsa', 'der'],
  ] as const)('a key of kind %s verifies signatures written as %s', async (kind, encoding) => {
    const signer = nodeKey(kind, encoding);
    const root = { keys: [{ keyid: 'k', publicKey: signer.publicKey }] };
    for (let round = 0; round < 4; round++) {
      expect(codesOf(await read({ 'p.dsse.json': signed({}, { k: signer }) }, { trustRoot: root }))).toEqual(
        [],
      );
    }
    const forged = signed({}, { k: nodeKey(kind, encoding) });
    expect(codesOf(await read({ 'p.dsse.json': forged }, { trustRoot: root }))).toEqual(['A002']);
  });

  it('an ECDSA key cannot be checked where there is no WebCrypto', async () => {
    const signer = nodeKey('P-256');
    const root = { keys: [{ keyid: 'k', publicKey: signer.publicKey }] };
    const ecdsa = signed({}, { k: signer });
    const ed25519 = signed();
    vi.stubGlobal('crypto', undefined);
    try {
      expect(codesOf(await read({ 'p.dsse.json': ecdsa }, { trustRoot: root }))).toEqual(['A003']);
      expect(codesOf(await read({ 'p.dsse.json': ed25519 }))).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('a small-order key signs nothing', async () => {
    const identity = new Uint8Array(32);
    identity[0] = 1;
    const sig = Buffer.concat([identity, new Uint8Array(32)]).toString('base64');
    const root = { keys: [{ keyid: 'k', publicKey: ed25519Pem(identity) }] };
    const forged = { ...signed(), signatures: [{ keyid: 'k', sig }] };
    expect(codesOf(await read({ 'p.dsse.json': forged }, { trustRoot: root }))).toEqual(['A002']);
  });
});

describe('a review', () => {
  it('that verifies counts for its file', async () => {
    const result = await read({ 'r.dsse.json': reviewed({ scope: 'facts', note: 'not copied' }) });
    expect(result.diagnostics).toEqual([]);
    expect(result.capabilities).toEqual(['core', 'reviewed']);
    expect(result.reviewsByFile.get('content/a.md')).toEqual([
      {
        reviewer: 'human:a.reviewer',
        reviewedAt: '2026-05-01T00:00:00Z',
        outcome: 'accurate',
        scope: 'facts',
        signer: 'Reviewer',
        packageVerified: false,
      },
    ]);
  });

  it('says that the package is verified when it is', async () => {
    const result = await read({ 'p.dsse.json': signed(), 'r.dsse.json': reviewed() });
    expect(result.reviewsByFile.get('content/a.md')).toMatchObject([{ packageVerified: true }]);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['A002', 'of another package', reviewed({ package: 'https://example.com/other' })],
    ['A002', 'with an unknown outcome', reviewed({ outcome: 'perfect' })],
    ['A002', 'without a reviewer', reviewed({ reviewer: undefined })],
    ['A002', 'with a plain date', reviewed({ reviewedAt: '2026-05-01' })],
    ['A002', 'with another key', reviewed({ extra: 1 })],
    ['A002', 'of no file', envelope(reviewStatement({}, predicate), { rev: reviewer })],
    [
      'A002',
      'with a nameless subject',
      envelope({ ...reviewStatement({}, predicate), subject: [{}] }, { rev: reviewer }),
    ],
    ['A002', 'signed by a key with another role', reviewed({}, { pub: publisher })],
    ['A006', 'of a file that changed', reviewed({}, undefined, '0'.repeat(64))],
    ['A006', 'with the hash in capitals', reviewed({}, undefined, fileHash.toUpperCase())],
    [
      'A006',
      'of a file that is gone',
      envelope(reviewStatement({ 'content/b.md': fileHash }, predicate), { rev: reviewer }),
    ],
    ['A007', 'dated in the future', reviewed({ reviewedAt: '2026-06-01T00:00:00.001Z' })],
    [
      'A007',
      'dated in the future and of a changed file',
      reviewed({ reviewedAt: '2027-01-01T00:00:00Z' }, undefined, '0'),
    ],
  ])('gives %s when it is %s, and does not count', async (code, _what, attestation) => {
    const result = await read({ 'r.dsse.json': attestation });
    expect(codesOf(result)).toEqual([code]);
    expect(result.reviewsByFile.size).toBe(0);
    expect(result.valid).toBe(true);
  });

  it('dated now counts', async () => {
    expect(codesOf(await read({ 'r.dsse.json': reviewed({ reviewedAt: '2026-06-01T00:00:00Z' }) }))).toEqual(
      [],
    );
  });

  it('of two files, one changed, counts for the other', async () => {
    const statement = reviewStatement({ 'content/a.md': fileHash, 'moca.json': '0' }, predicate);
    const result = await read({ 'r.dsse.json': envelope(statement, { rev: reviewer }) });
    expect(codesOf(result)).toEqual(['A006']);
    expect([...result.reviewsByFile.keys()]).toEqual(['content/a.md']);
    expect(result.attestations).toMatchObject([{ outcome: 'valid' }]);
  });

  it('of a file that is no representation does not make the package reviewed', async () => {
    const hash = createHash('sha256').update(String(base['moca.json'])).digest('hex');
    const result = await read({
      'r.dsse.json': envelope(reviewStatement({ 'moca.json': hash }, predicate), { rev: reviewer }),
    });
    expect(result.capabilities).toEqual(['core']);
  });

  const outcomes = async (files: Record<string, unknown>) =>
    (await read(files)).reviewsByFile
      .get('content/a.md')
      ?.map(({ outcome, signer }) => `${signer}: ${outcome}`);

  it('is displaced by a later one of its signer, whatever the file order', async () => {
    const early = reviewed();
    const late = reviewed({ outcome: 'needs-change', reviewedAt: '2026-05-01T01:00:00+00:30' });
    expect(await outcomes({ 'a.dsse.json': early, 'b.dsse.json': late })).toEqual(['Reviewer: needs-change']);
    expect(await outcomes({ 'a.dsse.json': late, 'b.dsse.json': early })).toEqual(['Reviewer: needs-change']);
  });

  it('gives way to a worse one of the same instant', async () => {
    const worse = reviewed({ outcome: 'inaccurate', reviewedAt: '2026-05-01T02:00:00+02:00' });
    expect(await outcomes({ 'a.dsse.json': worse, 'b.dsse.json': reviewed() })).toEqual([
      'Reviewer: inaccurate',
    ]);
  });

  it('is not displaced by an outdated or a future one', async () => {
    const files = {
      'a.dsse.json': reviewed(),
      'b.dsse.json': reviewed({ outcome: 'inaccurate', reviewedAt: '2026-05-02T00:00:00Z' }, undefined, '0'),
      'c.dsse.json': reviewed({ outcome: 'inaccurate', reviewedAt: '2027-05-02T00:00:00Z' }),
    };
    expect(await outcomes(files)).toEqual(['Reviewer: accurate']);
  });

  it('stands beside those of other signers, in path order', async () => {
    const files = { 'b.dsse.json': reviewed(), 'a.dsse.json': reviewed({}, { both: stranger }) };
    expect(await outcomes(files)).toEqual(['both: accurate', 'Reviewer: accurate']);
  });
});

describe('a host that requires a signature', () => {
  it('finds an unsigned package invalid, and only that', async () => {
    const result = await read({ 'r.dsse.json': reviewed() }, { requireSignature: true });
    expect(codesOf(result)).toEqual(['A009']);
    expect(result).toMatchObject({ valid: false, capabilities: [] });
  });

  it('accepts a signed one', async () => {
    expect((await read({ 'p.dsse.json': signed() }, { requireSignature: true })).valid).toBe(true);
  });
});

describe('an authorised relation', () => {
  const target = 'https://example.com/moca/other';
  const files = (relations: unknown[]) => packageFiles({ 'moca.json': manifest({ relations }) });
  const codesFor = async (scopes: string[] | undefined, relationTarget = target) => {
    const content = files([{ type: 'supersedes', target: relationTarget }]);
    const own = (await readFiles(content)).digest ?? '';
    const root = {
      keys: [{ keyid: 'pub', publicKey: publisher.publicKey, ...(scopes ? { relations: scopes } : {}) }],
    };
    const result = await read(
      { 'p.dsse.json': envelope(packageStatement(name, own), { pub: publisher }) },
      { trustRoot: root },
      content,
    );
    expect(result.relationScopes).toEqual(scopes ?? []);
    return codesOf(result);
  };

  it.each([[[target]], [['https://example.com/moca/*']], [['*']]])(
    'is covered by the scopes %j',
    async (scopes) => {
      expect(await codesFor(scopes)).toEqual([]);
    },
  );

  it.each([
    [undefined],
    [[]],
    [['https://example.com/moca/oth']],
    [['https://*/moca/other']],
    [['https://example.com/other/*']],
  ])('is not covered by the scopes %j', async (scopes) => {
    expect(await codesFor(scopes)).toEqual(['R004']);
  });

  it('may always name the package itself', async () => {
    expect(await codesFor(undefined, PACKAGE_ID)).toEqual([]);
  });
});

describe('a Sigstore bundle', () => {
  const issuer = 'https://accounts.example.com';
  const subject = 'releases@example.com';
  const root = { sigstore: { identities: [{ issuer, subject, roles: ['package'], relations: ['*'] }] } };
  const bundle = { dsseEnvelope: signed() };
  const readBundle = (
    verdict: SigstoreVerdict | Error | undefined,
    trust: unknown,
    content: unknown = bundle,
  ) =>
    read(
      { 'p.sigstore.json': content },
      {
        trustRoot: trust,
        ...(verdict && {
          sigstore: {
            verify: async () => {
              if (verdict instanceof Error) throw verdict;
              return verdict;
            },
          },
        }),
      },
    );
  const valid: SigstoreVerdict = { outcome: 'valid', signer: `${issuer} ${subject}` };

  it.each<[string, SigstoreVerdict | Error | undefined, unknown, string[]]>([
    ['without a verifier', undefined, root, ['A003']],
    ['without a trust root', valid, undefined, ['A003']],
    ['without an identity for the role', valid, { sigstore: {} }, ['A003']],
    ['that is valid', valid, root, []],
    ['of an identity that is not listed', { outcome: 'valid', signer: 'someone' }, root, ['A002']],
    ['that is invalid', { outcome: 'invalid', reason: 'no' }, root, ['A002']],
    ['that cannot be verified', { outcome: 'unverifiable' }, root, ['A003']],
    ['that needed the network', { outcome: 'indeterminate' }, root, ['A004']],
    ['whose verifier fails', new Error('no'), root, ['A003']],
  ])('%s', async (_what, verdict, trust, codes) => {
    const result = await readBundle(verdict, trust);
    expect(codesOf(result)).toEqual(codes);
    expect(result.signers).toEqual(codes.length === 0 ? [`${issuer} ${subject}`] : []);
  });

  it('carries the relation scopes of its identity', async () => {
    expect((await readBundle(valid, root)).relationScopes).toEqual(['*']);
  });

  it.each([{}, { dsseEnvelope: 1 }, signed()])(
    'without an envelope of its own is malformed',
    async (content) => {
      expect(codesOf(await readBundle(valid, root, content))).toEqual(['A001']);
    },
  );

  it('with an unknown predicate is ignored without asking the verifier', async () => {
    const content = { dsseEnvelope: signed({ predicateType: 'https://example.com/other' }) };
    expect(codesOf(await readBundle(new Error('asked'), root, content))).toEqual([]);
  });
});
