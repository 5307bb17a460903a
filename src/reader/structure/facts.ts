export const RELATIONS = ['broader', 'related', 'hasPart', 'requires', 'replaces'] as const;

/** How one concept stands to another; inverse forms (`narrower`, `isPartOf`, …) are turned round when read. */
export type Relation = (typeof RELATIONS)[number];

/** IRI → language tag (lower case, `''` for none) → text, in file order. */
export type TextsByIri = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What one Turtle file states in the structure vocabulary (reader reference §10.1), in file order. */
export interface StructureFacts {
  readonly concepts: ReadonlySet<string>;
  /** Ordered collections; the items are undefined where the file types a collection but gives no list. */
  readonly collections: ReadonlyMap<string, readonly string[] | undefined>;
  readonly labels: TextsByIri;
  readonly definitions: TextsByIri;
  readonly deprecated: ReadonlySet<string>;
  /** Relation → from → to. */
  readonly edges: Readonly<Record<Relation, ReadonlyMap<string, ReadonlySet<string>>>>;
}

/** The facts of a file that states nothing, or that could not be parsed. */
export function noFacts(): StructureFacts {
  return {
    concepts: new Set(),
    collections: new Map(),
    labels: new Map(),
    definitions: new Map(),
    deprecated: new Set(),
    edges: {
      broader: new Map(),
      related: new Map(),
      hasPart: new Map(),
      requires: new Map(),
      replaces: new Map(),
    },
  };
}
