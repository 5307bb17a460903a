// The reader of citation records that pages load, held to the schema that the JSON Schema comes from.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationRecordSchema } from '../../src/schema/citation-record.js';
import { check, type Finding } from '../../src/schema/finding.js';
import { readCitationRecord } from '../../src/schema/read-citation-record.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;

/** Every property that the schema knows. */
function fullRecord() {
  return {
    package: { id: 'https://example.org/p', version: '1.0.0', digest: DIGEST, signed: true, signers: ['s'] },
    node: {
      id: 'n',
      ref: 'p@1.0.0#a.md',
      path: 'a.md',
      locale: 'en',
      type: 't',
      title: 'T',
      description: 'd',
      tags: ['x'],
      digest: DIGEST,
    },
    span: { start: 1, end: 4 },
    text: 'text',
    trust: {
      status: 'stable',
      generated: { by: 'g', at: '2026-01-01' },
      declaredVerified: [{ by: 'v', at: '2026-01-01' }],
      attestedReviews: [
        {
          reviewer: 'r',
          reviewedAt: 'x',
          outcome: 'accurate',
          scope: 's',
          signer: 'k',
          packageVerified: true,
        },
      ],
      reviewStatus: 'approved',
      staleAfter: 'x',
      validFrom: 'x',
      validUntil: 'x',
      stale: false,
      inForce: true,
      superseded: false,
      supersededBy: ['y'],
      contested: false,
      contestedBy: ['z'],
    },
    evidence: [{ source: { a: 1 }, selector: { b: [] }, note: 'n', matched: true }],
    concepts: ['https://example.org/c'],
    audience: 'a',
    audienceInvalid: false,
    profiles: ['p'],
    score: 0.5,
    retrieval: { via: 'search', from: 'f' },
  };
}

type Path = readonly (string | number)[];

/** The path of every value in `value`, the outermost included. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function withValue(record: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const holder = record as Record<string, unknown>;
  const inner = withValue(holder[key], rest, value);
  if (!Array.isArray(record)) return { ...holder, [key]: inner };
  return record.map((item, index) => (index === Number(key) ? inner : item));
}

const PATHS = pathsIn(fullRecord());
const ODD = [
  undefined,
  null,
  '',
  'x',
  'sha256:',
  0,
  -1,
  1.5,
  2 ** 60,
  -(2 ** 60),
  Number.NaN,
  true,
  [],
  {},
  [1],
  { by: 1 },
];

const inOrder = (findings: readonly Finding[]) => findings.map((one) => JSON.stringify(one)).sort();

function expectSame(value: unknown): void {
  const expected = check(citationRecordSchema, value, 'invalid-record', ['record']);
  const reading = readCitationRecord(value, ['record']);
  if (expected.ok) expect(reading).toEqual({ ok: true, record: expected.data });
  else expect(reading.ok ? reading : inOrder(reading.findings)).toEqual(inOrder(expected.findings));
}

describe('reading a citation record by hand and by the schema gives the same', () => {
  it('for a record of every known property and an unknown one', () => {
    const record = { ...fullRecord(), later: 1 };
    expectSame(record);
    expect(readCitationRecord(record, [])).toEqual({ ok: true, record: fullRecord() });
  });

  it.each(PATHS.map((path) => [path.join('.') || 'the record', path] as const))(
    'with odd values at %s',
    (_, path) => {
      for (const odd of ODD) expectSame(withValue(fullRecord(), path, odd));
    },
  );

  it('with any JSON at any two places', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...PATHS), fc.oneof(fc.constantFrom(...ODD), fc.jsonValue())), {
          maxLength: 2,
        }),
        (changes) => {
          let record: unknown = fullRecord();
          for (const [path, value] of changes) {
            try {
              record = withValue(record, path, value);
            } catch {
              // The first change took the place of the second away.
            }
          }
          expectSame(record);
        },
      ),
    );
  });

  it('never throws, and names at most 100 faults', () => {
    const hostile = {
      get package() {
        throw new Error('no');
      },
    };
    expect(readCitationRecord(hostile, []).ok).toBe(false);
    const many = readCitationRecord({ ...fullRecord(), profiles: new Array(200_000).fill(1) }, []);
    expect(many.ok ? 0 : many.findings.length).toBe(100);
  });
});
