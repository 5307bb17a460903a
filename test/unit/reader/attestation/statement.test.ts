import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../../src/reader/attestation/public-key.js';
import { attestationFormat, preAuthEncoding } from '../../../../src/reader/attestation/statement.js';

it('encodes what DSSE signs', () => {
  const encoded = preAuthEncoding('application/vnd.in-toto+json', new TextEncoder().encode('{}'));
  expect(new TextDecoder().decode(encoded)).toBe('DSSEv1 28 application/vnd.in-toto+json 2 {}');
});

it('counts the payload type in bytes', () => {
  expect(new TextDecoder().decode(preAuthEncoding('é', new Uint8Array(0)))).toBe('DSSEv1 2 é 0 ');
});

describe('attestationFormat', () => {
  it.each([
    ['attestations/a.dsse.json', 'dsse'],
    ['attestations/x/y/a.sigstore.json', 'sigstore'],
    ['attestations/a.DSSE.json', undefined],
    ['attestations/a.json', undefined],
    ['media/attestations/a.dsse.json', undefined],
    ['a.dsse.json', undefined],
  ])('of %s is %s', (path, format) => {
    expect(attestationFormat(path)).toBe(format);
  });
});

describe('decodeBase64', () => {
  it.each<[string, number[] | undefined]>([
    ['', []],
    ['+/8=', [0xfb, 0xff]],
    ['-_8', [0xfb, 0xff]],
    ['AA==', [0]],
    ['AA', [0]],
    ['A', undefined],
    ['A A=', undefined],
    ['AA=A', undefined],
    ['é', undefined],
  ])('of %j is %j', (text, bytes) => {
    const decoded = decodeBase64(text);
    expect(decoded && [...decoded]).toEqual(bytes);
  });
});
