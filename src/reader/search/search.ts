import type { CitationRecord } from '../../schema/citation-record.js';
import { copyData } from '../library/copy-data.js';
import { Library } from '../library/library.js';
import type { Diagnostic } from '../types.js';
import { type GateRules, gate } from './gate.js';
import { parseHit } from './hit.js';
import { lexicalBackend } from './lexical-backend.js';
import { librarySource } from './library-source.js';
import type { RecordSource } from './record-source.js';
import { type StoreSourceOptions, storeSource } from './store-source.js';
import type {
  BackendFilters,
  HookContext,
  ScoredRecord,
  SearchBackend,
  SearchHooks,
  SearchRequest,
} from './types.js';

const DEFAULT_LIMIT = 5;
/** How much more a backend is asked for when the gate may remove much of what it returns. */
const OVERFETCH = 3;
const OVERFETCH_CAP = 200;

export interface SearchOptions {
  /** The lexical backend over the library when left out; a store search must name one. */
  backend?: SearchBackend;
  /** The audience labels that pass; the library's set when left out. */
  audiences?: Iterable<string>;
  /** Whether content without a label passes an audience set; the library's choice when left out. */
  allowUnlabelled?: boolean;
  /**
   * Fixes whether superseded, deprecated and out-of-force content is returned, whatever a caller asks. Set it
   * whenever calls come from users or models.
   */
  includeAll?: boolean;
  hooks?: SearchHooks;
}

export interface Search {
  /** Records with text and score, after the gate (Reader contract §9.2). Rejects only if host code does. */
  search(query: string, request?: SearchRequest): Promise<ScoredRecord[]>;
  /** The backend's own findings: `S006` and `S007` of a dense one. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A search over a library, or over a host's store by package states and a clock. Throws a `TypeError` when a
 * store search has no backend or its states are not package states.
 */
export function createSearch(from: Library | StoreSourceOptions, options: SearchOptions = {}): Search {
  const library = from instanceof Library ? from : undefined;
  const source = from instanceof Library ? librarySource(from) : storeSource(from);
  const backend = options.backend ?? (library && lexicalBackend(library));
  if (!backend) throw new TypeError('A store search needs a backend.');
  const audiences = options.audiences ? new Set(options.audiences) : library?.audiences;
  const allowUnlabelled = options.allowUnlabelled ?? library?.allowUnlabelled ?? false;
  const hooks = options.hooks ?? {};

  return {
    get diagnostics() {
      return backend.diagnostics ?? [];
    },
    async search(query, request = {}) {
      await source.ready;
      const now = source.clock();
      const limit = request.limit ?? DEFAULT_LIMIT;
      const wanted = Number.isInteger(limit) && limit >= 0 ? limit : DEFAULT_LIMIT;
      const includeAll = options.includeAll ?? request.includeAll ?? false;
      const rules: GateRules = {
        digests: new Set(source.digests()),
        includeAll,
        audience: { audiences, allowUnlabelled },
        locale: request.locale,
        concepts: conceptsOf(source, request.concepts, request.scope),
        limit: wanted,
        keepOrder: hooks.egress !== undefined,
      };
      const context = freezeContext({
        request: {
          query,
          limit: wanted,
          includeAll,
          ...(request.locale === undefined ? {} : { locale: request.locale }),
          ...(request.concepts ? { concepts: [...request.concepts] } : {}),
          ...(request.scope === undefined ? {} : { scope: request.scope }),
        },
        ...source.forHooks,
        ...(audiences ? { audiences: [...audiences] } : {}),
        now,
      });

      const ingress = await hooks.ingress?.(query, context);
      const narrowed = ingress?.concepts || ingress?.scope !== undefined;
      const concepts = narrowed ? conceptsOf(source, ingress.concepts, ingress.scope) : rules.concepts;
      const filters: BackendFilters = {
        digests: [...rules.digests],
        exclude: includeAll ? [] : source.exclude(now),
        ...(audiences ? { audiences: [...audiences], allowUnlabelled } : {}),
        ...(request.locale === undefined ? {} : { locale: request.locale }),
        ...(concepts ? { concepts: [...concepts] } : {}),
      };
      const pushdown = backend.features.includes('filterPushdown');
      const hits = await backend.search(typeof ingress?.query === 'string' ? ingress.query : query, {
        limit: pushdown ? wanted : Math.min(wanted * OVERFETCH, Math.max(OVERFETCH_CAP, wanted)),
        filters,
      });
      const resolved = resolveHits(source, hits, now);
      const candidates = hooks.egress ? await runEgress(hooks.egress, source, resolved, context) : resolved;
      return gate(candidates, source, rules);
    },
  };
}

/** `concepts` and `scope` together, undefined when neither is given. */
function conceptsOf(
  source: RecordSource,
  concepts: readonly string[] | undefined,
  scope: string | undefined,
): ReadonlySet<string> | undefined {
  if (!concepts && scope === undefined) return undefined;
  return new Set([...(concepts ?? []), ...(scope === undefined ? [] : source.conceptsOf(scope))]);
}

function resolveHits(source: RecordSource, hits: unknown, now: number): ScoredRecord[] {
  if (!Array.isArray(hits)) return [];
  const records: ScoredRecord[] = [];
  for (const returned of hits as unknown[]) {
    const parsed = parseHit(returned);
    const record = parsed && source.resolve(parsed.hit, parsed.record, now);
    if (record) records.push({ ...record, score: parsed.hit.score });
  }
  return records;
}

const RETRIEVAL_KINDS = ['search', 'requires', 'parts', 'narrower', 'related'] as const;

async function runEgress(
  egress: NonNullable<SearchHooks['egress']>,
  source: RecordSource,
  resolved: readonly ScoredRecord[],
  context: HookContext,
): Promise<ScoredRecord[]> {
  const copies = resolved.map((record) => ({ ...copyData(record), retrieval: { via: 'search' as const } }));
  const returned: unknown = await egress(copies, context);
  if (!Array.isArray(returned)) return [];
  const candidates: ScoredRecord[] = [];
  for (const candidate of returned as unknown[]) {
    if (typeof candidate !== 'object' || candidate === null) continue;
    try {
      const { score, retrieval, trust } = candidate as Partial<ScoredRecord>;
      const record = trust && source.rebuild(candidate, resolved, context.now);
      if (!record) continue;
      candidates.push({
        ...withoutRetrieval(record),
        score: typeof score === 'number' && Number.isFinite(score) ? score : 0,
        ...retrievalOf(retrieval),
      });
    } catch {
      // A candidate that throws when it is read names nothing.
    }
  }
  return candidates;
}

function withoutRetrieval({ retrieval: _, ...record }: CitationRecord): CitationRecord {
  return record;
}

function retrievalOf(value: unknown): Pick<CitationRecord, 'retrieval'> {
  const { via, from } = (value ?? {}) as { via?: unknown; from?: unknown };
  const kind = RETRIEVAL_KINDS.find((one) => one === via);
  if (!kind) return {};
  return { retrieval: typeof from === 'string' ? { via: kind, from } : { via: kind } };
}

function freezeContext(context: HookContext): HookContext {
  if (context.request.concepts) Object.freeze(context.request.concepts);
  Object.freeze(context.request);
  if (context.audiences) Object.freeze(context.audiences);
  return Object.freeze(context);
}
