import type { AttestedReview, CitationRecord } from '../schema/citation-record.js';
import { parseDateTime } from '../schema/date-time.js';
import type { AttestationClaim } from './claims.js';
import { type Explanation, gravest } from './explain-relations.js';
import { sameJson, withoutItems } from './json.js';

const UNCONFIRMED = 'the trust root here has no key for it, so it is neither confirmed nor refuted';

/** The claims that this very package (key and digest) is signed. */
function signatures(record: CitationRecord, claims: readonly AttestationClaim[]): AttestationClaim[] {
  const key = `${record.package.id}@${record.package.version}`;
  const sha256 = record.package.digest.slice('sha256:'.length);
  return claims.filter(
    (claim) =>
      claim.role === 'package' &&
      claim.subjects.length === 1 &&
      claim.subjects[0]?.name === key &&
      claim.subjects[0].sha256 === sha256,
  );
}

/**
 * Why the saved and the present word on the package's signature differ. Attestations are outside the digest
 * and a trust root belongs to its host, so only what no trust root could make of these files is unexplained.
 */
export function explainSigned(
  saved: CitationRecord,
  present: CitationRecord,
  claims: readonly AttestationClaim[],
): Explanation | undefined {
  const { signers } = saved.package;
  if (signers !== undefined && saved.package.signed !== signers.length > 0) {
    return {
      kind: 'unexplained',
      why: `The record contradicts itself: signed is ${saved.package.signed}, and signers names ${signers.length}.`,
    };
  }
  const before = saved.package.signed ? (saved.package.signers ?? []) : [];
  const after = present.package.signed ? (present.package.signers ?? []) : [];
  if (saved.package.signed === present.package.signed && withoutItems(before, after).length === 0) {
    const added = withoutItems(after, before);
    if (added.length === 0) return undefined;
    if (saved.package.signers === undefined) return undefined;
    return {
      kind: 'trust-root',
      why: `The trust root here also confirms the signature of ${added.join(', ')}.`,
    };
  }
  if (!saved.package.signed) {
    return {
      kind: 'trust-root',
      why: `The trust root here confirms the signature of ${after.join(', ')}; the service's did not, or the signature was added later.`,
    };
  }
  const possible = signatures(present, claims).filter((claim) => claim.standing !== 'refuted');
  if (possible.length === 0) {
    return signatures(present, claims).length > 0
      ? {
          kind: 'unexplained',
          why: 'The trust root here has the key that the signature names, and it does not hold.',
        }
      : {
          kind: 'unexplained',
          why: 'This copy of the package holds no signature over its digest, by any key.',
        };
  }
  if (new Set(before).size > possible.length) {
    return {
      kind: 'unexplained',
      why: `The record names ${new Set(before).size} signers; this copy of the package holds ${possible.length} ${possible.length === 1 ? 'signature' : 'signatures'}.`,
    };
  }
  return present.package.signed
    ? { kind: 'trust-root', why: 'The trust root here gives the signers other names.' }
    : { kind: 'trust-root', why: `The package holds a signature; ${UNCONFIRMED}.` };
}

function content(review: AttestedReview): Record<string, unknown> {
  const { reviewer, reviewedAt, outcome, scope } = review;
  return { reviewer, reviewedAt, outcome, scope };
}

/** The claims in this package that say what a review says, about this very file. */
function sources(
  review: AttestedReview,
  present: CitationRecord,
  file: string,
  claims: readonly AttestationClaim[],
): AttestationClaim[] {
  return claims.filter(
    (claim) =>
      claim.review !== undefined &&
      claim.review.package === present.package.id &&
      sameJson(
        {
          reviewer: claim.review.reviewer,
          reviewedAt: claim.review.reviewedAt,
          outcome: claim.review.outcome,
          scope: claim.review.scope,
        },
        content(review),
      ) &&
      claim.subjects.some(
        (subject) => subject.name === file && `sha256:${subject.sha256}` === present.node.digest,
      ),
  );
}

/**
 * Why the saved and the present reviews differ.
 *
 * @param file the cited representation's path in the package
 * @param computedAt milliseconds, when the service gave a time
 */
export function explainReviews(
  saved: CitationRecord,
  present: CitationRecord,
  file: string,
  claims: readonly AttestationClaim[],
  computedAt: number | undefined,
): Explanation | undefined {
  const before = saved.trust.attestedReviews;
  const after = present.trust.attestedReviews;
  const reasons: Explanation[] = [];
  const renamed = new Set<AttestedReview>();
  for (const review of withoutItems(before.map(content), after.map(content))) {
    const full = before.find((item) => sameJson(content(item), review));
    if (full) reasons.push(explainExtraReview(full, saved, present, file, claims, computedAt));
  }
  for (const review of withoutItems(after.map(content), before.map(content))) {
    reasons.push({
      kind: 'trust-root',
      why: `The trust root here confirms a review by ${String(review.reviewer)}; the service's did not, or the review was added later.`,
    });
  }
  for (const review of before) {
    if (review.packageVerified !== undefined && review.packageVerified !== saved.package.signed) {
      reasons.push({
        kind: 'unexplained',
        why: `The record says packageVerified ${review.packageVerified} of a package that it calls ${saved.package.signed ? 'signed' : 'unsigned'}.`,
      });
    }
    const named = after.some(
      (item) => sameJson(content(item), content(review)) && item.signer === review.signer,
    );
    if (!named && after.some((item) => sameJson(content(item), content(review)))) renamed.add(review);
  }
  if (renamed.size > 0) {
    reasons.push({
      kind: 'trust-root',
      why: 'The trust root here gives the signer of a review another name.',
    });
  }
  return gravest(reasons);
}

function explainExtraReview(
  review: AttestedReview,
  saved: CitationRecord,
  present: CitationRecord,
  file: string,
  claims: readonly AttestationClaim[],
  computedAt: number | undefined,
): Explanation {
  const found = sources(review, present, file, claims);
  const possible = found.filter((claim) => claim.standing !== 'refuted');
  const at = parseDateTime(review.reviewedAt);
  const told = saved.trust.attestedReviews.filter((item) => sameJson(content(item), content(review))).length;
  if (found.length === 0) {
    return {
      kind: 'unexplained',
      why: `This copy of the package holds no such review by ${review.reviewer} of this file, by any key.`,
    };
  }
  if (possible.length === 0) {
    return {
      kind: 'unexplained',
      why: `The trust root here has the key that the review by ${review.reviewer} names, and the signature does not hold.`,
    };
  }
  if (told > possible.length) {
    return {
      kind: 'unexplained',
      why: `The record counts the review by ${review.reviewer} ${told} times; this copy of the package holds it ${possible.length === 1 ? 'once' : `${possible.length} times`}.`,
    };
  }
  if (computedAt !== undefined && at !== undefined && at > computedAt) {
    return {
      kind: 'unexplained',
      why: `The review by ${review.reviewer} is dated ${review.reviewedAt}, after the record was computed, and could not count then.`,
    };
  }
  return possible.some((claim) => claim.standing === 'confirmed')
    ? {
        kind: 'trust-root',
        why: `The review by ${review.reviewer} holds, but under the trust root here a later one of its signer counts instead.`,
      }
    : { kind: 'trust-root', why: `The package holds the review by ${review.reviewer}; ${UNCONFIRMED}.` };
}
