import type { CitationRecord, Span } from '../../schema/citation-record.js';
import { diagnostic, promoteWarnings } from '../diagnostics.js';
import { resolveLimits } from '../limits.js';
import { compareCodePoints } from '../package/paths.js';
import type { BoundSidecar } from '../sidecar/bind-sidecar.js';
import { type Graph, type LayeredFacts, mergeGraph } from '../structure/graph.js';
import { type Include, StructureOperations } from '../structure/operations.js';
import { parseStructureWith } from '../structure/parse.js';
import { loadedTurtleParser, loadTurtleParser, type TurtleParser } from '../structure/turtle.js';
import type {
  Clock,
  Diagnostic,
  PackageNode,
  PackageResult,
  ReaderLimits,
  Representation,
} from '../types.js';
import { type LoadedPackage, toLoadedPackage } from './loaded-package.js';
import { pickRepresentation } from './locale.js';
import { passesAudience, passesDefaultPolicy } from './policy.js';
import { recordOf } from './record.js';
import { keyOf, NO_EFFECT, type RelationEffect, relationEffects } from './relations.js';

/** Turtle that the host loads over the packages' structure (reader reference §10.3). */
export interface Overlay {
  /** Names the overlay in diagnostics, as `overlay:<id>`. */
  id: string;
  layer: 'application' | 'organisation';
  /** Turtle. */
  source: string;
}

export interface LibraryOptions {
  /** The system clock when left out. */
  clock?: Clock;
  overlays?: readonly Overlay[];
  /** The limits of overlays are those of a `structure.ttl`. */
  limits?: Partial<ReaderLimits>;
  /** The audience labels that `structure.nodes` and, unless it says otherwise, a search let through. */
  audiences?: Iterable<string>;
  /** Lets content without an audience label through when there is an audience set. */
  allowUnlabelled?: boolean;
  /** Lets every declared relation count, signed or not (contract 0.4 behaviour). */
  trustDeclaredRelations?: boolean;
  /** Turns warnings of the library itself into errors. */
  strict?: boolean;
}

export interface RecordRequest {
  /** Language tag to pick each node's representation for; the default representation when left out. */
  locale?: string;
  /** Whether records carry their text. */
  text?: boolean;
  /** Computes trust at this time, in milliseconds since the epoch, instead of the library's clock. */
  now?: number;
}

/** One citable representation, with where it comes from. */
export interface LoadedRepresentation {
  readonly pkg: LoadedPackage;
  readonly node: PackageNode;
  readonly representation: Representation;
}

/** The structure operations over the packages loaded now and the library's overlays (Reader contract §10). */
export interface LibraryStructure
  extends Pick<
    StructureOperations,
    | 'concept'
    | 'concepts'
    | 'requires'
    | 'requiredBy'
    | 'parts'
    | 'narrower'
    | 'broader'
    | 'related'
    | 'sequence'
    | 'descendants'
  > {
  /**
   * Records with text of the nodes bound to `iri`, and with `include` to its descendants: one a node, ordered
   * by `node.ref`, after the default retrieval policy and the library's audience set.
   */
  nodes(iri: string, options?: { include?: Include; locale?: string }): CitationRecord[];
}

/** A set of loaded packages and the records of what they hold (reader reference §11.1). */
export class Library {
  readonly clock: Clock;
  readonly audiences: ReadonlySet<string> | undefined;
  readonly allowUnlabelled: boolean;
  /**
   * Settles when the overlays are parsed. Await it before structure operations when there are overlays and no
   * package with a `structure.ttl` was read before the library was made.
   */
  readonly ready: Promise<void>;
  readonly structure: LibraryStructure;
  readonly #options: LibraryOptions;
  readonly #packages: LoadedPackage[] = [];
  readonly #byKey = new Map<string, LoadedPackage>();
  readonly #byDigest = new Map<string, LoadedPackage>();
  readonly #byRef = new Map<string, { pkg: LoadedPackage; node: PackageNode }>();
  readonly #byId = new Map<string, { pkg: LoadedPackage; node: PackageNode }>();
  readonly #diagnostics: Diagnostic[] = [];
  #overlayFacts: readonly LayeredFacts[] | undefined;
  #effects: ReadonlyMap<string, RelationEffect> | undefined;
  #operations: StructureOperations | undefined;

  /** Throws a `TypeError` for an overlay of an unknown layer, which is the host's mistake. */
  constructor(options: LibraryOptions = {}) {
    this.#options = options;
    this.clock = options.clock ?? Date.now;
    this.audiences = options.audiences && new Set(options.audiences);
    this.allowUnlabelled = options.allowUnlabelled ?? false;
    for (const { id, layer } of options.overlays ?? []) {
      if (layer !== 'application' && layer !== 'organisation') {
        throw new TypeError(`The overlay ${id} must be of the layer application or organisation.`);
      }
    }
    this.structure = this.#structureOperations();
    const overlays = options.overlays ?? [];
    const parser = loadedTurtleParser();
    if (overlays.length === 0 || parser) {
      if (parser) this.#readOverlays(parser, overlays);
      else this.#overlayFacts = [];
      this.ready = Promise.resolve();
    } else {
      this.ready = loadTurtleParser().then((loaded) => this.#readOverlays(loaded, overlays));
    }
  }

  /** The loaded packages, in loading order. */
  get packages(): readonly LoadedPackage[] {
    return this.#packages;
  }

  /** `L001`, and `O001` and `O003` of overlays. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /**
   * Loads a package, and after it its resolved and valid members at every depth, in manifest order. A package
   * that is loaded already changes nothing; one with the id and version of a loaded package and another digest
   * is refused with `L001`. `diagnostics` are those of this call. Throws a `TypeError` for a package that is
   * not valid or has no digest: look at `result.valid` first.
   */
  add(
    result: PackageResult,
    { sidecar }: { sidecar?: BoundSidecar | undefined } = {},
  ): { added: boolean; diagnostics: Diagnostic[] } {
    const root = toLoadedPackage(result, sidecar);
    if (!root) throw new TypeError('Only a valid package with a digest can be added to a library.');
    const diagnostics: Diagnostic[] = [];
    const added = this.#load(root, diagnostics) === 'added';
    const pending = added ? [...result.members].reverse() : [];
    for (let member = pending.pop(); member; member = pending.pop()) {
      if (member.status !== 'resolved' || !member.result) continue;
      const loaded = toLoadedPackage(member.result, undefined);
      if (!loaded || this.#load(loaded, diagnostics) === 'refused') continue;
      for (const below of [...member.result.members].reverse()) pending.push(below);
    }
    this.#report(diagnostics);
    return { added, diagnostics };
  }

  /** One record a node, in loading order, then by node path. */
  citations(request: RecordRequest = {}): CitationRecord[] {
    const now = request.now ?? this.clock();
    const records: CitationRecord[] = [];
    for (const pkg of this.#packages) {
      for (const node of pkg.result.nodes) {
        const representation = pickRepresentation(
          node.representations,
          pkg.manifest.language,
          request.locale,
        );
        if (representation) records.push(this.record({ pkg, node, representation }, { ...request, now }));
      }
    }
    return records;
  }

  /**
   * The record of a node by its versioned reference or by its id, which names it in the first loaded version.
   * `span` cuts it to UTF-8 byte offsets of the representation's file. Undefined when the node is not loaded
   * or the span is not inside the representation's body.
   */
  get(refOrId: string, request: RecordRequest & { span?: Span } = {}): CitationRecord | undefined {
    const found = this.#byRef.get(refOrId) ?? this.#byId.get(refOrId);
    if (!found) return undefined;
    const { pkg, node } = found;
    const representation = pickRepresentation(node.representations, pkg.manifest.language, request.locale);
    if (!representation || (request.span && !isInsideBody(representation, request.span))) return undefined;
    return this.record({ pkg, node, representation }, request);
  }

  /** The record of a loaded representation, which `find` gives. */
  record(
    { pkg, node, representation }: LoadedRepresentation,
    { text, now, span }: { text?: boolean; now?: number; span?: Span | undefined } = {},
  ): CitationRecord {
    return recordOf(pkg, node, representation, {
      now: now ?? this.clock(),
      effect: this.effectOn(pkg.digest),
      text,
      span,
    });
  }

  /**
   * A representation by the digest of its package, the id of its node and its exact locale: a translation's
   * tag, or the manifest's language or nothing for the default representation.
   */
  find(digest: string, nodeId: string, locale?: string): LoadedRepresentation | undefined {
    const pkg = this.#byDigest.get(digest);
    const node = pkg?.nodesById.get(nodeId);
    if (!pkg || !node) return undefined;
    const representation = exactRepresentation(node, pkg.manifest.language, locale);
    return representation && { pkg, node, representation };
  }

  /** A loaded package by its digest. */
  packageWithDigest(digest: string): LoadedPackage | undefined {
    return this.#byDigest.get(digest);
  }

  /** What the relations among the packages loaded now do to the nodes of one of them. */
  effectOn(digest: string): RelationEffect {
    this.#effects ??= relationEffects(this.#packages, this.#options.trustDeclaredRelations ?? false);
    return this.#effects.get(digest) ?? NO_EFFECT;
  }

  #load(pkg: LoadedPackage, diagnostics: Diagnostic[]): 'added' | 'known' | 'refused' {
    const key = keyOf(pkg);
    const known = this.#byKey.get(key);
    if (known) {
      if (known.digest !== pkg.digest) {
        diagnostics.push(
          diagnostic(
            'L001_IDENTITY_CONFLICT',
            `${key} is loaded with the digest ${known.digest}; another with ${pkg.digest} was refused.`,
          ),
        );
        return 'refused';
      }
      return 'known';
    }
    this.#packages.push(pkg);
    this.#byKey.set(key, pkg);
    this.#byDigest.set(pkg.digest, pkg);
    for (const node of pkg.result.nodes) {
      if (!this.#byRef.has(node.ref)) this.#byRef.set(node.ref, { pkg, node });
      if (!this.#byId.has(node.id)) this.#byId.set(node.id, { pkg, node });
    }
    this.#effects = undefined;
    this.#operations = undefined;
    return 'added';
  }

  #readOverlays(parser: TurtleParser, overlays: readonly Overlay[]): void {
    const limits = resolveLimits(this.#options.limits);
    const facts: LayeredFacts[] = [];
    for (const { id, layer, source } of overlays) {
      const parsed = parseStructureWith(parser, new TextEncoder().encode(source), limits, `overlay:${id}`);
      facts.push({ layer, facts: parsed.facts });
      const { diagnostics } = parsed;
      this.#report(this.#options.strict ? promoteWarnings(diagnostics) : diagnostics);
    }
    this.#overlayFacts = facts;
    this.#operations = undefined;
  }

  #report(found: readonly Diagnostic[]): void {
    for (const one of found) this.#diagnostics.push(one);
  }

  #currentOperations(): StructureOperations {
    if (!this.#overlayFacts) {
      throw new Error('The overlays are not parsed yet: await `library.ready` before structure operations.');
    }
    this.#operations ??= new StructureOperations(this.#mergedGraph(this.#overlayFacts));
    return this.#operations;
  }

  #mergedGraph(overlays: readonly LayeredFacts[]): Graph {
    const origins: LayeredFacts[] = [];
    for (const { result } of this.#packages) {
      if (result.structure) origins.push({ layer: 'package', facts: result.structure.facts });
    }
    return mergeGraph([...origins, ...overlays]);
  }

  #structureOperations(): LibraryStructure {
    const now = () => this.#currentOperations();
    return Object.freeze({
      concept: (iri) => now().concept(iri),
      concepts: () => now().concepts(),
      requires: (iri, options) => now().requires(iri, options),
      requiredBy: (iri) => now().requiredBy(iri),
      parts: (iri) => now().parts(iri),
      narrower: (iri, options) => now().narrower(iri, options),
      broader: (iri) => now().broader(iri),
      related: (iri) => now().related(iri),
      sequence: (iri) => now().sequence(iri),
      descendants: (iri, include) => now().descendants(iri, include),
      nodes: (iri, options) => this.#nodes(iri, options),
    } satisfies LibraryStructure);
  }

  #nodes(iri: string, { include, locale }: { include?: Include; locale?: string } = {}): CitationRecord[] {
    const wanted = new Set([iri, ...(include ? this.#currentOperations().descendants(iri, include) : [])]);
    const now = this.clock();
    const records: CitationRecord[] = [];
    for (const pkg of this.#packages) {
      for (const node of pkg.result.nodes) {
        const representation = pickRepresentation(node.representations, pkg.manifest.language, locale);
        if (!representation?.concepts.some((concept) => wanted.has(concept))) continue;
        const record = this.record({ pkg, node, representation }, { now, text: true });
        if (passesDefaultPolicy(record) && passesAudience(record, this)) records.push(record);
      }
    }
    return records.sort((a, b) => compareCodePoints(a.node.ref, b.node.ref));
  }
}

/** Whether a span of UTF-8 bytes of the file lies inside its body. */
export function isInsideBody({ bodyOffset, size }: Representation, { start, end }: Span): boolean {
  return (
    Number.isInteger(start) && Number.isInteger(end) && bodyOffset <= start && start <= end && end <= size
  );
}

function exactRepresentation(
  node: PackageNode,
  language: string | undefined,
  locale: string | undefined,
): Representation | undefined {
  const standard = node.representations.find(({ tag }) => tag === undefined);
  if (locale === undefined) return standard ?? node.representations[0];
  if (locale === language && standard) return standard;
  return node.representations.find(({ tag }) => tag === locale);
}
