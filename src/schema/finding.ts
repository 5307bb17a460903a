import type * as z from './zod.js';

/** Something wrong with an input that is data: reported as a value, never thrown. */
export interface Finding {
  /** A stable name for the kind of fault; hosts may match on it. */
  code: string;
  /** Where in the input, outermost first: property names and array indexes. Empty for the whole input. */
  path: readonly (string | number)[];
  /** One plain English sentence for a person; hosts must not match on it. */
  message: string;
}

/** A value can be wrong in as many places as it is long; nobody reads more than these. */
const MAX_FINDINGS = 100;

/** The issues of a failed schema check as findings, the first 100, with `base` put before each path. */
export function toFindings(
  error: z.core.$ZodError,
  code: string,
  base: readonly (string | number)[] = [],
): Finding[] {
  return error.issues
    .filter((issue, index) => !followsWrongType(issue, error.issues[index - 1]))
    .slice(0, MAX_FINDINGS)
    .map((issue) => ({
      code,
      path: [...base, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
      message: issueSentence(issue),
    }));
}

// zod measures a value of the wrong type too: an empty list where text belongs is also "too short".
function followsWrongType(issue: z.core.$ZodIssue, before: z.core.$ZodIssue | undefined): boolean {
  return (
    (issue.code === 'too_small' || issue.code === 'too_big') &&
    before?.code === 'invalid_type' &&
    before.path.length === issue.path.length &&
    before.path.every((part, index) => part === issue.path[index])
  );
}

/**
 * `value` checked against `schema`: the typed data, or findings as `toFindings` gives them. A value from outside can be
 * wrong in so many places that zod itself fails on the list of them; that is one finding then.
 */
export function check<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  code: string,
  base: readonly (string | number)[],
): { ok: true; data: T } | { ok: false; findings: Finding[] } {
  try {
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, data: result.data };
    return { ok: false, findings: toFindings(result.error, code, base) };
  } catch {
    const message = 'The value is wrong in too many places to name them.';
    return { ok: false, findings: [{ code, path: base, message }] };
  }
}

// `zod/mini` ships no sentences unless a locale is loaded for the whole host page.
function issueSentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${issue.expected}.`;
    case 'invalid_value':
      return `Expected one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'invalid_format':
      return `Expected text of the form ${issue.pattern ?? issue.format}.`;
    case 'too_small':
      return `Expected at least ${issue.minimum}.`;
    case 'too_big':
      return `Expected at most ${issue.maximum}.`;
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'property' : 'properties'} ${issue.keys.join(', ')}.`;
    default:
      return issue.message && issue.message !== 'Invalid input'
        ? issue.message
        : 'The value does not have the form required here.';
  }
}
