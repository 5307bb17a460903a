import { type Envelope, envelopeSchema, type Statement, statementSchema } from '../../schema/attestation.js';
import { isMapping } from '../package/frontmatter.js';
import { decodeBase64 } from './public-key.js';

export type AttestationFormat = 'dsse' | 'sigstore';

/** The format of an attestation file by its path, or undefined when it is none (reader reference §7.1). */
export function attestationFormat(path: string): AttestationFormat | undefined {
  if (!path.startsWith('attestations/')) return undefined;
  if (path.endsWith('.dsse.json')) return 'dsse';
  return path.endsWith('.sigstore.json') ? 'sigstore' : undefined;
}

/** An attestation taken apart: nothing in it is believed before its signature verifies. */
export interface ParsedAttestation {
  /** The Sigstore bundle, or the envelope itself. */
  document: unknown;
  envelope: Envelope;
  payload: Uint8Array;
  statement: Statement;
}

/** Takes an attestation file apart, or says in what way it is malformed (`A001`). */
export function parseAttestation(
  format: AttestationFormat,
  bytes: Uint8Array,
): ParsedAttestation | { malformed: string } {
  const document = parseJson(bytes);
  if (document === undefined) return { malformed: 'The file is not JSON.' };
  const envelope = envelopeSchema.safeParse(
    format === 'dsse' ? document : isMapping(document) ? document.dsseEnvelope : undefined,
  );
  if (!envelope.success) return { malformed: 'The file holds no DSSE envelope of an in-toto statement.' };
  const payload = decodeBase64(envelope.data.payload);
  if (!payload) return { malformed: 'The payload is not base64.' };
  const statement = statementSchema.safeParse(parseJson(payload));
  if (!statement.success) return { malformed: 'The payload is not an in-toto statement.' };
  return { document, envelope: envelope.data, payload, statement: statement.data };
}

/** The bytes a DSSE signature is made over: the pre-authentication encoding. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = new TextEncoder().encode(payloadType);
  const head = new TextEncoder().encode(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `);
  const encoded = new Uint8Array(head.length + payload.length);
  encoded.set(head);
  encoded.set(payload, head.length);
  return encoded;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
