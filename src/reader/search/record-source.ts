import type { CitationRecord } from '../../schema/citation-record.js';
import type { SearchHit } from '../../schema/search-hit.js';
import type { HookContext } from './types.js';

/** Where a search's records come from: a library, or package states over a store. */
export interface RecordSource {
  clock(): number;
  /** Settles before the first search. */
  readonly ready: Promise<void>;
  /** Digests of the loaded packages. */
  digests(): readonly string[];
  /** Nodes of which no representation passes the default policy at `now`. */
  exclude(now: number): readonly { readonly digest: string; readonly node: string }[];
  /** The concepts that `scope` stands for: itself and all below it. */
  conceptsOf(scope: string): string[];
  /** The record that a well-formed hit names, with text; undefined when it names nothing that is loaded. */
  resolve(hit: SearchHit, stored: unknown, now: number): CitationRecord | undefined;
  /**
   * The record that a candidate from a hook names, made anew, so that nothing the hook wrote into it counts;
   * undefined when it names nothing that is loaded. May throw for a hostile object.
   */
  rebuild(candidate: object, resolved: readonly CitationRecord[], now: number): CitationRecord | undefined;
  /** Of `records`, those whose representation is the one picked for `locale`. */
  picked(records: readonly CitationRecord[], locale: string): CitationRecord[];
  /** What hooks may look things up in. */
  readonly forHooks: Pick<HookContext, 'library' | 'structure'>;
}
