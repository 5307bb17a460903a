export type { LibraryOptions, LibraryStructure, Overlay, RecordRequest } from './library/library.js';
export { Library } from './library/library.js';
export { packageState } from './library/package-state.js';
export type { Concept, ConceptItem } from './structure/operations.js';
export type * from './types.js';
