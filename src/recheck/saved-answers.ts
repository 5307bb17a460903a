import type { Answer } from '../client/answer.js';
import type { Conversation } from '../client/conversation.js';
import type { Finding } from '../schema/finding.js';
import type { ReportProblem } from '../schema/recheck-report.js';
import type { SavedAnswer } from './check-answers.js';
import type { SavedCitation } from './check-citation.js';

/** The answers of a conversation with all their citations, those whose record does not validate among them. */
export function answersOf(conversation: Conversation): SavedAnswer[] {
  return conversation.answers.map((answer) => ({
    messageId: answer.messageId,
    content: answer.content,
    ...(answer.computedAt === undefined ? {} : { computedAt: answer.computedAt }),
    citations: citationsOf(answer),
  }));
}

function citationsOf(answer: Answer): SavedCitation[] {
  const { messageId, computedAt } = answer;
  const valid = answer.citations.map(
    ({ index, marker, record }): SavedCitation => ({ messageId, index, marker, record, computedAt }),
  );
  if (answer.omitted.length === 0) return valid;
  const invalid = [...byIndex(answer.omitted)].map(
    ([index, faults]): SavedCitation => ({ messageId, index, faults, computedAt }),
  );
  return [...valid, ...invalid].sort((a, b) => a.index - b.index);
}

/** What is wrong with each entry that was left out, by its place in the event. */
function byIndex(omitted: readonly Finding[]): Map<number, string[]> {
  const faults = new Map<number, string[]>();
  for (const finding of omitted) {
    const at = finding.path.lastIndexOf('citations');
    const index = finding.path[at + 1];
    if (typeof index !== 'number') continue;
    const list = faults.get(index) ?? [];
    list.push(sentenceOf(finding, finding.path.slice(at + 2)));
    faults.set(index, list);
  }
  return faults;
}

function sentenceOf({ message }: Finding, path: Finding['path']): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

const MOST_FINDINGS = 1_000;

const UNFINISHED = {
  error: 'ended with an error',
  cancelled: 'was stopped',
  'cut-off': 'breaks off',
} as const;

/** What reading the conversation found wrong, beside records that have an entry of their own. */
export function conversationProblems({ findings, unfinished }: Conversation): ReportProblem[] {
  const broken = unfinished.map(
    ({ messageId, reason }): ReportProblem => ({
      source: 'conversation',
      code: 'unfinished-answer',
      message: `The answer ${messageId} ${UNFINISHED[reason]}; citations of it may be missing.`,
    }),
  );
  const found = findings
    .filter(({ code }) => code !== 'invalid-record')
    .slice(0, MOST_FINDINGS)
    .map((finding) => ({
      source: 'conversation',
      code: finding.code,
      message: sentenceOf(finding, finding.path),
    }));
  return [...broken.slice(0, MOST_FINDINGS), ...found];
}
