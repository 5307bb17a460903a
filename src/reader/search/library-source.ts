import { parseDate } from '../../schema/date-time.js';
import { isInsideBody, type Library } from '../library/library.js';
import { pickRepresentation } from '../library/locale.js';
import { passesDefaultPolicy } from '../library/policy.js';
import type { RecordSource } from './record-source.js';

/** The records of a library's packages. */
export function librarySource(library: Library): RecordSource {
  const excluded = createExclusions(library);
  return {
    clock: library.clock,
    ready: library.ready,
    digests: () => library.packages.map(({ digest }) => digest),
    exclude: excluded,
    conceptsOf: (scope) => [scope, ...library.structure.descendants(scope)],
    resolve({ digest, node, path, locale, span }, _stored, now) {
      const found = library.find(digest, node, locale);
      if (!found || found.node.path !== path) return undefined;
      if (span && !isInsideBody(found.representation, span)) return undefined;
      return library.record(found, { now, text: true, span });
    },
    rebuild(candidate, _resolved, now) {
      const { package: pkg, node, span } = candidate as CandidateShape;
      if (typeof pkg?.digest !== 'string' || typeof node?.id !== 'string') return undefined;
      if (node.locale !== undefined && typeof node.locale !== 'string') return undefined;
      const found = library.find(pkg.digest, node.id, node.locale);
      if (!found || found.node.ref !== node.ref) return undefined;
      if (span === undefined) return library.record(found, { now, text: true });
      const cut = { start: Number(span?.start), end: Number(span?.end) };
      return isInsideBody(found.representation, cut)
        ? library.record(found, { now, text: true, span: cut })
        : undefined;
    },
    picked: (records, locale) =>
      records.filter((record) => {
        const found = library.find(record.package.digest, record.node.id, record.node.locale);
        if (!found) return false;
        const { language } = found.pkg.manifest;
        return pickRepresentation(found.node.representations, language, locale) === found.representation;
      }),
    forHooks: {
      library: Object.freeze({
        citations: library.citations.bind(library),
        get: library.get.bind(library),
      }),
      structure: library.structure,
    },
  };
}

interface CandidateShape {
  package?: { digest?: unknown };
  node?: { id?: unknown; ref?: unknown; locale?: unknown };
  span?: { start?: unknown; end?: unknown };
}

/**
 * The exclusions of a library, made again only when a package is added or the clock passes a date on which
 * some content comes into force or leaves it.
 */
function createExclusions(library: Library): RecordSource['exclude'] {
  let known:
    | { packages: number; from: number; until: number; pairs: { digest: string; node: string }[] }
    | undefined;
  return (now) => {
    if (known && known.packages === library.packages.length && known.from <= now && now < known.until) {
      return known.pairs;
    }
    const pairs: { digest: string; node: string }[] = [];
    let from = Number.NEGATIVE_INFINITY;
    let until = Number.POSITIVE_INFINITY;
    for (const pkg of library.packages) {
      for (const node of pkg.result.nodes) {
        let kept = false;
        for (const representation of node.representations) {
          const record = library.record({ pkg, node, representation }, { now });
          kept ||= passesDefaultPolicy(record);
          for (const bound of [record.trust.validFrom, record.trust.validUntil]) {
            const at = bound === undefined ? undefined : parseDate(bound);
            if (at === undefined) continue;
            if (at <= now) from = Math.max(from, at);
            else until = Math.min(until, at);
          }
        }
        if (!kept) pairs.push({ digest: pkg.digest, node: node.id });
      }
    }
    known = { packages: library.packages.length, from, until, pairs };
    return pairs;
  };
}
