'use client';

import { useCallback, useContext, useMemo } from 'react';
import { trustAt } from '../../client/trust-at.js';
import { sameClaims } from '../../recheck/json.js';
import type { CitationRecord } from '../../schema/citation-record.js';
import { AnswerScope } from '../answer/answer-scope.js';
import { type RecordReading, readRecord } from '../citation.js';
import {
  type CitationCheck,
  graver,
  nextTrustChange,
  type TrustFact,
  trustStates,
} from '../trust/trust-states.js';
import { toTime, useNow } from './clock.js';
import { type CitationChecks, useMoca } from './context.js';

interface UseTrustOptions {
  identityConflict?: boolean | undefined;
  now?: number | string | Date | undefined;
  computedAt?: string | undefined;
}

export interface RecordTrust {
  reading: RecordReading;
  facts: readonly TrustFact[];
  /** The time the facts hold for, in milliseconds. */
  now: number;
  check: CitationCheck | undefined;
}

/**
 * The trust states of one record, computed again at the moment one of its dates passes. Inside an answer
 * the answer's own time and identity conflicts apply.
 */
export function useTrust(
  raw: unknown,
  { identityConflict, now: given, computedAt: reportedAt }: UseTrustOptions,
): RecordTrust {
  const { clock, checks } = useMoca();
  const scope = useContext(AnswerScope);
  const reading = readRecord(raw);
  const record = reading.ok ? reading.record : undefined;
  const nextChange = useCallback(
    (at: number) => (record ? trustAt(record, at).nextChange : undefined),
    [record],
  );
  const now = useNow(toTime(given) ?? scope?.now, clock, nextChange);
  const key = reading.ok ? reading.key : undefined;
  const check = reading.ok ? checkOf(checks, reading) : undefined;
  const conflict = identityConflict ?? scope?.citations.find((one) => one.key === key)?.identityConflict;
  const computedAt = toTime(reportedAt ?? scope?.computedAt);
  const facts = useMemo(
    () => (record ? trustStates({ record, identityConflict: conflict }, { now, computedAt, check }) : []),
    [record, conflict, now, computedAt, check],
  );
  return { reading, facts, now, check };
}

/** What this device found about a record; a confirmation counts only for the very records it was made of. */
function checkOf(
  checks: CitationChecks,
  { key, record }: { key: string; record: CitationRecord },
): CitationCheck | undefined {
  const check = checks[key];
  if (check?.verdict !== 'confirmed' || !check.records) return check;
  return check.records.some((one) => sameClaims(one, record)) ? check : undefined;
}

export interface GravestTrust {
  /** Undefined when no record has any state. */
  fact: TrustFact | undefined;
  /** The checks of the records. */
  checks: readonly (CitationCheck | undefined)[];
}

/** The gravest state among several records, and what this device found about each. */
export function useGravest(
  subjects: readonly { record: unknown; identityConflict?: boolean | undefined }[],
  given: number | string | Date | undefined,
  reportedAt: string | undefined,
): GravestTrust {
  const { clock, checks } = useMoca();
  const scope = useContext(AnswerScope);
  const computedAt = toTime(reportedAt ?? scope?.computedAt);
  const readable = useMemo(
    () =>
      subjects.flatMap(({ record, identityConflict }) => {
        const reading = readRecord(record);
        return reading.ok ? [{ record: reading.record, key: reading.key, identityConflict }] : [];
      }),
    [subjects],
  );
  const nextChange = useCallback(
    (at: number) =>
      nextTrustChange(
        readable.map((one) => one.record),
        at,
      ),
    [readable],
  );
  const now = useNow(toTime(given) ?? scope?.now, clock, nextChange);
  return useMemo(() => {
    let fact: TrustFact | undefined;
    for (const one of readable) {
      fact = graver(fact, trustStates(one, { now, computedAt, check: checkOf(checks, one) })[0]);
    }
    return { fact, checks: readable.map((one) => checkOf(checks, one)) };
  }, [readable, now, computedAt, checks]);
}
