import type { ReaderLimits } from './types.js';

/** The defaults of Reader contract §3. */
export const DEFAULT_LIMITS: Readonly<ReaderLimits> = Object.freeze({
  maxEntries: 20_000,
  maxBytes: 512 * 1024 * 1024,
  maxFrontmatterBytes: 64 * 1024,
  maxStructureBytes: 4 * 1024 * 1024,
  maxTriples: 100_000,
  maxEvidencePerNode: 256,
  maxSourceBytesChecked: 8 * 1024 * 1024,
  maxEvidenceChecksPerPackage: 10_000,
  maxEvidenceBytesPerPackage: 256 * 1024 * 1024,
  maxMemberDepth: 8,
  maxMembers: 256,
});

/**
 * The limits of a read: the host's values over the defaults.
 *
 * Throws a `RangeError` for a value that is not a number of at least 0: a limit that silently compares
 * false would be no limit.
 */
export function resolveLimits(overrides: Partial<ReaderLimits> = {}): ReaderLimits {
  const limits: ReaderLimits = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof ReaderLimits)[]) {
    const value = overrides[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new RangeError(`The limit ${name} must be a number of at least 0.`);
    }
    limits[name] = value;
  }
  return limits;
}
