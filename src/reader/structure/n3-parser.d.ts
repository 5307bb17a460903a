// n3's main entry pulls in Node's streams and Buffer; only its parser is used, which it ships without types of
// its own. The types of the whole package do not fit terms other than n3's.
declare module 'n3/lib/N3Parser.js' {
  import type { TermFactory, Triple } from './terms.js';

  export default class Parser {
    constructor(options: { format: string; factory: TermFactory });
    /** Without a callback for triples it parses at once, and throws for what is not Turtle. */
    parse(text: string, onTriple: null, onPrefix: (prefix: string) => void): Triple[];
  }
}
