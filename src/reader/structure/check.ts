import { diagnostic } from '../diagnostics.js';
import type { Diagnostic } from '../types.js';
import { type Edge, RELATIONS, type StructureFacts } from './facts.js';
import type { ParsedStructure } from './parse.js';
import { isAbsoluteIri } from './vocabulary.js';

/**
 * The checks of a package's own structure graph (reader reference §10.2): `O002` for undeclared concepts and
 * `O005` for cycles, each a warning on `structure.ttl`. Overlays take no part.
 */
export function checkStructure({ facts }: ParsedStructure, file = 'structure.ttl'): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const iri of undeclared(facts)) {
    const message = `The concept <${iri.slice(0, 200)}> is used but not declared.`;
    diagnostics.push(diagnostic('O002_CONCEPT_UNDECLARED', message, file));
  }
  for (const relation of ['requires', 'broader', 'hasPart'] as const) {
    if (!hasCycle(facts.edges[relation])) continue;
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

function undeclared(facts: StructureFacts): Set<string> {
  const found = new Set<string>();
  const use = (iri: string) => {
    if (!facts.concepts.has(iri) && !facts.collections.has(iri)) found.add(iri);
  };
  for (const relation of RELATIONS) {
    for (const [from, to] of facts.edges[relation]) {
      use(from);
      use(to);
    }
  }
  for (const items of facts.collections.values()) for (const item of items ?? []) use(item);
  return found;
}

/** Whether edges form a cycle: takes away concepts that nothing points to until none is left, or none can go. */
function hasCycle(edges: readonly Edge[]): boolean {
  const numbers = new Map<string, number>();
  const numberOf = (iri: string) => {
    const known = numbers.get(iri);
    if (known !== undefined) return known;
    numbers.set(iri, numbers.size);
    return numbers.size - 1;
  };
  const pairs = edges.map(([from, to]) => [numberOf(from), numberOf(to)] as const);
  const targets: number[][] = Array.from({ length: numbers.size }, () => []);
  const pointedTo = new Uint32Array(numbers.size);
  for (const [from, to] of pairs) {
    targets[from]?.push(to);
    pointedTo[to] = (pointedTo[to] ?? 0) + 1;
  }
  const free = Array.from(numbers.values()).filter((number) => pointedTo[number] === 0);
  let taken = 0;
  for (let from = free.pop(); from !== undefined; from = free.pop()) {
    taken += 1;
    for (const to of targets[from] ?? []) {
      const left = (pointedTo[to] ?? 0) - 1;
      pointedTo[to] = left;
      if (left === 0) free.push(to);
    }
  }
  return taken < numbers.size;
}
