import { Library } from '../reader/library/library.js';
import { readPackage } from '../reader/read-package.js';
import type { Diagnostic, PackageResult, PackageTarget, ReaderLimits } from '../reader/types.js';
import type { ReportProblem } from '../schema/recheck-report.js';
import { type HeldPackage, type HostTrust, holdPackage } from './held-package.js';
import { type PackedPackage, toTarget } from './packed-package.js';

/**
 * A package to check against: anything that `readPackage` opens, with a name for messages if it has one, or
 * one that was read already. What was read already is verified again under the trust root of the check.
 */
export type RecheckPackage =
  | PackageTarget
  | PackageResult
  | PackedPackage
  | { readonly name?: string; readonly target: PackageTarget };

export interface ReadOptions extends HostTrust {
  /** Milliseconds. */
  readonly now: number;
  readonly limits?: Partial<ReaderLimits> | undefined;
}

/** What one input came to: a package that citations can be compared with, or why there is none. */
export type ReadOutcome = { readonly held: HeldPackage } | { readonly problem: ReportProblem };

/** The packages in a list or a library. */
export function inputsOf(packages: Iterable<RecheckPackage> | Library): RecheckPackage[] {
  return packages instanceof Library ? packages.packages.map(({ result }) => result) : [...packages];
}

/** Reads one package, whatever it is; what is wrong with it is a problem in the report, never an exception. */
export async function readOne(input: RecheckPackage, options: ReadOptions): Promise<ReadOutcome> {
  const { name, target, result } = partsOf(input);
  const source = name === undefined ? {} : { source: name };
  if (result) return outcomeOf(result, source, holdPackage(result, options));
  if (!target) {
    const message = 'This is no package: expected bytes, a file, a folder or a package that was read.';
    return { problem: { ...source, code: 'not-a-package', message } };
  }
  let read: PackageResult;
  try {
    read = await readPackage(target, {
      ...(options.trustRoot ? { trustRoot: options.trustRoot } : {}),
      ...(options.sigstore ? { sigstore: options.sigstore } : {}),
      ...(options.limits ? { limits: options.limits } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      clock: () => options.now,
    });
  } catch (error) {
    options.signal?.throwIfAborted();
    const message = `The package could not be read: ${error instanceof Error ? error.message : String(error)}`;
    return { problem: { ...source, code: 'unreadable-package', message } };
  }
  return outcomeOf(read, source, holdPackage(read, options, options.now));
}

function outcomeOf(
  result: PackageResult,
  source: { source?: string },
  held: HeldPackage | undefined,
): ReadOutcome {
  if (held) return { held };
  const fault: Diagnostic | undefined =
    result.diagnostics.find(({ severity }) => severity === 'error') ?? result.diagnostics[0];
  const place = fault?.file === undefined ? '' : `${fault.file}${fault.line ? `:${fault.line}` : ''}: `;
  const message = fault ? `${place}${fault.message}` : 'The package has no digest.';
  return { problem: { ...source, code: fault?.code ?? 'no-digest', message } };
}

interface Parts {
  name?: string | undefined;
  target?: PackageTarget;
  result?: PackageResult;
}

// A value that a caller without types made may be anything.
function partsOf(input: RecheckPackage): Parts {
  if (typeof input !== 'object' || input === null) return {};
  if ('reviewsByFile' in input && 'nodes' in input) return { result: input };
  if ('archive' in input || ('files' in input && Array.isArray(input.files))) {
    const packed = input as PackedPackage;
    return { name: packed.name, target: toTarget(packed) };
  }
  if ('target' in input) return { name: input.name, target: input.target };
  const name: unknown = 'name' in input ? input.name : undefined;
  return { name: typeof name === 'string' && name !== '' ? name : undefined, target: input as PackageTarget };
}
