'use client';

import { type HTMLAttributes, type ReactNode, useState } from 'react';
import { safeAddress } from '../../markdown/address.js';
import { packageLabel, titleOf } from '../citation.js';
import { DateText } from '../claim-time.js';
import { fill, fillNodes } from '../labels/format.js';
import { useMoca } from '../provider/context.js';
import { directionOf, LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { InterfaceIcon, TrustIcon } from '../trust/icons.js';
import { trustWords } from '../trust/trust-badges.js';
import { isWarning, verdictTone, verdictWarning } from '../trust/trust-states.js';
import { useCard } from './card-context.js';
import { CopyText } from './copy-text.js';
import { formatSeconds, viewEvidence } from './evidence-place.js';
import { RelationTargets } from './relation-targets.js';

export type CardPartProps = HTMLAttributes<HTMLElement>;

function classes(own: string, given: string | undefined): string {
  return given === undefined ? own : `${own} ${given}`;
}

export function CardSection({ title, children, className, ...rest }: CardPartProps & { title: ReactNode }) {
  return (
    <section className={classes('moca-card-section', className)} {...rest}>
      <h4 className="moca-card-heading">
        <LabelText>{title}</LabelText>
      </h4>
      {children}
    </section>
  );
}

/** A link where the text is a safe address, else the text. */
export function MaybeLink({ text, children }: { text: string; children?: ReactNode }) {
  const href = safeAddress(text);
  const shown = children ?? <PackageText text={text} />;
  if (!href) return <>{shown}</>;
  return (
    <a
      data-moca="link"
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
    >
      {shown}
    </a>
  );
}

/** Type, package and version, and the title. */
export function Title({ className, ...rest }: CardPartProps) {
  const { labels } = useMoca();
  const { record, titleId } = useCard();
  const { node } = record;
  return (
    <header className={classes('moca-card-header', className)} {...rest}>
      <p className="moca-card-eyebrow">
        {/* The point stands between the two isolated texts, so it keeps its place in either direction. */}
        {node.type ? (
          <>
            <PackageText text={node.type} />
            {' · '}
          </>
        ) : null}
        <PackageText text={packageLabel(record)} />
      </p>
      <h3 id={titleId} className="moca-card-title">
        {node.title?.trim() || node.path ? (
          <PackageText text={titleOf(record)} lang={node.locale} />
        ) : (
          <LabelText>{labels.card.untitled}</LabelText>
        )}
      </h3>
      {node.description ? (
        <p className="moca-card-description">
          <PackageText text={node.description} lang={node.locale} />
        </p>
      ) : null}
    </header>
  );
}

/** Each warning with what it means. Nothing when there is none. */
export function Warnings({ className, ...rest }: CardPartProps) {
  const { labels } = useMoca();
  const { facts, check } = useCard();
  const warnings = facts.filter((fact) => isWarning(fact.state));
  const verdict = verdictWarning([check]);
  if (warnings.length === 0 && !verdict) return null;
  return (
    <section aria-label={labels.card.warnings} className={classes('moca-card-warnings', className)} {...rest}>
      <ul>
        {check && verdict ? (
          <li
            data-moca="verdict"
            data-verdict={verdict}
            data-tone={verdictTone(verdict)}
            data-layer="checked"
          >
            <InterfaceIcon name="broken" />
            <div>
              <strong>
                <LabelText>{labels.verdictWarning[verdict]}</LabelText>
              </strong>
              <span className="moca-card-when">
                <DateText value={check.checkedAt} />
              </span>
              <p>
                <LabelText>{labels.verdict[verdict]}</LabelText>
              </p>
            </div>
          </li>
        ) : null}
        {warnings.map((fact) => (
          <li
            key={fact.state}
            data-moca="badge"
            data-trust={fact.state}
            data-tone={fact.tone}
            data-layer={fact.layer}
          >
            <TrustIcon state={fact.state} />
            <div>
              <strong>
                <LabelText>{trustWords(fact, labels)}</LabelText>
              </strong>
              {fact.when ? (
                <span className="moca-card-when">
                  <DateText value={fact.when} />
                </span>
              ) : null}
              <p>
                <LabelText>{labels.trustMeaning[fact.state]}</LabelText>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LONG_TEXT = 480;

/** The cited passage, when the record carries its text. */
export function Quote({ className, ...rest }: CardPartProps) {
  const { labels, locale } = useMoca();
  const { record } = useCard();
  const [whole, setWhole] = useState(false);
  const { text, span, node } = record;
  if (!text?.trim()) return null;
  const isLong = text.length > LONG_TEXT || text.split('\n').length > 9;
  // The text of a record is the text at its span; a length that differs would mark the wrong words.
  const fits = span !== undefined && new TextEncoder().encode(text).length === span.end - span.start;
  const number = new Intl.NumberFormat(locale);
  return (
    <CardSection title={labels.card.passage} className={classes('moca-card-quote', className)} {...rest}>
      <PackageText
        as="blockquote"
        text={text.trim()}
        lang={node.locale}
        data-marked={fits ? '' : undefined}
        data-clamped={isLong && !whole ? '' : undefined}
      />
      <p className="moca-card-foot">
        {fits ? (
          <LabelText>
            {fill(labels.card.passageBytes, {
              start: number.format(span.start),
              end: number.format(span.end),
            })}
          </LabelText>
        ) : null}
        {isLong ? (
          <button
            type="button"
            className="moca-quiet-button"
            aria-expanded={whole}
            onClick={() => setWhole((shown) => !shown)}
          >
            <LabelText>{whole ? labels.card.showLess : labels.card.showAll}</LabelText>
          </button>
        ) : null}
      </p>
    </CardSection>
  );
}

/** What the source rests on: quotes, pages and times in other documents, and whether they were found there. */
export function Evidence({ className, ...rest }: CardPartProps) {
  const { labels } = useMoca();
  const { record } = useCard();
  if (!record.evidence?.length) return null;
  return (
    <CardSection title={labels.card.evidence} className={classes('moca-card-evidence', className)} {...rest}>
      <ul>
        {record.evidence.map((item, index) => {
          const view = viewEvidence(item);
          const standing =
            view.matched === undefined ? 'quoteUnchecked' : view.matched ? 'quoteFound' : 'quoteNotFound';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no identity but its place in the record.
            <li key={index} data-matched={view.matched === undefined ? 'unchecked' : String(view.matched)}>
              {view.quote ? <PackageText as="q" text={view.quote} /> : null}
              <p className="moca-card-evidence-source">
                <PackageText text={view.name} />
                {view.page ? (
                  <LabelText>
                    {fillNodes(labels.card.page, { page: <PackageText text={view.page} /> })}
                  </LabelText>
                ) : null}
                {view.time ? (
                  <LabelText>
                    {fill(view.time.end === undefined ? labels.card.timeFrom : labels.card.timeRange, {
                      start: formatSeconds(view.time.start),
                      end: formatSeconds(view.time.end ?? 0),
                    })}
                  </LabelText>
                ) : null}
                {view.resource ? <MaybeLink text={view.resource} /> : null}
              </p>
              {view.note ? (
                <p className="moca-card-note">
                  <PackageText text={view.note} />
                </p>
              ) : null}
              <p className="moca-card-standing">
                {view.matched === false ? <TrustIcon state="quote-not-found" /> : null}
                <LabelText>{labels.card[standing]}</LabelText>
              </p>
            </li>
          );
        })}
      </ul>
    </CardSection>
  );
}

/** What supersedes or contests the source, linked where it is cited in the same conversation. */
export function Relations({ className, ...rest }: CardPartProps) {
  const { labels } = useMoca();
  const { record } = useCard();
  const { supersededBy, contestedBy } = record.trust;
  if (!supersededBy?.length && !contestedBy?.length) return null;
  return (
    <CardSection title={labels.card.relations} className={className} {...rest}>
      <dl className="moca-card-facts">
        {supersededBy?.length ? (
          <>
            <dt>
              <LabelText>{labels.card.supersededBy}</LabelText>
            </dt>
            <RelationTargets targets={supersededBy} />
          </>
        ) : null}
        {contestedBy?.length ? (
          <>
            <dt>
              <LabelText>{labels.card.contestedBy}</LabelText>
            </dt>
            <RelationTargets targets={contestedBy} />
          </>
        ) : null}
      </dl>
    </CardSection>
  );
}

/** From when, until when the source applies, and when it was to be looked at again. */
export function Dates({ className, ...rest }: CardPartProps) {
  const { labels } = useMoca();
  const { trust } = useCard().record;
  const rows = [
    [labels.card.validFrom, trust.validFrom],
    [labels.card.validUntil, trust.validUntil],
    [labels.card.staleAfter, trust.staleAfter],
  ] as const;
  if (rows.every(([, date]) => date === undefined)) return null;
  return (
    <CardSection title={labels.card.validity} className={className} {...rest}>
      <dl className="moca-card-facts">
        {rows.map(([name, date]) =>
          date === undefined ? null : (
            <div key={name}>
              <dt>
                <LabelText>{name}</LabelText>
              </dt>
              <dd>
                <DateText value={date} />
              </dd>
            </div>
          ),
        )}
      </dl>
    </CardSection>
  );
}

/** Identity: package, reference, language, audience and digests, folded away until asked for. */
export function Source({ className, ...rest }: CardPartProps) {
  const { labels } = useMoca();
  const { record } = useCard();
  const { node } = record;
  return (
    <details
      className={classes('moca-card-source', className)}
      {...(rest as HTMLAttributes<HTMLDetailsElement>)}
    >
      <summary className="moca-card-heading">
        <LabelText>{labels.card.source}</LabelText>
      </summary>
      <dl className="moca-card-facts">
        <div>
          <dt>
            <LabelText>{labels.card.package}</LabelText>
          </dt>
          <dd>
            <PackageText text={record.package.id} /> <PackageText text={record.package.version} />
          </dd>
        </div>
        {node.locale ? (
          <div>
            <dt>
              <LabelText>{labels.card.language}</LabelText>
            </dt>
            <dd>
              <LanguageName tag={node.locale} />
            </dd>
          </div>
        ) : null}
        {record.audienceInvalid || record.audience ? (
          <div>
            <dt>
              <LabelText>{labels.card.audience}</LabelText>
            </dt>
            <dd>
              {record.audienceInvalid ? (
                <LabelText>{labels.card.audienceInvalid}</LabelText>
              ) : (
                <PackageText text={record.audience ?? ''} />
              )}
            </dd>
          </div>
        ) : null}
        <CopyText name={labels.card.reference} text={node.ref} />
        <CopyText name={labels.card.packageDigest} text={record.package.digest} />
        {node.digest ? <CopyText name={labels.card.nodeDigest} text={node.digest} /> : null}
      </dl>
    </details>
  );
}

function LanguageName({ tag }: { tag: string }) {
  const { locale } = useMoca();
  let name: string | undefined;
  try {
    name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag);
  } catch {
    // Not a language tag: shown as it is.
  }
  return (
    <>
      {name !== undefined && name !== tag ? (
        <>
          <bdi lang={locale} dir={directionOf(locale)}>
            {name}
          </bdi>{' '}
        </>
      ) : null}
      <PackageText as="code" text={tag} />
    </>
  );
}
