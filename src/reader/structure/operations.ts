import { compareCodePoints } from '../package/paths.js';
import { firstLayer, type Graph, type Layer } from './graph.js';

/** A concept in an answer, with the layer that stated the fact it answers with. */
export interface ConceptItem {
  iri: string;
  label?: string;
  layer: Layer;
}

/** What is known of one concept (Reader contract §10); members in the contract's order. */
export interface Concept {
  iri: string;
  label?: string;
  /** By language tag, `''` for none, in the order stated. */
  labels: Record<string, string>;
  definition?: string;
  deprecated: boolean;
  /** Ordered by IRI. */
  replacedBy: string[];
  /** Ordered by IRI. */
  replaces: string[];
  layer: Layer;
}

/** Which descendants `nodes` and `descendants` follow. */
export type Include = 'narrower' | 'parts' | 'both';

type Neighbours = (iri: string) => readonly (readonly [iri: string, layer: Layer])[];

/**
 * The structure operations over a merged graph (Reader contract §10, reader reference §10.4). Each concept
 * appears at most once in an answer, and the starting concept never in its own; chains may be of any length.
 */
export class StructureOperations {
  readonly #graph: Graph;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Null when no layer declares the concept. */
  concept(iri: string): Concept | null {
    const layer = this.#graph.concepts.get(iri);
    if (!layer) return null;
    const labels = this.#graph.labels.get(iri) ?? new Map<string, string>();
    const label = preferredText(labels);
    const definition = preferredText(this.#graph.definitions.get(iri));
    return {
      iri,
      ...(label === undefined ? {} : { label }),
      labels: Object.fromEntries(labels),
      ...(definition === undefined ? {} : { definition }),
      deprecated: this.#graph.deprecated.has(iri),
      replacedBy: sortedByIri(this.#graph.in.replaces.get(iri)).map(([other]) => other),
      replaces: sortedByIri(this.#graph.out.replaces.get(iri)).map(([other]) => other),
      layer,
    };
  }

  /** The IRIs of all declared concepts. */
  concepts(): Iterable<string> {
    return this.#graph.concepts.keys();
  }

  /** Transitively, each concept comes after those it requires, as far as cycles allow. */
  requires(iri: string, { transitive = false }: { transitive?: boolean } = {}): ConceptItem[] {
    const neighbours: Neighbours = (from) => sortedByIri(this.#graph.out.requires.get(from));
    return this.#items(transitive ? postOrder(iri, neighbours) : neighbours(iri));
  }

  requiredBy(iri: string): ConceptItem[] {
    return this.#items(sortedByIri(this.#graph.in.requires.get(iri)));
  }

  parts(iri: string): ConceptItem[] {
    return this.#items(sortedByIri(this.#graph.out.hasPart.get(iri)));
  }

  /** Transitively, breadth first, each level ordered by IRI. */
  narrower(iri: string, { transitive = false }: { transitive?: boolean } = {}): ConceptItem[] {
    const neighbours: Neighbours = (from) => sortedByIri(this.#graph.in.broader.get(from));
    return this.#items(transitive ? byLevel(iri, neighbours) : neighbours(iri));
  }

  broader(iri: string): ConceptItem[] {
    return this.#items(sortedByIri(this.#graph.out.broader.get(iri)));
  }

  related(iri: string): ConceptItem[] {
    const both = new Map(this.#graph.out.related.get(iri));
    for (const [other, layer] of this.#graph.in.related.get(iri) ?? []) {
      const known = both.get(other);
      both.set(other, known ? firstLayer(known, layer) : layer);
    }
    return this.#items(sortedByIri(both));
  }

  /** In list order, empty for a collection without a list; null when `iri` is not an ordered collection. */
  sequence(iri: string): ConceptItem[] | null {
    const collection = this.#graph.collections.get(iri);
    return collection ? this.#items(collection.items.map((item) => [item, collection.layer] as const)) : null;
  }

  /** Every concept below `iri`, without it, ordered by IRI. */
  descendants(iri: string, include: Include = 'both'): string[] {
    const found = new Set([iri]);
    for (const from of found) {
      if (include !== 'parts') for (const to of this.#graph.in.broader.get(from)?.keys() ?? []) found.add(to);
      if (include !== 'narrower')
        for (const to of this.#graph.out.hasPart.get(from)?.keys() ?? []) found.add(to);
    }
    found.delete(iri);
    return [...found].sort(compareCodePoints);
  }

  #items(facts: readonly (readonly [iri: string, layer: Layer])[]): ConceptItem[] {
    return facts.map(([iri, layer]) => {
      const label = preferredText(this.#graph.labels.get(iri));
      return label === undefined ? { iri, layer } : { iri, label, layer };
    });
  }
}

/** The text without a language tag, else the English one, else that of the first tag in code point order. */
function preferredText(texts: ReadonlyMap<string, string> | undefined): string | undefined {
  if (!texts) return undefined;
  return texts.get('') ?? texts.get('en') ?? texts.get([...texts.keys()].sort(compareCodePoints)[0] ?? '');
}

function sortedByIri(facts: ReadonlyMap<string, Layer> | undefined): [string, Layer][] {
  return [...(facts ?? [])].sort(([a], [b]) => compareCodePoints(a, b));
}

function postOrder(start: string, neighbours: Neighbours): [string, Layer][] {
  const result: [string, Layer][] = [];
  const visited = new Set([start]);
  const stack: { reached: [string, Layer] | undefined; rest: Iterator<readonly [string, Layer]> }[] = [
    { reached: undefined, rest: neighbours(start).values() },
  ];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.rest.next();
    if (next.done) {
      stack.pop();
      if (top.reached) result.push(top.reached);
      continue;
    }
    const [iri, layer] = next.value;
    if (visited.has(iri)) continue;
    visited.add(iri);
    stack.push({ reached: [iri, layer], rest: neighbours(iri).values() });
  }
  return result;
}

function byLevel(start: string, neighbours: Neighbours): [string, Layer][] {
  const result: [string, Layer][] = [];
  const visited = new Set([start]);
  for (let level = [start]; level.length > 0; ) {
    const next = new Map<string, Layer>();
    for (const from of level) {
      for (const [iri, layer] of neighbours(from)) {
        if (visited.has(iri)) continue;
        const known = next.get(iri);
        next.set(iri, known ? firstLayer(known, layer) : layer);
      }
    }
    const sorted = sortedByIri(next);
    for (const fact of sorted) {
      visited.add(fact[0]);
      result.push(fact);
    }
    level = sorted.map(([iri]) => iri);
  }
  return result;
}
