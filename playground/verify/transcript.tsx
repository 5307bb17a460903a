import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import { MocaAnswer } from '../../src/react/answer/moca-answer.js';
import { checksOf } from '../../src/react/recheck/checks.js';
import { recheckEnglish } from '../../src/react/recheck/recheck-labels.js';
import { VerdictBadge } from '../../src/react/recheck/verdict-badge.js';
import type { Turn } from '../../src/recheck/checker.js';
import type { CheckedCitation, RecheckReport } from '../../src/schema/recheck-report.js';

const PAGE = 10;

interface TranscriptProps {
  turns: readonly Turn[];
  report: RecheckReport | undefined;
  onSelect: (citation: string) => void;
}

/** The conversation as it was, with what the check says of each citation. */
export function Transcript({ turns, report, onSelect }: TranscriptProps) {
  const [shown, setShown] = useState(PAGE);
  const wanted = Math.min(shown, turns.length);
  // One message a commit: drawing ten answers at once would hold the page up.
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn < wanted) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, wanted]);
  const byMessage = useMemo(() => groupByMessage(report), [report]);
  return (
    <div className="transcript">
      {turns.slice(0, Math.min(drawn, wanted)).map((turn) =>
        turn.kind === 'question' ? (
          <p key={`q ${turn.id}`} className="question" dir="auto">
            {turn.text}
          </p>
        ) : (
          <AnswerTurn
            key={turn.answer.messageId}
            turn={turn}
            report={report}
            entries={byMessage.get(turn.answer.messageId)}
            onSelect={onSelect}
          />
        ),
      )}
      {turns.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, turns.length - shown)} more of {turns.length} messages
        </button>
      )}
    </div>
  );
}

function groupByMessage(report: RecheckReport | undefined): Map<string, CheckedCitation[]> {
  const groups = new Map<string, CheckedCitation[]>();
  for (const entry of report?.citations ?? []) {
    const group = groups.get(entry.messageId);
    if (group) group.push(entry);
    else groups.set(entry.messageId, [entry]);
  }
  return groups;
}

interface AnswerTurnProps {
  turn: Extract<Turn, { kind: 'answer' }>;
  report: RecheckReport | undefined;
  entries: readonly CheckedCitation[] | undefined;
  onSelect: (citation: string) => void;
}

const AnswerTurn = memo(function AnswerTurn({
  turn: { answer },
  report,
  entries = [],
  onSelect,
}: AnswerTurnProps) {
  const { messageId, content, state, citations, computedAt } = answer;
  const checks = useMemo(
    () => (report ? checksOf({ ...report, citations: [...entries] }) : {}),
    [report, entries],
  );
  const inputs = useMemo(
    () => citations.map(({ marker, raw }) => ({ ...(marker === undefined ? {} : { marker }), record: raw })),
    [citations],
  );
  const hasEvent =
    state !== 'no-event' && state !== 'streaming' && !(state === 'failed' && inputs.length === 0);
  return (
    <article className="answer" aria-label="Answer">
      <MocaAnswer
        content={content}
        {...(hasEvent ? { citations: inputs } : {})}
        {...(computedAt === undefined ? {} : { computedAt })}
        failed={state === 'failed'}
        checks={checks}
      />
      {entries.length > 0 && (
        <ul className="moca verdicts" aria-label="What the check says">
          {entries.map((entry) => (
            <li key={entry.index}>
              <button
                type="button"
                className="button"
                onClick={() => onSelect(`${messageId} ${entry.index}`)}
              >
                <bdi>{entry.marker ?? `#${entry.index + 1}`}</bdi>{' '}
                <VerdictBadge verdict={entry.verdict} label={recheckEnglish.verdict[entry.verdict]} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
});
