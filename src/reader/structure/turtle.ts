import { TermFactory, type Triple } from './terms.js';

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
  const Parser = defaultOf(await import('n3/lib/N3Parser.js'));
  loaded = (text, maxTriples) => {
    const prefixes = new Set<string>();
    try {
      const parser = new Parser({ format: 'text/turtle', factory: new TermFactory(maxTriples) });
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

// The file is CommonJS: Node and bundlers disagree on how many `default`s lie between.
function defaultOf<T>(module: { default: T }): T {
  const inner = module.default as T | { default: T };
  return typeof inner === 'object' && inner !== null && 'default' in inner ? inner.default : (inner as T);
}
