import type { AttestedReview, Trust } from '../../schema/citation-record.js';

/** `trust.reviewStatus` from the reviews that count and whether the package is signed (reader reference §7.6). */
export function reviewStatusOf(
  reviews: readonly Pick<AttestedReview, 'outcome'>[],
  signed: boolean,
): NonNullable<Trust['reviewStatus']> {
  if (reviews.length === 0) return 'none';
  if (reviews.some(({ outcome }) => outcome !== 'accurate')) return 'disputed';
  return signed ? 'approved' : 'unverified';
}
