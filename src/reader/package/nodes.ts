import type { Evidence } from '../../schema/citation-record.js';
import { diagnostic } from '../diagnostics.js';
import { declaredSource, evidenceOf } from '../evidence/check-package.js';
import type { Diagnostic, Manifest, PackageNode, Representation } from '../types.js';
import type { ConceptDocument } from './content.js';
import { isMapping } from './frontmatter.js';
import { compareRepresentations, roleOf } from './locales.js';
import { localesOf, textOf } from './manifest.js';
import { compareCodePoints } from './paths.js';

/** What is known about a document beside its own frontmatter. */
export interface DocumentFacts {
  /** The file's bytes, and their lower-case hex SHA-256. */
  bytes: Uint8Array;
  hash: string;
  /** The verdict of each evidence entry; undefined where it was not checked. */
  matched: readonly (boolean | undefined)[];
  concepts: readonly string[];
}

/** Groups a package's documents into nodes, in path order (reader reference §5.6). */
export function groupNodes(
  manifest: Manifest,
  documents: readonly ConceptDocument[],
  factsOf: (document: ConceptDocument) => DocumentFacts,
): { nodes: PackageNode[]; diagnostics: Diagnostic[] } {
  const locales = localesOf(manifest);
  const groups = new Map<string, Representation[]>();
  for (const document of documents) {
    const { nodePath, tag } = roleOf(document.file.slice('content/'.length), locales);
    const representation = toRepresentation(document, tag, factsOf(document));
    const group = groups.get(nodePath);
    if (group) group.push(representation);
    else groups.set(nodePath, [representation]);
  }
  const diagnostics: Diagnostic[] = [];
  const nodes = [...groups]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([path, representations]): PackageNode => {
      representations.sort(compareRepresentations);
      const [first] = representations;
      if (first?.tag !== undefined) {
        diagnostics.push(
          diagnostic('C009_LOCALE_ORPHAN', 'The translation has no default-language file.', first.file),
        );
      }
      const id = textOf(manifest.id);
      const ref = `${id}@${textOf(manifest.version)}#${path}`;
      return { id: `${id}#${path}`, ref, path, representations };
    });
  return { nodes, diagnostics };
}

function toRepresentation(
  document: ConceptDocument,
  tag: string | undefined,
  { bytes, hash, matched, concepts }: DocumentFacts,
): Representation {
  const { file, frontmatter, bodyOffset } = document;
  return {
    ...(tag === undefined ? {} : { tag }),
    file,
    digest: `sha256:${hash}`,
    bodyOffset,
    size: bytes.length,
    frontmatter,
    evidence: evidenceOf(frontmatter).map((entry, index) => toEvidence(document, entry, matched[index])),
    concepts,
    bytes,
  };
}

/** One item of a record's `evidence` (reader reference §11.2): everything as written, and the verdict. */
function toEvidence(
  document: ConceptDocument,
  { source, selector, note }: Record<string, unknown>,
  matched: boolean | undefined,
): Evidence {
  return {
    source: declaredSource(document, source) ?? { id: source },
    ...(isMapping(selector) ? { selector } : {}),
    ...(typeof note === 'string' ? { note } : {}),
    ...(matched === undefined ? {} : { matched }),
  };
}
