import { diagnostic } from './diagnostics.js';
import type { Pace } from './pace.js';
import { isMapping } from './package/frontmatter.js';
import { InvalidTargetError } from './source/open.js';
import type {
  Diagnostic,
  Manifest,
  MemberResult,
  PackageResult,
  PackageTarget,
  ReaderLimits,
} from './types.js';

/** A member as its parent pins it. */
export interface MemberPin {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
}

/** The host's way to find a member: a target of any kind, or nothing. One that throws finds nothing. */
export type MemberResolver = (
  pin: MemberPin,
) => PackageTarget | undefined | null | Promise<PackageTarget | undefined | null>;

/** Where a package stands among those that contain it. */
export interface MemberPath {
  /** Ids of the packages above it, the root first. */
  readonly ancestors: readonly string[];
  /** Members resolved so far in the whole read. */
  readonly counter: { resolved: number };
}

interface MemberContext {
  resolve: MemberResolver | undefined;
  limits: Pick<ReaderLimits, 'maxMemberDepth' | 'maxMembers'>;
  pace: Pace;
}

/**
 * Resolves a package's members and holds each against its pin (reader reference §8). Nothing here makes the
 * parent invalid. The root's own members are at depth 1.
 */
export async function resolveMembers(
  manifest: Manifest,
  path: MemberPath,
  context: MemberContext,
  read: (target: PackageTarget, path: MemberPath) => Promise<PackageResult>,
): Promise<{ members: MemberResult[]; diagnostics: Diagnostic[] }> {
  const { resolve, limits, pace } = context;
  const members: MemberResult[] = [];
  const diagnostics: Diagnostic[] = [];
  const chain = [...path.ancestors, manifest.id];
  const report = (...args: Parameters<typeof diagnostic>) => diagnostics.push(diagnostic(...args));
  const pins = pinsOf(manifest);
  for (const [index, pin] of pins.entries()) {
    const name = `${pin.id}@${pin.version}`;
    const unresolved = (reason: string) => {
      members.push({ ...pin, status: 'unresolved' });
      report('R001_MEMBER_UNRESOLVED', `The member ${name} was not resolved: ${reason}.`);
    };
    if (!resolve) {
      members.push({ ...pin, status: 'unresolved' });
      continue;
    }
    if (chain.includes(pin.id)) {
      members.push({ ...pin, status: 'cycle' });
      report('R003_MEMBER_CYCLE', `The member ${name} contains the package it is a member of.`);
      continue;
    }
    if (chain.length > limits.maxMemberDepth) {
      unresolved(`it is deeper than ${limits.maxMemberDepth} (maxMemberDepth)`);
      continue;
    }
    if (path.counter.resolved >= limits.maxMembers) {
      unresolved(`more than ${limits.maxMembers} members (maxMembers)`);
      continue;
    }
    path.counter.resolved += 1;
    const target = await pace.race(targetOf(resolve, pin));
    if (target === undefined) {
      unresolved('the host has no such package');
      continue;
    }
    const result = await readMember(target, { ...path, ancestors: chain }, read);
    if (!result) {
      unresolved('what the host gave is no package');
      continue;
    }
    const status = statusOf(pin, result);
    members.push({ ...pin, status, result });
    if (status === 'cycle') report('R003_MEMBER_CYCLE', `The member ${name} is part of a cycle.`);
    if (status === 'mismatch')
      report('R002_MEMBER_DIGEST_MISMATCH', `The member ${name} is not what is pinned.`);
    pace.progress('members', index + 1, pins.length);
  }
  return { members, diagnostics };
}

/** The usable entries of `members`; `M002` covers the others. */
function pinsOf(manifest: Manifest): MemberPin[] {
  const { members }: { members?: unknown } = manifest;
  return (Array.isArray(members) ? members : []).flatMap((member: unknown) => {
    if (!isMapping(member)) return [];
    const { id, version, digest } = member;
    if (typeof id !== 'string' || typeof digest !== 'string') return [];
    return [{ id, version: typeof version === 'string' ? version : '', digest }];
  });
}

async function targetOf(resolve: MemberResolver, pin: MemberPin): Promise<PackageTarget | undefined> {
  try {
    return (await resolve({ ...pin })) ?? undefined;
  } catch {
    return undefined;
  }
}

// A host that gives something which is no target at all has not found the member.
async function readMember(
  target: PackageTarget,
  path: MemberPath,
  read: (target: PackageTarget, path: MemberPath) => Promise<PackageResult>,
): Promise<PackageResult | undefined> {
  try {
    return await read(target, path);
  } catch (error) {
    if (error instanceof InvalidTargetError) return undefined;
    throw error;
  }
}

function statusOf(pin: MemberPin, { digest, manifest, members }: PackageResult): MemberResult['status'] {
  if (members.some(({ status }) => status === 'cycle')) return 'cycle';
  const isPinned = digest === pin.digest && manifest?.id === pin.id && manifest.version === pin.version;
  return isPinned ? 'resolved' : 'mismatch';
}
