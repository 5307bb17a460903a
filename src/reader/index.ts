export type { LibraryOptions, LibraryStructure, Overlay, RecordRequest } from './library/library.js';
export { Library } from './library/library.js';
export { packageState } from './library/package-state.js';
export { lexicalBackend } from './search/lexical-backend.js';
export type { Search, SearchOptions } from './search/search.js';
export { createSearch } from './search/search.js';
export type { StoreSourceOptions } from './search/store-source.js';
export type {
  BackendFeature,
  BackendFilters,
  BackendHit,
  HookContext,
  ScoredRecord,
  SearchBackend,
  SearchHooks,
  SearchRequest,
} from './search/types.js';
export type { Concept, ConceptItem } from './structure/operations.js';
export type * from './types.js';
