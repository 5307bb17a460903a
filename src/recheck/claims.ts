/** What one attestation file of a package says, whether or not anybody confirms it. */
export interface AttestationClaim {
  readonly file: string;
  readonly role: 'package' | 'review';
  /**
   * How far the host's trust root reaches. `confirmed`: its signature holds under it. `refuted`: the trust root
   * has the key that the signature names, and the signature does not hold under it. `unknown`: it has no such
   * key, so nothing is said.
   */
  readonly standing: 'confirmed' | 'refuted' | 'unknown';
  /** Name and sha256 (lower-case hexadecimal) of each subject. */
  readonly subjects: readonly { readonly name: string; readonly sha256: string }[];
  /** Of a review. */
  readonly review?: {
    readonly package: string;
    readonly reviewer: string;
    readonly reviewedAt: string;
    readonly outcome: string;
    readonly scope?: string;
  };
}
