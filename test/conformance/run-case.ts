import {
  bindSidecar,
  createSearch,
  denseBackend,
  Library,
  lexicalBackend,
  memoryStore,
  ontologyGuidedHooks,
  type PackageResult,
  type PackageTarget,
  packageState,
  readPackage,
  recordsForIngest,
  type SearchBackend,
  type SearchHooks,
} from '../../src/reader/index.js';
import type { Case, CaseOptions, CaseOutput, Corpus } from './corpus.js';

const NO_DIGEST = `sha256:${'0'.repeat(64)}`;

/** Runs one case of a corpus (reader reference §18), in Node and in a browser alike. */
export async function runCase(corpus: Corpus, one: Case): Promise<CaseOutput> {
  if (one.kind === 'search') return runSearch(corpus, one);
  if (one.kind === 'structure') return runStructure(corpus, one);
  return runPackage(corpus, one);
}

async function runPackage(corpus: Corpus, { target = '', options = {} }: Case): Promise<CaseOutput> {
  const result = await read(corpus, target, options);
  const bound = options.sidecar ? await bindSidecar(await corpus.target(options.sidecar), result) : undefined;
  const evidenceMatched: Record<string, (boolean | null)[]> = {};
  for (const { path, representations } of result.nodes) {
    evidenceMatched[path] = (representations[0]?.evidence ?? []).map(({ matched }) => matched ?? null);
  }
  return {
    valid: result.valid,
    codes: codesOf([...result.diagnostics, ...(bound?.diagnostics ?? [])]),
    capabilities: [...result.capabilities],
    digest: result.digest ?? null,
    ...(bound ? { sidecarUsable: bound.usable } : {}),
    evidenceMatched,
  };
}

async function runSearch(corpus: Corpus, { packages = [], options = {}, search }: Case): Promise<CaseOutput> {
  const clock = clockOf(options);
  const library = await makeLibrary(corpus, options);
  const codes: string[] = [];
  const allowed: PackageResult[] = [];
  for (const path of packages) {
    const result = await read(corpus, path, options);
    if (!result.valid) continue;
    const sidecar = options.sidecar
      ? await bindSidecar(await corpus.target(options.sidecar), result)
      : undefined;
    codes.push(...codesOf(sidecar?.diagnostics ?? []));
    library.add(result, { sidecar });
    if (!options.allow || options.allow.includes(path)) allowed.push(result);
  }
  const { query = '', ...request } = search ?? {};
  const hooks = hooksOf(options, library);
  const backend = await backendOf(options, library);
  const settings = {
    backend,
    ...(options.audiences ? { audiences: options.audiences } : {}),
    ...(options.allowUnlabelled === undefined ? {} : { allowUnlabelled: options.allowUnlabelled }),
    ...(hooks ? { hooks } : {}),
  };
  const { trustDeclaredRelations = false } = options;
  const searching =
    options.backend === 'store'
      ? createSearch({ states: allowed.map(packageState), clock, trustDeclaredRelations }, settings)
      : createSearch(library, settings);
  codes.push(...codesOf(searching.diagnostics));
  const records = await searching.search(query, { limit: 50, ...request });
  return { codes: [...new Set(codes)], records };
}

async function runStructure(corpus: Corpus, one: Case): Promise<CaseOutput> {
  const { packages = [], options = {}, op = '', iri = '', args = {} } = one;
  const library = await makeLibrary(corpus, options);
  for (const path of packages) {
    const result = await read(corpus, path, options);
    if (result.valid) library.add(result);
  }
  await library.ready;
  const { structure } = library;
  const operations: Record<string, () => unknown> = {
    concept: () => structure.concept(iri),
    requires: () => structure.requires(iri, args),
    requiredBy: () => structure.requiredBy(iri),
    parts: () => structure.parts(iri),
    narrower: () => structure.narrower(iri, args),
    broader: () => structure.broader(iri),
    related: () => structure.related(iri),
    sequence: () => structure.sequence(iri),
    nodes: () => structure.nodes(iri, args).map(({ node }) => node.ref),
  };
  return { codes: codesOf(library.diagnostics), result: operations[op]?.() };
}

async function makeLibrary(corpus: Corpus, options: CaseOptions): Promise<Library> {
  const overlays = await Promise.all(
    (options.overlays ?? []).map(async ({ id, layer, path }) => ({
      id,
      layer,
      source: new TextDecoder().decode(await corpus.read(path)),
    })),
  );
  return new Library({
    clock: clockOf(options),
    overlays,
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.audiences ? { audiences: options.audiences } : {}),
    allowUnlabelled: options.allowUnlabelled ?? false,
    trustDeclaredRelations: options.trustDeclaredRelations ?? false,
  });
}

async function read(corpus: Corpus, path: string, options: CaseOptions): Promise<PackageResult> {
  const trustRoot = options.trustRoot ? await readJson(corpus, options.trustRoot) : undefined;
  const { members } = options;
  return readPackage(await corpus.target(path), {
    ...(trustRoot ? { trustRoot } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.now ? { clock: clockOf(options) } : {}),
    ...(members ? { resolveMember: (pin) => resolveMember(corpus, members, pin) } : {}),
    trustDeclaredRelations: options.trustDeclaredRelations ?? false,
  });
}

/** Looks for a member in directories and their direct subdirectories, by id and version. */
async function resolveMember(
  corpus: Corpus,
  directories: readonly string[],
  { id, version }: { id: string; version: string },
): Promise<PackageTarget | undefined> {
  for (const directory of directories) {
    for (const path of [directory, ...(await corpus.subdirectories(directory))]) {
      if (!(await corpus.has(`${path}/moca.json`))) continue;
      const manifest = (await readJson(corpus, `${path}/moca.json`)) as { id?: unknown; version?: unknown };
      if (manifest.id === id && manifest.version === version) return corpus.target(path);
    }
  }
  return undefined;
}

async function readJson(corpus: Corpus, path: string): Promise<object> {
  return JSON.parse(new TextDecoder().decode(await corpus.read(path)));
}

function clockOf({ now }: CaseOptions): () => number {
  const fixed = now === undefined ? undefined : Date.parse(now);
  return () => fixed ?? Date.now();
}

function codesOf(diagnostics: readonly { code: string }[]): string[] {
  return [...new Set(diagnostics.map(({ code }) => code))];
}

/** The test backends of reader reference §18.2. */
async function backendOf(options: CaseOptions, library: Library): Promise<SearchBackend> {
  switch (options.backend) {
    case 'all':
      return everythingBackend(library);
    case 'dense': {
      const embedder = options.embedder ?? { name: 'none', dimensions: 1 };
      const one = Array.from({ length: embedder.dimensions }, (_, index) => (index === 0 ? 1 : 0));
      return denseBackend(library, { ...embedder, embed: (texts) => texts.map(() => one) });
    }
    case 'store': {
      const store = memoryStore();
      await store.ingest(recordsForIngest(library));
      return store;
    }
    default:
      return lexicalBackend(library);
  }
}

/** Ignores every filter and finds everything, and something that is not loaded. */
function everythingBackend(library: Library): SearchBackend {
  return {
    features: [],
    search: () => {
      const hits = library.packages.flatMap(({ digest, result }) =>
        result.nodes.flatMap(({ id, path, representations }) =>
          representations.map(({ tag }) => ({
            digest,
            node: id,
            path,
            ...(tag === undefined ? {} : { locale: tag }),
            score: 1,
          })),
        ),
      );
      const stranger = {
        digest: NO_DIGEST,
        node: 'https://example.com/not-loaded#x.md',
        path: 'x.md',
        score: 2,
      };
      return [...hits, stranger];
    },
  };
}

function hooksOf({ hooks }: CaseOptions, library: Library): SearchHooks | undefined {
  if (hooks === 'ontology-guided') return ontologyGuidedHooks();
  if (hooks !== 'hostile') return undefined;
  return {
    egress: (candidates) => {
      const everything = library.citations({ text: true });
      const [first] = everything;
      const forged = first ? [{ ...first, package: { ...first.package, digest: NO_DIGEST } }] : [];
      return [...candidates, ...everything, ...forged];
    },
  };
}
