import type { AttestedReview, Evidence } from '../schema/citation-record.js';

export type Severity = 'error' | 'warning' | 'info';

/** One finding about a package (Reader contract §11). Codes are the contract, messages are not. */
export interface Diagnostic {
  code: string;
  severity: Severity;
  message: string;
  /** Package-relative path. */
  file?: string;
  /** 1-based. */
  line?: number;
}

/** One entry of a package source's listing. */
export interface SourceEntry {
  /** `/`-separated, relative to the package root. */
  path: string;
  kind?: 'file' | 'symlink' | 'other' | 'unreadable';
  /** Uncompressed bytes, when known before reading. */
  size?: number;
}

/** A host object that lists a package's files and returns the bytes of any listed file (contract §3). */
export interface PackageSource {
  list():
    | Iterable<SourceEntry | string>
    | AsyncIterable<SourceEntry | string>
    | Promise<Iterable<SourceEntry | string>>;
  /** Never called with a path that `list` did not give. */
  read(path: string): Promise<Uint8Array> | Uint8Array;
}

/** Everything `readPackage` opens. */
export type PackageTarget =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | FileSystemDirectoryHandle
  | readonly File[]
  | PackageSource;

/** One language version of a node (reader reference §5). */
export interface Representation {
  /** The locale tag of a translation, in the manifest's spelling; absent for the default representation. */
  tag?: string;
  /** Package-relative path of the file, NFC. */
  file: string;
  /** `sha256:` of the file's bytes. */
  digest: string;
  /** Byte offset of the body: right after the closing frontmatter delimiter's line ending. */
  bodyOffset: number;
  /** Length of the file, in bytes. */
  size: number;
  frontmatter: Readonly<Record<string, unknown>>;
  evidence: readonly Evidence[];
  /** Absolute IRIs of `moca.concepts`, in order, without repeats. */
  concepts: readonly string[];
  /** The file's bytes, from which body text and spans are cut. */
  bytes: Uint8Array;
}

/** A concept document in all its languages. */
export interface PackageNode {
  /** `<package id>#<path>` */
  id: string;
  /** `<package id>@<version>#<path>` */
  ref: string;
  /** Path of the default file, relative to `content/`. */
  path: string;
  /** Default first, then by tag. Never empty. */
  representations: readonly Representation[];
}

export type AttestationOutcome =
  | 'valid'
  | 'outdated'
  | 'future'
  | 'invalid'
  | 'malformed'
  | 'unverifiable'
  | 'indeterminate'
  | 'ignored';

/** What became of one attestation file (reader reference §7.5). */
export interface AttestationResult {
  file: string;
  format: 'dsse' | 'sigstore';
  predicateType?: string;
  role?: 'package' | 'review';
  outcome: AttestationOutcome;
  signer?: string;
  /** One plain sentence when the outcome is not `valid`. */
  reason?: string;
}

export interface MemberResult {
  id: string;
  version: string;
  digest: string;
  status: 'unresolved' | 'resolved' | 'mismatch' | 'cycle';
  /** Present when the resolver returned a target. */
  result?: PackageResult;
}

export interface ManifestRelation {
  type: string;
  target: string;
  version?: string;
  note?: string;
}

/** The members of `moca.json` that the Reader acts on, beside everything else in it as written. */
export interface Manifest {
  id: string;
  version: string;
  title: string;
  language?: string;
  locales?: readonly string[];
  description?: string;
  license?: string;
  publisher?: string;
  validFrom?: string;
  validUntil?: string;
  mocaVersion?: string;
  members?: readonly { id: string; version: string; digest: string }[];
  relations?: readonly ManifestRelation[];
  profiles?: Readonly<Record<string, unknown>>;
  [key: string]: unknown;
}

/** The parsed `structure.ttl`, ready to merge in a library; absent when the package has none. */
export interface PackageStructure {
  /** Facts in file order. The shape belongs to `structure/`. */
  facts: import('./structure/facts.js').StructureFacts;
}

/** What one read of a package concluded (reader reference §2.8). */
export interface PackageResult {
  /** As written, even where it breaks the schema; undefined when `moca.json` could not be parsed. */
  manifest: Manifest | undefined;
  /** `sha256:…`, or undefined when the package's identity is ambiguous or it could not be read. */
  digest: string | undefined;
  /** The text the digest is taken over: a BagIt `manifest-sha256.txt`. */
  payloadManifest: string | undefined;
  nodes: readonly PackageNode[];
  members: readonly MemberResult[];
  /** Declared profile URIs, in manifest order. */
  profiles: readonly string[];
  structure: PackageStructure | undefined;
  attestations: readonly AttestationResult[];
  /**
   * The attestation files as they are, in path order, so that a host can verify them again at another time or
   * under another trust root without reading the package again.
   */
  attestationFiles?: readonly { path: string; format: 'dsse' | 'sigstore'; bytes: Uint8Array }[];
  /** Signer names of valid package attestations, in attestation path order, without repeats. */
  signers: readonly string[];
  /** Union of the `relations` lists behind the valid package attestations (reader reference §9.2). */
  relationScopes: readonly string[];
  /** Representation file → the reviews that count for it. */
  reviewsByFile: ReadonlyMap<string, readonly AttestedReview[]>;
  diagnostics: readonly Diagnostic[];
  valid: boolean;
  /** Sorted; empty when invalid. */
  capabilities: readonly string[];
}

/** Limits on the work of a read (contract §3); a value equal to a limit is allowed. */
export interface ReaderLimits {
  maxEntries: number;
  maxBytes: number;
  maxFrontmatterBytes: number;
  maxStructureBytes: number;
  maxTriples: number;
  maxEvidencePerNode: number;
  maxSourceBytesChecked: number;
  maxEvidenceChecksPerPackage: number;
  maxEvidenceBytesPerPackage: number;
  maxMemberDepth: number;
  maxMembers: number;
}

/** Milliseconds since the epoch. */
export type Clock = () => number;
