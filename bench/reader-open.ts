/**
 * Opening Zip packages, against doing the same work with the libraries alone, one after the other, in the
 * same run: inflating, hashing and, where the Reader parses YAML, parsing YAML.
 */
import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { deflateSync, inflateSync } from 'fflate';
import { CORE_SCHEMA, load } from 'js-yaml';
import { readPackage } from '../src/reader/read-package.js';
import { crc32 } from '../src/reader/source/crc32.js';
import { type ZipPart, zipParts } from '../test/support/zip.js';
import type { Row } from './row.js';

const MiB = 1024 * 1024;
const encoder = new TextEncoder();

export async function run(): Promise<Row[]> {
  return [...(await manyNodes()), ...(await largeArchive())];
}

/** 5,000 nodes of 2 KiB: open, digest and read. */
async function manyNodes(): Promise<Row[]> {
  const count = 5_000;
  const files: [string, Uint8Array][] = [['moca.json', manifest('many-nodes')]];
  for (let index = 0; index < count; index++) files.push([`content/node-${index}.md`, node(index)]);
  const parts = files.map(([name, bytes]) => deflated(name, bytes));
  const archive = concat(zipParts(parts));

  const alone = async () => {
    for (const { data, size } of parts) {
      const bytes = inflateSync(data, { out: new Uint8Array(size) });
      sha256(bytes);
      const text = new TextDecoder().decode(bytes);
      const end = text.indexOf('\n---\n', 4);
      if (end > 0) load(text.slice(4, end + 1), { schema: CORE_SCHEMA });
    }
  };
  const ours = async () => {
    const result = await readPackage(archive);
    if (!result.valid || result.nodes.length !== count)
      throw new Error('The benchmark package did not read.');
  };
  const [reference, measured] = await fastest(5, alone, ours);
  return [row('open, digest and read 5,000 nodes of 2 KiB', measured, reference, 1.5)];
}

/** 20,000 entries and 512 MiB, from a file by slices: open and digest. */
async function largeArchive(): Promise<Row[]> {
  const count = 20_000;
  // Room for the manifest and the one node below the limit of 512 MiB.
  const size = Math.floor((512 * MiB - 64 * 1024) / (count - 2));
  const folder = await mkdtemp(join(tmpdir(), 'moca-bench-'));
  try {
    const path = join(folder, 'large.moca');
    const samples = Array.from({ length: 16 }, (_, seed) => deflated(`sample-${seed}`, media(seed, size)));
    const parts = [deflated('moca.json', manifest('large')), deflated('content/a.md', node(0))];
    for (let index = 0; index < count - 2; index++) {
      const sample = samples[index % samples.length];
      if (sample) parts.push({ ...sample, name: `media/file-${index}.bin` });
    }
    await writeParts(path, zipParts(parts));
    const archive = await openAsBlob(path);

    const alone = async () => {
      for (const { data, size: declared } of parts)
        sha256(inflateSync(data, { out: new Uint8Array(declared) }));
    };
    let peak = 0;
    const ours = async () => {
      globalThis.gc?.();
      const idle = process.memoryUsage.rss();
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss() - idle);
      }, 20);
      const result = await readPackage(archive, {
        onProgress: () => {
          peak = Math.max(peak, process.memoryUsage.rss() - idle);
        },
      });
      clearInterval(watch);
      if (!result.valid)
        throw new Error(`The benchmark archive did not read: ${result.diagnostics[0]?.message}`);
    };
    // Ours first: memory that the reference run freed would hide what ours takes.
    const [measured, reference] = await fastest(2, ours, alone);
    return [
      row('open and digest 20,000 entries, 512 MiB', measured, reference, 1.5),
      {
        name: 'peak memory over idle, 512 MiB archive',
        ours: peak / MiB,
        reference: 200,
        ratio: peak / MiB / 200,
        limit: 1,
        unit: 'MiB',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fastest(rounds: number, ...runs: (() => Promise<void>)[]): Promise<number[]> {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of runs.entries()) {
      const start = performance.now();
      await work();
      best[index] = Math.min(best[index] ?? 0, performance.now() - start);
    }
  }
  return best;
}

function row(name: string, ours = 0, reference = 0, limit = 0): Row {
  return { name, ours, reference, ratio: ours / reference, limit, unit: 'ms' };
}

function deflated(name: string, bytes: Uint8Array): ZipPart & { size: number } {
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

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function writeParts(path: string, parts: Iterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const part of parts) await file.write(part);
  } finally {
    await file.close();
  }
}
