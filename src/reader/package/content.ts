import { toFindings } from '../../schema/finding.js';
import { nodeSchema } from '../../schema/node.js';
import type { DiagnosticCode } from '../diagnostics.js';
import { diagnostic } from '../diagnostics.js';
import type { Diagnostic } from '../types.js';
import { type Frontmatter, isMapping, readFrontmatter } from './frontmatter.js';
import { findLinks, forEachLine } from './links.js';
import { endsBeforeStart } from './manifest.js';
import { isExternal, resolveReference } from './paths.js';
import { isPlainlyValid } from './plain-node.js';

/** A concept document that was read, before it is grouped into a node. */
export interface ConceptDocument {
  /** Package-relative path. */
  file: string;
  frontmatter: Record<string, unknown>;
  /** The mappings of `sources` by their id; of two with one id the first. */
  sources: ReadonlyMap<string, Record<string, unknown>>;
  bodyOffset: number;
}

/** What the checks of one content file need to know about its package. */
export interface ContentContext {
  /** Whether the package has a file at this NFC path. */
  hasFile(path: string): boolean;
  maxFrontmatterBytes: number;
}

export type ContentFileKind = 'index' | 'log' | 'concept' | 'other';

/** What a package file is to the content reader (reader reference §5.1). */
export function kindOfContentFile(path: string): ContentFileKind {
  if (!path.startsWith('content/') || !path.toLowerCase().endsWith('.md')) return 'other';
  const base = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (base === 'index.md') return 'index';
  return base === 'log.md' ? 'log' : 'concept';
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Checks a reserved file (`C004`, reader reference §5.5). */
export function checkReservedFile(
  file: string,
  kind: 'index' | 'log',
  bytes: Uint8Array,
  context: ContentContext,
): Diagnostic[] {
  const broken = (message: string, line?: number) =>
    diagnostic('C004_RESERVED_FILE_INVALID', message, file, line);
  const frontmatter = readFrontmatter(bytes, context.maxFrontmatterBytes);
  const diagnostics: Diagnostic[] = [];
  if (frontmatter.kind !== 'none' && (kind === 'log' || file.slice('content/'.length).includes('/'))) {
    diagnostics.push(broken('Frontmatter is allowed in the root index.md only.', 1));
  } else if (frontmatter.kind === 'invalid') {
    diagnostics.push(broken(frontmatter.reason, frontmatter.line));
  } else if (
    frontmatter.kind === 'block' &&
    Object.keys(frontmatter.values).some((key) => key !== 'okf_version')
  ) {
    diagnostics.push(broken('The frontmatter may hold okf_version and nothing else.', 1));
  }
  if (kind === 'log') {
    forEachLine(decoder.decode(bytes), (line, index) => {
      if (!isUndatedHeading(line)) return;
      diagnostics.push(broken('A level-two heading does not start with a date.', index + 1));
    });
  }
  return diagnostics;
}

function isUndatedHeading(line: string): boolean {
  return /^##\s/.test(line) && line !== '##\r' && !/^##\s+\d{4}-\d{2}-\d{2}/.test(line);
}

/** Reads and checks a concept document; without `document` it is no node (`C001` to `C003`). */
export function readConceptDocument(
  file: string,
  bytes: Uint8Array,
  context: ContentContext,
): { document?: ConceptDocument; diagnostics: Diagnostic[] } {
  const frontmatter = readFrontmatter(bytes, context.maxFrontmatterBytes);
  switch (frontmatter.kind) {
    case 'none':
      return refused(file, 'C001_FRONTMATTER_MISSING', 'The document has no YAML frontmatter.', 1);
    case 'invalid':
      return refused(file, 'C002_FRONTMATTER_INVALID', frontmatter.reason, frontmatter.line);
    case 'block': {
      const { type } = frontmatter.values;
      if (typeof type !== 'string' || type.trim() === '') {
        return refused(file, 'C003_TYPE_MISSING', 'The frontmatter has no type.', 1);
      }
      const sources = sourcesById(frontmatter.values);
      return {
        document: { file, frontmatter: frontmatter.values, sources, bodyOffset: frontmatter.bodyOffset },
        diagnostics: [
          ...checkFields(file, frontmatter.values, sources),
          ...checkSources(file, frontmatter.values, context),
          ...checkLinks(file, bytes, frontmatter, context),
        ],
      };
    }
  }
}

function refused(file: string, code: DiagnosticCode, message: string, line: number) {
  return { diagnostics: [diagnostic(code, message, file, line)] };
}

function sourcesById(values: Record<string, unknown>): Map<string, Record<string, unknown>> {
  const byId = new Map<string, Record<string, unknown>>();
  for (const source of mappingsOf(values.sources)) {
    if (typeof source.id === 'string' && !byId.has(source.id)) byId.set(source.id, source);
  }
  return byId;
}

function checkFields(
  file: string,
  values: Record<string, unknown>,
  sources: ConceptDocument['sources'],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const broken = isPlainlyValid(values) ? undefined : nodeSchema.safeParse(values).error;
  for (const { path, message } of broken ? toFindings(broken, 'C005') : []) {
    diagnostics.push(diagnostic('C005_FIELD_INVALID', `${path.join('.')}: ${message}`, file));
  }
  const moca = isMapping(values.moca) ? values.moca : {};
  if (endsBeforeStart(moca.valid_from, moca.valid_until)) {
    diagnostics.push(
      diagnostic('C010_VALIDITY_WINDOW_INVALID', 'moca.valid_until is not later than moca.valid_from.', file),
    );
  }
  for (const { source } of mappingsOf(moca.evidence)) {
    if (typeof source !== 'string' || sources.has(source)) continue;
    diagnostics.push(
      diagnostic(
        'C006_EVIDENCE_SOURCE_UNKNOWN',
        `Evidence names the source ${source}, which is not declared.`,
        file,
      ),
    );
  }
  return diagnostics;
}

function checkSources(file: string, values: Record<string, unknown>, context: ContentContext): Diagnostic[] {
  return mappingsOf(values.sources).flatMap(({ resource }) => {
    if (!isPackageReference(resource)) return [];
    const resolved = resolveReference(file, resource);
    if (resolved.kind === 'unsafe') return [unsafePath(file, resource)];
    if (resolved.kind === 'none' || (resolved.kind === 'path' && context.hasFile(resolved.path))) return [];
    return [diagnostic('C007_LINK_UNRESOLVED', `The source ${resource} is not in the package.`, file)];
  });
}

function checkLinks(
  file: string,
  bytes: Uint8Array,
  { bodyOffset, bodyLine }: Frontmatter & { kind: 'block' },
  context: ContentContext,
): Diagnostic[] {
  const body = decoder.decode(bytes.subarray(bodyOffset));
  return findLinks(body).flatMap(({ destination, line }) => {
    if (isExternal(destination)) return [];
    const resolved = resolveReference(file, destination);
    if (resolved.kind === 'unsafe') return [unsafePath(file, destination, bodyLine + line)];
    if (resolved.kind !== 'path' || context.hasFile(resolved.path)) return [];
    return [
      diagnostic('C007_LINK_UNRESOLVED', `The link to ${destination} leads nowhere.`, file, bodyLine + line),
    ];
  });
}

/** Whether a source's `resource` is a path in the package and not an address or a text. */
export function isPackageReference(resource: unknown): resource is string {
  return typeof resource === 'string' && /^(\/|\.\.?\/)/.test(resource);
}

/** The items of a list that are mappings; none when the value is no list. */
export function mappingsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

function unsafePath(file: string, reference: string, line?: number): Diagnostic {
  return diagnostic('C008_UNSAFE_PATH', `The path ${reference} leads out of the package.`, file, line);
}
