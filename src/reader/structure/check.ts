import { diagnostic } from '../diagnostics.js';
import type { Diagnostic } from '../types.js';
import { type Edge, RELATIONS } from './facts.js';
import type { ParsedStructure } from './parse.js';
import { isAbsoluteIri } from './vocabulary.js';

/**
 * The checks of a package's own structure graph (reader reference §10.2): `O002` for undeclared concepts and
 * `O005` for cycles, each a warning on `structure.ttl`. Overlays take no part.
 */
export function checkStructure({ facts }: ParsedStructure, file = 'structure.ttl'): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  // Numbers for the concepts: each IRI is looked up once an edge end, whatever is checked.
  const numbers = new Map<string, number>();
  const numberOf = (iri: string) => {
    let number = numbers.get(iri);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(iri, number);
    }
    return number;
  };
  const ends = (edges: readonly Edge[]) => {
    const pairs = new Uint32Array(edges.length * 2);
    let at = 0;
    for (const [from, to] of edges) {
      pairs[at++] = numberOf(from);
      pairs[at++] = numberOf(to);
    }
    return pairs;
  };
  const numbered = RELATIONS.map((relation) => ({ relation, pairs: ends(facts.edges[relation]) }));
  for (const items of facts.collections.values()) for (const item of items ?? []) numberOf(item);

  for (const iri of numbers.keys()) {
    if (facts.concepts.has(iri) || facts.collections.has(iri)) continue;
    const message = `The concept <${iri.slice(0, 200)}> is used but not declared.`;
    diagnostics.push(diagnostic('O002_CONCEPT_UNDECLARED', message, file));
  }
  for (const { relation, pairs } of numbered) {
    if (relation === 'related' || relation === 'replaces' || !hasCycle(pairs, numbers.size)) continue;
    diagnostics.push(diagnostic('O005_STRUCTURE_CYCLE', `The relation ${relation} forms a cycle.`, file));
  }
  return diagnostics;
}

/** What `moca.concepts` of one representation binds it to, and what is wrong with the bindings. */
export interface Bindings {
  /** Absolute IRIs in order, without repeats: the representation's `concepts`. */
  readonly concepts: readonly string[];
  /** `O002` and `O003`, all warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the value of `moca.concepts` as it stands in frontmatter (reader reference §10.2). `structure` is what
 * `parseStructure` gave for the package's `structure.ttl`, undefined when it has none; `file` is the node's.
 */
export function readBindings(value: unknown, structure: ParsedStructure | undefined, file: string): Bindings {
  const concepts = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const report = (code: 'O002_CONCEPT_UNDECLARED' | 'O003_REMOTE_REFERENCE', message: string) =>
    diagnostics.push(diagnostic(code, message, file));
  for (const entry of Array.isArray(value) ? value : []) {
    const iri: unknown =
      typeof entry === 'object' && entry !== null && 'iri' in entry ? entry.iri : undefined;
    if (!isAbsoluteIri(iri)) {
      report('O003_REMOTE_REFERENCE', 'A concept binding is not an absolute IRI.');
      continue;
    }
    const declared = structure?.facts.concepts.has(iri) ?? false;
    if (!declared && structure?.prefixes.has(iri.slice(0, iri.indexOf(':')))) {
      report('O003_REMOTE_REFERENCE', `The concept binding ${iri.slice(0, 200)} is a prefixed name.`);
      continue;
    }
    if (!declared && !concepts.has(iri)) {
      report(
        'O002_CONCEPT_UNDECLARED',
        `The node is bound to <${iri.slice(0, 200)}>, which is not declared.`,
      );
    }
    concepts.add(iri);
  }
  return { concepts: [...concepts], diagnostics };
}

/**
 * Whether edges, given as pairs of numbers below `count`, form a cycle: takes away what nothing points to until
 * nothing is left, or nothing can go.
 */
function hasCycle(pairs: Uint32Array, count: number): boolean {
  const pointedTo = new Uint32Array(count);
  // The targets of one number lie together, up to where the next number's begin.
  const ends = new Uint32Array(count + 1);
  for (let at = 0; at < pairs.length; at += 2) {
    ends[(pairs[at] ?? 0) + 1] = (ends[(pairs[at] ?? 0) + 1] ?? 0) + 1;
    pointedTo[pairs[at + 1] ?? 0] = (pointedTo[pairs[at + 1] ?? 0] ?? 0) + 1;
  }
  for (let number = 1; number <= count; number += 1)
    ends[number] = (ends[number] ?? 0) + (ends[number - 1] ?? 0);
  const starts = ends.slice(0, count);
  const next = ends.slice(0, count);
  const targets = new Uint32Array(pairs.length / 2);
  for (let at = 0; at < pairs.length; at += 2) {
    const from = pairs[at] ?? 0;
    const place = next[from] ?? 0;
    targets[place] = pairs[at + 1] ?? 0;
    next[from] = place + 1;
  }
  const free: number[] = [];
  for (let number = 0; number < count; number += 1) if (pointedTo[number] === 0) free.push(number);
  let taken = 0;
  for (let from = free.pop(); from !== undefined; from = free.pop()) {
    taken += 1;
    for (let place = starts[from] ?? 0; place < (next[from] ?? 0); place += 1) {
      const to = targets[place] ?? 0;
      const left = (pointedTo[to] ?? 0) - 1;
      pointedTo[to] = left;
      if (left === 0) free.push(to);
    }
  }
  return taken < count;
}
