import { parseDateTime } from './date-time.js';
import * as z from './zod.js';

const role = z.enum(['package', 'review']);
const roles = z.array(role).check(
  z.refine((list) => new Set(list).size === list.length, { error: 'Expected each role once.' }),
  z.meta({ uniqueItems: true }),
);
const text = z.string().check(z.minLength(1));

const keySchema = z.strictObject({
  keyid: text,
  publicKey: text,
  identity: z.optional(z.string()),
  expires: z.optional(
    z.string().check(
      z.refine((value) => parseDateTime(value) !== undefined, { error: 'Expected a date-time.' }),
      z.meta({ format: 'date-time' }),
    ),
  ),
  roles: z.optional(roles),
  relations: z.optional(z.array(z.string())),
});

const identitySchema = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  roles: z.optional(z.array(role)),
  relations: z.optional(z.array(z.string())),
});

/**
 * Which keys and identities count, and for what (reader reference §7.3). `relations` lists the package ids
 * that an entry may speak about in `supersedes` and `conflictsWith`: exact ids, or prefixes ending in `*`.
 */
export const trustRootSchema = z.strictObject({
  keys: z.optional(z.array(keySchema)),
  sigstore: z.optional(
    z.strictObject({
      identities: z.optional(z.array(identitySchema)),
      trustedRoot: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

export type TrustRoot = z.infer<typeof trustRootSchema>;
export type TrustedKey = z.infer<typeof keySchema>;
export type TrustedIdentity = z.infer<typeof identitySchema>;
