import { type ReviewPredicate, reviewPredicateSchema, subjectSchema } from '../../schema/attestation.js';
import type { AttestedReview } from '../../schema/citation-record.js';
import { parseDateTime } from '../../schema/date-time.js';
import { type DiagnosticCode, diagnostic } from '../diagnostics.js';
import type { Pace } from '../pace.js';
import type { AttestationResult, Diagnostic } from '../types.js';
import { countingReviews, type ReviewOfFile } from './counting-reviews.js';
import { decodeBase64 } from './public-key.js';
import type { SigstoreVerifier } from './sigstore-seam.js';
import {
  type AttestationFormat,
  type ParsedAttestation,
  parseAttestation,
  preAuthEncoding,
} from './statement.js';
import type { AttestationRole, Trust } from './trust.js';
import { verifySignature } from './verify-signature.js';

const ROLES: ReadonlyMap<string, AttestationRole> = new Map([
  ['https://w3id.org/moca/attestation/package/v1', 'package'],
  ['https://w3id.org/moca/attestation/review/v1', 'review'],
]);

// One file may not make the Reader verify without end; an honest one has a handful of signatures.
const MAX_SIGNATURES = 64;
// Nor may many files together: one or two signatures for each of the most entries a package may have.
const MAX_SIGNATURES_A_PACKAGE = 40_000;

/** The package that attestations speak about, and what they are judged by. */
export interface AttestationContext {
  id: string;
  version: string;
  /** `sha256:…` */
  digest: string;
  /** NFC path → lower-case hex SHA-256 of every file of the package. */
  hashes: ReadonlyMap<string, string>;
  trust: Trust | undefined;
  sigstore: SigstoreVerifier | undefined;
  now: number;
}

export interface VerifiedAttestations {
  attestations: AttestationResult[];
  diagnostics: Diagnostic[];
  signers: string[];
  relationScopes: string[];
  reviewsByFile: Map<string, AttestedReview[]>;
}

/** Who signed, as far as the trust root knows them. */
interface Signer {
  name: string;
  relations: readonly string[];
}

type SignatureOutcome =
  | { outcome: 'valid'; signer: Signer }
  | { outcome: 'invalid' | 'unverifiable' | 'indeterminate'; reason: string };

/** How many signatures may still be tried for the package. */
interface Budget {
  left: number;
}

interface Judgement {
  outcome: AttestationResult['outcome'];
  reason?: string;
  signer?: Signer;
  role?: AttestationRole;
  predicateType?: string;
  reviews: ReviewOfFile[];
  diagnostics: Diagnostic[];
}

/** Verifies a package's attestation files, which are given in path order (reader reference §7). */
export async function verifyAttestations(
  files: readonly { path: string; format: AttestationFormat; bytes: Uint8Array }[],
  context: AttestationContext,
  pace: Pace,
): Promise<VerifiedAttestations> {
  const attestations: AttestationResult[] = [];
  const diagnostics: Diagnostic[] = [];
  const signers = new Set<string>();
  const relationScopes = new Set<string>();
  const reviews: ReviewOfFile[] = [];
  const budget: Budget = { left: MAX_SIGNATURES_A_PACKAGE };
  for (const [index, { path, format, bytes }] of files.entries()) {
    const judged = await pace.race(judge(path, format, bytes, context, budget));
    // One by one: a package decides how many there are, and a call takes only so many arguments.
    for (const one of judged.diagnostics) diagnostics.push(one);
    for (const one of judged.reviews) reviews.push(one);
    if (judged.role === 'package' && judged.outcome === 'valid' && judged.signer) {
      signers.add(judged.signer.name);
      for (const scope of judged.signer.relations) relationScopes.add(scope);
    }
    pace.progress('attestations', index + 1, files.length);
    if (pace.isDue()) await pace.rest();
    attestations.push({
      file: path,
      format,
      outcome: judged.outcome,
      ...(judged.predicateType === undefined ? {} : { predicateType: judged.predicateType }),
      ...(judged.role === undefined ? {} : { role: judged.role }),
      ...(judged.signer === undefined ? {} : { signer: judged.signer.name }),
      ...(judged.reason === undefined ? {} : { reason: judged.reason }),
    });
  }
  return {
    attestations,
    diagnostics,
    signers: [...signers],
    relationScopes: [...relationScopes],
    reviewsByFile: countingReviews(reviews, signers.size > 0),
  };
}

async function judge(
  file: string,
  format: AttestationFormat,
  bytes: Uint8Array,
  context: AttestationContext,
  budget: Budget,
): Promise<Judgement> {
  const parsed = parseAttestation(format, bytes);
  if ('malformed' in parsed) {
    return refused('malformed', 'A001_ATTESTATION_MALFORMED', parsed.malformed, file);
  }
  const { predicateType } = parsed.statement;
  const role = ROLES.get(predicateType);
  if (!role) return { outcome: 'ignored', predicateType, reviews: [], diagnostics: [] };
  const signature = await (format === 'dsse'
    ? verifyEnvelope(parsed, role, context, budget)
    : verifyBundle(parsed, file, role, context));
  const judged =
    signature.outcome === 'valid'
      ? judgeStatement(parsed, role, signature.signer, file, context)
      : refused(signature.outcome, CODES[signature.outcome], signature.reason, file);
  return { ...judged, role, predicateType };
}

const CODES = {
  invalid: 'A002_ATTESTATION_INVALID',
  unverifiable: 'A003_ATTESTATION_UNVERIFIABLE',
  indeterminate: 'A004_ATTESTATION_INDETERMINATE',
} as const satisfies Record<string, DiagnosticCode>;

function refused(
  outcome: AttestationResult['outcome'],
  code: DiagnosticCode,
  reason: string,
  file: string,
  signer?: Signer,
): Judgement {
  return {
    outcome,
    reason,
    ...(signer ? { signer } : {}),
    reviews: [],
    diagnostics: [diagnostic(code, reason, file)],
  };
}

/** Whether a trusted key with the role signed the envelope. */
async function verifyEnvelope(
  { envelope, payload }: ParsedAttestation,
  role: AttestationRole,
  { trust }: AttestationContext,
  budget: Budget,
): Promise<SignatureOutcome> {
  if (!trust) return { outcome: 'unverifiable', reason: 'There is no trust root.' };
  const keys = trust.keysFor(role);
  if (keys.size === 0) {
    return { outcome: 'unverifiable', reason: `The trust root has no current key for the role ${role}.` };
  }
  const message = preAuthEncoding(envelope.payloadType, payload);
  let unsupported = false;
  let tried = 0;
  for (const signature of envelope.signatures) {
    const { keyid, sig } = Object(signature) as { keyid?: unknown; sig?: unknown };
    const key = typeof keyid === 'string' ? keys.get(keyid) : undefined;
    const bytes = typeof sig === 'string' ? decodeBase64(sig) : undefined;
    if (!key || !bytes) continue;
    if (++tried > MAX_SIGNATURES) break;
    if (budget.left === 0) {
      return { outcome: 'unverifiable', reason: 'The package has more signatures than are tried.' };
    }
    budget.left -= 1;
    const verdict = key.publicKey ? await verifySignature(key.publicKey, bytes, message) : 'unsupported';
    if (verdict === 'valid')
      return { outcome: 'valid', signer: { name: key.name, relations: key.relations } };
    unsupported ||= verdict === 'unsupported';
  }
  return unsupported
    ? { outcome: 'unverifiable', reason: 'The trusted key is of a kind that cannot be checked here.' }
    : { outcome: 'invalid', reason: `No signature verifies with a trusted key for the role ${role}.` };
}

/** Whether the host's Sigstore verifier finds a trusted identity with the role behind the bundle. */
async function verifyBundle(
  { document }: ParsedAttestation,
  file: string,
  role: AttestationRole,
  { trust, sigstore, now }: AttestationContext,
): Promise<SignatureOutcome> {
  if (!trust) return { outcome: 'unverifiable', reason: 'There is no trust root.' };
  const identities = trust.identitiesFor(role);
  if (identities.length === 0) {
    return {
      outcome: 'unverifiable',
      reason: `The trust root has no Sigstore identity for the role ${role}.`,
    };
  }
  if (!sigstore) return { outcome: 'unverifiable', reason: 'No Sigstore verifier was passed in.' };
  let verdict: { outcome: unknown; signer?: unknown; reason?: unknown };
  try {
    const given = await sigstore.verify(document, { file, role, identities, trustRoot: trust.root, now });
    verdict = { outcome: given.outcome, signer: given.signer, reason: given.reason };
  } catch {
    return { outcome: 'unverifiable', reason: 'The Sigstore verifier failed.' };
  }
  const { outcome } = verdict;
  if (outcome === 'invalid' || outcome === 'unverifiable' || outcome === 'indeterminate') {
    const reason =
      typeof verdict.reason === 'string' ? verdict.reason : 'The Sigstore bundle did not verify.';
    return { outcome, reason };
  }
  if (outcome !== 'valid') {
    return { outcome: 'unverifiable', reason: 'The Sigstore verifier gave no verdict that is known.' };
  }
  const signer = identities.find(({ issuer, subject }) => `${issuer} ${subject}` === verdict.signer);
  if (!signer) return { outcome: 'invalid', reason: 'The signer is not an identity of the trust root.' };
  return {
    outcome: 'valid',
    signer: { name: `${signer.issuer} ${signer.subject}`, relations: signer.relations ?? [] },
  };
}

function judgeStatement(
  parsed: ParsedAttestation,
  role: AttestationRole,
  signer: Signer,
  file: string,
  context: AttestationContext,
): Judgement {
  return role === 'package'
    ? judgePackage(parsed, signer, file, context)
    : judgeReview(parsed, signer, file, context);
}

function judgePackage(
  { statement }: ParsedAttestation,
  signer: Signer,
  file: string,
  { id, version, digest }: AttestationContext,
): Judgement {
  const subject = subjectSchema.safeParse(statement.subject[0]);
  if (statement.subject.length !== 1 || !subject.success || subject.data.name !== `${id}@${version}`) {
    return refused(
      'invalid',
      'A002_ATTESTATION_INVALID',
      'It is about another package or version.',
      file,
      signer,
    );
  }
  if (`sha256:${subject.data.digest.sha256}` !== digest) {
    return refused(
      'invalid',
      'A008_PACKAGE_DIGEST_MISMATCH',
      'It was signed for other content: the package changed afterwards.',
      file,
      signer,
    );
  }
  return { outcome: 'valid', signer, reviews: [], diagnostics: [] };
}

function judgeReview(
  { statement }: ParsedAttestation,
  signer: Signer,
  file: string,
  { id, hashes, now }: AttestationContext,
): Judgement {
  const invalid = (reason: string) => refused('invalid', 'A002_ATTESTATION_INVALID', reason, file, signer);
  const predicate = reviewPredicateSchema.safeParse(statement.predicate);
  if (!predicate.success) return invalid('The review predicate is not valid.');
  if (predicate.data.package !== id) return invalid('It is a review of another package.');
  if (statement.subject.length === 0) return invalid('The review names no file.');
  const subjects = statement.subject.map((subject) => subjectSchema.safeParse(subject));
  const reviewedAt = parseDateTime(predicate.data.reviewedAt) ?? Number.NaN;
  if (!subjects.every((subject) => subject.success)) return invalid('A subject has no name or no SHA-256.');
  if (reviewedAt > now) {
    return refused('future', 'A007_REVIEW_DATE_FUTURE', 'The review is dated in the future.', file, signer);
  }
  const paths = subjects.map(({ data }) => ({
    path: data?.name.normalize('NFC') ?? '',
    hash: data?.digest.sha256,
  }));
  const current = paths.filter(({ path, hash }) => hashes.get(path) === hash);
  const outdated = paths.filter(({ path, hash }) => hashes.get(path) !== hash);
  return {
    outcome: current.length > 0 ? 'valid' : 'outdated',
    ...(current.length > 0 ? {} : { reason: 'The reviewed file has changed since.' }),
    signer,
    reviews: current.map(({ path }) => ({ path, reviewedAt, review: reviewOf(predicate.data, signer) })),
    diagnostics: outdated.map(({ path }) =>
      diagnostic('A006_REVIEW_OUTDATED', `${path} has changed since it was reviewed, or is gone.`, file),
    ),
  };
}

function reviewOf({ reviewer, reviewedAt, outcome, scope }: ReviewPredicate, signer: Signer): AttestedReview {
  return { reviewer, reviewedAt, outcome, signer: signer.name, ...(scope === undefined ? {} : { scope }) };
}
