/**
 * Opening Zip packages, against doing the same work with the libraries alone, one after the other, in the
 * same run: inflating, hashing and, where the Reader parses YAML, parsing YAML. Each is hashed by whichever of
 * WebCrypto and `@noble/hashes` is faster for its size.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { inflateSync } from 'fflate';
import { CORE_SCHEMA, load } from 'js-yaml';
import { readPackage } from '../src/reader/read-package.js';
import { archiveChunks, largeArchive, manyNodes } from './archive/parts.js';
import { fastest } from './fastest.js';
import type { Row } from './row.js';

export const runsInBrowser = true;

export async function run(): Promise<Row[]> {
  return [await nodes(), await archive()];
}

async function nodes(): Promise<Row> {
  const parts = manyNodes();
  const blob = new Blob([...archiveChunks(parts)]);
  const [ours = 0, reference = 0] = await fastest(
    7,
    async () => {
      const result = await readPackage(blob);
      if (!result.valid || result.nodes.length !== 5_000)
        throw new Error('The benchmark package did not read.');
    },
    async () => {
      for (const { data, size } of parts) {
        const bytes = inflateSync(data, { out: new Uint8Array(size) });
        sha256(bytes);
        const text = new TextDecoder().decode(bytes);
        const end = text.indexOf('\n---\n', 4);
        if (end > 0) load(text.slice(4, end + 1), { schema: CORE_SCHEMA });
      }
    },
  );
  return row('open, digest and read a Zip of 5,000 nodes of 2 KiB', ours, reference);
}

async function archive(): Promise<Row> {
  const parts = largeArchive();
  const blob = new Blob([...archiveChunks(parts)]);
  const [ours = 0, reference = 0] = await fastest(
    3,
    async () => {
      const result = await readPackage(blob);
      if (!result.valid)
        throw new Error(`The benchmark archive did not read: ${result.diagnostics[0]?.message}`);
    },
    async () => {
      for (const { data, size } of parts) {
        const bytes = inflateSync(data, { out: new Uint8Array(size) });
        if (globalThis.crypto.subtle) await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
        else sha256(bytes);
      }
    },
  );
  return row('open and digest a Zip of 20,000 entries and 512 MiB, from a Blob', ours, reference);
}

function row(name: string, ours: number, reference: number): Row {
  return { name, ours, reference, ratio: ours / reference, limit: 1.5, unit: 'ms' };
}
