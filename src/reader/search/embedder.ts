import type { Awaitable } from './types.js';

/** The host's embedding model (Reader contract §9.3). A package never names or configures one. */
export interface Embedder {
  readonly name: string;
  readonly version?: string;
  readonly dimensions: number;
  /** What the model puts before a query or a document; compared with an index's, and applied by `embed` itself. */
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
  /** One vector a text, of `dimensions` numbers. */
  embed(texts: readonly string[], role: 'query' | 'document'): Awaitable<readonly ArrayLike<number>[]>;
}

/** Embeds texts. Throws a `TypeError` when the embedder does not keep its own word: that is the host's fault. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  role: 'query' | 'document',
): Promise<readonly ArrayLike<number>[]> {
  const vectors = await embedder.embed(texts, role);
  if (
    vectors.length !== texts.length ||
    !vectors.every((vector) => isUsableVector(vector, embedder.dimensions))
  ) {
    throw new TypeError(`The embedder ${embedder.name} did not give ${embedder.dimensions} numbers a text.`);
  }
  return vectors;
}

/** Whether a vector has the wanted length and only finite numbers. */
export function isUsableVector(vector: ArrayLike<number>, dimensions: number): boolean {
  if (vector.length !== dimensions) return false;
  for (let index = 0; index < dimensions; index += 1) if (!Number.isFinite(vector[index])) return false;
  return true;
}

export type Distance = 'cosine' | 'dot' | 'euclidean';

/** How near two vectors of one length are; higher is nearer, whatever the distance (Reader contract §9.3). */
export function similarity(distance: Distance, a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  let apart = 0;
  for (let index = 0; index < a.length; index += 1) {
    const left = a[index] ?? 0;
    const right = b[index] ?? 0;
    dot += left * right;
    squaresA += left * left;
    squaresB += right * right;
    apart += (left - right) * (left - right);
  }
  if (distance === 'dot') return dot;
  if (distance === 'euclidean') return -Math.sqrt(apart);
  return squaresA === 0 || squaresB === 0 ? 0 : dot / Math.sqrt(squaresA) / Math.sqrt(squaresB);
}
