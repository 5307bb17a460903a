import type { ManifestRelation, PackageResult } from '../reader/types.js';
import type { AttestationClaim } from './claims.js';

/** What the attestations of a package amount to at one moment, under the host's trust root. */
export type TrustInForce = Pick<PackageResult, 'signers' | 'reviewsByFile' | 'relationScopes'> & {
  readonly claims: readonly AttestationClaim[];
};

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
  trustAt(at: number): TrustInForce;
}
