export type { SigstoreContext, SigstoreVerdict, SigstoreVerifier } from './attestation/sigstore-seam.js';
export type { DiagnosticCode } from './diagnostics.js';
export type {
  LibraryOptions,
  LibraryStructure,
  LoadedRepresentation,
  Overlay,
  RecordRequest,
} from './library/library.js';
export { Library } from './library/library.js';
export type { LoadedPackage } from './library/loaded-package.js';
export { packageState } from './library/package-state.js';
export { DEFAULT_LIMITS } from './limits.js';
export type { MemberPin, MemberResolver } from './members.js';
export type { ReadProgress } from './pace.js';
export type { ReadOptions } from './read-package.js';
export { readPackage } from './read-package.js';
export { denseBackend } from './search/dense-backend.js';
export type { Embedder } from './search/embedder.js';
export type { HybridOptions } from './search/hybrid-backend.js';
export { hybridBackend } from './search/hybrid-backend.js';
export { lexicalBackend } from './search/lexical-backend.js';
export type { MemoryStore } from './search/memory-store.js';
export { memoryStore, recordsForIngest } from './search/memory-store.js';
export { ontologyGuidedHooks } from './search/ontology-guided-hooks.js';
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
export type { BindOptions, BoundSidecar, SidecarChunk } from './sidecar/bind-sidecar.js';
export { bindSidecar } from './sidecar/bind-sidecar.js';
export { memorySource } from './source/memory.js';
export { TargetNotFoundError } from './source/opened-source.js';
export type { Concept, ConceptItem } from './structure/operations.js';
export type * from './types.js';
