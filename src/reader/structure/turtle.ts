import type { Quad, Term } from 'n3';

/** The part of an RDF term that structure files need; n3's own types stay out of the published ones. */
export interface TurtleTerm {
  readonly termType: string;
  readonly value: string;
  /** Tells terms of every type apart. */
  readonly id: string;
  /** Of a literal; empty for none. */
  readonly language?: string;
}

export interface Triple {
  readonly subject: TurtleTerm;
  readonly predicate: TurtleTerm;
  readonly object: TurtleTerm;
}

export interface ParsedTurtle {
  readonly triples: readonly Triple[];
  readonly prefixes: ReadonlySet<string>;
}

/** Why a Turtle text gave no triples. */
export interface TurtleProblem {
  readonly message: string;
  readonly line?: number;
}

export type TurtleParser = (text: string, maxTriples: number) => ParsedTurtle | TurtleProblem;

let loaded: TurtleParser | undefined;

/** The Turtle parser, if a call of `loadTurtleParser` has finished before. */
export function loadedTurtleParser(): TurtleParser | undefined {
  return loaded;
}

/** Loads n3, which most packages never need. */
export async function loadTurtleParser(): Promise<TurtleParser> {
  if (loaded) return loaded;
  const [parserModule, termModule] = await Promise.all([
    import('n3/lib/N3Parser.js'),
    import('n3/lib/N3DataFactory.js'),
  ]);
  const Parser = defaultOf(parserModule);
  const terms = defaultOf(termModule);
  loaded = (text, maxTriples) => {
    // The parser collects every triple before it returns, and two bytes can make two of them (a list of
    // one-digit numbers): counting as they are made keeps memory within the host's limit.
    let count = 0;
    const factory = {
      ...terms,
      quad: (subject: Term, predicate: Term, object: Term, graph?: Term) => {
        count += 1;
        if (count > maxTriples) throw new Error(`The text has more than ${maxTriples} triples.`);
        return terms.quad(
          subject as Quad['subject'],
          predicate as Quad['predicate'],
          object as Quad['object'],
          graph as Quad['graph'],
        );
      },
    } as typeof terms;
    const prefixes = new Set<string>();
    try {
      const parser = new Parser({ format: 'text/turtle', factory });
      const triples = parser.parse(text, null, (prefix) => prefixes.add(prefix));
      return { triples, prefixes };
    } catch (error) {
      const line = (error as { context?: { line?: unknown } }).context?.line;
      return {
        message: error instanceof Error ? error.message.slice(0, 300) : 'The text is not Turtle.',
        ...(typeof line === 'number' ? { line } : {}),
      };
    }
  };
  return loaded;
}

// The files are CommonJS: Node and bundlers disagree on how many `default`s lie between.
function defaultOf<T>(module: { default: T }): T {
  const inner = module.default as T | { default: T };
  return typeof inner === 'object' && inner !== null && 'default' in inner ? inner.default : (inner as T);
}
