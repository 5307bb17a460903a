import type { Span } from '../../schema/citation-record.js';
import { isInsideBody, type Library } from '../library/library.js';
import type { LoadedPackage } from '../library/loaded-package.js';
import { pickRepresentation } from '../library/locale.js';
import { audienceOf, bodySpan, textAt } from '../library/record.js';
import type { SidecarChunk } from '../sidecar/bind-sidecar.js';
import type { PackageNode, Representation } from '../types.js';
import { createFilter, type Searchable } from './filter.js';
import { compareHits, toHit } from './hit.js';
import { LexicalIndex } from './lexical-index.js';
import type { SearchBackend } from './types.js';

/**
 * The built-in search over the loaded packages' own text (Reader contract §9.1): every representation's title
 * and body, or title and bytes of each chunk of a bound sidecar. BM25; ties by node id, locale, span start.
 * Packages added to the library later are indexed at the next search.
 */
export function lexicalBackend(library: Library): SearchBackend {
  const index = new LexicalIndex();
  const documents: Searchable[] = [];
  let indexed = 0;
  const update = () => {
    for (; indexed < library.packages.length; indexed += 1) {
      const pkg = library.packages[indexed];
      if (!pkg) break;
      for (const document of searchablesOf(pkg)) {
        documents.push(document);
        index.add(textOf(document));
      }
    }
  };
  return {
    features: ['lexical', 'filterPushdown'],
    search(query, { limit, filters }) {
      update();
      const keeps = createFilter(filters);
      const matches = index.search(query, limit, {
        keeps: (id) => {
          const document = documents[id];
          return document !== undefined && keeps(document);
        },
        compare: (a, b) => {
          const left = documents[a];
          const right = documents[b];
          return left && right ? compareHits(toHit(left, 0), toHit(right, 0)) : 0;
        },
      });
      return matches.flatMap(({ id, score }) => {
        const document = documents[id];
        return document ? [toHit(document, score)] : [];
      });
    },
  };
}

/** The searchable pieces of a package: a bound sidecar's chunks, else its representations. */
export function* searchablesOf(pkg: LoadedPackage): Generator<Searchable> {
  if (pkg.sidecar) {
    for (const { piece } of chunksOf(pkg)) yield piece;
    return;
  }
  for (const node of pkg.result.nodes) {
    for (const representation of node.representations) yield searchable(pkg, node, representation);
  }
}

/** The chunks of a package's bound sidecar that lie in a body: a hit outside one would not resolve. */
export function* chunksOf(pkg: LoadedPackage): Generator<{ piece: Searchable; chunk: SidecarChunk }> {
  for (const chunk of pkg.sidecar?.chunks ?? []) {
    const node = pkg.nodesById.get(`${pkg.id}#${chunk.path}`);
    const representation = node?.representations.find(({ tag }) => tag === chunk.locale);
    if (!node || !representation || !isInsideBody(representation, chunk.span)) continue;
    yield { piece: searchable(pkg, node, representation, chunk.span), chunk };
  }
}

function searchable(
  pkg: LoadedPackage,
  node: PackageNode,
  representation: Representation,
  span?: Span,
): Searchable {
  const { language } = pkg.manifest;
  return {
    digest: pkg.digest,
    node: node.id,
    nodeEntry: node,
    path: node.path,
    locale: representation.tag ?? language,
    span,
    representation,
    concepts: representation.concepts,
    ...audienceOf(node, representation),
    isPicked: (locale) => pickRepresentation(node.representations, language, locale) === representation,
  };
}

function textOf({ representation, span }: Searchable): string {
  const { title } = representation.frontmatter;
  const body = textAt(representation, span ?? bodySpan(representation));
  return typeof title === 'string' ? `${title}\n${body}` : body;
}
