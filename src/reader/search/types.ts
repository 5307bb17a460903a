import type { CitationRecord } from '../../schema/citation-record.js';
import type { SearchHit } from '../../schema/search-hit.js';
import type { Library, LibraryStructure } from '../library/library.js';
import type { Diagnostic } from '../types.js';

/** A record that a search returns. */
export type ScoredRecord = CitationRecord & { score: number };

export type Awaitable<T> = T | Promise<T>;

/** What a search asks for beside the query (Reader contract §9). */
export interface SearchRequest {
  /** At most this many records; 5 when left out. */
  limit?: number;
  /** Lets superseded, deprecated and out-of-force content through, unless the search fixes that itself. */
  includeAll?: boolean;
  /** Language tag: keeps the representation that is picked for it. */
  locale?: string;
  /** Keeps records bound to at least one of these concept IRIs. */
  concepts?: readonly string[];
  /** Keeps records bound to this concept or to any concept below it. */
  scope?: string;
}

/** What a backend may filter by itself (Reader contract §9.5); the gate runs on whatever it returns. */
export interface BackendFilters {
  /** The digests of the loaded packages. */
  readonly digests: readonly string[];
  /** Nodes of which no representation passes the default policy. */
  readonly exclude: readonly { readonly digest: string; readonly node: string }[];
  /** The host's audience set. */
  readonly audiences?: readonly string[];
  /** Given with `audiences`: whether content without a label passes. */
  readonly allowUnlabelled?: boolean;
  readonly locale?: string;
  readonly concepts?: readonly string[];
}

export type BackendFeature = 'lexical' | 'dense' | 'filterPushdown';

/** Finds matches; the host chooses it, a package never does (Reader contract §9.1). */
export interface SearchBackend {
  readonly features: readonly BackendFeature[];
  /** `S006` and `S007` of the packages loaded now. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Hits, best first; one that has not the form of a hit is dropped. */
  search(
    query: string,
    options: { readonly limit: number; readonly filters: BackendFilters },
  ): Awaitable<readonly BackendHit[]>;
}

/** A hit; one of a store carries the whole record written at ingest as well (Reader contract §9.4). */
export type BackendHit = SearchHit & { readonly record?: CitationRecord };

/** What hooks see; frozen, and copies of what the gate goes by. */
export interface HookContext {
  readonly request: Readonly<Required<Pick<SearchRequest, 'limit' | 'includeAll'>> & SearchRequest> & {
    readonly query: string;
  };
  /** Absent in a store search. */
  readonly library?: Pick<Library, 'citations' | 'get'>;
  /** Absent in a store search. */
  readonly structure?: LibraryStructure;
  readonly audiences?: readonly string[];
  /** The clock of this search, in milliseconds since the epoch. */
  readonly now: number;
}

/** Host code in the search pipeline (Reader contract §9.2). */
export interface SearchHooks {
  /** May rewrite the query and narrow what the backend searches; the gate follows the caller all the same. */
  ingress?(
    query: string,
    context: HookContext,
  ): Awaitable<{ query?: string; concepts?: readonly string[]; scope?: string } | undefined>;
  /** May reorder candidates and add records, each with `retrieval: { via, from }`. */
  egress?(candidates: ScoredRecord[], context: HookContext): Awaitable<readonly CitationRecord[]>;
}
