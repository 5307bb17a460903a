import { randomUUID } from 'node:crypto';
import { type BaseEvent, EventType, type RunAgentInput } from '@ag-ui/core';
import type { CitationRecord } from '../../src/schema/citation-record.js';
import { createCitationsEvent, type Run, recordRun } from '../../src/service/index.js';
import type { Behaviour } from './behaviours.js';
import { composeAnswer } from './compose.js';
import type { Knowledge } from './knowledge.js';
import { pieces } from './pieces.js';
import { coversSubject, shareInHeadline, subjectWords } from './question.js';

const SOURCES_AN_ANSWER = 3;

/** The events of one run, in order; `drop` asks the server to cut the connection. */
export async function* runEvents(
  input: Pick<RunAgentInput, 'threadId' | 'runId' | 'messages'>,
  behaviour: Behaviour,
  knowledge: Knowledge,
  clock: () => number,
): AsyncGenerator<BaseEvent | 'drop'> {
  const { threadId, runId } = input;
  yield event(EventType.RUN_STARTED, { threadId, runId });
  const run = recordRun();
  const computedAt = new Date(clock()).toISOString();
  const records = await findSources(questionOf(input.messages), behaviour, knowledge, run);
  const answer = answerOf(records, behaviour, run);
  const messageId = `answer-${randomUUID()}`;
  yield event(EventType.TEXT_MESSAGE_START, { messageId, role: 'assistant' });
  const deltas = pieces(answer);
  const sent = behaviour.fault ? deltas.slice(0, deltas.length / 2) : deltas;
  for (const delta of sent) yield event(EventType.TEXT_MESSAGE_CONTENT, { messageId, delta });
  if (behaviour.fault === 'dropped') {
    yield 'drop';
    return;
  }
  if (behaviour.fault === 'run-error') {
    yield event(EventType.RUN_ERROR, { message: 'The search index went away.', code: 'index-lost' });
    return;
  }
  yield event(EventType.TEXT_MESSAGE_END, { messageId });
  const citations = createCitationsEvent({
    messageId,
    answer,
    returned: run,
    computedAt,
    ...(behaviour.markers !== 'reference' && { marker: run.marker }),
  });
  for (const custom of behaviour.send?.(citations) ?? [citations]) yield custom as BaseEvent;
  yield event(EventType.RUN_FINISHED, { threadId, runId });
}

function event(type: EventType, fields: object): BaseEvent {
  return { type, ...fields };
}

function questionOf(messages: RunAgentInput['messages']): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return typeof last?.content === 'string' ? last.content.slice(0, 2000) : '';
}

async function findSources(
  question: string,
  behaviour: Behaviour,
  knowledge: Knowledge,
  run: Run,
): Promise<readonly CitationRecord[]> {
  const { shelf = 'support', desk = false, withdrawn = false, language = 'en', only } = behaviour;
  const { library, search } = knowledge.open(shelf, desk ? 'desk' : 'customer', withdrawn);
  const words = subjectWords(question, language);
  const found = await search.search(words.join(' '), { limit: 50, locale: language });
  const weighed = found.map((record) => ({
    record,
    weight: record.score * (1 + 2 * shareInHeadline(record, words)),
  }));
  weighed.sort((a, b) => b.weight - a.weight);
  if (only) {
    const chosen = weighed.map(({ record }) => record).filter(only);
    const fallback = () => library.citations({ locale: language, text: true }).filter(only);
    return run.add((chosen.length > 0 ? chosen : fallback()).slice(0, SOURCES_AN_ANSWER));
  }
  const [best] = weighed;
  if (!best || words.length === 0 || !coversSubject(best.record, words)) return [];
  const near = weighed.filter(({ weight }) => weight >= best.weight * 0.25);
  return run.add(near.slice(0, SOURCES_AN_ANSWER).map(({ record }) => record));
}

function answerOf(records: readonly CitationRecord[], behaviour: Behaviour, run: Run): string {
  const { markers = 'number', language = 'en', afterword } = behaviour;
  const markerOf = (record: CitationRecord) =>
    markers === 'reference' ? `[${record.node.ref}]` : (run.marker(record) ?? '');
  const answer = composeAnswer(records, markerOf, language);
  return afterword ? `${answer}\n\n${afterword}` : answer;
}
