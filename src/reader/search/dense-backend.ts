import type { SearchHit } from '../../schema/search-hit.js';
import type { SidecarModel } from '../../schema/sidecar-index.js';
import { diagnostic } from '../diagnostics.js';
import type { Library } from '../library/library.js';
import type { LoadedPackage } from '../library/loaded-package.js';
import { keyOf } from '../library/relations.js';
import type { Diagnostic } from '../types.js';
import { type Distance, type Embedder, embedTexts, isUsableVector, similarity } from './embedder.js';
import { createFilter, type Searchable } from './filter.js';
import { compareHits, toHit } from './hit.js';
import { chunksOf } from './lexical-backend.js';
import type { SearchBackend } from './types.js';

interface DensePackage {
  readonly distance: Distance;
  readonly pieces: readonly { readonly piece: Searchable; readonly vector: ArrayLike<number> }[];
}

/**
 * Semantic search over the vectors of bound sidecars with the host's embedder (Reader contract §9.3). A package
 * whose index was made with another model is not searched (`S006`), nor is one without vectors (`S007`).
 */
export function denseBackend(library: Library, embedder: Embedder): SearchBackend {
  const searched: DensePackage[] = [];
  const diagnostics: Diagnostic[] = [];
  let checked = 0;
  const update = () => {
    for (; checked < library.packages.length; checked += 1) {
      const pkg = library.packages[checked];
      const outcome = pkg && densePackage(pkg, embedder);
      if (!outcome) continue;
      if ('pieces' in outcome) searched.push(outcome);
      else diagnostics.push(outcome);
    }
  };
  update();
  return {
    features: ['dense', 'filterPushdown'],
    get diagnostics() {
      update();
      return diagnostics;
    },
    async search(query, { limit, filters }) {
      update();
      if (searched.length === 0) return [];
      const [wanted] = await embedTexts(embedder, [query], 'query');
      if (!wanted) return [];
      const keeps = createFilter(filters);
      const hits: SearchHit[] = [];
      for (const { distance, pieces } of searched) {
        for (const { piece, vector } of pieces) {
          if (keeps(piece)) hits.push(toHit(piece, similarity(distance, wanted, vector)));
        }
      }
      return hits.sort(compareHits).slice(0, limit);
    },
  };
}

function densePackage(pkg: LoadedPackage, embedder: Embedder): DensePackage | Diagnostic {
  const index = pkg.sidecar?.index;
  const withVectors = [...chunksOf(pkg)].flatMap(({ piece, chunk }) =>
    chunk.vector ? [{ piece, vector: chunk.vector }] : [],
  );
  const [first] = withVectors;
  if (!index || !first) {
    return diagnostic('S007_NO_VECTORS', `${keyOf(pkg)} has no vectors, so it is not searched.`);
  }
  const reason = mismatch(index.model, embedder, first.vector.length);
  if (reason) {
    return diagnostic(
      'S006_MODEL_MISMATCH',
      `${keyOf(pkg)} is not searched: its index and the embedder ${reason}.`,
    );
  }
  const pieces = withVectors.filter(({ vector }) => isUsableVector(vector, embedder.dimensions));
  return pieces.length > 0
    ? { distance: index.model?.distance ?? 'cosine', pieces }
    : diagnostic('S007_NO_VECTORS', `${keyOf(pkg)} has no usable vectors, so it is not searched.`);
}

function mismatch(
  model: SidecarModel | undefined,
  embedder: Embedder,
  vectorLength: number,
): string | undefined {
  if (model?.name !== embedder.name) return 'name different models';
  if (model.version !== undefined && embedder.version !== undefined && model.version !== embedder.version) {
    return 'name different versions';
  }
  if ((model.dimensions ?? vectorLength) !== embedder.dimensions) return 'have different dimensions';
  if (model.queryPrefix !== embedder.queryPrefix) return 'have different query prefixes';
  if (model.documentPrefix !== embedder.documentPrefix) return 'have different document prefixes';
  return undefined;
}
