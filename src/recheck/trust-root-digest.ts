import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TrustRoot } from '../schema/trust-root.js';

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** `sha256:` of a trust root's JSON with sorted keys, so that the layout of its file does not count. */
export function trustRootDigest(trustRoot: TrustRoot): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(trustRoot, sorted))))}`;
}
