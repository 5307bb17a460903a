export const RELATIONS = ['broader', 'related', 'hasPart', 'requires', 'replaces'] as const;

/** How one concept stands to another; inverse forms (`narrower`, `isPartOf`, …) are turned round when read. */
export type Relation = (typeof RELATIONS)[number];

export type Edge = readonly [from: string, to: string];

/** A label or a definition. */
export interface ConceptText {
  readonly iri: string;
  /** The language tag in lower case, `''` for none. */
  readonly tag: string;
  readonly text: string;
}

/**
 * What one Turtle file states in the structure vocabulary (reader reference §10.1), in file order. Lists may
 * repeat themselves and each other: what counts is settled where graphs are merged.
 */
export interface StructureFacts {
  readonly concepts: ReadonlySet<string>;
  /** Ordered collections; the items are undefined where the file types a collection but gives no list. */
  readonly collections: ReadonlyMap<string, readonly string[] | undefined>;
  readonly labels: readonly ConceptText[];
  readonly definitions: readonly ConceptText[];
  readonly deprecated: ReadonlySet<string>;
  readonly edges: Readonly<Record<Relation, readonly Edge[]>>;
}

/** The facts of a file that states nothing, or that could not be parsed. */
export function noFacts(): StructureFacts {
  return {
    concepts: new Set(),
    collections: new Map(),
    labels: [],
    definitions: [],
    deprecated: new Set(),
    edges: { broader: [], related: [], hasPart: [], requires: [], replaces: [] },
  };
}
