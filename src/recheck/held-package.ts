import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { SigstoreVerifier } from '../reader/attestation/sigstore-seam.js';
import { trustOf } from '../reader/attestation/trust.js';
import { verifyAttestations } from '../reader/attestation/verify-package.js';
import { authorises, hasEffect } from '../reader/library/relations.js';
import { Pace } from '../reader/pace.js';
import { compareCodePoints } from '../reader/package/paths.js';
import type { ManifestRelation, PackageResult } from '../reader/types.js';
import { parseDateTime } from '../schema/date-time.js';
import type { TrustRoot } from '../schema/trust-root.js';
import {
  type AttestationClaim,
  type AttestationFile,
  claimsOf,
  type Statement,
  statementOf,
} from './claims.js';

/** What the attestations of a package amount to at one moment, under the host's trust root. */
export interface TrustInForce extends Pick<PackageResult, 'signers' | 'reviewsByFile' | 'relationScopes'> {
  readonly claims: readonly AttestationClaim[];
  /** Codes of the Reader's diagnostics at this moment, sorted, without repeats. */
  readonly codes: readonly string[];
}

/** A package that was read and has a digest, so that citations can be compared with it. */
export interface HeldPackage {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  readonly relations: readonly ManifestRelation[];
  readonly result: PackageResult;
  /** Milliseconds at which `trustAt` may begin to give something else. */
  readonly turningPoints: readonly number[];
  /** @param at milliseconds */
  trustAt(at: number): Promise<TrustInForce>;
}

/** The host's word on whom it trusts, and its way to stop. */
export interface HostTrust {
  readonly trustRoot: TrustRoot | undefined;
  readonly sigstore?: SigstoreVerifier | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Holds a read package; undefined when it has no digest, so that nothing can be compared with it.
 *
 * @param readAt the clock of the read, in milliseconds, when it was made under this very trust: then its own
 *   outcomes are used for every moment that gives the same
 */
export function holdPackage(
  result: PackageResult,
  { trustRoot, sigstore, signal }: HostTrust,
  readAt?: number,
): HeldPackage | undefined {
  const { manifest, digest } = result;
  if (!manifest || !digest || typeof manifest.id !== 'string' || typeof manifest.version !== 'string') {
    return undefined;
  }
  const { id, version } = manifest;
  const hashes = new Map(
    result.nodes.flatMap((node) =>
      node.representations.map((item): [string, string] => [item.file, item.digest.slice('sha256:'.length)]),
    ),
  );
  const files = result.attestationFiles ?? [];
  const statements = files.map(statementOf);
  const relations: readonly ManifestRelation[] = Array.isArray(manifest.relations) ? manifest.relations : [];
  const turningPoints = [...expiries(trustRoot), ...reviewDates(statements)];
  return {
    id,
    version,
    digest,
    relations,
    result,
    turningPoints,
    async trustAt(at) {
      const trust = trustOf(trustRoot, at);
      if (readAt !== undefined && !turningPoints.some((point) => isBetween(point, at, readAt))) {
        const codes = sortedCodes(result.diagnostics);
        return { ...result, claims: claimsOf(statements, result.attestations, trust), codes };
      }
      const context = { id, version, digest, hashes, trust, sigstore, now: at };
      const { attestations, diagnostics, ...verified } = await verifyAttestations(
        files,
        context,
        new Pace(signal),
      );
      const unauthorised = relations
        .filter((relation) => hasEffect(relation) && !authorises({ id, ...verified }, relation.target))
        .map(() => ({ code: 'R004_RELATION_UNAUTHORISED' }));
      const lasting = result.diagnostics.filter(({ code }) => !DEPENDS_ON_TRUST.test(code));
      return {
        ...verified,
        claims: claimsOf(statements, attestations, trust),
        codes: sortedCodes([...lasting, ...diagnostics, ...unauthorised]),
      };
    },
  };
}

// Findings of a read that another trust root or moment may not give.
const DEPENDS_ON_TRUST = /^(?:A\d|R004)/;

function sortedCodes(diagnostics: readonly { code: string }[]): string[] {
  return [...new Set(diagnostics.map(({ code }) => code))].sort();
}

/** Whether something turns at a point after one moment and up to the other. */
function isBetween(point: number, one: number, other: number): boolean {
  return point > Math.min(one, other) && point <= Math.max(one, other);
}

/** A key is trusted until the end of the millisecond that it names. */
function expiries(trustRoot: TrustRoot | undefined): number[] {
  return (trustRoot?.keys ?? []).flatMap(({ expires }) => {
    const instant = expires === undefined ? undefined : parseDateTime(expires);
    return instant === undefined ? [] : [instant + 1];
  });
}

function reviewDates(statements: readonly (Statement | undefined)[]): number[] {
  return statements.flatMap((statement) => {
    const instant = statement?.review && parseDateTime(statement.review.reviewedAt);
    return instant === undefined ? [] : [instant];
  });
}

/**
 * Two copies of one package as one: attestations are outside the digest, so each copy may carry some that the
 * other lacks. The outcome does not depend on which copy comes first.
 */
export function mergeCopies(one: HeldPackage, other: HeldPackage, trust: HostTrust): HeldPackage {
  // A copy can be spoilt outside what the digest covers: then the other one speaks.
  if (one.result.valid !== other.result.valid) {
    const [sound, spoilt] = one.result.valid ? [one, other] : [other, one];
    return withAttestationsOf(sound, spoilt, sound.result.diagnostics, trust);
  }
  return withAttestationsOf(one, other, [...one.result.diagnostics, ...other.result.diagnostics], trust);
}

function withAttestationsOf(
  one: HeldPackage,
  other: HeldPackage,
  diagnostics: PackageResult['diagnostics'],
  trust: HostTrust,
): HeldPackage {
  const known = new Map<string, AttestationFile>();
  for (const file of [...(one.result.attestationFiles ?? []), ...(other.result.attestationFiles ?? [])]) {
    known.set(`${file.path}\n${bytesToHex(sha256(file.bytes))}`, file);
  }
  const inOrder = [...known].sort(([a], [b]) => compareCodePoints(a, b)).map(([, file]) => file);
  return holdPackage({ ...one.result, diagnostics, attestationFiles: inOrder }, trust) ?? one;
}
