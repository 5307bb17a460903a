import { type Answer, type AnswerState, type Citation, toCitation } from '../../client/answer.js';
import { DEFAULT_LIMITS, readCitationsValue } from '../../client/citations-value.js';
import { Identities } from '../../client/identities.js';

/** A citation as a host passes it: an entry of the event, unchecked. */
export interface CitationInput {
  readonly marker?: string | undefined;
  readonly record: unknown;
}

export interface AnswerInput {
  readonly content: string;
  /** Undefined when the service sent no citations event; empty when it sent one without citations. */
  readonly citations: readonly CitationInput[] | undefined;
  readonly streaming: boolean;
  readonly failed: boolean;
  readonly computedAt: string | undefined;
}

/** What a component shows of an answer, wherever it came from. */
export type ShownAnswer = Pick<Answer, 'content' | 'state' | 'citations' | 'omitted'> & {
  readonly computedAt?: string | undefined;
};

const NO_CITATIONS: readonly Citation[] = [];

/** Reads citations that came as props exactly as those of an event are read (AG-UI citations §2, §4). */
export function readCitations(
  citations: readonly CitationInput[] | undefined,
  computedAt: string | undefined,
): Pick<ShownAnswer, 'citations' | 'omitted' | 'computedAt'> {
  if (citations === undefined) return { citations: NO_CITATIONS, omitted: [] };
  const value = {
    version: 1,
    messageId: 'props',
    citations,
    ...(computedAt === undefined ? {} : { computedAt }),
  };
  const result = readCitationsValue(value, DEFAULT_LIMITS, []);
  if (!result.ok) return { citations: NO_CITATIONS, omitted: result.issues };
  const identities = new Identities();
  for (const { record } of result.value.citations) identities.add(record.node.ref, record.package.digest);
  return {
    citations: result.value.citations.map((one) =>
      toCitation(one, identities.inConflict(one.record.node.ref)),
    ),
    omitted: result.value.omitted,
    computedAt: result.value.computedAt,
  };
}

/** The state of an answer that came as props. */
export function stateOf(
  input: Pick<AnswerInput, 'citations' | 'streaming' | 'failed'>,
  read: Pick<ShownAnswer, 'citations' | 'omitted'>,
): AnswerState {
  if (input.failed) return 'failed';
  if (input.streaming) return 'streaming';
  if (input.citations === undefined) return 'no-event';
  if (read.omitted.length > 0) return 'cited-partly';
  return read.citations.length > 0 ? 'cited' : 'no-sources';
}

/** Whether two lists hold the same markers and the same record objects, so what was read can be kept. */
export function sameEntries(
  a: readonly CitationInput[] | undefined,
  b: readonly CitationInput[] | undefined,
): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((entry, index) => {
    const other = b[index];
    return entry === other || (entry?.record === other?.record && entry?.marker === other?.marker);
  });
}
