import type { CitationRecord } from '../schema/citation-record.js';

/** What the Reader returned while one run lasted: the only records its answers may cite (AG-UI citations §3). */
export interface Run extends Iterable<CitationRecord> {
  /**
   * Remembers one record or a list of them, and gives the argument back, so a call to the Reader can be wrapped:
   * `const hits = run.add(await search.search(question))`. `undefined` (a `get` that found nothing) adds nothing.
   */
  add<T extends CitationRecord | readonly CitationRecord[] | undefined>(returned: T): T;
  /** Everything added, in order, one entry a `node.ref` and span: the first one added. */
  readonly records: readonly CitationRecord[];
  /**
   * `[n]`, with n counted from 1 in the order in which the run first saw the record's `node.ref` and span. Hand it to
   * the model with the text, and to `createCitationsEvent` as `marker`. Undefined for a record that was never added.
   */
  readonly marker: (record: CitationRecord) => string | undefined;
}

/** The key of one entry in the event: `node.ref` and `span` (AG-UI citations §3). */
export function entryKey(record: CitationRecord): string {
  return JSON.stringify([record.node.ref, record.span?.start ?? null, record.span?.end ?? null]);
}

/**
 * Remembers what the Reader returned in one run. Make one for every run, not for every process: a record of an
 * earlier run is not a source of this one.
 */
export function recordRun(): Run {
  const records: CitationRecord[] = [];
  const numbers = new Map<string, number>();
  return {
    add(returned) {
      const list: readonly CitationRecord[] =
        returned === undefined ? [] : Array.isArray(returned) ? returned : [returned];
      for (const record of list) {
        const key = entryKey(record);
        if (numbers.has(key)) continue;
        records.push(record);
        numbers.set(key, records.length);
      }
      return returned;
    },
    records,
    marker(record) {
      const number = numbers.get(entryKey(record));
      return number === undefined ? undefined : `[${number}]`;
    },
    [Symbol.iterator]: () => records[Symbol.iterator](),
  };
}
