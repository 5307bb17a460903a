import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

const { Point } = ed25519;

/**
 * Verifies an Ed25519 signature strictly (reader reference §7.4, interpretation 22): canonical encodings,
 * `S < L`, no small-order key or commitment, and the equation without a cofactor. The library's own `verify`
 * multiplies by the cofactor and lets a small-order commitment pass, so two strict verifiers could disagree;
 * the equation is written out here over its point arithmetic. Everything is public, so time may vary.
 */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  const encodedR = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  const order = Point.Fn.ORDER;
  if (s >= order) return false;
  try {
    // `false`: an encoding must be canonical (RFC 8032), not what ZIP 215 lets pass.
    const a = Point.fromBytes(publicKey, false);
    const r = Point.fromBytes(encodedR, false);
    if (a.isSmallOrder() || r.isSmallOrder()) return false;
    const k = littleEndian(sha512(concatBytes(encodedR, publicKey, message))) % order;
    const left = s === 0n ? Point.ZERO : Point.BASE.multiplyUnsafe(s);
    const right = k === 0n ? r : r.add(a.multiplyUnsafe(k));
    return left.equals(right);
  } catch {
    return false;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return value;
}
