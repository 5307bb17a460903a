import { verifyEd25519 } from './ed25519.js';
import type { PublicKey } from './public-key.js';

/** `unsupported` when this environment cannot check keys of this kind. */
export type SignatureVerdict = 'valid' | 'invalid' | 'unsupported';

/**
 * Verifies one signature over `message`. Ed25519 is verified here, strictly. ECDSA (P-256 with SHA-256, P-384
 * with SHA-384; DER as DSSE tools write it, or the raw `r‖s` of WebCrypto) and RSA (PKCS#1 v1.5 with SHA-256,
 * what `openssl dgst -sha256 -sign` makes) go through WebCrypto, which pages outside a secure context lack.
 */
export async function verifySignature(
  key: PublicKey,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<SignatureVerdict> {
  if (key.algorithm === 'ed25519') return verifyEd25519(signature, message, key.raw) ? 'valid' : 'invalid';
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return 'unsupported';
  const { importAs, verifyAs, bytes } = parametersOf(key, signature);
  if (!bytes) return 'invalid';
  try {
    const imported = await subtle.importKey('spki', toBufferSource(key.spki), importAs, false, ['verify']);
    const valid = await subtle.verify(verifyAs, imported, toBufferSource(bytes), toBufferSource(message));
    return valid ? 'valid' : 'invalid';
  } catch {
    return 'unsupported';
  }
}

function parametersOf(key: Exclude<PublicKey, { algorithm: 'ed25519' }>, signature: Uint8Array) {
  if (key.algorithm === 'rsa') {
    const name = 'RSASSA-PKCS1-v1_5';
    return { importAs: { name, hash: 'SHA-256' }, verifyAs: { name }, bytes: signature };
  }
  const { curve } = key;
  return {
    importAs: { name: 'ECDSA', namedCurve: curve },
    verifyAs: { name: 'ECDSA', hash: curve === 'P-256' ? 'SHA-256' : 'SHA-384' },
    bytes: rawEcdsa(signature, curve === 'P-256' ? 32 : 48),
  };
}

/** An ECDSA signature as WebCrypto takes it: `r‖s`, each of `width` bytes. */
function rawEcdsa(signature: Uint8Array, width: number): Uint8Array | undefined {
  const der = fromDer(signature, width);
  return der ?? (signature.length === width * 2 ? signature : undefined);
}

function fromDer(der: Uint8Array, width: number): Uint8Array | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const raw = new Uint8Array(width * 2);
  let at = 2;
  for (const end of [width, width * 2]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length < 1 || at + 2 + length > der.length) return undefined;
    let number = der.subarray(at + 2, at + 2 + length);
    // A leading zero keeps the number positive; more than one is not DER.
    if (number[0] === 0 && number.length > 1) number = number.subarray(1);
    if (number.length > width) return undefined;
    raw.set(number, end - number.length);
    at += 2 + length;
  }
  return at === der.length ? raw : undefined;
}

function toBufferSource(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
