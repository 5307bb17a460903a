'use client';

import { QueryClient, QueryClientContext, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useContext, useMemo, useState } from 'react';
import type { Checker, KeptPackage, OpenedConversation, ReadResult } from '../../recheck/checker.js';
import type { PackedPackage } from '../../recheck/packed-package.js';
import type { PackageName, RecheckProgress } from '../../recheck/recheck.js';
import { createChecker } from '../../recheck/worker-checker.js';
import type { CitationRecord } from '../../schema/citation-record.js';
import type { SavedConversation } from '../../schema/conversation.js';
import { parseDate } from '../../schema/date-time.js';
import type { CheckedCitation, RecheckReport, ReportProblem } from '../../schema/recheck-report.js';
import type { TrustRoot } from '../../schema/trust-root.js';
import { toTime, useNow } from '../provider/clock.js';
import { type CitationChecks, useMoca } from '../provider/context.js';
import { checksOf } from './checks.js';

export interface UseRecheckOptions {
  /**
   * The conversation to check: what `store.toJSON()` gives, or a captured stream as text or a file. Checked again
   * when it is another object. Nothing happens while it is undefined.
   */
  conversation: SavedConversation | string | Blob | undefined;
  /** Packages to check against. Each object is read once; keep the same objects from one render to the next. */
  packages: readonly PackedPackage[];
  /** An object, or its JSON text. */
  trustRoot?: TrustRoot | string | undefined;
  /** Asked once for each digest that no package has; believed only when its digest fits. */
  resolvePackage?: ((wanted: PackageName) => Promise<PackedPackage | undefined>) | undefined;
  /** The time that "now" means. Default: the clock, and the check follows it when a cited date passes. */
  now?: number | string | Date | undefined;
  /** Where the work is done, from `createChecker`. Default: one for the page, on its own thread. */
  checker?: Checker | undefined;
}

/** A package that was given, with what reading it came to once it was read. */
export interface RecheckedPackage {
  readonly packed: PackedPackage;
  readonly result: ReadResult | undefined;
}

export interface RecheckState {
  readonly status: 'waiting' | 'reading' | 'checking' | 'done' | 'failed';
  readonly progress: RecheckProgress | undefined;
  /** The conversation as it was read. */
  readonly opened: OpenedConversation | undefined;
  readonly packages: readonly RecheckedPackage[];
  /** Who signed each package, as far as the trust root confirms now, by digest. */
  readonly signers: ReadonlyMap<string, readonly string[]>;
  /** Packages that the host supplied on being asked. */
  readonly resolved: readonly KeptPackage[];
  /** Of the latest check of this conversation; kept while a new one runs, which `status` tells. */
  readonly report: RecheckReport | undefined;
  /**
   * For `MocaProvider` or `MocaAnswer`: turns "reported" into "checked on this device". Empty unless `status` is
   * `done`: what was found under another trust root, clock or set of packages is not claimed any longer.
   */
  readonly checks: CitationChecks;
  /** Why the check could not run: a trust root that is none, a worker that failed. */
  readonly error: Error | undefined;
}

const NO_CHECKS: CitationChecks = {};
const NO_SIGNERS: RecheckState['signers'] = new Map();

const page: { checker?: Checker; client?: QueryClient } = {};

/** The checker of hosts that bring none. */
function pageChecker(): Checker {
  page.checker ??= createChecker();
  return page.checker;
}

/** The query client of hosts that have none. */
function pageClient(): QueryClient {
  page.client ??= new QueryClient();
  return page.client;
}

// An object has no name of its own: the first time it is seen it gets one, for the query's key.
const names = new WeakMap<object, number>();
let named = 0;

function nameOf(value: object | string | undefined): string | number | undefined {
  if (typeof value !== 'object') return value;
  const known = names.get(value);
  if (known !== undefined) return known;
  named += 1;
  names.set(value, named);
  return named;
}

// The work is local: it needs no network, fails the same way twice, and is not worth keeping once unused.
const ONCE = { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: 'always', gcTime: 0 } as const;

/**
 * Checks a conversation against packages and keeps the result up to date: a package is read once, the check
 * runs again when the packages, the trust root or the clock change. Uses the page's TanStack `QueryClient`, or
 * one of its own.
 */
export function useRecheck({
  conversation,
  packages,
  trustRoot,
  resolvePackage,
  now: given,
  checker: chosen,
}: UseRecheckOptions): RecheckState {
  const { clock } = useMoca();
  const client = useContext(QueryClientContext) ?? pageClient();
  const checker = chosen ?? pageChecker();
  const [progress, setProgress] = useState<RecheckProgress>();

  const opening = useQuery(
    {
      ...ONCE,
      queryKey: ['moca-recheck', 'conversation', nameOf(checker), nameOf(conversation)],
      queryFn: ({ signal }) => checker.open(conversation ?? '', { signal }),
      enabled: conversation !== undefined,
    },
    client,
  );
  const opened = conversation === undefined ? undefined : opening.data;

  const recordOf = useMemo(() => recordsOf(opened), [opened]);
  const dates = useMemo(() => datesOf(opened), [opened]);
  const nextChange = useCallback((at: number) => dates.find((date) => date > at), [dates]);
  const now = useNow(toTime(given), clock, nextChange);
  const trustKey = typeof trustRoot === 'object' ? JSON.stringify(trustRoot) : trustRoot;

  const reading = useQueries(
    {
      queries: packages.map((packed) => ({
        ...ONCE,
        queryKey: ['moca-recheck', 'package', nameOf(checker), nameOf(packed)],
        queryFn: () => checker.read(packed),
      })),
    },
    client,
  );
  const read = packages.map((packed, index) => ({ packed, result: reading[index]?.data }));
  const isReading = reading.some(({ isPending }) => isPending);
  const digests = useStableList(read.flatMap(({ result }) => (result?.ok ? result.package.digest : [])));
  const readProblems = read.flatMap(({ result }) => (result && !result.ok ? result.problem : []));

  const signing = useQuery(
    {
      ...ONCE,
      queryKey: ['moca-recheck', 'signers', nameOf(checker), digests, trustKey, now],
      queryFn: () => checker.signers(digests, { trustRoot, now }),
      placeholderData: (earlier) => earlier,
    },
    client,
  );
  const checking = useQuery(
    {
      ...ONCE,
      queryKey: ['moca-recheck', 'report', nameOf(checker), opened?.id, digests, trustKey, now],
      queryFn: async ({ signal }) => {
        const request = { conversation: opened?.id ?? 0, digests, trustRoot, now };
        const first = await checker.check(request, { signal, onProgress: setProgress });
        return resolvePackage
          ? checkWithMore(checker, request, first, resolvePackage, { signal, onProgress: setProgress })
          : { report: first, resolved: [], problems: [] };
      },
      enabled: opened !== undefined && opened.error === undefined && !isReading,
      // Of the same conversation only: another one's report says nothing about this one.
      placeholderData: (earlier, query) => (query?.queryKey[3] === opened?.id ? earlier : undefined),
    },
    client,
  );
  const failed = opening.error ?? reading.find(({ error }) => error)?.error ?? checking.error ?? undefined;
  const outcome = opened && !opened.error && !failed ? checking.data : undefined;
  const problems = useStableList([...readProblems, ...(outcome?.problems ?? [])]);
  const report = useMemo(
    () => outcome && { ...outcome.report, problems: [...outcome.report.problems, ...problems] },
    [outcome, problems],
  );
  const fresh = checking.isSuccess && !checking.isPlaceholderData && !failed;
  // What was found under another trust root, clock or set of packages is no check of what is shown now.
  const checks = useMemo(
    () => (report && fresh ? checksOf(report, { recordOf }) : NO_CHECKS),
    [report, fresh, recordOf],
  );
  return {
    status:
      conversation === undefined
        ? 'waiting'
        : failed
          ? 'failed'
          : opening.isPending || isReading
            ? 'reading'
            : fresh || opened?.error
              ? 'done'
              : 'checking',
    progress: fresh ? undefined : progress,
    opened,
    packages: read,
    signers: signing.data ?? NO_SIGNERS,
    resolved: outcome?.resolved ?? [],
    report,
    checks,
    error: failed,
  };
}

interface Outcome {
  report: RecheckReport;
  resolved: KeptPackage[];
  problems: ReportProblem[];
}

/** Asks the host for what was missing, believes what has the digest asked for, and checks once more. */
async function checkWithMore(
  checker: Checker,
  request: Parameters<Checker['check']>[0],
  first: RecheckReport,
  resolvePackage: NonNullable<UseRecheckOptions['resolvePackage']>,
  options: NonNullable<Parameters<Checker['check']>[1]>,
): Promise<Outcome> {
  const resolved: KeptPackage[] = [];
  const problems: ReportProblem[] = [];
  for (const { id, version, digest } of first.missing) {
    const source = `${id} ${version}`;
    try {
      const packed = await resolvePackage({ id, version, digest });
      options.signal?.throwIfAborted();
      if (!packed) continue;
      const result = await checker.read(packed, options);
      if (!result.ok) problems.push({ ...result.problem, source });
      else if (result.package.digest === digest) resolved.push(result.package);
      else {
        const message = `The host supplied a package with the digest ${result.package.digest} for ${digest}; it is not used.`;
        problems.push({ source, code: 'resolved-other-digest', message });
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      const message = `The host could not supply it: ${error instanceof Error ? error.message : String(error)}`;
      problems.push({ source, code: 'resolve-failed', message });
    }
  }
  if (resolved.length === 0) return { report: first, resolved, problems };
  const digests = [...request.digests, ...resolved.map(({ digest }) => digest)];
  return { report: await checker.check({ ...request, digests }, options), resolved, problems };
}

/** The same list while its items are the same, so that what depends on it does not run again. */
function useStableList<Item>(list: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(list);
  const same = kept.length === list.length && kept.every((item, index) => item === list[index]);
  if (!same) setKept(list);
  return same ? kept : list;
}

/** Finds the saved record of an entry of the report. */
function recordsOf(
  opened: OpenedConversation | undefined,
): (entry: CheckedCitation) => CitationRecord | undefined {
  const answers = new Map(
    opened?.turns.flatMap((turn) =>
      turn.kind === 'answer' ? [[turn.answer.messageId, turn.answer.citations] as const] : [],
    ),
  );
  return ({ index, messageId }) => {
    const citations = answers.get(messageId);
    // Places are in order, with gaps only where an entry was left out.
    const likely = citations?.[index];
    return (likely?.index === index ? likely : citations?.find((one) => one.index === index))?.record;
  };
}

/** When the dates of the cited records pass, in milliseconds and in order. */
function datesOf(opened: OpenedConversation | undefined): number[] {
  // Most records share a few dates: each is taken apart once.
  const texts = new Set<string>();
  for (const turn of opened?.turns ?? []) {
    if (turn.kind !== 'answer') continue;
    for (const { record } of turn.answer.citations) {
      const { staleAfter, validFrom, validUntil } = record.trust;
      for (const text of [staleAfter, validFrom, validUntil]) if (text !== undefined) texts.add(text);
    }
  }
  return [...texts]
    .map(parseDate)
    .filter((date) => date !== undefined)
    .sort((a, b) => a - b);
}
