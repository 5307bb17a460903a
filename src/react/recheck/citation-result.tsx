import type { CheckedCitation, Difference } from '../../schema/recheck-report.js';
import { DateText } from '../claim-time.js';
import { fillNodes } from '../labels/format.js';
import { useMoca } from '../provider/context.js';
import { PackageText } from '../text/package-text.js';
import type { RecheckLabels } from './recheck-labels.js';

interface CitationResultProps {
  entry: CheckedCitation;
  labels: RecheckLabels;
}

/** Everything the report says of one citation, saved and present values side by side. */
export function CitationResult({ entry, labels }: CitationResultProps) {
  const { labels: kit } = useMoca();
  const compared = entry.reportedRightly !== 'not-checked';
  return (
    <div className="moca-recheck-result" data-moca="recheck-result">
      <p className="moca-recheck-verdict-text">{kit.verdict[entry.verdict]}</p>
      {compared && <p>{labels.reportedRightly[entry.reportedRightly]}</p>}
      {entry.notes.map(({ code, message }) => (
        <p key={`${code}:${message}`} data-code={code}>
          <PackageText text={message} />
        </p>
      ))}
      {entry.differences.length > 0 && <Differences differences={entry.differences} labels={labels} />}
      {compared && !entry.textCompared && <p className="moca-recheck-quiet">{labels.textNotCompared}</p>}
      {entry.quotations.length > 0 && (
        <>
          <ul className="moca-recheck-quotations">
            {entry.quotations.map(({ text, found }) => (
              <li key={text} data-found={found}>
                <span>{found ? labels.quotationFound : labels.quotationNotFound}:</span>{' '}
                <PackageText text={text} as="q" />
              </li>
            ))}
          </ul>
          <p className="moca-recheck-quiet">{labels.quotationsNote}</p>
        </>
      )}
      <dl className="moca-recheck-facts">
        <dt>{labels.message}</dt>
        <dd>
          <PackageText text={entry.messageId} />
          {entry.computedAt !== undefined && (
            <> · {fillNodes(kit.time.reported, { time: <DateText value={entry.computedAt} /> })}</>
          )}
        </dd>
        {entry.node && (
          <>
            <dt>{labels.reference}</dt>
            <dd>
              <PackageText text={entry.node.ref} as="code" />
            </dd>
          </>
        )}
        {entry.package && (
          <>
            <dt>{labels.digest}</dt>
            <dd>
              <PackageText text={entry.package.digest} as="code" />
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Differences({ differences, labels }: { differences: readonly Difference[]; labels: RecheckLabels }) {
  return (
    <div className="moca-recheck-differences">
      {differences.map((difference) => (
        <section key={`${difference.field}:${difference.why}`} data-kind={difference.kind}>
          <h4>
            <code>{difference.field}</code>
            <span data-kind={difference.kind}>{labels.kind[difference.kind]}</span>
          </h4>
          <dl>
            <Value name={labels.saved} value={difference.saved} labels={labels} />
            {difference.asOf !== undefined && !same(difference.asOf, difference.now) && (
              <Value name={labels.asOf} value={difference.asOf} labels={labels} />
            )}
            <Value name={labels.now} value={difference.now} labels={labels} />
          </dl>
          <p>
            <PackageText text={difference.why} />
          </p>
        </section>
      ))}
    </div>
  );
}

function Value({ name, value, labels }: { name: string; value: unknown; labels: RecheckLabels }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? <i>{labels.absent}</i> : <PackageText text={valueText(value)} as="code" />}
      </dd>
    </div>
  );
}

const LONGEST = 2_000;

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
