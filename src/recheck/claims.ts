import { parseAttestation } from '../reader/attestation/statement.js';
import type { Trust } from '../reader/attestation/trust.js';
import type { AttestationResult, PackageResult } from '../reader/types.js';
import { reviewPredicateSchema, subjectSchema } from '../schema/attestation.js';

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
    readonly scope?: string | undefined;
  };
}

/** A statement without a word on who signed it. */
export type Statement = Omit<AttestationClaim, 'standing' | 'role'> & { readonly keyids: readonly string[] };

/** An attestation file as it is. */
export type AttestationFile = NonNullable<PackageResult['attestationFiles']>[number];

/** What an attestation file states; undefined when it is malformed. */
export function statementOf({ path, format, bytes }: AttestationFile): Statement | undefined {
  const parsed = parseAttestation(format, bytes);
  if ('malformed' in parsed) return undefined;
  const { statement, envelope } = parsed;
  const subjects = statement.subject.flatMap((item) => {
    const subject = subjectSchema.safeParse(item);
    return subject.success
      ? [{ name: subject.data.name.normalize('NFC'), sha256: subject.data.digest.sha256 }]
      : [];
  });
  const review = reviewPredicateSchema.safeParse(statement.predicate);
  const keyids = envelope.signatures.flatMap((signature) => {
    const keyid: unknown = Object(signature).keyid;
    return typeof keyid === 'string' ? [keyid] : [];
  });
  return { file: path, subjects, keyids, ...(review.success ? { review: review.data } : {}) };
}

/**
 * Puts the trust root's word beside each statement. `results` are the outcomes under that trust root, one a
 * statement in the same order; a statement of an unknown kind claims nothing.
 */
export function claimsOf(
  statements: readonly (Statement | undefined)[],
  results: readonly AttestationResult[],
  trust: Trust | undefined,
): AttestationClaim[] {
  return statements.flatMap((stated, index): AttestationClaim[] => {
    const result = results[index];
    if (!stated || !result?.role) return [];
    const { role, format, outcome, signer } = result;
    const { keyids, ...statement } = stated;
    const covered = keyids.some((keyid) => trust?.keysFor(role).has(keyid));
    const refuted = format === 'dsse' && outcome === 'invalid' && covered;
    return [
      { ...statement, role, standing: signer !== undefined ? 'confirmed' : refuted ? 'refuted' : 'unknown' },
    ];
  });
}
