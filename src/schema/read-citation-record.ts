import type { CitationRecord } from './citation-record.js';
import type { Finding } from './finding.js';

export type CitationRecordReading =
  | { readonly ok: true; readonly record: CitationRecord }
  | { readonly ok: false; readonly findings: Finding[] };

type Path = readonly (string | number)[];
/** The typed view of a value; adds to `faults` what is wrong with it. */
type Read = (value: unknown, path: Path, faults: Finding[]) => unknown;

/** As many as `toFindings` gives. */
const MAX_FINDINGS = 100;

/**
 * `value` by the rules of `citationRecordSchema`, with the same typed view and the same findings. Written by hand
 * because every page that shows an answer needs it, and zod would be a sixth of what such a page loads;
 * `test/fuzz/citation-record.test.ts` holds the two together. `path` is where the record stands. Never throws.
 */
export function readCitationRecord(value: unknown, path: Path): CitationRecordReading {
  const faults: Finding[] = [];
  let record: unknown;
  try {
    record = citationRecord(value, path, faults);
  } catch {
    faults.push(fault(path, 'Reading the value threw an exception.'));
  }
  return faults.length === 0
    ? { ok: true, record: record as CitationRecord }
    : { ok: false, findings: faults.slice(0, MAX_FINDINGS) };
}

function fault(path: Path, message: string): Finding {
  return { code: 'invalid-record', path, message };
}

function kind(name: string, holds: (value: unknown) => boolean): Read {
  return (value, path, faults) => {
    if (!holds(value)) faults.push(fault(path, `Expected ${name}.`));
    return value;
  };
}

const string = kind('string', (value) => typeof value === 'string');
const boolean = kind('boolean', (value) => typeof value === 'boolean');
const number = kind('number', Number.isFinite);

function matching(pattern: RegExp): Read {
  return (value, path, faults) => {
    if (typeof value === 'string' && !pattern.test(value)) {
      faults.push(fault(path, `Expected text of the form ${pattern}.`));
    } else string(value, path, faults);
    return value;
  };
}

const nonEmpty: Read = (value, path, faults) => {
  if (value === '') faults.push(fault(path, 'Expected at least 1.'));
  return string(value, path, faults);
};

const offset: Read = (value, path, faults) => {
  number(value, path, faults);
  if (!Number.isFinite(value)) return value;
  if (!Number.isInteger(value)) {
    faults.push(fault(path, 'Expected int.'));
    return value;
  }
  if (!Number.isSafeInteger(value)) {
    const most = Number.MAX_SAFE_INTEGER;
    faults.push(fault(path, Number(value) > 0 ? `Expected at most ${most}.` : `Expected at least -${most}.`));
  }
  if (Number(value) < 0) faults.push(fault(path, 'Expected at least 0.'));
  return value;
};

function oneOf(...values: readonly string[]): Read {
  const names = values.map((value) => JSON.stringify(value)).join(', ');
  return kind(`one of ${names}`, (value) => values.some((one) => one === value));
}

function nullable(read: Read): Read {
  return (value, path, faults) => (value === null ? null : read(value, path, faults));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Any properties. */
const anyObject = kind('record', isObject);

function list(read: Read): Read {
  return (value, path, faults) => {
    if (Array.isArray(value)) return value.map((item, index) => read(item, [...path, index], faults));
    faults.push(fault(path, 'Expected array.'));
    return value;
  };
}

/** An object of these properties; others are left out of the typed view. */
function object(required: Readonly<Record<string, Read>>, optional: Readonly<Record<string, Read>>): Read {
  return (value, path, faults) => {
    if (!isObject(value)) {
      faults.push(fault(path, 'Expected object.'));
      return value;
    }
    const view: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(required))
      view[name] = read(value[name], [...path, name], faults);
    for (const [name, read] of Object.entries(optional)) {
      if (value[name] !== undefined) view[name] = read(value[name], [...path, name], faults);
    }
    return view;
  };
}

const digest = matching(/^sha256:[a-f0-9]{64}$/);
const strings = list(string);
const actor = object({ by: string }, { at: string });

const ends = object({ start: offset, end: offset }, {});
const span: Read = (value, path, faults) => {
  const view = ends(value, path, faults);
  if (!isObject(view) || !Number.isInteger(view.start) || !Number.isInteger(view.end)) return view;
  if (Number(view.start) > Number(view.end)) {
    faults.push(fault([...path, 'end'], 'The span ends before it starts.'));
  }
  return view;
};

const review = object(
  { reviewer: string, reviewedAt: string, outcome: string, signer: string },
  { scope: string, packageVerified: boolean },
);

const trust = object(
  {
    status: oneOf('draft', 'stable', 'deprecated'),
    declaredVerified: list(actor),
    attestedReviews: list(review),
    stale: boolean,
    inForce: boolean,
    superseded: boolean,
    contested: boolean,
  },
  {
    generated: nullable(actor),
    reviewStatus: oneOf('approved', 'disputed', 'unverified', 'none'),
    staleAfter: string,
    validFrom: string,
    validUntil: string,
    supersededBy: strings,
    contestedBy: strings,
  },
);

const citationRecord = object(
  {
    package: object({ id: string, version: string, digest, signed: boolean }, { signers: strings }),
    node: object(
      { id: string, ref: nonEmpty, path: string, type: string },
      { locale: string, title: string, description: string, tags: strings, digest },
    ),
    trust,
  },
  {
    span,
    text: string,
    evidence: list(object({ source: anyObject }, { selector: anyObject, note: string, matched: boolean })),
    concepts: list(matching(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/)),
    audience: string,
    audienceInvalid: boolean,
    profiles: strings,
    score: number,
    retrieval: object({ via: oneOf('search', 'requires', 'parts', 'narrower', 'related') }, { from: string }),
  },
);
