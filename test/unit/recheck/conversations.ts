import { type Conversation, parseConversation } from '../../../src/client/conversation.js';
import { Library } from '../../../src/reader/library/library.js';
import { readPackage } from '../../../src/reader/read-package.js';
import { memorySource } from '../../../src/reader/source/memory.js';
import type { CitationRecord } from '../../../src/schema/citation-record.js';
import type { TrustRoot } from '../../../src/schema/trust-root.js';

export const COMPUTED_AT = '2026-03-01T00:00:00Z';

/** The records that a service's Reader makes of packages at one time, by `locale`, with their text. */
export async function serviceRecords(
  packages: readonly Record<string, string>[],
  {
    trustRoot,
    at = COMPUTED_AT,
    locale,
  }: { trustRoot?: TrustRoot | undefined; at?: string; locale?: string } = {},
): Promise<CitationRecord[]> {
  const clock = () => Date.parse(at);
  const library = new Library({ clock });
  for (const files of packages) {
    library.add(await readPackage(memorySource(files), { clock, ...(trustRoot ? { trustRoot } : {}) }));
  }
  return library.citations({ text: true, ...(locale ? { locale } : {}) });
}

export interface AnswerInput {
  id?: string;
  content?: string;
  records: readonly unknown[];
  computedAt?: string | undefined;
}

/** A captured stream with one run an answer, as a service sends it. */
export function capture(...answers: AnswerInput[]): unknown[] {
  return answers.flatMap(({ id = 'msg-1', content, records, computedAt }, run) => {
    const text = content ?? records.map((_, index) => `A claim [${index + 1}].`).join(' ');
    return [
      { type: 'RUN_STARTED', threadId: 't', runId: `run-${run}` },
      { type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta: text },
      { type: 'TEXT_MESSAGE_END', messageId: id },
      {
        type: 'CUSTOM',
        name: 'moca.citations',
        value: {
          version: 1,
          messageId: id,
          ...(computedAt === undefined ? {} : { computedAt }),
          citations: records.map((record, index) => ({ marker: `[${index + 1}]`, record })),
        },
      },
      { type: 'RUN_FINISHED', threadId: 't', runId: `run-${run}` },
    ];
  });
}

export function conversationOf(...answers: AnswerInput[]): Conversation {
  return parseConversation(JSON.parse(JSON.stringify(capture(...answers))));
}
