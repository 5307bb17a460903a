import type { CitationRecord } from '../../schema/citation-record.js';
import type { CheckedCitation, Difference } from '../../schema/recheck-report.js';
import { DateText } from '../claim-time.js';
import { fillNodes } from '../labels/format.js';
import { useMoca } from '../provider/context.js';
import { PackageText } from '../text/package-text.js';
import type { RecheckLabels } from './recheck-labels.js';

interface CitationResultProps {
  entry: CheckedCitation;
  /** The saved record, for showing all its fields. */
  record: CitationRecord | undefined;
  labels: RecheckLabels;
}

/** Everything the report says of one citation, saved and present values side by side. */
export function CitationResult({ entry, record, labels }: CitationResultProps) {
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
      {compared && record && <AllFields entry={entry} record={record} labels={labels} />}
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
          <h3>
            <code>{difference.field}</code>
            <span data-kind={difference.kind}>{labels.kind[difference.kind]}</span>
          </h3>
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
        <Cell value={value} labels={labels} />
      </dd>
    </div>
  );
}

/** Every field of the saved record beside its value here: what the report does not name is the same. */
function AllFields({ entry, record, labels }: CitationResultProps & { record: CitationRecord }) {
  const differing = new Map(entry.differences.map((difference) => [difference.field, difference]));
  const saved = fieldsOf(record);
  const fields = [...new Set([...saved.keys(), ...differing.keys()])];
  return (
    <details>
      <summary>{labels.allFields}</summary>
      <table className="moca-recheck-fields">
        <thead>
          <tr>
            <th scope="col">{labels.field}</th>
            <th scope="col">{labels.saved}</th>
            <th scope="col">{labels.now}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => {
            const difference = differing.get(field);
            const value = saved.get(field);
            return (
              <tr key={field} data-same={difference === undefined}>
                <th scope="row">
                  <code>{field}</code>
                </th>
                <td>
                  <Cell value={value} labels={labels} />
                </td>
                <td>{difference ? <Cell value={difference.now} labels={labels} /> : labels.same}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}

function Cell({ value, labels }: { value: unknown; labels: RecheckLabels }) {
  return value === undefined ? <i>{labels.absent}</i> : <PackageText text={valueText(value)} as="code" />;
}

// What a search adds to a record says nothing about the package.
const NOT_COMPARED = new Set(['score', 'retrieval']);

/** The fields of a record by path, in its own order. */
function fieldsOf(record: CitationRecord): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (NOT_COMPARED.has(name)) continue;
    if (name !== 'package' && name !== 'node' && name !== 'trust') fields.set(name, value);
    else for (const [inner, item] of Object.entries(Object(value))) fields.set(`${name}.${inner}`, item);
  }
  return fields;
}

const LONGEST = 2_000;

function valueText(value: unknown): string {
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
  const text =
    typeof value === 'string' ? value : isList ? value.join('\n') : (JSON.stringify(value, null, 1) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
