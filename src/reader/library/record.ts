import type { CitationRecord, Span } from '../../schema/citation-record.js';
import type { PackageNode, Representation } from '../types.js';
import { copyData } from './copy-data.js';
import type { LoadedPackage } from './loaded-package.js';
import { localeOf } from './locale.js';
import type { RelationEffect } from './relations.js';
import { reviewStatusOf } from './review-status.js';
import { trustAtTime } from './validity-window.js';

/** What a record depends on beside the package itself. */
export interface RecordOptions {
  /** The clock, in milliseconds since the epoch. */
  readonly now: number;
  readonly effect: RelationEffect;
  /** UTF-8 byte offsets into the representation's file; the whole body when left out. */
  readonly span?: Span | undefined;
  /** Whether to include the text at the span. */
  readonly text?: boolean | undefined;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a representation's file at a span of UTF-8 bytes; invalid bytes become U+FFFD. */
export function textAt(representation: Representation, { start, end }: Span): string {
  return decoder.decode(representation.bytes.subarray(start, end));
}

/** Where a representation's body lies in its file. */
export function bodySpan({ bodyOffset, size }: Representation): Span {
  return { start: bodyOffset, end: size };
}

/** The citation record of one representation (Reader contract §7, reader reference §11.2). */
export function recordOf(
  { result, id, version, digest, manifest }: LoadedPackage,
  node: PackageNode,
  representation: Representation,
  { now, effect, span = bodySpan(representation), text = false }: RecordOptions,
): CitationRecord {
  const { frontmatter } = representation;
  const moca = asMapping(frontmatter.moca);
  const signed = result.signers.length > 0;
  const locale = localeOf(representation, manifest.language);
  const title = frontmatter.title;
  const description = frontmatter.description;
  const status = frontmatter.status;
  const generated = actorOf(frontmatter.generated);
  const reviews = result.reviewsByFile.get(representation.file) ?? [];
  const dates = {
    staleAfter: dateText(frontmatter.stale_after, undefined),
    validFrom: dateText(moca?.valid_from, '') ?? manifest.validFrom,
    validUntil: dateText(moca?.valid_until, '') ?? manifest.validUntil,
  };
  const contestedBy = [...nodeContestedBy(representation), ...effect.contestedBy];
  const { audience, audienceInvalid } = audienceOf(node, representation);
  return {
    package: {
      id,
      version,
      digest,
      signed,
      ...(signed ? { signers: [...result.signers] } : {}),
    },
    node: {
      id: node.id,
      ref: node.ref,
      path: node.path,
      ...(locale === undefined ? {} : { locale }),
      type: String(frontmatter.type),
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      ...(Array.isArray(frontmatter.tags) ? { tags: frontmatter.tags.filter(isString) } : {}),
      digest: representation.digest,
    },
    span: { start: span.start, end: span.end },
    ...(text ? { text: textAt(representation, span) } : {}),
    trust: {
      status: status === 'draft' || status === 'deprecated' ? status : 'stable',
      ...(generated ? { generated } : {}),
      declaredVerified: declaredVerifiedOf(frontmatter.verified),
      attestedReviews: reviews.map((review) => ({ ...review, packageVerified: signed })),
      reviewStatus: reviewStatusOf(reviews, signed),
      ...definedOf(dates),
      ...trustAtTime(dates, now),
      superseded: effect.supersededBy.length > 0,
      ...(effect.supersededBy.length > 0 ? { supersededBy: [...effect.supersededBy] } : {}),
      contested: contestedBy.length > 0,
      ...(contestedBy.length > 0 ? { contestedBy } : {}),
    },
    evidence: representation.evidence.map(copyData),
    ...(representation.concepts.length > 0 ? { concepts: [...representation.concepts] } : {}),
    ...(audience === undefined ? {} : { audience }),
    ...(audienceInvalid ? { audienceInvalid } : {}),
    ...(result.profiles.length > 0 ? { profiles: [...result.profiles] } : {}),
  };
}

/** The strings of a representation's `moca.contested_by`, as written. */
export function nodeContestedBy({ frontmatter }: Representation): string[] {
  const contestedBy = asMapping(frontmatter.moca)?.contested_by;
  return Array.isArray(contestedBy) ? contestedBy.filter(isString) : [];
}

/**
 * The audience label of a representation (reader reference §12.2): its own, else for a translation the
 * default representation's, malformed labels included.
 */
export function audienceOf(
  node: PackageNode,
  representation: Representation,
): { audience?: string; audienceInvalid: boolean } {
  const own = ownAudience(representation);
  if (own) return own;
  if (representation.tag !== undefined) {
    const standard = node.representations.find(({ tag }) => tag === undefined);
    if (standard) return audienceOf(node, standard);
  }
  return {
    audienceInvalid: 'moca' in representation.frontmatter && !asMapping(representation.frontmatter.moca),
  };
}

function ownAudience({ frontmatter }: Representation) {
  const moca = asMapping(frontmatter.moca);
  if (!moca || !Object.hasOwn(moca, 'audience')) return undefined;
  return typeof moca.audience === 'string' && moca.audience !== ''
    ? { audience: moca.audience, audienceInvalid: false }
    : { audienceInvalid: true };
}

function declaredVerifiedOf(verified: unknown): { by: string; at?: string }[] {
  const entries = Array.isArray(verified) ? verified : [verified];
  return entries.map(actorOf).filter((entry) => entry !== undefined);
}

function actorOf(value: unknown): { by: string; at?: string } | undefined {
  const mapping = asMapping(value);
  const by = scalarText(mapping?.by);
  if (!by) return undefined;
  const at = scalarText(mapping?.at);
  return at === undefined ? { by } : { by, at };
}

/** A date as written; `notScalar` stands for a list or mapping, which has no text form. */
function dateText(value: unknown, notScalar: string | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return scalarText(value) ?? notScalar;
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

function asMapping(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function definedOf(dates: {
  staleAfter: string | undefined;
  validFrom: string | undefined;
  validUntil: string | undefined;
}) {
  return {
    ...(dates.staleAfter === undefined ? {} : { staleAfter: dates.staleAfter }),
    ...(dates.validFrom === undefined ? {} : { validFrom: dates.validFrom }),
    ...(dates.validUntil === undefined ? {} : { validUntil: dates.validUntil }),
  };
}
