import type { Conversation } from '../client/conversation.js';
import { parsePublicKey } from '../reader/attestation/public-key.js';
import type { SigstoreVerifier } from '../reader/attestation/sigstore-seam.js';
import { trustOf } from '../reader/attestation/trust.js';
import type { Library } from '../reader/library/library.js';
import { Pace } from '../reader/pace.js';
import type { PackageTarget, ReaderLimits } from '../reader/types.js';
import { parseDateTime } from '../schema/date-time.js';
import type { RecheckReport, ReportProblem } from '../schema/recheck-report.js';
import type { TrustRoot } from '../schema/trust-root.js';
import { checkAnswers, type SavedAnswer } from './check-answers.js';
import { type HeldPackage, mergeCopies } from './held-package.js';
import { inputsOf, type ReadOptions, type RecheckPackage, readOne } from './read-packages.js';
import { byName, writeReport } from './report.js';
import { answersOf, conversationProblems } from './saved-answers.js';
import { createViews } from './views.js';

/** A package as a record names it. */
export interface PackageName {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
}

/** Where a re-check has got to. */
export interface RecheckProgress {
  readonly phase: 'packages' | 'citations';
  readonly done: number;
  readonly total: number;
  /** The package being read, when it has a name. */
  readonly name?: string;
}

export interface RecheckOptions {
  readonly packages: Iterable<RecheckPackage> | Library;
  /** An object, or its JSON text. */
  readonly trustRoot?: TrustRoot | string | undefined;
  /** Asked once for each name that no supplied package has the digest of; believed only when its digest fits. */
  readonly resolvePackage?: ((wanted: PackageName) => Promise<PackageTarget | undefined>) | undefined;
  readonly sigstore?: SigstoreVerifier | undefined;
  readonly limits?: Partial<ReaderLimits> | undefined;
  /** The time that "now" means: milliseconds, an RFC 3339 date-time or a Date. Default: the system's clock. */
  readonly now?: number | string | Date | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RecheckProgress) => void) | undefined;
}

/**
 * Checks every citation of a saved conversation against packages, without a network: reads each package once,
 * computes each record again as of the time that the service gives and as of now, and compares field by field
 * (Reader contract §7).
 *
 * A bad package or record is an entry of the report and never stops the rest. The report does not depend on the
 * order of the packages. Gives the event loop a turn at least every 50 ms.
 *
 * @throws TypeError for a trust root or a time that is none, which is the host's mistake
 * @throws the signal's reason when it is aborted
 */
export async function recheckConversation(
  conversation: Conversation,
  options: RecheckOptions,
): Promise<RecheckReport> {
  const now = momentOf(options.now);
  const trustRoot = trustOf(options.trustRoot, now)?.root;
  const { signal, sigstore, limits } = options;
  const answers = answersOf(conversation);
  const gathered = await gather(answers, options, { now, trustRoot, signal, sigstore, limits });
  const held = [...gathered.held.values()].sort(byName);
  const views = createViews(held);
  const total = answers.reduce((sum, { citations }) => sum + citations.length, 0);
  const { citations, used } = await checkAnswers(answers, held, {
    views,
    now,
    latest: Math.min(now, (conversation.savedAt && parseDateTime(conversation.savedAt)) || now),
    hasTrustRoot: trustRoot !== undefined,
    refused: gathered.refused,
    pace: new Pace(signal),
    onProgress: (done) => options.onProgress?.({ phase: 'citations', done, total }),
  });
  return writeReport({
    now,
    trustRoot,
    held,
    present: await views.at(now),
    problems: [...conversationProblems(conversation), ...keyProblems(trustRoot), ...gathered.problems],
    citations,
    used,
  });
}

function momentOf(now: number | string | Date | undefined): number {
  const moment = now === undefined ? Date.now() : new Date(now).getTime();
  if (!Number.isFinite(moment)) throw new TypeError(`The time of the check is no time: ${String(now)}.`);
  return moment;
}

/** Keys of the trust root that nothing can be verified with: whatever they signed counts as unsigned. */
function keyProblems(trustRoot: TrustRoot | undefined): ReportProblem[] {
  return (trustRoot?.keys ?? []).flatMap(({ keyid, publicKey }, index) =>
    parsePublicKey(publicKey)
      ? []
      : {
          source: 'trust root',
          code: 'unusable-key',
          message: `keys.${index}.publicKey: The key ${keyid} is no public key in PEM form that can be used here.`,
        },
  );
}

interface Gathered {
  readonly held: Map<string, HeldPackage>;
  readonly problems: ReportProblem[];
  readonly refused: Map<string, string>;
}

async function gather(
  answers: readonly SavedAnswer[],
  options: RecheckOptions,
  reading: ReadOptions,
): Promise<Gathered> {
  const gathered: Gathered = { held: new Map(), problems: [], refused: new Map() };
  const inputs = inputsOf(options.packages);
  for (const [index, input] of inputs.entries()) {
    reading.signal?.throwIfAborted();
    const name = nameOf(input);
    options.onProgress?.({ phase: 'packages', done: index, total: inputs.length, ...(name ? { name } : {}) });
    const outcome = await readOne(input, reading);
    if (!('held' in outcome)) {
      gathered.problems.push(outcome.problem);
      continue;
    }
    const { held } = outcome;
    const known = gathered.held.get(held.digest);
    gathered.held.set(held.digest, known ? mergeCopies(known, held, reading) : held);
  }
  options.onProgress?.({ phase: 'packages', done: inputs.length, total: inputs.length });
  if (options.resolvePackage) await resolveMissing(answers, options.resolvePackage, reading, gathered);
  return gathered;
}

async function resolveMissing(
  answers: readonly SavedAnswer[],
  resolvePackage: NonNullable<RecheckOptions['resolvePackage']>,
  reading: ReadOptions,
  { held, problems, refused }: Gathered,
): Promise<void> {
  const asked = new Set<string>();
  const pace = new Pace(reading.signal);
  for (const { citations } of answers) {
    for (const { record } of citations) {
      if (!record || held.has(record.package.digest)) continue;
      const { id, version, digest } = record.package;
      // By the whole name: a forged record that goes first with this digest must not use up the question.
      const wanted = JSON.stringify([id, version, digest]);
      if (asked.has(wanted)) continue;
      asked.add(wanted);
      reading.signal?.throwIfAborted();
      const name = `${id} ${version}`;
      let target: PackageTarget | undefined;
      try {
        target = await pace.race(Promise.resolve(resolvePackage({ id, version, digest })));
      } catch (error) {
        reading.signal?.throwIfAborted();
        const message = `The host could not supply it: ${error instanceof Error ? error.message : String(error)}`;
        problems.push({ source: name, code: 'resolve-failed', message });
        continue;
      }
      if (target === undefined) continue;
      const outcome = await readOne({ name, target }, reading);
      if (!('held' in outcome)) problems.push(outcome.problem);
      else if (outcome.held.digest === digest) held.set(digest, outcome.held);
      else {
        const message = `The host supplied a package with the digest ${outcome.held.digest} for ${name} with the digest ${digest}; it is not used.`;
        refused.set(digest, message);
        problems.push({ source: name, code: 'resolved-other-digest', message });
      }
    }
  }
}

function nameOf(input: RecheckPackage): string | undefined {
  const name: unknown =
    typeof input === 'object' && input !== null && 'name' in input ? input.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
