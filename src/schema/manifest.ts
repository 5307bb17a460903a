import { parseDate } from './date-time.js';
import * as z from './zod.js';

/** An absolute URI: a scheme, a colon and something without white space. */
export const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/;
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const LANGUAGE = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$';

export const uriSchema = z.string().check(z.regex(URI));
export const versionSchema = z.string().check(z.regex(SEMVER));

// A repeated group takes stack for each repeat, so the pattern itself would throw for a tag of many megabytes.
const languageSchema = z
  .string()
  .check(z.refine(isLanguageTag, { error: 'Expected a language tag.' }), z.meta({ pattern: LANGUAGE }));

function isLanguageTag(text: string): boolean {
  const [language = '', ...subtags] = text.split('-');
  return /^[A-Za-z]{2,3}$/.test(language) && subtags.every((subtag) => /^[A-Za-z0-9]{1,8}$/.test(subtag));
}

/** An RFC 3339 date-time with an offset, or a full date; a real one (reader reference §0.4). */
export const dateSchema = z.string().check(
  z.refine((text) => parseDate(text) !== undefined, { error: 'Expected a date or a date-time.' }),
  z.meta({ anyOf: [{ format: 'date-time' }, { format: 'date' }] }),
);

const memberSchema = z.strictObject({
  id: uriSchema,
  version: versionSchema,
  digest: z.string().check(z.regex(/^sha256:[a-f0-9]{64}$/)),
});

const relationSchema = z.strictObject({
  type: z.string().check(z.minLength(1)),
  target: uriSchema,
  version: z.optional(z.string().check(z.minLength(1))),
  note: z.optional(z.string()),
});

/** `moca.json` (reader reference §4.1). Other keys are allowed and never acted on. */
export const manifestSchema = z.looseObject({
  $schema: z.optional(z.string()),
  mocaVersion: z.optional(z.string().check(z.regex(/^\d+\.\d+$/))),
  id: uriSchema,
  version: versionSchema,
  title: z.string().check(z.minLength(1)),
  description: z.optional(z.string()),
  language: z.optional(languageSchema),
  locales: z.optional(
    z.array(languageSchema).check(
      z.refine((tags) => new Set(tags).size === tags.length, { error: 'Expected each language tag once.' }),
      z.meta({ uniqueItems: true }),
    ),
  ),
  license: z.optional(z.string()),
  publisher: z.optional(z.string()),
  validFrom: z.optional(dateSchema),
  validUntil: z.optional(dateSchema),
  members: z.optional(z.array(memberSchema)),
  relations: z.optional(z.array(relationSchema)),
  profiles: z.optional(z.record(uriSchema, z.record(z.string(), z.unknown()))),
});
