import type { PackageTarget } from '../../src/reader/index.js';

/** Where a corpus lies: the only thing that differs between Node and a browser. Paths are relative to its root. */
export interface Corpus {
  read(path: string): Promise<Uint8Array>;
  /** The package directory or archive at a path. */
  target(path: string): Promise<PackageTarget>;
  /** Direct subdirectories of a directory, as paths. */
  subdirectories(path: string): Promise<string[]>;
  has(path: string): Promise<boolean>;
}

export interface CaseOptions {
  trustRoot?: string;
  members?: string[];
  sidecar?: string;
  limits?: Record<string, number>;
  now?: string;
  backend?: 'lexical' | 'all' | 'dense' | 'store';
  embedder?: { name: string; version?: string; dimensions: number };
  hooks?: 'ontology-guided' | 'hostile';
  audiences?: string[];
  allow?: string[];
  overlays?: { id: string; layer: 'application' | 'organisation'; path: string }[];
  trustDeclaredRelations?: boolean;
  allowUnlabelled?: boolean;
}

export interface Expectation {
  valid?: boolean;
  codes?: string[];
  capabilities?: string[];
  digest?: string;
  sidecarUsable?: boolean;
  evidenceMatched?: Record<string, (boolean | null)[]>;
  include?: string[];
  exclude?: string[];
  count?: number;
  locales?: Record<string, string>;
  result?: unknown;
}

/** One case of `cases.json` (reader reference §18.1). */
export interface Case {
  id: string;
  description?: string;
  kind?: 'search' | 'structure';
  target?: string;
  packages?: string[];
  options?: CaseOptions;
  search?: {
    query: string;
    limit?: number;
    includeAll?: boolean;
    locale?: string;
    concepts?: string[];
    scope?: string;
  };
  op?: string;
  iri?: string;
  args?: { transitive?: boolean; include?: 'narrower' | 'parts' | 'both' };
  requires?: string[];
  expect: Expectation;
}

/** What a case comes to, as the runner protocol of reader reference §18.4 writes it. */
export interface CaseOutput {
  codes: string[];
  valid?: boolean;
  capabilities?: string[];
  digest?: string | null;
  sidecarUsable?: boolean;
  evidenceMatched?: Record<string, (boolean | null)[]>;
  records?: unknown[];
  result?: unknown;
}
