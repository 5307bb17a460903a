import { parseDate } from '../../schema/date-time.js';
import { URI } from '../../schema/manifest.js';
import { isMapping } from './frontmatter.js';

type Test = (value: unknown) => boolean;

const isString: Test = (value) => typeof value === 'string';
const isText: Test = (value) => typeof value === 'string' && value !== '';
const isCount: Test = (value) => Number.isInteger(value) && (value as number) >= 0;
const isDate: Test = (value) => typeof value === 'string' && parseDate(value) !== undefined;
const isUri: Test = (value) => typeof value === 'string' && URI.test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const oneOf =
  (...values: string[]): Test =>
  (value) =>
    values.includes(value as string);

function mapping(required: Record<string, Test>, optional: Record<string, Test>, open = false): Test {
  const needed = Object.entries(required);
  const known = new Map([...needed, ...Object.entries(optional)]);
  return (value) => {
    if (!isMapping(value)) return false;
    for (const [key, test] of needed) if (!Object.hasOwn(value, key) || !test(value[key])) return false;
    for (const key of Object.keys(value)) {
      const test = known.get(key);
      if (test ? !test(value[key]) : !open) return false;
    }
    return true;
  };
}

const isVerification = mapping({ by: isText, at: isDate }, {}, true);

const SELECTORS: ReadonlyMap<unknown, Test> = new Map([
  ['FragmentSelector', mapping({ type: isString, value: isText }, { conformsTo: isString })],
  ['TextQuoteSelector', mapping({ type: isString, exact: isText }, { prefix: isString, suffix: isString })],
  ['TextPositionSelector', mapping({ type: isString, start: isCount, end: isCount }, {})],
]);
const isSelector: Test = (value) => isMapping(value) && (SELECTORS.get(value.type)?.(value) ?? false);

/**
 * Whether frontmatter plainly keeps the node schema. The schema itself takes a copy of everything it looks at,
 * which for thousands of nodes costs more than hashing them; nearly all keep it, so it is asked only about the
 * others. False says nothing, and what is true here is true there: a property test holds the two together.
 */
export const isPlainlyValid = mapping(
  { type: isText },
  {
    title: isString,
    description: isString,
    resource: isString,
    tags: listOf(isString),
    generated: mapping({ by: isText }, { at: isDate }, true),
    verified: (value) => (Array.isArray(value) ? value.every(isVerification) : isVerification(value)),
    sources: listOf(
      mapping(
        { resource: isText },
        {
          id: isText,
          title: isString,
          author: isString,
          usage_count: isCount,
          last_modified: isDate,
          usage_window: mapping({}, { from: isDate, to: isDate }, true),
        },
        true,
      ),
    ),
    status: oneOf('draft', 'stable', 'deprecated'),
    stale_after: isDate,
    moca: mapping(
      {},
      {
        evidence: listOf(mapping({ source: isText, selector: isSelector }, { note: isString })),
        valid_from: isDate,
        valid_until: isDate,
        contested_by: listOf(isText),
        audience: isText,
        // Rare, and the schema has its own notion of a record.
        profiles: () => false,
        concepts: listOf(mapping({ iri: isUri }, { role: oneOf('primary', 'supporting') })),
      },
      true,
    ),
  },
  true,
);
