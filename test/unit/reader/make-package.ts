import { createHash } from 'node:crypto';
import { DEFAULT_LIMITS } from '../../../src/reader/limits.js';
import { readBindings } from '../../../src/reader/structure/check.js';
import { parseStructure } from '../../../src/reader/structure/parse.js';
import type { Manifest, MemberResult, PackageResult, Representation } from '../../../src/reader/types.js';
import type { AttestedReview, Evidence } from '../../../src/schema/citation-record.js';

export interface RepresentationInput {
  frontmatter?: Record<string, unknown>;
  body?: string;
  evidence?: Evidence[];
}

export interface PackageInput {
  id?: string;
  version?: string;
  manifest?: Partial<Manifest>;
  /** Node path → the default representation, or one by tag (`''` for the default). */
  nodes?: Record<string, RepresentationInput | Record<string, RepresentationInput>>;
  structure?: string;
  signers?: string[];
  relationScopes?: string[];
  reviews?: Record<string, AttestedReview[]>;
  members?: MemberResult[];
  valid?: boolean;
}

export function sha256(data: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

/** A package result made by hand, for tests of what comes after a read. */
export async function makePackage(input: PackageInput = {}): Promise<PackageResult> {
  const id = input.id ?? 'https://example.com/p';
  const version = input.version ?? '1.0.0';
  const structure =
    input.structure === undefined
      ? undefined
      : await parseStructure(new TextEncoder().encode(input.structure), DEFAULT_LIMITS);
  const manifest: Manifest = { id, version, title: 'A package', ...input.manifest };
  const nodes = Object.entries(input.nodes ?? { 'a.md': {} }).map(([path, value]) => {
    const byTag = isRepresentation(value) ? { '': value } : value;
    const representations = Object.entries(byTag).map(
      ([tag, { frontmatter, body = 'Body.\n', evidence }]) => {
        const head = `---\ntype: Note\n${JSON.stringify(frontmatter ?? {})}\n---\n`;
        const bytes = new TextEncoder().encode(head + body);
        const representation: Representation = {
          ...(tag === '' ? {} : { tag }),
          file: `content/${tag === '' ? path : path.replace(/\.md$/, `.${tag}.md`)}`,
          digest: sha256(bytes),
          bodyOffset: new TextEncoder().encode(head).length,
          size: bytes.length,
          frontmatter: { type: 'Note', ...frontmatter },
          evidence: evidence ?? [],
          concepts: readBindings(
            (frontmatter?.moca as { concepts?: unknown } | undefined)?.concepts,
            structure,
            path,
          ).concepts,
          bytes,
        };
        return representation;
      },
    );
    return { id: `${id}#${path}`, ref: `${id}@${version}#${path}`, path, representations };
  });
  return {
    manifest,
    digest: sha256(JSON.stringify({ ...input, members: undefined })),
    payloadManifest: '',
    nodes,
    members: input.members ?? [],
    profiles: Object.keys(manifest.profiles ?? {}),
    structure: structure && { facts: structure.facts },
    attestations: [],
    signers: input.signers ?? [],
    relationScopes: input.relationScopes ?? [],
    reviewsByFile: new Map(Object.entries(input.reviews ?? {})),
    diagnostics: [],
    valid: input.valid ?? true,
    capabilities: [],
  };
}

function isRepresentation(
  value: RepresentationInput | Record<string, RepresentationInput>,
): value is RepresentationInput {
  return Object.keys(value).every((key) => ['frontmatter', 'body', 'evidence'].includes(key));
}
