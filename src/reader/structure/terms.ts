import { ABSOLUTE_IRI } from './vocabulary.js';

/** The part of an RDF term that structure files need. One object a distinct IRI. */
export interface TurtleTerm {
  readonly termType: string;
  readonly value: string;
  readonly id: string;
  /** Of a literal: its language tag in lower case, `''` for none. */
  readonly language?: string;
  /** Of an IRI. */
  readonly absolute?: boolean;
}

export interface Triple {
  readonly subject: TurtleTerm;
  readonly predicate: TurtleTerm;
  readonly object: TurtleTerm;
}

// Of all mentions of IRIs in one file: a prefix of a hundred thousand characters takes two to mention.
const MAX_IRI_LENGTH = 64 * 1024 * 1024;

/**
 * Makes the terms and triples of one file for n3. Its own would be made anew at every mention; these are made
 * once an IRI, so that an IRI is hashed and checked once. Throws when there are more than `maxTriples` triples:
 * n3 gathers all of them before it returns, and two bytes can make two (a list of one-digit numbers). Also throws
 * when the IRIs are too long in all.
 */
export class TermFactory {
  readonly #maxTriples: number;
  readonly #named = new Map<string, TurtleTerm>();
  #blanks = 0;
  #triples = 0;
  #iriLength = 0;

  constructor(maxTriples: number) {
    this.#maxTriples = maxTriples;
  }

  namedNode(iri: string): TurtleTerm {
    this.#iriLength += iri.length;
    if (this.#iriLength > MAX_IRI_LENGTH) throw new Error('The prefixes of the text expand to too much.');
    let term = this.#named.get(iri);
    if (!term) {
      term = { termType: 'NamedNode', value: iri, id: iri, absolute: ABSOLUTE_IRI.test(iri) };
      this.#named.set(iri, term);
    }
    return term;
  }

  blankNode(name?: string): TurtleTerm {
    const value = name ?? `n3-${this.#blanks++}`;
    return { termType: 'BlankNode', value, id: `_:${value}` };
  }

  literal(value: string, kind?: string | { language?: string }): TurtleTerm {
    const language = typeof kind === 'string' ? kind : (kind?.language ?? '');
    return { termType: 'Literal', value, id: '"', language: language.toLowerCase() };
  }

  variable(name: string): TurtleTerm {
    return { termType: 'Variable', value: name, id: `?${name}` };
  }

  defaultGraph(): TurtleTerm {
    return { termType: 'DefaultGraph', value: '', id: '' };
  }

  quad(subject: TurtleTerm, predicate: TurtleTerm, object: TurtleTerm): Triple & TurtleTerm {
    this.#triples += 1;
    if (this.#triples > this.#maxTriples) {
      throw new Error(`The text has more than ${this.#maxTriples} triples.`);
    }
    return { subject, predicate, object, termType: 'Quad', value: '', id: '' };
  }
}
