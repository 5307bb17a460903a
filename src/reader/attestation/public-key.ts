/** A trusted public key of a kind that can be checked; `spki` is its DER. */
export type PublicKey =
  | { algorithm: 'ed25519'; raw: Uint8Array }
  | { algorithm: 'ecdsa'; curve: 'P-256' | 'P-384'; spki: Uint8Array }
  | { algorithm: 'rsa'; spki: Uint8Array };

// AlgorithmIdentifier of each kind, as it follows the outer SEQUENCE header of a SubjectPublicKeyInfo.
const ED25519 = '300506032b6570';
const P256 = '301306072a8648ce3d020106082a8648ce3d030107';
const P384 = '301006072a8648ce3d020106052b81040022';
const RSA = '300d06092a864886f70d010101';

const PEM = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/;

/** Reads a PEM SubjectPublicKeyInfo; undefined when it is none, or of an algorithm this Reader lacks. */
export function parsePublicKey(pem: string): PublicKey | undefined {
  const body = PEM.exec(pem)?.[1];
  const spki = body === undefined ? undefined : decodeBase64(body.replace(/\s+/g, ''));
  const start = spki && contentStart(spki);
  if (!spki || start === undefined) return undefined;
  const algorithm = hex(spki.subarray(start, start + 24));
  if (algorithm.startsWith(ED25519)) {
    // Then a BIT STRING of 33 bytes, none unused, to the end.
    const key = spki.subarray(start + 7);
    const isKey = key.length === 35 && key[0] === 3 && key[1] === 33 && key[2] === 0;
    return isKey ? { algorithm: 'ed25519', raw: key.subarray(3) } : undefined;
  }
  if (algorithm.startsWith(P256)) return { algorithm: 'ecdsa', curve: 'P-256', spki };
  if (algorithm.startsWith(P384)) return { algorithm: 'ecdsa', curve: 'P-384', spki };
  return algorithm.startsWith(RSA) ? { algorithm: 'rsa', spki } : undefined;
}

/** Bytes of base64 in the standard or the URL-safe alphabet, padded or not; undefined for anything else. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return undefined;
  const bare = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (bare.length % 4 === 1) return undefined;
  const binary = atob(bare);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Where the content of an outer DER SEQUENCE that fills the bytes starts. */
function contentStart(der: Uint8Array): number | undefined {
  if (der[0] !== 0x30) return undefined;
  const first = der[1] ?? 0;
  if (first < 0x80) return first === der.length - 2 ? 2 : undefined;
  const width = first - 0x80;
  if (width < 1 || width > 2) return undefined;
  const length = width === 1 ? (der[2] ?? 0) : ((der[2] ?? 0) << 8) | (der[3] ?? 0);
  return length === der.length - 2 - width ? 2 + width : undefined;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
