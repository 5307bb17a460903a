import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { verifyEd25519 } from '../../../../src/reader/attestation/ed25519.js';

const { Point } = ed25519;
const L = Point.Fn.ORDER;
const secret = new Uint8Array(32).fill(7);
const publicKey = ed25519.getPublicKey(secret);
const message = new TextEncoder().encode('message');
const signature = ed25519.sign(message, secret);

function littleEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  for (let index = 0, rest = value; index < 32; index++, rest >>= 8n) bytes[index] = Number(rest & 255n);
  return bytes;
}

function number(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

describe('verifyEd25519', () => {
  it.each([
    // RFC 8032 §7.1, tests 1 to 3.
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('accepts the published vector of key %s', (key, text, expected) => {
    expect(verifyEd25519(hexToBytes(expected), hexToBytes(text), hexToBytes(key))).toBe(true);
  });

  it('accepts an ordinary signature and refuses it for another message or key', () => {
    expect(verifyEd25519(signature, message, publicKey)).toBe(true);
    expect(verifyEd25519(signature, new Uint8Array(3), publicKey)).toBe(false);
    expect(verifyEd25519(signature, message, ed25519.getPublicKey(new Uint8Array(32).fill(8)))).toBe(false);
  });

  it('refuses any signature with one bit changed', () => {
    for (let bit = 0; bit < 512; bit += 7) {
      const changed = signature.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifyEd25519(changed, message, publicKey)).toBe(false);
    }
  });

  it.each([
    ['a short signature', signature.subarray(0, 63), publicKey],
    ['a long signature', concatBytes(signature, new Uint8Array(1)), publicKey],
    ['a short key', signature, publicKey.subarray(1)],
    ['a key that is no point', signature, new Uint8Array(32).fill(0xff)],
  ])('refuses %s', (_what, sig, key) => {
    expect(verifyEd25519(sig, message, key)).toBe(false);
  });

  it('refuses S that is not reduced, though the equation holds', () => {
    const s = number(signature.subarray(32)) + L;
    expect(verifyEd25519(concatBytes(signature.subarray(0, 32), littleEndian(s)), message, publicKey)).toBe(
      false,
    );
  });

  it('refuses a small-order key, for which S = 0 would sign anything', () => {
    const identity = Point.ZERO.toBytes();
    const forged = concatBytes(identity, new Uint8Array(32));
    expect(verifyEd25519(forged, message, identity)).toBe(false);
  });

  it('refuses a small-order commitment', () => {
    // R is the identity and S = k·a: the equation holds exactly.
    const { scalar } = ed25519.utils.getExtendedPublicKey(secret);
    const r = Point.ZERO.toBytes();
    const k = number(sha512(concatBytes(r, publicKey, message))) % L;
    const forged = concatBytes(r, littleEndian((k * scalar) % L));
    expect(ed25519.verify(forged, message, publicKey, { zip215: true })).toBe(true);
    expect(verifyEd25519(forged, message, publicKey)).toBe(false);
  });

  it('refuses a key with a small-order part, whose signature holds only with the cofactor', () => {
    const torsion = Point.fromBytes(
      hexToBytes('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'),
    );
    const { scalar } = ed25519.utils.getExtendedPublicKey(secret);
    const mixed = Point.BASE.multiply(scalar).add(torsion).toBytes();
    const nonce = 5n;
    const r = Point.BASE.multiply(nonce).toBytes();
    let text = new Uint8Array(1);
    let k = 0n;
    do {
      text = concatBytes(text, new Uint8Array(1));
      k = number(sha512(concatBytes(r, mixed, text))) % L;
    } while (k % 8n === 0n);
    const sig = concatBytes(r, littleEndian((nonce + k * scalar) % L));
    expect(ed25519.verify(sig, text, mixed, { zip215: true })).toBe(true);
    expect(verifyEd25519(sig, text, mixed)).toBe(false);
  });

  it('refuses an encoding that is not canonical', () => {
    // y = p + 1 is y = 1, the identity, written another way.
    const p = (1n << 255n) - 19n;
    expect(verifyEd25519(signature, message, littleEndian(p + 1n))).toBe(false);
  });
});
