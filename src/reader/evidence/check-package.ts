import { diagnostic } from '../diagnostics.js';
import type { Pace } from '../pace.js';
import type { ConceptDocument } from '../package/content.js';
import { isPackageReference, mappingsOf } from '../package/content.js';
import { isMapping } from '../package/frontmatter.js';
import { resolveReference } from '../package/paths.js';
import type { Diagnostic, ReaderLimits } from '../types.js';
import { checkableSource, isChecked } from './check.js';
import { type SourceKind, sourceKindOf } from './normalise.js';

export type EvidenceLimits = Pick<
  ReaderLimits,
  | 'maxEvidencePerNode'
  | 'maxSourceBytesChecked'
  | 'maxEvidenceChecksPerPackage'
  | 'maxEvidenceBytesPerPackage'
>;

/** The package files that evidence may cite. */
export interface EvidenceFiles {
  /** Bytes of a file, or undefined when the package has none at this NFC path. */
  sizeOf(path: string): number | undefined;
  read(path: string): Promise<Uint8Array>;
}

export interface CheckedEvidence {
  /** For each document, the verdict of each mapping in `moca.evidence`; undefined where nothing was checked. */
  matched: ReadonlyMap<ConceptDocument, readonly (boolean | undefined)[]>;
  /** `C011`, in the order of the documents. */
  diagnostics: Diagnostic[];
}

interface Check {
  selector: Record<string, unknown>;
  verdicts: (boolean | undefined)[];
  index: number;
}

/**
 * Checks the evidence of a package's documents, in their order, within the limits (contract §3 and §7). Each
 * source is read and normalised once, whatever cites it, and is let go before the next.
 */
export async function checkEvidence(
  documents: readonly ConceptDocument[],
  files: EvidenceFiles,
  limits: EvidenceLimits,
  pace: Pace,
): Promise<CheckedEvidence> {
  const matched = new Map<ConceptDocument, (boolean | undefined)[]>();
  const bySource = new Map<string, { kind: SourceKind; checks: Check[] }>();
  let checks = 0;
  let bytes = 0;
  for (const document of documents) {
    const entries = evidenceOf(document.frontmatter);
    const verdicts = entries.map((): boolean | undefined => undefined);
    matched.set(document, verdicts);
    entries.slice(0, limits.maxEvidencePerNode).forEach((entry, index) => {
      const file = citedFile(document, entry.source);
      const kind = file === undefined ? undefined : sourceKindOf(file);
      if (file === undefined || kind === undefined || !isChecked(entry.selector, kind)) return;
      const size = files.sizeOf(file);
      if (size === undefined || size > limits.maxSourceBytesChecked) return;
      if (checks >= limits.maxEvidenceChecksPerPackage || bytes + size > limits.maxEvidenceBytesPerPackage)
        return;
      checks += 1;
      bytes += size;
      const group = bySource.get(file) ?? { kind, checks: [] };
      bySource.set(file, group);
      group.checks.push({ selector: entry.selector, verdicts, index });
    });
  }
  for (const [file, group] of bySource) {
    const source = checkableSource(group.kind, await files.read(file));
    for (const { selector, verdicts, index } of group.checks) {
      verdicts[index] = source.check(selector);
      if (pace.isDue()) await pace.rest();
    }
  }
  const diagnostics = documents.flatMap((document) =>
    (matched.get(document) ?? []).flatMap((verdict, index) =>
      verdict === false
        ? [
            diagnostic(
              'C011_EVIDENCE_SELECTOR_UNMATCHED',
              `Evidence ${index + 1} does not match the file it cites.`,
              document.file,
            ),
          ]
        : [],
    ),
  );
  return { matched, diagnostics };
}

/** The mappings of `moca.evidence`, as a record lists them. */
export function evidenceOf(frontmatter: Record<string, unknown>): Record<string, unknown>[] {
  return isMapping(frontmatter.moca) ? mappingsOf(frontmatter.moca.evidence) : [];
}

/** The declared source an evidence entry names, or undefined. */
export function declaredSource(
  { sources }: ConceptDocument,
  id: unknown,
): Record<string, unknown> | undefined {
  return typeof id === 'string' ? sources.get(id) : undefined;
}

/** The package path that an evidence entry's source stands for, whether or not there is such a file. */
export function citedFile(document: ConceptDocument, source: unknown): string | undefined {
  const resource = declaredSource(document, source)?.resource;
  if (!isPackageReference(resource)) return undefined;
  const resolved = resolveReference(document.file, resource);
  return resolved.kind === 'path' ? resolved.path : undefined;
}
