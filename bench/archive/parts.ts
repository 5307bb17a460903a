import { deflateSync } from 'fflate';
import { crc32 } from '../../src/reader/source/crc32.js';
import { type ZipPart, zipParts } from '../../test/support/zip.js';

const MiB = 1024 * 1024;
const encoder = new TextEncoder();

/** A deflated entry. */
export interface DeflatedPart extends ZipPart {
  name: string;
  size: number;
}

/** 5,000 nodes of 2 KiB. */
export function manyNodes(): DeflatedPart[] {
  const parts = [deflated('moca.json', manifest('many-nodes'))];
  for (let index = 0; index < 5_000; index++) parts.push(deflated(`content/node-${index}.md`, node(index)));
  return parts;
}

/** 20,000 entries and just below 512 MiB, nearly all of it media. */
export function largeArchive(): DeflatedPart[] {
  const count = 20_000;
  const parts = [deflated('moca.json', manifest('large')), deflated('content/a.md', node(0))];
  const size = Math.floor((512 * MiB - 64 * 1024) / (count - parts.length));
  const samples = Array.from({ length: 16 }, (_, seed) => deflated('', media(seed, size)));
  for (let index = 0; parts.length < count; index++) {
    const sample = samples[index % samples.length];
    if (sample) parts.push({ ...sample, name: `media/file-${index}.bin` });
  }
  return parts;
}

/** The archive's bytes, in pieces of some MiB. */
export function* archiveChunks(parts: readonly ZipPart[]): Generator<Uint8Array<ArrayBuffer>> {
  const size = 8 * MiB;
  let chunk = new Uint8Array(size);
  let used = 0;
  for (const piece of zipParts(parts)) {
    if (used + piece.length > size) {
      yield chunk.slice(0, used);
      chunk = new Uint8Array(size);
      used = 0;
    }
    chunk.set(piece, used);
    used += piece.length;
  }
  yield chunk.slice(0, used);
}

function deflated(name: string, bytes: Uint8Array): DeflatedPart {
  return { name, data: deflateSync(bytes), method: 8, size: bytes.length, crc: crc32(bytes) };
}

function manifest(name: string): Uint8Array {
  return encoder.encode(
    JSON.stringify({
      id: `https://example.com/bench/${name}`,
      version: '1.0.0',
      title: name,
      language: 'en',
    }),
  );
}

function node(index: number): Uint8Array {
  const head = `---
type: Policy
title: Node ${index}
description: What customers may expect in case ${index}, and from when.
tags: [refunds, policy, case-${index}]
generated:
  by: drafter/2.1
  at: 2026-07-30T09:00:00Z
verified:
  - by: human:a.reviewer
    at: 2026-08-14
sources:
  - id: terms
    resource: https://example.com/terms/${index}
    title: Customer terms
status: stable
stale_after: 2027-02-14
moca:
  audience: public
---
# Node ${index}

See [the next one](node-${(index + 1) % 5_000}.md).

`;
  const words = 'customers may ask for a refund within thirty days of the recorded delivery date ';
  return encoder.encode(head + words.repeat(40).slice(0, 2048 - head.length));
}

/** Bytes that deflate to about a half, as documents do. */
function media(seed: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = seed + 1;
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = 97 + ((state >>> 16) & 15);
  }
  return bytes;
}
