import type { CitationRecord } from '../../schema/citation-record.js';
import { compareCodePoints } from '../package/paths.js';
import { tokenise } from './tokenise.js';
import type { SearchHooks } from './types.js';

/**
 * Hooks that let the packages' structure guide a search (reader reference §13.9). A query that holds every word
 * of a concept's label searches that concept and those below it; after each result come the nodes of the
 * concepts that its own concepts require. They do nothing in a store search, which has no structure.
 */
export function ontologyGuidedHooks(): SearchHooks {
  return {
    ingress(query, { structure }) {
      if (!structure) return undefined;
      const words = new Set(tokenise(query));
      const concepts = new Set<string>();
      for (const iri of structure.concepts()) {
        const label = tokenise(structure.concept(iri)?.label ?? '');
        if (label.length === 0 || !label.every((word) => words.has(word))) continue;
        concepts.add(iri);
        for (const below of structure.descendants(iri)) concepts.add(below);
      }
      return concepts.size > 0 ? { concepts: [...concepts].sort(compareCodePoints) } : undefined;
    },
    egress(candidates, { structure, request }) {
      if (!structure) return candidates;
      const locale = request.locale === undefined ? {} : { locale: request.locale };
      const present = new Set(candidates.map(({ node }) => node.ref));
      const results: CitationRecord[] = [];
      for (const candidate of candidates) {
        results.push(candidate);
        for (const from of candidate.concepts ?? []) {
          for (const { iri } of structure.requires(from, { transitive: true })) {
            for (const record of structure.nodes(iri, locale)) {
              if (present.has(record.node.ref)) continue;
              present.add(record.node.ref);
              results.push({ ...record, score: candidate.score, retrieval: { via: 'requires', from } });
            }
          }
        }
      }
      return results;
    },
  };
}
