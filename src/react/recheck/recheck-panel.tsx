'use client';

import { type HTMLAttributes, useId, useMemo, useState } from 'react';
import type { OpenedConversation } from '../../recheck/checker.js';
import type { CitationRecord } from '../../schema/citation-record.js';
import {
  type CheckedCitation,
  type RecheckReport,
  VERDICTS,
  type Verdict,
} from '../../schema/recheck-report.js';
import { DateText } from '../claim-time.js';
import { fill, fillNodes, plural } from '../labels/format.js';
import { useMoca } from '../provider/context.js';
import { PackageText } from '../text/package-text.js';
import { CitationResult } from './citation-result.js';
import { type RecheckLabels, recheckEnglish, recheckGerman } from './recheck-labels.js';
import type { RecheckState } from './use-recheck.js';
import { VerdictBadge } from './verdict-badge.js';

export interface RecheckPanelProps extends Omit<HTMLAttributes<HTMLElement>, 'children' | 'onSelect'> {
  /** What `useRecheck` gives. */
  recheck: RecheckState;
  /** Default: German when the provider's labels are German, else English. */
  labels?: RecheckLabels;
  /** The citation to show opened, as `<messageId> <index>`; the panel keeps its own when left out. */
  selected?: string | undefined;
  onSelect?: (selected: string | undefined) => void;
}

const PAGE = 50;

/** How far a re-check has got and what it found: a summary, a filter, and each citation with its differences. */
export function RecheckPanel({
  recheck,
  labels: given,
  selected,
  onSelect,
  className,
  ...rest
}: RecheckPanelProps) {
  const { labels: kit } = useMoca();
  const labels = given ?? (kit.locale.startsWith('de') ? recheckGerman : recheckEnglish);
  const heading = useId();
  return (
    <section
      data-moca="recheck"
      data-status={recheck.status}
      aria-labelledby={heading}
      className={className === undefined ? 'moca moca-recheck' : `moca moca-recheck ${className}`}
      {...rest}
    >
      <h2 id={heading}>{labels.title}</h2>
      <Progress recheck={recheck} labels={labels} />
      {recheck.report && (
        <Report
          report={recheck.report}
          earlier={recheck.status !== 'done'}
          opened={recheck.opened}
          labels={labels}
          selected={selected}
          onSelect={onSelect}
        />
      )}
    </section>
  );
}

function Progress({
  recheck: { status, progress, error, opened },
  labels,
}: {
  recheck: RecheckState;
  labels: RecheckLabels;
}) {
  const unreadable = status === 'failed' ? error?.message : opened?.error?.message;
  if (unreadable !== undefined) {
    return (
      <p role="alert" className="moca-recheck-alert">
        {labels.states.failed}: <PackageText text={unreadable} />
      </p>
    );
  }
  if (status === 'done') return null;
  const words =
    status !== 'checking' || !progress
      ? labels.states[status === 'failed' ? 'waiting' : status]
      : fill(progress.phase === 'packages' ? labels.readingPackage : labels.checkingCitation, {
          done: progress.done,
          total: progress.total,
        });
  return (
    <div className="moca-recheck-progress" role="status">
      <span>{words}</span>
      {status === 'checking' && progress && progress.total > 0 && (
        <progress max={progress.total} value={progress.done} aria-label={words} />
      )}
      {status === 'reading' && <progress aria-label={words} />}
    </div>
  );
}

interface ReportProps {
  report: RecheckReport;
  /** Whether it is of an earlier trust root, clock or set of packages. */
  earlier: boolean;
  opened: OpenedConversation | undefined;
  labels: RecheckLabels;
  selected: string | undefined;
  onSelect: RecheckPanelProps['onSelect'];
}

function Report({ report, earlier, opened, labels, selected: given, onSelect }: ReportProps) {
  const { locale } = useMoca();
  const [verdict, setVerdict] = useState<Verdict>();
  const [shown, setShown] = useState(PAGE);
  const [own, setOwn] = useState<string>();
  const selected = onSelect ? given : own;
  const select = onSelect ?? setOwn;
  const entries = useMemo(
    () => (verdict ? report.citations.filter((entry) => entry.verdict === verdict) : report.citations),
    [report, verdict],
  );
  const { counts } = report;
  const choose = (chosen: Verdict | undefined) => {
    setVerdict(chosen);
    setShown(PAGE);
  };
  return (
    <>
      {earlier && <p className="moca-recheck-caution">{labels.earlier}</p>}
      <p className="moca-recheck-when">
        {fillNodes(labels.checkedAt, { time: <DateText value={report.now} /> })}
      </p>
      {!report.trustRoot && <p className="moca-recheck-caution">{labels.noTrustRoot}</p>}
      <Problems report={report} labels={labels} />
      {counts.total === 0 ? (
        <p>{labels.noCitations}</p>
      ) : (
        <fieldset className="moca-recheck-filter">
          <legend>{labels.filter}</legend>
          <button type="button" aria-pressed={verdict === undefined} onClick={() => choose(undefined)}>
            {labels.all} <b>{counts.total}</b>
          </button>
          {VERDICTS.filter((item) => counts[item] > 0).map((item) => (
            <button
              key={item}
              type="button"
              aria-pressed={verdict === item}
              data-verdict={item}
              onClick={() => choose(item)}
            >
              <VerdictBadge verdict={item} label={labels.verdict[item]} /> <b>{counts[item]}</b>
            </button>
          ))}
        </fieldset>
      )}
      <ol className="moca-recheck-list">
        {entries.slice(0, shown).map((entry) => {
          const key = `${entry.messageId} ${entry.index}`;
          return (
            <Entry
              key={key}
              entry={entry}
              record={selected === key ? recordOf(opened, entry) : undefined}
              labels={labels}
              open={selected === key}
              onToggle={(open) => select(open ? key : undefined)}
            />
          );
        })}
      </ol>
      {entries.length > shown && (
        <button type="button" className="moca-quiet-button" onClick={() => setShown(shown + PAGE)}>
          {plural(labels.showMore, Math.min(PAGE, entries.length - shown), locale)}
        </button>
      )}
      <Packages report={report} labels={labels} />
    </>
  );
}

/** The saved record behind an entry of the report. */
function recordOf(
  opened: OpenedConversation | undefined,
  entry: CheckedCitation,
): CitationRecord | undefined {
  for (const turn of opened?.turns ?? []) {
    if (turn.kind !== 'answer' || turn.answer.messageId !== entry.messageId) continue;
    return turn.answer.citations.find(({ index }) => index === entry.index)?.record;
  }
  return undefined;
}

interface EntryProps {
  entry: CheckedCitation;
  record: CitationRecord | undefined;
  labels: RecheckLabels;
  open: boolean;
  onToggle: (open: boolean) => void;
}

function Entry({ entry, record, labels, open, onToggle }: EntryProps) {
  const id = useId();
  const name = entry.node?.title ?? entry.node?.ref ?? entry.messageId;
  return (
    <li data-moca="recheck-citation" data-verdict={entry.verdict}>
      <button
        type="button"
        className="moca-recheck-entry"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onToggle(!open)}
      >
        <VerdictBadge verdict={entry.verdict} label={labels.verdict[entry.verdict]} />
        <span className="moca-recheck-marker">
          <PackageText text={entry.marker ?? `#${entry.index + 1}`} />
        </span>
        <PackageText text={name} className="moca-recheck-name" />
      </button>
      {open && (
        <div id={id}>
          <CitationResult entry={entry} record={record} labels={labels} />
        </div>
      )}
    </li>
  );
}

function Problems({ report, labels }: { report: RecheckReport; labels: RecheckLabels }) {
  const { locale } = useMoca();
  return (
    <>
      {report.missing.length > 0 && (
        <div className="moca-recheck-caution" data-moca="recheck-missing">
          <h3>{labels.missing}</h3>
          <p>{labels.missingHint}</p>
          <ul>
            {report.missing.map(({ id, version, digest, citations }) => (
              <li key={`${id} ${version} ${digest}`}>
                <PackageText text={`${id} ${version}`} /> · {plural(labels.citations, citations, locale)}
                <br />
                <PackageText text={digest} as="code" />
              </li>
            ))}
          </ul>
        </div>
      )}
      {report.problems.length > 0 && (
        <div className="moca-recheck-caution" data-moca="recheck-problems">
          <h3>{labels.problems}</h3>
          <ul>
            {report.problems.slice(0, PAGE).map(({ source, code, message }) => (
              <li key={`${source} ${code} ${message}`} data-code={code}>
                <PackageText text={source === undefined ? message : `${source}: ${message}`} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Packages({ report, labels }: { report: RecheckReport; labels: RecheckLabels }) {
  const { locale } = useMoca();
  if (report.packages.length === 0) return null;
  return (
    <div className="moca-recheck-packages" data-moca="recheck-packages">
      <h3>{labels.packages}</h3>
      <ul>
        {report.packages.map(({ id, version, digest, title, signers, valid, citations }) => (
          <li key={digest}>
            <PackageText text={title ?? id} /> <PackageText text={version} /> ·{' '}
            {plural(labels.citations, citations, locale)}
            <br />
            <span>
              {signers.length > 0
                ? fillNodes(labels.signedBy, { who: <PackageText text={signers.join(', ')} /> })
                : labels.unsigned}
              {valid ? '' : ` · ${labels.invalidPackage}`}
            </span>
            <br />
            <PackageText text={digest} as="code" />
          </li>
        ))}
      </ul>
    </div>
  );
}
