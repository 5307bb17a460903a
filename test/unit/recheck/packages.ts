import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { zipSync } from 'fflate';
import { digestOf } from './digest.js';

/** A signing key with its entry of a trust root. */
export interface TestKey {
  keyid: string;
  privateKey: KeyObject;
  entry: { keyid: string; publicKey: string; identity: string; roles: ('package' | 'review')[] };
}

export function testKey(keyid: string, role: 'package' | 'review'): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyid,
    privateKey,
    entry: {
      keyid,
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      identity: `Test ${keyid}`,
      roles: [role],
    },
  };
}

export const publisher = testKey('publisher', 'package');
export const reviewer = testKey('reviewer', 'review');
export const trustRoot = { keys: [publisher.entry, reviewer.entry] };

export interface Review {
  file: string;
  at: string;
  outcome?: 'accurate' | 'needs-change' | 'inaccurate';
  by?: TestKey;
}

export interface PackageInput {
  id?: string;
  version?: string;
  manifest?: Record<string, unknown>;
  /** Package-relative path → text. */
  files?: Record<string, string>;
  signedBy?: TestKey;
  reviews?: Review[];
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export function envelope(statement: unknown, { keyid, privateKey }: TestKey): string {
  const payload = Buffer.from(JSON.stringify(statement));
  const message = Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);
  return JSON.stringify({
    payload: payload.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid, sig: sign(null, message, privateKey).toString('base64') }],
  });
}

export const NODE = `---
type: Policy
title: Refund window
generated: { by: drafter/2 }
verified:
  - { by: "human:sam", at: 2026-01-02T00:00:00Z }
stale_after: 2026-06-01
sources:
  - { id: terms, resource: ../sources/terms.txt }
moca:
  audience: public
  evidence:
    - source: terms
      selector: { type: TextQuoteSelector, exact: "within 30 days" }
---

# Refund window

Customers may ask for a refund **within 30 days** of delivery – not of the order.
`;

export const TRANSLATION = `---
type: Policy
title: Délai de remboursement
---

Les clients peuvent demander un remboursement sous 30 jours.
`;

/** The files of a small package with one node in two languages, its evidence and its attestations. */
export function packageFiles(input: PackageInput = {}): Record<string, string> {
  const { id = 'https://example.com/kb', version = '1.0.0', manifest, signedBy, reviews = [] } = input;
  const files: Record<string, string> = {
    'moca.json': JSON.stringify({
      mocaVersion: '0.4',
      id,
      version,
      title: 'Knowledge base',
      language: 'en',
      locales: ['fr'],
      ...manifest,
    }),
    'content/refund.md': NODE,
    'content/refund.fr.md': TRANSLATION,
    'sources/terms.txt': 'Refunds are given within 30 days of delivery.',
    ...input.files,
  };
  const statement = (role: string, name: string, sha256: string, predicate: object) => ({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: { sha256 } }],
    predicateType: `https://w3id.org/moca/attestation/${role}/v1`,
    predicate,
  });
  const attestations: Record<string, string> = {};
  if (signedBy) {
    const subject = statement('package', `${id}@${version}`, digestOf(files).slice('sha256:'.length), {});
    attestations['attestations/package.dsse.json'] = envelope(subject, signedBy);
  }
  for (const [index, { file, at, outcome = 'accurate', by = reviewer }] of reviews.entries()) {
    const sha256 = createHash('sha256')
      .update(files[file] ?? '')
      .digest('hex');
    const predicate = { package: id, reviewer: 'human:ida', reviewedAt: at, outcome };
    attestations[`attestations/review-${index}.dsse.json`] = envelope(
      statement('review', file, sha256, predicate),
      by,
    );
  }
  return { ...files, ...attestations };
}

export function archive(files: Record<string, string>, level: 0 | 9 = 9): Uint8Array {
  const entries = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]);
  return zipSync(Object.fromEntries(entries), { level });
}
