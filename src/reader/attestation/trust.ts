import { parseDateTime } from '../../schema/date-time.js';
import { toFindings } from '../../schema/finding.js';
import {
  type TrustedIdentity,
  type TrustedKey,
  type TrustRoot,
  trustRootSchema,
} from '../../schema/trust-root.js';
import { type PublicKey, parsePublicKey } from './public-key.js';

export type AttestationRole = 'package' | 'review';

/** A key that a host trusts, ready to verify with; `publicKey` is undefined when it cannot be used here. */
export interface UsableKey {
  name: string;
  relations: readonly string[];
  publicKey: PublicKey | undefined;
}

/** A host's trust root at one moment. */
export interface Trust {
  /** The document as the host gave it. */
  readonly root: TrustRoot;
  /** By key id: keys that have not expired and have the role. */
  keysFor(role: AttestationRole): ReadonlyMap<string, UsableKey>;
  identitiesFor(role: AttestationRole): readonly TrustedIdentity[];
}

/**
 * Takes a host's trust root, as an object or as JSON text; none gives undefined. Throws a `TypeError` when it is not one: a trust
 * root is the host's own document, so a wrong one is a programming error and never a finding.
 */
export function trustOf(input: unknown, now: number): Trust | undefined {
  if (input === undefined || input === null) return undefined;
  const root = parseTrustRoot(input);
  // The last entry for a key id wins, whatever its role.
  const byId = new Map((root.keys ?? []).map((key) => [key.keyid, key]));
  const current = [...byId.values()].filter((key) => !isExpired(key, now));
  const usable = (role: AttestationRole) =>
    new Map(
      current
        .filter((key) => hasRole(key, role))
        .map((key): [string, UsableKey] => [
          key.keyid,
          {
            name: key.identity ?? key.keyid,
            relations: key.relations ?? [],
            publicKey: parsePublicKey(key.publicKey),
          },
        ]),
    );
  const keys = { package: usable('package'), review: usable('review') };
  return {
    root,
    keysFor: (role) => keys[role],
    identitiesFor: (role) => (root.sigstore?.identities ?? []).filter((identity) => hasRole(identity, role)),
  };
}

function parseTrustRoot(input: unknown): TrustRoot {
  let value = input;
  if (typeof input === 'string') {
    try {
      value = JSON.parse(input);
    } catch {
      throw new TypeError('The trust root is not JSON.');
    }
  }
  const parsed = trustRootSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = toFindings(parsed.error, 'trust-root');
  const place = first?.path.length ? `${first.path.join('.')}: ` : '';
  throw new TypeError(`The trust root is not valid: ${place}${first?.message}`);
}

function isExpired({ expires }: TrustedKey, now: number): boolean {
  const instant = expires === undefined ? undefined : parseDateTime(expires);
  return instant !== undefined && now > instant;
}

function hasRole({ roles }: { roles?: AttestationRole[] | undefined }, role: AttestationRole): boolean {
  return roles === undefined || roles.includes(role);
}
