export type { SigstoreContext, SigstoreVerdict, SigstoreVerifier } from './attestation/sigstore-seam.js';
export type { DiagnosticCode } from './diagnostics.js';
export type { LibraryOptions, LibraryStructure, Overlay, RecordRequest } from './library/library.js';
export { Library } from './library/library.js';
export { packageState } from './library/package-state.js';
export { DEFAULT_LIMITS } from './limits.js';
export type { MemberPin, MemberResolver } from './members.js';
export type { ReadProgress } from './pace.js';
export type { ReadOptions } from './read-package.js';
export { readPackage } from './read-package.js';
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
export { memorySource } from './source/memory.js';
export { TargetNotFoundError } from './source/opened-source.js';
export type { Concept, ConceptItem } from './structure/operations.js';
export type * from './types.js';
