import { type ConceptText, RELATIONS, type Relation, type StructureFacts } from './facts.js';

/** Who stated a fact: a package, or an overlay of the host. In this order, the first to state it is reported. */
export type Layer = 'package' | 'application' | 'organisation';

const LAYER_ORDER: readonly Layer[] = ['package', 'application', 'organisation'];

/** Facts with the layer that states them. */
export interface LayeredFacts {
  readonly layer: Layer;
  readonly facts: StructureFacts;
}

/** IRI → language tag → text. */
type TextsByIri = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** From → to → the layer that states it. */
type LayeredEdges = Map<string, Map<string, Layer>>;

/** The union of every loaded package's structure and every overlay (reader reference §10.3). */
export interface Graph {
  readonly concepts: ReadonlyMap<string, Layer>;
  readonly collections: ReadonlyMap<string, { readonly layer: Layer; readonly items: readonly string[] }>;
  readonly labels: TextsByIri;
  readonly definitions: TextsByIri;
  readonly deprecated: ReadonlySet<string>;
  readonly out: Readonly<Record<Relation, LayeredEdges>>;
  readonly in: Readonly<Record<Relation, LayeredEdges>>;
}

/** Merges facts; within a layer their order is kept. */
export function mergeGraph(origins: readonly LayeredFacts[]): Graph {
  const concepts = new Map<string, Layer>();
  const collections = new Map<string, { layer: Layer; items: readonly string[] }>();
  const listed = new Set<string>();
  const labels = new Map<string, Map<string, string>>();
  const definitions = new Map<string, Map<string, string>>();
  const deprecated = new Set<string>();
  const out = noEdges();
  const incoming = noEdges();
  for (const layer of LAYER_ORDER) {
    for (const origin of origins) {
      if (origin.layer !== layer) continue;
      const { facts } = origin;
      for (const iri of facts.concepts) if (!concepts.has(iri)) concepts.set(iri, layer);
      for (const iri of facts.deprecated) deprecated.add(iri);
      for (const [iri, items] of facts.collections) {
        const known = collections.get(iri);
        if (!known || (items && !listed.has(iri))) {
          collections.set(iri, { layer: known?.layer ?? layer, items: items ?? [] });
        }
        if (items) listed.add(iri);
      }
      addTexts(labels, facts.labels);
      addTexts(definitions, facts.definitions);
      for (const relation of RELATIONS) {
        for (const [from, to] of facts.edges[relation]) {
          addEdge(out[relation], from, to, layer);
          addEdge(incoming[relation], to, from, layer);
        }
      }
    }
  }
  return { concepts, collections, labels, definitions, deprecated, out, in: incoming };
}

/** The layer that is reported when both state a fact. */
export function firstLayer(a: Layer, b: Layer): Layer {
  return LAYER_ORDER.indexOf(a) <= LAYER_ORDER.indexOf(b) ? a : b;
}

function noEdges(): Record<Relation, LayeredEdges> {
  return {
    broader: new Map(),
    related: new Map(),
    hasPart: new Map(),
    requires: new Map(),
    replaces: new Map(),
  };
}

function addEdge(edges: LayeredEdges, from: string, to: string, layer: Layer): void {
  let targets = edges.get(from);
  if (!targets) {
    targets = new Map();
    edges.set(from, targets);
  }
  if (!targets.has(to)) targets.set(to, layer);
}

// The first statement of a language counts.
function addTexts(into: Map<string, Map<string, string>>, texts: readonly ConceptText[]): void {
  for (const { iri, tag, text } of texts) {
    const known = into.get(iri);
    if (!known) into.set(iri, new Map([[tag, text]]));
    else if (!known.has(tag)) known.set(tag, text);
  }
}
