import type { TrustedIdentity, TrustRoot } from '../../schema/trust-root.js';
import type { AttestationRole } from './trust.js';

/** What a Sigstore verifier needs to judge one bundle. */
export interface SigstoreContext {
  /** Package-relative path of the bundle. */
  readonly file: string;
  readonly role: AttestationRole;
  /** The identities that the trust root gives this role; at least one. */
  readonly identities: readonly TrustedIdentity[];
  readonly trustRoot: TrustRoot;
  /** The host clock, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What a verifier concluded. `signer` of a valid bundle is `<issuer> <subject>` of the identity it matched.
 * `indeterminate` is for a check that needed the network and could not complete.
 */
export interface SigstoreVerdict {
  readonly outcome: 'valid' | 'invalid' | 'unverifiable' | 'indeterminate';
  readonly signer?: string;
  /** One plain sentence when the outcome is not `valid`. */
  readonly reason?: string;
}

/** The seam for Sigstore: the host passes one in; without it bundles are unverifiable (`A003`). */
export interface SigstoreVerifier {
  /** Judges a bundle: its envelope, certificate, log entries and signer. The statement is judged by the Reader. */
  verify(bundle: unknown, context: SigstoreContext): Promise<SigstoreVerdict>;
}
