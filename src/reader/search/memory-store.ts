import { citationKey } from '../../schema/citation-keys.js';
import type { CitationRecord } from '../../schema/citation-record.js';
import type { Library } from '../library/library.js';
import { type Embedder, embedTexts, similarity } from './embedder.js';
import { compareHits } from './hit.js';
import { searchablesOf } from './lexical-backend.js';
import { LexicalIndex } from './lexical-index.js';
import type { BackendHit, SearchBackend } from './types.js';

/** A store of whole records that lives in memory: a store backend for tests and small hosts. */
export interface MemoryStore extends SearchBackend {
  /** Stores copies of records; one that is stored already is passed over. Embeds their text when it can. */
  ingest(records: Iterable<CitationRecord>): Promise<void>;
  /** How many records it holds. */
  readonly size: number;
}

/** A lexical store, or with an embedder a dense one (Reader contract §9.4). */
export function memoryStore({ embedder }: { embedder?: Embedder } = {}): MemoryStore {
  const records: CitationRecord[] = [];
  const vectors: ArrayLike<number>[] = [];
  const known = new Set<string>();
  const index = new LexicalIndex();
  return {
    features: [embedder ? 'dense' : 'lexical'],
    get size() {
      return records.length;
    },
    async ingest(incoming) {
      const fresh: CitationRecord[] = [];
      for (const record of incoming) {
        const key = `${record.package.digest} ${citationKey(record)}`;
        if (known.has(key)) continue;
        known.add(key);
        fresh.push(structuredClone(record));
      }
      const embedded = embedder ? await embedTexts(embedder, fresh.map(textOf), 'document') : [];
      for (const vector of embedded) vectors.push(vector);
      for (const record of fresh) {
        if (!embedder) index.add(textOf(record));
        records.push(record);
      }
    },
    async search(query, { limit, filters }) {
      const digests = new Set(filters.digests);
      const isLoaded = (id: number) => digests.has(records[id]?.package.digest ?? '');
      if (embedder) {
        const [wanted] = await embedTexts(embedder, [query], 'query');
        const hits = records.flatMap((record, id) => {
          const vector = vectors[id];
          return wanted && vector && isLoaded(id)
            ? [hitOf(record, similarity('cosine', wanted, vector))]
            : [];
        });
        return hits.sort(compareHits).slice(0, limit);
      }
      const compare = (a: number, b: number) => {
        const [left, right] = [records[a], records[b]];
        return left && right ? compareHits(hitOf(left, 0), hitOf(right, 0)) : 0;
      };
      return index.search(query, limit, { keeps: isLoaded, compare }).flatMap(({ id, score }) => {
        const record = records[id];
        return record ? [hitOf(record, score)] : [];
      });
    },
  };
}

/**
 * What a host ingests into its store: the whole record, with text, of every representation of every loaded
 * package, or of every chunk where a sidecar is bound.
 */
export function* recordsForIngest(library: Library): Generator<CitationRecord> {
  for (const pkg of library.packages) {
    for (const { nodeEntry, representation, span } of searchablesOf(pkg)) {
      yield library.record({ pkg, node: nodeEntry, representation }, { text: true, span });
    }
  }
}

function textOf({ node, text = '' }: CitationRecord): string {
  return node.title === undefined ? text : `${node.title}\n${text}`;
}

function hitOf(record: CitationRecord, score: number): BackendHit {
  const { package: pkg, node, span } = record;
  return {
    digest: pkg.digest,
    node: node.id,
    path: node.path,
    ...(node.locale === undefined ? {} : { locale: node.locale }),
    ...(span ? { span } : {}),
    score,
    record,
  };
}
