import { citationRecordSchema } from '../../src/schema/citation-record.js';
import type { Case, CaseOutput } from './corpus.js';

/** One expectation that a case does not meet. */
export interface Mismatch {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Compares a case's output with its expectations (reader reference §18.3). `digestOf` gives the digest that
 * another case came to, for `SAME:<case id>`.
 */
export function compare(
  { kind, expect }: Case,
  output: CaseOutput,
  digestOf: (caseId: string) => string | null | undefined,
): Mismatch[] {
  const mismatches: Mismatch[] = [];
  const check = (what: string, expected: unknown, actual: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(actual)) mismatches.push({ what, expected, actual });
  };
  const expectedCodes = expect.codes ?? (kind ? [] : undefined);
  if (expectedCodes) check('codes', sorted(expectedCodes), sorted(output.codes));
  if (expect.valid !== undefined) check('valid', expect.valid, output.valid);
  if (expect.sidecarUsable !== undefined) check('sidecarUsable', expect.sidecarUsable, output.sidecarUsable);
  if (expect.capabilities)
    check('capabilities', sorted(expect.capabilities), sorted(output.capabilities ?? []));
  if (expect.digest?.startsWith('SAME:')) check('digest', digestOf(expect.digest.slice(5)), output.digest);
  else if (expect.digest) check('digest', expect.digest, output.digest);
  for (const [path, matched] of Object.entries(expect.evidenceMatched ?? {})) {
    check(`evidenceMatched of ${path}`, matched, output.evidenceMatched?.[path]);
  }
  if (kind === 'structure') check('result', expect.result, output.result ?? null);
  if (kind === 'search') compareRecords(expect, output.records ?? [], check);
  return mismatches;
}

function compareRecords(
  expect: Case['expect'],
  records: readonly unknown[],
  check: (what: string, expected: unknown, actual: unknown) => void,
): void {
  const valid = records.flatMap((record) => {
    const parsed = citationRecordSchema.safeParse(record);
    return parsed.success && typeof parsed.data.score === 'number' ? [parsed.data] : [];
  });
  check('records that are valid and have a score', records.length, valid.length);
  if (expect.count !== undefined) check('count', expect.count, records.length);
  const refs = new Set(valid.map(({ node }) => node.ref));
  for (const ref of expect.include ?? []) check(`returns ${ref}`, true, refs.has(ref));
  for (const ref of expect.exclude ?? []) check(`returns ${ref}`, false, refs.has(ref));
  for (const [ref, locale] of Object.entries(expect.locales ?? {})) {
    for (const { node } of valid) if (node.ref === ref) check(`locale of ${ref}`, locale, node.locale);
  }
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
