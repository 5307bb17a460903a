import { forEachToken, tokenise } from './tokenise.js';

const K1 = 1.2;
const B = 0.75;

/** A document of the index, by its number in the order added, with its BM25 score. */
export interface LexicalMatch {
  readonly id: number;
  readonly score: number;
}

/** An inverted index scored by BM25 (k1 1.2, b 0.75). */
export class LexicalIndex {
  readonly #terms = new Map<string, number[]>();
  readonly #lengths: number[] = [];
  #totalLength = 0;
  #scores = new Float64Array(0);
  #norms: Float64Array | undefined;

  /** Adds the next document. */
  add(text: string): void {
    const id = this.#lengths.length;
    let length = 0;
    forEachToken(text, (token) => {
      length += 1;
      const postings = this.#terms.get(token);
      // Postings alternate document and frequency; a document's tokens arrive together.
      if (!postings) this.#terms.set(token, [id, 1]);
      else if (postings[postings.length - 2] === id)
        postings[postings.length - 1] = (postings.at(-1) ?? 0) + 1;
      else postings.push(id, 1);
    });
    this.#lengths.push(length);
    this.#totalLength += length;
    this.#norms = undefined;
  }

  /**
   * The best matches, best first: documents that share a token with the query and that `keeps` keeps.
   * `compare` orders documents of one score.
   */
  search(
    query: string,
    limit: number,
    { keeps, compare }: { keeps(id: number): boolean; compare(a: number, b: number): number },
  ): LexicalMatch[] {
    const norms = this.#currentNorms();
    const scores = this.#scores;
    const touched: number[] = [];
    for (const token of new Set(tokenise(query))) {
      const postings = this.#terms.get(token);
      if (!postings) continue;
      const documents = postings.length / 2;
      const idf = Math.log(1 + (this.#lengths.length - documents + 0.5) / (documents + 0.5));
      for (let at = 0; at < postings.length; at += 2) {
        const id = postings[at] ?? 0;
        const frequency = postings[at + 1] ?? 0;
        const before = scores[id] ?? 0;
        if (before === 0) touched.push(id);
        scores[id] = before + (idf * frequency * (K1 + 1)) / (frequency + (norms[id] ?? 0));
      }
    }
    const best: LexicalMatch[] = [];
    for (const id of touched) {
      const score = scores[id] ?? 0;
      scores[id] = 0;
      insertMatch(best, { id, score }, limit, keeps, compare);
    }
    return best;
  }

  #currentNorms(): Float64Array {
    if (this.#norms) return this.#norms;
    const average = this.#totalLength / Math.max(1, this.#lengths.length) || 1;
    this.#norms = Float64Array.from(this.#lengths, (length) => K1 * (1 - B + (B * length) / average));
    this.#scores = new Float64Array(this.#lengths.length);
    return this.#norms;
  }
}

// Few of many matches are wanted: keeping those in order costs less than sorting all.
function insertMatch(
  best: LexicalMatch[],
  match: LexicalMatch,
  limit: number,
  keeps: (id: number) => boolean,
  compare: (a: number, b: number) => number,
): void {
  const isBefore = (other: LexicalMatch) =>
    match.score > other.score || (match.score === other.score && compare(match.id, other.id) < 0);
  const worst = best.at(-1);
  if (limit < 1 || (best.length >= limit && worst && !isBefore(worst)) || !keeps(match.id)) return;
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = best[middle];
    if (other && !isBefore(other)) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, match);
  if (best.length > limit) best.pop();
}
