import { citationRecordSchema } from '../schema/citation-record.js';
import { check, type Finding, toFindings } from '../schema/finding.js';
import { type Claim, claimSchema, type RegisterEntry, registerEntrySchema } from '../schema/register.js';

/** No turn is shown more; the rest is left out. */
const MAX_ENTRIES = 2000;
/** More are not drawn: nested claims cost the square of their number. */
const MAX_CLAIMS = 2000;

export type Path = readonly (string | number)[];

/** An object with named properties, as JSON gives it; undefined for anything else. */
export function asObject(input: unknown): Record<string, unknown> | undefined {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : undefined;
}

export function asArray(input: unknown): readonly unknown[] {
  return Array.isArray(input) ? input : [];
}

/** The text, unless there is none or it is empty. */
export function asText(input: unknown): string | undefined {
  return typeof input === 'string' && input !== '' ? input : undefined;
}

export function asNumber(input: unknown): number | undefined {
  return typeof input === 'number' && Number.isFinite(input) ? input : undefined;
}

/**
 * The entries of a list that came as data. An entry without a usable marker or kind is left out; any other property
 * of the wrong type is taken out of it, and a record that is not valid too, so it can lend no badge. `null` counts
 * as absent. Each fault is a finding.
 */
export function readEntries(input: unknown, path: Path): { entries: RegisterEntry[]; findings: Finding[] } {
  if (input === undefined || input === null) return { entries: [], findings: [] };
  if (!Array.isArray(input)) {
    return {
      entries: [],
      findings: [{ code: 'invalid-register', path, message: 'Expected a list of entries.' }],
    };
  }
  const entries: RegisterEntry[] = [];
  const findings: Finding[] = [];
  input.slice(0, MAX_ENTRIES).forEach((raw: unknown, index) => {
    const entry = readEntry(raw, [...path, index], findings);
    if (entry) entries.push(entry);
  });
  if (input.length > MAX_ENTRIES) {
    const message = `Only the first ${MAX_ENTRIES} of ${input.length} entries are used.`;
    findings.push({ code: 'too-many-entries', path, message });
  }
  return { entries, findings };
}

function readEntry(raw: unknown, path: Path, findings: Finding[]): RegisterEntry | undefined {
  const object = asObject(raw);
  const present = object && Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
  const checked = registerEntrySchema.safeParse(present ?? raw);
  const faults = checked.success ? [] : checked.error.issues.map((issue) => issue.path[0]);
  if (!checked.success) findings.push(...toFindings(checked.error, 'invalid-entry', path));
  if (!present || faults.includes('marker') || faults.includes('kind')) return undefined;
  for (const property of faults) delete present[String(property)];
  if (present.record !== undefined) {
    const record = check(citationRecordSchema, present.record, 'invalid-record', [...path, 'record']);
    if (!record.ok) {
      findings.push(...record.findings);
      delete present.record;
    }
  }
  return present as RegisterEntry;
}

/**
 * The claims of a list that came as data. What is no claim becomes one that cites nothing, with a finding, so the
 * others keep their index.
 */
export function readClaims(input: unknown, path: Path): { claims: Claim[]; findings: Finding[] } {
  if (input === undefined || input === null) return { claims: [], findings: [] };
  if (!Array.isArray(input)) {
    return {
      claims: [],
      findings: [{ code: 'invalid-claims', path, message: 'Expected a list of claims.' }],
    };
  }
  const claims: Claim[] = [];
  const findings: Finding[] = [];
  input.slice(0, MAX_CLAIMS).forEach((raw: unknown, index) => {
    const checked = check(claimSchema, raw, 'invalid-claim', [...path, index]);
    claims.push(checked.ok ? checked.data : { citations: [] });
    if (!checked.ok) findings.push(...checked.findings);
  });
  if (input.length > MAX_CLAIMS) {
    const message = `Only the first ${MAX_CLAIMS} of ${input.length} claims are used.`;
    findings.push({ code: 'too-many-claims', path, message });
  }
  return { claims, findings };
}
