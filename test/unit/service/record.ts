import type { CitationRecord } from '../../../src/schema/citation-record.js';

/** A whole, valid citation record for `path`, with `change` laid over it. */
export function record(path: string, change: Partial<CitationRecord> = {}): CitationRecord {
  return {
    package: {
      id: 'com.example/kb',
      version: '1.0.0',
      digest: `sha256:${'a'.repeat(64)}`,
      signed: true,
      signers: ['did:example:signer'],
    },
    node: {
      id: `com.example/kb#${path}`,
      ref: `com.example/kb@1.0.0#${path}`,
      path,
      type: 'Policy',
      title: `Title of ${path}`,
    },
    text: `Body of ${path}`,
    trust: {
      status: 'stable',
      declaredVerified: [],
      attestedReviews: [],
      reviewStatus: 'none',
      stale: false,
      inForce: true,
      superseded: false,
      contested: false,
    },
    ...change,
  };
}
