/** Indexing 10,000 nodes and running 1,000 queries, against MiniSearch on the same texts. */
import MiniSearch from 'minisearch';
import { Library } from '../src/reader/library/library.js';
import { createSearch, type Search } from '../src/reader/search/search.js';
import type { PackageResult } from '../src/reader/types.js';
import { fastest } from './fastest.js';
import type { Row } from './row.js';

export const runsInBrowser = true;

const NODES = 10_000;
const QUERIES = 1_000;
const WORDS_A_NODE = 300;

export async function run(): Promise<Row[]> {
  const random = seeded(7);
  const vocabulary = words(20_000, random);
  const texts = Array.from({ length: NODES }, () => sentence(vocabulary, WORDS_A_NODE, random));
  const queries = Array.from({ length: QUERIES }, () => sentence(vocabulary, 3, random));
  const library = new Library();
  library.add(packageOf(texts));

  let search: Search | undefined;
  let mini: MiniSearch | undefined;
  const [indexed = 0, miniIndexed = 0] = await fastest(
    2,
    async () => {
      search = createSearch(library);
      // The index is made at the first search.
      await search.search('');
    },
    async () => {
      mini = new MiniSearch({ fields: ['title', 'body'] });
      mini.addAll(texts.map((body, id) => ({ id, title: titleOf(id), body })));
    },
  );
  const [searched = 0, miniSearched = 0] = await fastest(
    2,
    async () => {
      for (const query of queries) await search?.search(query);
    },
    async () => {
      for (const query of queries) mini?.search(query).slice(0, 5);
    },
  );
  return [
    row('lexical index of 10,000 nodes, against MiniSearch', indexed, miniIndexed),
    row('1,000 queries with gate and records, against MiniSearch', searched, miniSearched),
  ];
}

function row(name: string, ours: number, reference: number): Row {
  return { name, ours, reference, ratio: ours / reference, limit: 1, unit: 'ms' };
}

function titleOf(index: number): string {
  return `Node number ${index}`;
}

function packageOf(texts: readonly string[]): PackageResult {
  const encoder = new TextEncoder();
  const id = 'https://example.com/bench';
  const digest = `sha256:${'0'.repeat(64)}`;
  const nodes = texts.map((text, index) => {
    const path = `node-${index}.md`;
    const head = `---\ntype: Note\ntitle: ${titleOf(index)}\n---\n`;
    const bytes = encoder.encode(head + text);
    const representation = {
      file: `content/${path}`,
      digest,
      bodyOffset: head.length,
      size: bytes.length,
      frontmatter: { type: 'Note', title: titleOf(index) },
      evidence: [],
      concepts: [],
      bytes,
    };
    return { id: `${id}#${path}`, ref: `${id}@1.0.0#${path}`, path, representations: [representation] };
  });
  return {
    manifest: { id, version: '1.0.0', title: 'Bench' },
    digest,
    payloadManifest: '',
    nodes,
    members: [],
    profiles: [],
    structure: undefined,
    attestations: [],
    signers: [],
    relationScopes: [],
    reviewsByFile: new Map(),
    diagnostics: [],
    valid: true,
    capabilities: [],
  };
}

/** A generator of numbers from 0 to 1 that gives the same ones every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function words(count: number, random: () => number): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return Array.from({ length: count }, (_, index) => {
    const length = 3 + Math.floor(random() * 7);
    return (
      Array.from({ length }, () => letters[Math.floor(random() * 26)]).join('') + (index % 26).toString(36)
    );
  });
}

/** Words as often as in a language: the second half as often as the first, and so on (Zipf). */
function sentence(vocabulary: readonly string[], count: number, random: () => number): string {
  return Array.from({ length: count }, () => {
    return vocabulary[Math.floor(vocabulary.length ** random()) - 1];
  }).join(' ');
}
