import { diagnostic } from '../diagnostics.js';
import type { Diagnostic, ReaderLimits } from '../types.js';
import { type ConceptText, type Edge, noFacts, type Relation, type StructureFacts } from './facts.js';
import type { Triple, TurtleTerm } from './terms.js';
import { loadTurtleParser, type TurtleParser } from './turtle.js';
import { vocabulary } from './vocabulary.js';

export type StructureLimits = Pick<ReaderLimits, 'maxStructureBytes' | 'maxTriples'>;

/** One structure file read on its own: what it states, and what is wrong with it. */
export interface ParsedStructure {
  readonly facts: StructureFacts;
  /** Prefixes that the file declares, without the colon. */
  readonly prefixes: ReadonlySet<string>;
  /** `O001` and `O003`, all warnings. After `O001` the facts are empty. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the bytes of a `structure.ttl` or of an overlay (reader reference §10.1). `file` is the name that its
 * diagnostics carry. Loads the Turtle parser when it is first needed; never rejects for bad Turtle.
 */
export async function parseStructure(
  bytes: Uint8Array,
  limits: StructureLimits,
  file = 'structure.ttl',
): Promise<ParsedStructure> {
  return parseStructureWith(await loadTurtleParser(), bytes, limits, file);
}

/** `parseStructure` with a Turtle parser that is already loaded. */
export function parseStructureWith(
  parse: TurtleParser,
  bytes: Uint8Array,
  limits: StructureLimits,
  file: string,
): ParsedStructure {
  if (bytes.length > limits.maxStructureBytes) {
    return unparseable(file, `The file is larger than ${limits.maxStructureBytes} bytes.`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return unparseable(file, 'The file is not valid UTF-8.');
  }
  const parsed = parse(text, limits.maxTriples);
  if ('message' in parsed) return unparseable(file, parsed.message, parsed.line);
  const collected = collectFacts(parsed.triples);
  if (!collected) return unparseable(file, 'Its lists share cells too often.');
  const { facts, remote } = collected;
  const diagnostics = remote.map((message) => diagnostic('O003_REMOTE_REFERENCE', message, file));
  return { facts, prefixes: parsed.prefixes, diagnostics };
}

function unparseable(file: string, reason: string, line?: number): ParsedStructure {
  const message = `The structure could not be read as Turtle: ${reason}`;
  const diagnostics = [diagnostic('O001_ONTOLOGY_UNPARSEABLE', message, file, line)];
  return { facts: noFacts(), prefixes: new Set(), diagnostics };
}

const EDGES = new Map<string, { relation: Relation; inverse: boolean }>([
  [vocabulary.broader, { relation: 'broader', inverse: false }],
  [vocabulary.narrower, { relation: 'broader', inverse: true }],
  [vocabulary.related, { relation: 'related', inverse: false }],
  [vocabulary.hasPart, { relation: 'hasPart', inverse: false }],
  [vocabulary.isPartOf, { relation: 'hasPart', inverse: true }],
  [vocabulary.requires, { relation: 'requires', inverse: false }],
  [vocabulary.isRequiredBy, { relation: 'requires', inverse: true }],
  [vocabulary.replaces, { relation: 'replaces', inverse: false }],
  [vocabulary.isReplacedBy, { relation: 'replaces', inverse: true }],
]);

// Lists may share cells, so a file could spell lists whose lengths add up to the square of its own.
const MAX_CELLS_A_TRIPLE = 10;

/** Undefined when the lists have more cells in all than so many triples should. */
function collectFacts(triples: readonly Triple[]): { facts: StructureFacts; remote: string[] } | undefined {
  const concepts = new Set<string>();
  const collections = new Map<string, readonly string[] | undefined>();
  const labels: ConceptText[] = [];
  const definitions: ConceptText[] = [];
  const deprecated = new Set<string>();
  const edges: Record<Relation, Edge[]> = {
    broader: [],
    related: [],
    hasPart: [],
    requires: [],
    replaces: [],
  };
  const remote = new Set<string>();
  const lists: { collection: string; head: TurtleTerm }[] = [];
  const first = new Map<string, TurtleTerm>();
  const rest = new Map<string, TurtleTerm>();

  const check = ({ absolute, value }: TurtleTerm) => {
    if (absolute === false) remote.add(`The IRI <${value.slice(0, 200)}> is not absolute.`);
  };

  for (const { subject, predicate, object } of triples) {
    check(subject);
    check(predicate);
    check(object);
    // List cells are the only blank nodes that mean something; a cell may also be named.
    if (predicate.value === vocabulary.first) {
      if (!first.has(subject.id)) first.set(subject.id, object);
      continue;
    }
    if (predicate.value === vocabulary.rest) {
      if (!rest.has(subject.id)) rest.set(subject.id, object);
      continue;
    }
    if (subject.termType !== 'NamedNode') continue;
    const iri = subject.value;
    const isIri = object.termType === 'NamedNode';
    const isLiteral = object.termType === 'Literal';
    const edge = EDGES.get(predicate.value);
    if (edge) {
      if (isIri) edges[edge.relation].push(edge.inverse ? [object.value, iri] : [iri, object.value]);
      continue;
    }
    switch (predicate.value) {
      case vocabulary.type:
        if (isIri && object.value === vocabulary.concept) concepts.add(iri);
        if (isIri && object.value === vocabulary.orderedCollection && !collections.has(iri)) {
          collections.set(iri, undefined);
        }
        break;
      case vocabulary.prefLabel:
        if (isLiteral) labels.push({ iri, tag: object.language ?? '', text: object.value });
        break;
      case vocabulary.definition:
        if (isLiteral) definitions.push({ iri, tag: object.language ?? '', text: object.value });
        break;
      case vocabulary.deprecated:
        if (isLiteral && object.value === 'true') deprecated.add(iri);
        break;
      case vocabulary.memberList:
        lists.push({ collection: iri, head: object });
        break;
      case vocabulary.imports:
        remote.add(`owl:imports <${object.value.slice(0, 200)}> is never followed.`);
        break;
    }
  }

  const walk = listWalker(first, rest, triples.length * MAX_CELLS_A_TRIPLE);
  for (const { collection, head } of lists) {
    if (collections.get(collection)) continue;
    const items = walk(head);
    if (!items) return undefined;
    collections.set(collection, items);
  }
  return { facts: { concepts, collections, labels, definitions, deprecated, edges }, remote: [...remote] };
}

/**
 * Gives the IRI items of RDF lists, undefined once it has walked over `maxCells` cells in all. A walk ends at a
 * repeated cell or at a cell without `rdf:first`.
 */
function listWalker(
  first: ReadonlyMap<string, TurtleTerm>,
  rest: ReadonlyMap<string, TurtleTerm>,
  maxCells: number,
): (head: TurtleTerm) => string[] | undefined {
  let cellsLeft = maxCells;
  return (head) => {
    const items = new Set<string>();
    const seen = new Set<string>();
    let cell: TurtleTerm | undefined = head;
    while (cell && !seen.has(cell.id)) {
      seen.add(cell.id);
      const item = first.get(cell.id);
      if (!item) break;
      cellsLeft -= 1;
      if (cellsLeft < 0) return undefined;
      if (item.termType === 'NamedNode') items.add(item.value);
      cell = rest.get(cell.id);
    }
    return [...items];
  };
}
