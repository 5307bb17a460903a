import type { BackendFeature, SearchBackend } from '../../../../src/reader/search/types.js';

/** A backend that gives back what it is told to, whatever it is asked. */
export function fixedBackend(
  hits: readonly unknown[],
  features: BackendFeature[] = ['lexical'],
): SearchBackend {
  return { features, search: () => hits as Awaited<ReturnType<SearchBackend['search']>> };
}
