import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { compareCodePoints } from './paths.js';

/** Lower-case hex SHA-256 of bytes. */
export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** Whether a package path is left out of the digest: attestations are about the digest. */
export function isOutsideDigest(path: string): boolean {
  return path.startsWith('attestations/');
}

/**
 * The digest text of `moca-digest-v2` (reader reference §3): one line a file, `<sha256>  <path>`, ordered
 * by the UTF-8 bytes of the path. `hashes` maps each NFC package path to its lower-case hex SHA-256.
 */
export function payloadManifestOf(hashes: ReadonlyMap<string, string>): string {
  return [...hashes.keys()]
    .filter((path) => !isOutsideDigest(path))
    .sort(compareCodePoints)
    .map((path) => `${hashes.get(path)}  ${encodePath(path)}\n`)
    .join('');
}

/** `sha256:` and the hash of the digest text. */
export function digestOf(payloadManifest: string): string {
  return `sha256:${sha256Hex(utf8ToBytes(payloadManifest))}`;
}

function encodePath(path: string): string {
  return path.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
