import type { AttestedReview } from '../../schema/citation-record.js';

/** A valid review of a file as it is now. */
export interface ReviewOfFile {
  /** NFC path of the reviewed file. */
  path: string;
  /** When, in milliseconds since the epoch. */
  reviewedAt: number;
  review: AttestedReview;
}

const BEST_FIRST = ['accurate', 'needs-change', 'inaccurate'];

/**
 * The reviews that count for each file: the latest of each signer, in the order given; of two at one instant
 * the worse (reader reference §7.6).
 */
export function countingReviews(
  reviews: readonly ReviewOfFile[],
  packageVerified: boolean,
): Map<string, AttestedReview[]> {
  const latest = new Map<string, Map<string, ReviewOfFile>>();
  for (const review of reviews) {
    const bySigner = latest.get(review.path) ?? new Map<string, ReviewOfFile>();
    latest.set(review.path, bySigner);
    const other = bySigner.get(review.review.signer);
    if (!other || displaces(review, other)) bySigner.set(review.review.signer, review);
  }
  const order = new Map(reviews.map((review, index) => [review, index]));
  const counting = new Map<string, AttestedReview[]>();
  for (const [path, bySigner] of latest) {
    const kept = [...bySigner.values()].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    counting.set(
      path,
      kept.map(({ review }) => ({ ...review, packageVerified })),
    );
  }
  return counting;
}

function displaces(review: ReviewOfFile, other: ReviewOfFile): boolean {
  if (review.reviewedAt !== other.reviewedAt) return review.reviewedAt > other.reviewedAt;
  return BEST_FIRST.indexOf(review.review.outcome) > BEST_FIRST.indexOf(other.review.outcome);
}
