import type { SigstoreVerifier } from './attestation/sigstore-seam.js';
import { attestationFormat } from './attestation/statement.js';
import { type Trust, trustOf } from './attestation/trust.js';
import { type VerifiedAttestations, verifyAttestations } from './attestation/verify-package.js';
import { diagnostic, isValid, promoteWarnings } from './diagnostics.js';
import { checkEvidence } from './evidence/check-package.js';
import { sourceKindOf } from './evidence/normalise.js';
import { authorises, hasEffect } from './library/relations.js';
import { resolveLimits } from './limits.js';
import { type MemberPath, type MemberResolver, resolveMembers } from './members.js';
import { Pace, type ReadProgress } from './pace.js';
import { capabilitiesOf, evidenceCapabilities } from './package/capabilities.js';
import {
  type ConceptDocument,
  checkReservedFile,
  kindOfContentFile,
  readConceptDocument,
} from './package/content.js';
import { digestOf, payloadManifestOf } from './package/digest.js';
import { isMapping } from './package/frontmatter.js';
import { checkListing } from './package/listing.js';
import { checkManifest, parseManifest, profilesOf, textOf } from './package/manifest.js';
import { groupNodes } from './package/nodes.js';
import { compareCodePoints } from './package/paths.js';
import { type FileContents, type Retention, readFiles, UnreadableFileError } from './package/read-files.js';
import { openTarget } from './source/open.js';
import { RejectedSourceError, TargetNotFoundError, UnreadableEntryError } from './source/opened-source.js';
import { checkStructure, readBindings } from './structure/check.js';
import { noFacts } from './structure/facts.js';
import { type ParsedStructure, parseStructure } from './structure/parse.js';
import type {
  Clock,
  Diagnostic,
  Manifest,
  ManifestRelation,
  MemberResult,
  PackageNode,
  PackageResult,
  PackageTarget,
  ReaderLimits,
} from './types.js';

/** What a host decides about a read (reader reference §17). */
export interface ReadOptions {
  /** Which keys and identities count: an object, or its JSON text (reader reference §7.3). */
  trustRoot?: unknown;
  /** Finds the target of a member; without it members stay unresolved. */
  resolveMember?: MemberResolver;
  /** Verifies Sigstore bundles; without it they are unverifiable (`A003`). */
  sigstore?: SigstoreVerifier;
  /** A package without a valid package attestation is invalid (`A009`); members too. */
  requireSignature?: boolean;
  /** Warnings become errors. */
  strict?: boolean;
  limits?: Partial<ReaderLimits>;
  clock?: Clock;
  /** Profile URIs the host understands; the others give `F001`. */
  knownProfiles?: readonly string[];
  /** Relations count without a signer's authority, and `R004` is not reported. */
  trustDeclaredRelations?: boolean;
  /** Aborting rejects the read with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: ReadProgress) => void;
}

/** One read with the host's options settled; members share it. */
export interface ReadSettings {
  options: ReadOptions;
  limits: ReaderLimits;
  trust: Trust | undefined;
  /** Taken once: every check of one read sees the same moment. Milliseconds since the epoch. */
  now: number;
  pace: Pace;
}

/**
 * Reads a package (Reader contract §3 to §7): opens it, checks it, computes its digest, verifies its
 * attestations and resolves its members.
 *
 * Whatever is wrong with the package is a diagnostic in the result. It rejects only for programming errors (a
 * target of no known kind, a limit that is no number, an invalid trust root), with the signal's reason when the
 * host aborts, and with what the host's own `onProgress` throws.
 */
export async function readPackage(target: PackageTarget, options: ReadOptions = {}): Promise<PackageResult> {
  const now = (options.clock ?? Date.now)();
  const settings: ReadSettings = {
    options,
    limits: resolveLimits(options.limits),
    trust: trustOf(options.trustRoot, now),
    now,
    pace: new Pace(options.signal, options.onProgress),
  };
  settings.pace.check();
  return readOne(target, settings, { ancestors: [], counter: { resolved: 0 } });
}

async function readOne(
  target: PackageTarget,
  settings: ReadSettings,
  memberPath: MemberPath,
): Promise<PackageResult> {
  const { options, limits, pace } = settings;
  const draft = new Draft(options.strict ?? false);
  try {
    const source = await pace.race(openTarget(target, limits));
    const listing = checkListing(source.entries);
    draft.report(listing.diagnostics);
    if (listing.diagnostics.length > 0) return draft.finish();

    const contents = await readFiles(
      source,
      listing.files,
      (path) => retentionOf(path, limits),
      limits.maxBytes,
      pace,
    );
    const parsed = parseManifest(await contents.bytesOf('moca.json'));
    if ('problem' in parsed) {
      draft.report([parsed.problem]);
      return draft.finish();
    }
    const { manifest } = parsed;
    draft.manifest = manifest;
    draft.profiles = profilesOf(manifest);
    draft.report(checkManifest(manifest, options.knownProfiles));

    draft.payloadManifest = payloadManifestOf(contents.hashes);
    draft.digest = digestOf(draft.payloadManifest);

    await readContent(draft, manifest, contents, settings);
    await readAttestations(draft, manifest, contents, settings);
    if (options.requireSignature && draft.verified.signers.length === 0) {
      draft.report([
        diagnostic('A009_SIGNATURE_REQUIRED', 'The host requires a signed package, and this one is not.'),
      ]);
    }
    if (!options.trustDeclaredRelations) draft.report(unauthorisedRelations(manifest, draft.verified));

    const members = await resolveMembers(
      manifest,
      memberPath,
      { resolve: options.resolveMember, limits, pace },
      (member, path) => readOne(member, settings, path),
    );
    draft.members = members.members;
    draft.report(members.diagnostics);
    return draft.finish();
  } catch (error) {
    if (pace.aborted) throw options.signal?.reason;
    const problem = problemOf(error);
    if (!problem) throw error;
    return draft.refuse(problem);
  }
}

/** The finding that stands for a failure to open or read; undefined for anything else that was thrown. */
function problemOf(error: unknown): Diagnostic | undefined {
  if (error instanceof TargetNotFoundError) return diagnostic('T001_TARGET_NOT_FOUND', error.message);
  if (error instanceof RejectedSourceError) return diagnostic('T003_ARCHIVE_REJECTED', error.message);
  if (error instanceof UnreadableFileError)
    return diagnostic('P002_UNREADABLE_ENTRY', error.message, error.file);
  if (error instanceof UnreadableEntryError) return diagnostic('P002_UNREADABLE_ENTRY', error.message);
  return undefined;
}

/** A result while it is being made. */
class Draft {
  manifest: Manifest | undefined;
  digest: string | undefined;
  payloadManifest: string | undefined;
  profiles: string[] = [];
  nodes: PackageNode[] = [];
  documents: ConceptDocument[] = [];
  structure: ParsedStructure | undefined;
  verified: VerifiedAttestations = {
    attestations: [],
    diagnostics: [],
    signers: [],
    relationScopes: [],
    reviewsByFile: new Map(),
  };
  attestationFiles: NonNullable<PackageResult['attestationFiles']> = [];
  members: MemberResult[] = [];
  hasFile: (path: string) => boolean = () => false;
  private diagnostics: Diagnostic[] = [];

  constructor(private readonly strict: boolean) {}

  report(found: readonly Diagnostic[]): void {
    for (const one of found) this.diagnostics.push(one);
  }

  /** A result that stopped at a problem: nothing concluded from missing bytes may stay. */
  refuse(problem: Diagnostic): PackageResult {
    const empty = new Draft(this.strict);
    empty.report([...this.diagnostics, problem]);
    return empty.finish();
  }

  finish(): PackageResult {
    const diagnostics = this.strict ? promoteWarnings(this.diagnostics) : this.diagnostics;
    const valid = isValid(diagnostics) && this.digest !== undefined;
    const { attestations, signers, relationScopes, reviewsByFile } = this.verified;
    return {
      manifest: this.manifest,
      digest: this.digest,
      payloadManifest: this.payloadManifest,
      nodes: this.nodes,
      members: this.members,
      profiles: this.profiles,
      structure: this.structure && { facts: this.structure.facts },
      attestations,
      attestationFiles: this.attestationFiles,
      signers,
      relationScopes,
      reviewsByFile,
      diagnostics,
      valid,
      capabilities: valid ? this.capabilities(diagnostics) : [],
    };
  }

  private capabilities(diagnostics: readonly Diagnostic[]): string[] {
    const representations = this.nodes.flatMap((node) => node.representations);
    const { members }: { members?: unknown } = this.manifest ?? {};
    return capabilitiesOf({
      core: true,
      composed: Array.isArray(members) && members.length > 0,
      localized: representations.some(({ tag }) => tag !== undefined),
      ...evidenceCapabilities(this.documents, this.hasFile),
      structured: this.structure !== undefined && !diagnostics.some(({ code }) => code.startsWith('O')),
      signed: this.verified.signers.length > 0,
      reviewed: representations.some(({ file }) => this.verified.reviewsByFile.has(file)),
    });
  }
}

const STRUCTURE = 'structure.ttl';

/** Which bytes the rest of the read needs; most files are only hashed. */
function retentionOf(path: string, limits: ReaderLimits): Retention {
  if (path === 'moca.json' || kindOfContentFile(path) !== 'other' || attestationFormat(path)) {
    return { kind: 'keep' };
  }
  if (path === STRUCTURE) return { kind: 'perhaps', upTo: limits.maxStructureBytes };
  return sourceKindOf(path) ? { kind: 'perhaps', upTo: limits.maxSourceBytesChecked } : { kind: 'drop' };
}

async function readContent(
  draft: Draft,
  manifest: Manifest,
  contents: FileContents,
  { limits, pace }: ReadSettings,
): Promise<void> {
  draft.hasFile = (path) => contents.sizes.has(path);
  const context = { hasFile: draft.hasFile, maxFrontmatterBytes: limits.maxFrontmatterBytes };
  const files = [...contents.sizes.keys()]
    .map((path) => ({ path, kind: kindOfContentFile(path) }))
    .filter(({ kind }) => kind !== 'other')
    .sort((a, b) => compareCodePoints(a.path, b.path));
  const bytesByFile = new Map<string, Uint8Array>();
  let done = 0;
  for (const { path, kind } of files) {
    const bytes = await contents.bytesOf(path);
    if (kind === 'index' || kind === 'log') {
      draft.report(checkReservedFile(path, kind, bytes, context));
    } else {
      const { document, diagnostics } = readConceptDocument(path, bytes, context);
      draft.report(diagnostics);
      if (document) {
        draft.documents.push(document);
        bytesByFile.set(path, bytes);
      }
    }
    done++;
    pace.progress('content', done, files.length);
    if (pace.isDue()) await pace.rest();
  }

  const evidence = await checkEvidence(
    draft.documents,
    { sizeOf: (path) => contents.sizes.get(path), read: (path) => contents.bytesOf(path) },
    limits,
    pace,
  );
  draft.report(evidence.diagnostics);

  if (contents.sizes.has(STRUCTURE)) draft.structure = await readStructure(contents, limits);
  draft.report(draft.structure?.diagnostics ?? []);
  if (draft.structure) draft.report(checkStructure(draft.structure));

  const { nodes, diagnostics } = groupNodes(manifest, draft.documents, (document) => {
    const { moca } = document.frontmatter;
    const bindings = readBindings(
      isMapping(moca) ? moca.concepts : undefined,
      draft.structure,
      document.file,
    );
    draft.report(bindings.diagnostics);
    return {
      bytes: bytesByFile.get(document.file) ?? new Uint8Array(0),
      hash: contents.hashes.get(document.file) ?? '',
      matched: evidence.matched.get(document) ?? [],
      concepts: bindings.concepts,
    };
  });
  draft.nodes = nodes;
  draft.report(diagnostics);
  const { members }: { members?: unknown } = manifest;
  if (nodes.length === 0 && !(Array.isArray(members) && members.length > 0)) {
    draft.report([diagnostic('M003_NO_CONTENT', 'The package has neither a content node nor a member.')]);
  }
}

async function readStructure(contents: FileContents, limits: ReaderLimits): Promise<ParsedStructure> {
  if ((contents.sizes.get(STRUCTURE) ?? 0) <= limits.maxStructureBytes) {
    return parseStructure(await contents.bytesOf(STRUCTURE), limits);
  }
  // Its size says enough: a file that may be as large as the whole package is not fetched to be refused.
  const message = `The file is larger than ${limits.maxStructureBytes} bytes (maxStructureBytes).`;
  return {
    facts: noFacts(),
    prefixes: new Set(),
    diagnostics: [diagnostic('O001_ONTOLOGY_UNPARSEABLE', message, STRUCTURE)],
  };
}

async function readAttestations(
  draft: Draft,
  manifest: Manifest,
  contents: FileContents,
  { options, trust, now, pace }: ReadSettings,
): Promise<void> {
  const files = [];
  for (const path of [...contents.sizes.keys()].sort(compareCodePoints)) {
    const format = attestationFormat(path);
    if (format) files.push({ path, format, bytes: await contents.bytesOf(path) });
  }
  draft.attestationFiles = files;
  draft.verified = await verifyAttestations(
    files,
    {
      id: textOf(manifest.id),
      version: textOf(manifest.version),
      digest: draft.digest ?? '',
      hashes: contents.hashes,
      trust,
      sigstore: options.sigstore,
      now,
    },
    pace,
  );
  draft.report(draft.verified.diagnostics);
}

/** `R004` for each relation that would have an effect and that no signer of the package authorises. */
function unauthorisedRelations(manifest: Manifest, verified: VerifiedAttestations): Diagnostic[] {
  const { relations }: { relations?: unknown } = manifest;
  const declarer = { id: manifest.id, signers: verified.signers, relationScopes: verified.relationScopes };
  return (Array.isArray(relations) ? relations : [])
    .filter(
      (relation): relation is ManifestRelation => isMapping(relation) && typeof relation.target === 'string',
    )
    .filter((relation) => hasEffect(relation) && !authorises(declarer, relation.target))
    .map(({ type, target }) =>
      diagnostic(
        'R004_RELATION_UNAUTHORISED',
        `No signer of the package authorises ${type} ${target}, so it has no effect.`,
        'moca.json',
      ),
    );
}
