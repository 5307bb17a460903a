import { citedFile, evidenceOf } from '../evidence/check-package.js';
import type { ConceptDocument } from './content.js';
import { compareCodePoints } from './paths.js';

/** What a package can offer; see reader reference §16.3 for when each holds. */
export type Capability =
  | 'core'
  | 'composed'
  | 'localized'
  | 'located-evidence'
  | 'self-contained-evidence'
  | 'structured'
  | 'signed'
  | 'reviewed';

/** The capabilities that hold, in code point order. */
export function capabilitiesOf(holds: Readonly<Record<Capability, boolean>>): Capability[] {
  return (Object.keys(holds) as Capability[]).filter((name) => holds[name]).sort(compareCodePoints);
}

/** The evidence capabilities of a package's documents (reader reference §6.6). */
export function evidenceCapabilities(
  documents: readonly ConceptDocument[],
  hasFile: (path: string) => boolean,
): Pick<Record<Capability, boolean>, 'located-evidence' | 'self-contained-evidence'> {
  const entries = documents.flatMap((document) =>
    evidenceOf(document.frontmatter).map((entry) => citedFile(document, entry.source)),
  );
  const located = entries.length > 0;
  const inside = entries.every(
    (file) => file !== undefined && /^(sources|media)\//.test(file) && hasFile(file),
  );
  return { 'located-evidence': located, 'self-contained-evidence': located && inside };
}
