import type { Diagnostic, Severity } from './types.js';

/** Every code a Reader reports, with its severity (Reader contract §11). */
export const SEVERITY = {
  T001_TARGET_NOT_FOUND: 'error',
  T002_MANIFEST_NOT_FOUND: 'error',
  T003_ARCHIVE_REJECTED: 'error',
  P001_UNSUPPORTED_ENTRY: 'error',
  P002_UNREADABLE_ENTRY: 'error',
  P003_PATH_COLLISION: 'error',
  M001_MANIFEST_INVALID_JSON: 'error',
  M002_MANIFEST_SCHEMA: 'error',
  M003_NO_CONTENT: 'error',
  M004_UNKNOWN_KEY: 'info',
  M005_DUPLICATE_MEMBER: 'error',
  M006_VALIDITY_WINDOW_INVALID: 'warning',
  M007_UNREGISTERED_URN: 'info',
  M008_DIGEST_V1_PACKAGE: 'info',
  M009_MOCA_VERSION_NEWER: 'warning',
  C001_FRONTMATTER_MISSING: 'error',
  C002_FRONTMATTER_INVALID: 'error',
  C003_TYPE_MISSING: 'error',
  C004_RESERVED_FILE_INVALID: 'error',
  C005_FIELD_INVALID: 'warning',
  C006_EVIDENCE_SOURCE_UNKNOWN: 'warning',
  C007_LINK_UNRESOLVED: 'warning',
  C008_UNSAFE_PATH: 'error',
  C009_LOCALE_ORPHAN: 'warning',
  C010_VALIDITY_WINDOW_INVALID: 'warning',
  C011_EVIDENCE_SELECTOR_UNMATCHED: 'warning',
  A001_ATTESTATION_MALFORMED: 'error',
  A002_ATTESTATION_INVALID: 'error',
  A003_ATTESTATION_UNVERIFIABLE: 'warning',
  A004_ATTESTATION_INDETERMINATE: 'warning',
  A006_REVIEW_OUTDATED: 'warning',
  A007_REVIEW_DATE_FUTURE: 'warning',
  A008_PACKAGE_DIGEST_MISMATCH: 'error',
  A009_SIGNATURE_REQUIRED: 'error',
  R001_MEMBER_UNRESOLVED: 'warning',
  R002_MEMBER_DIGEST_MISMATCH: 'error',
  R003_MEMBER_CYCLE: 'error',
  R004_RELATION_UNAUTHORISED: 'info',
  L001_IDENTITY_CONFLICT: 'error',
  F001_PROFILE_UNRECOGNISED: 'info',
  O001_ONTOLOGY_UNPARSEABLE: 'warning',
  O002_CONCEPT_UNDECLARED: 'warning',
  O003_REMOTE_REFERENCE: 'warning',
  O005_STRUCTURE_CYCLE: 'warning',
  S001_SIDECAR_INVALID: 'error',
  S002_SIDECAR_TARGET_MISMATCH: 'error',
  S003_SIDECAR_STALE: 'warning',
  S004_SIDECAR_ITEM_INVALID: 'error',
  S005_SIDECAR_FORMAT_UNKNOWN: 'info',
  S006_MODEL_MISMATCH: 'warning',
  S007_NO_VECTORS: 'warning',
} as const satisfies Record<string, Severity>;

export type DiagnosticCode = keyof typeof SEVERITY;

/** A finding with the severity that the contract gives its code. `line` is 1-based. */
export function diagnostic(code: DiagnosticCode, message: string, file?: string, line?: number): Diagnostic {
  return {
    code,
    severity: SEVERITY[code],
    message,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

/** Strict mode (contract §11): warnings become errors; codes and infos stay as they are. */
export function promoteWarnings(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((one) => (one.severity === 'warning' ? { ...one, severity: 'error' } : one));
}

/** Whether findings leave a package valid: no error in the T, P, M or C families, and no `A009`. */
export function isValid(diagnostics: readonly Diagnostic[]): boolean {
  return !diagnostics.some(
    (one) => one.severity === 'error' && (/^[TPMC]/.test(one.code) || one.code === 'A009_SIGNATURE_REQUIRED'),
  );
}
