import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { preAuthEncoding } from '../../src/reader/attestation/statement.js';

export const PACKAGE_PREDICATE = 'https://w3id.org/moca/attestation/package/v1';
export const REVIEW_PREDICATE = 'https://w3id.org/moca/attestation/review/v1';
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const encoder = new TextEncoder();

/** A key that a test signs with, and its public half as a trust root lists it. */
export interface TestKey {
  publicKey: string;
  sign(message: Uint8Array): Uint8Array;
}

/** An Ed25519 key made from one number, so that tests always use the same keys. */
export function testKey(seed: number): TestKey {
  const secret = new Uint8Array(32).fill(seed);
  return {
    publicKey: ed25519Pem(ed25519.getPublicKey(secret)),
    sign: (message) => ed25519.sign(message, secret),
  };
}

/** 32 bytes of a public key as PEM. */
export function ed25519Pem(raw: Uint8Array): string {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
}

/** A key of another algorithm, from Node's own cryptography. */
export function nodeKey(
  kind: 'P-256' | 'P-384' | 'rsa' | 'ed448',
  encoding: 'der' | 'ieee-p1363' = 'der',
): TestKey {
  const { publicKey, privateKey } = pairOf(kind);
  const hash = kind === 'P-384' ? 'sha384' : kind === 'ed448' ? null : 'sha256';
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (message) => sign(hash, message, { key: privateKey, dsaEncoding: encoding }),
  };
}

function pairOf(kind: 'P-256' | 'P-384' | 'rsa' | 'ed448'): { publicKey: KeyObject; privateKey: KeyObject } {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (kind === 'ed448') return generateKeyPairSync('ed448');
  return generateKeyPairSync('ec', { namedCurve: kind });
}

/** A DSSE envelope over a statement, signed by each key. */
export function envelope(statement: unknown, keys: Record<string, TestKey>): Record<string, unknown> {
  const payload = encoder.encode(JSON.stringify(statement));
  const message = preAuthEncoding(PAYLOAD_TYPE, payload);
  return {
    payloadType: PAYLOAD_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures: Object.entries(keys).map(([keyid, key]) => ({
      keyid,
      sig: Buffer.from(key.sign(message)).toString('base64'),
    })),
  };
}

export function packageStatement(name: string, digest: string): Record<string, unknown> {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: { sha256: digest.replace('sha256:', '') } }],
    predicateType: PACKAGE_PREDICATE,
    predicate: {},
  };
}

export function reviewStatement(
  subjects: Record<string, string>,
  predicate: Record<string, unknown>,
): Record<string, unknown> {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(subjects).map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: REVIEW_PREDICATE,
    predicate,
  };
}
