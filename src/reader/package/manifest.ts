import { parseDate } from '../../schema/date-time.js';
import { toFindings } from '../../schema/finding.js';
import { manifestSchema } from '../../schema/manifest.js';
import { diagnostic } from '../diagnostics.js';
import type { Diagnostic, Manifest } from '../types.js';
import { isMapping } from './frontmatter.js';
import { isRegisteredUrnNamespace } from './urn-namespaces.js';

const FILE = 'moca.json';

/** The spec version this Reader implements, which `mocaVersion` is compared with. */
const IMPLEMENTED = [0, 6] as const;
/** Packages written for anything older used another digest. */
const FIRST_WITH_DIGEST_V2 = [0, 4] as const;

const DEFINED = new Set([
  '$schema',
  'mocaVersion',
  'id',
  'version',
  'title',
  'description',
  'language',
  'locales',
  'license',
  'publisher',
  'validFrom',
  'validUntil',
  'members',
  'relations',
  'profiles',
]);
const VENDOR_KEY = /^x-[a-z0-9]+-[A-Za-z0-9-]+$/;

/** Profiles every Reader of this project recognises (reader reference §4.3). */
const KNOWN_PROFILES = ['https://w3id.org/moca/profiles/ontology/v1'];

/** The parsed `moca.json`, or the finding that says why there is none (`M001`, `M002`). */
export function parseManifest(bytes: Uint8Array): { manifest: Manifest } | { problem: Diagnostic } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { problem: diagnostic('M001_MANIFEST_INVALID_JSON', 'moca.json is not valid UTF-8 JSON.', FILE) };
  }
  if (!isMapping(value)) {
    return { problem: diagnostic('M002_MANIFEST_SCHEMA', 'moca.json is not an object.', FILE) };
  }
  // The schema is checked next; a manifest that breaks it is still read, as written.
  return { manifest: value as unknown as Manifest };
}

/** The findings about a manifest on its own: `M002`, `M004` to `M009` and `F001`. */
export function checkManifest(manifest: Manifest, knownProfiles: readonly string[] = []): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (code: Parameters<typeof diagnostic>[0], message: string) =>
    diagnostics.push(diagnostic(code, message, FILE));

  const checked = manifestSchema.safeParse(manifest);
  for (const { path, message } of checked.success ? [] : toFindings(checked.error, 'M002')) {
    report('M002_MANIFEST_SCHEMA', `${path.join('.') || 'moca.json'}: ${message}`);
  }
  for (const key of Object.keys(manifest)) {
    if (!DEFINED.has(key) && !VENDOR_KEY.test(key)) {
      report('M004_UNKNOWN_KEY', `The key ${JSON.stringify(key)} is not defined and is ignored.`);
    }
  }
  for (const id of repeatedMembers(manifest)) {
    report('M005_DUPLICATE_MEMBER', `The member ${id} is listed more than once.`);
  }
  if (endsBeforeStart(manifest.validFrom, manifest.validUntil)) {
    report('M006_VALIDITY_WINDOW_INVALID', 'validUntil is not later than validFrom.');
  }
  const namespace = typeof manifest.id === 'string' ? /^urn:([^:]+):/i.exec(manifest.id)?.[1] : undefined;
  if (namespace !== undefined && !isRegisteredUrnNamespace(namespace)) {
    report('M007_UNREGISTERED_URN', `The URN namespace ${namespace} is not registered with IANA.`);
  }
  const version = /^(\d+)\.(\d+)$/.exec(textOf(manifest.mocaVersion));
  if (version) {
    const written = [Number(version[1]), Number(version[2])] as const;
    if (compareVersions(written, FIRST_WITH_DIGEST_V2) < 0) {
      report('M008_DIGEST_V1_PACKAGE', 'The package was written when digests were made another way.');
    }
    if (compareVersions(written, IMPLEMENTED) > 0) {
      report('M009_MOCA_VERSION_NEWER', 'The package was written for newer rules than this Reader knows.');
    }
  }
  const known = new Set([...KNOWN_PROFILES, ...knownProfiles]);
  for (const profile of profilesOf(manifest)) {
    if (!known.has(profile)) report('F001_PROFILE_UNRECOGNISED', `The profile ${profile} is not recognised.`);
  }
  return diagnostics;
}

/** Declared profile URIs, in manifest order. */
export function profilesOf(manifest: Manifest): string[] {
  return isMapping(manifest.profiles) ? Object.keys(manifest.profiles) : [];
}

/** The manifest's `locales` that are text, whatever else the list holds. */
export function localesOf(manifest: Manifest): string[] {
  const { locales }: { locales?: unknown } = manifest;
  return Array.isArray(locales) ? locales.filter((tag) => typeof tag === 'string') : [];
}

/** Whether both dates can be read and the end is not later than the start (`M006`, `C010`). */
export function endsBeforeStart(from: unknown, until: unknown): boolean {
  const start = dateOf(from);
  const end = dateOf(until);
  return start !== undefined && end !== undefined && end <= start;
}

function dateOf(value: unknown): number | undefined {
  return parseDate(textOf(value));
}

/** The text of a value that should be text: `''` for an object, whose own `toString` may be anything. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function repeatedMembers(manifest: Manifest): Set<string> {
  const { members }: { members?: unknown } = manifest;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const member of Array.isArray(members) ? members : []) {
    if (!isMapping(member) || typeof member.id !== 'string') continue;
    if (seen.has(member.id)) repeated.add(member.id);
    seen.add(member.id);
  }
  return repeated;
}

function compareVersions(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0] || a[1] - b[1];
}
