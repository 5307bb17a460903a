'use client';

import { forwardRef, type HTMLAttributes, type ReactNode, useState } from 'react';
import type { RegisterEntry } from '../../schema/register.js';
import { CardSection, MaybeLink } from '../card/card-parts.js';
import { CitationCard } from '../card/citation-card.js';
import { useMoca } from '../provider/context.js';
import { LabelText } from '../text/label-text.js';
import { PackageText } from '../text/package-text.js';
import { KindIcon } from '../trust/icons.js';
import { argumentsText, entryTitle, hostOf, kindName, pagesOf } from './entry-text.js';

export interface EvidenceCardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  entry: RegisterEntry;
  /** The id that the title gets, for a dialog that is named by it. */
  titleId?: string | undefined;
}

const LONG_QUOTE = 400;

/**
 * One entry of the register, by its kind. An entry with a citation record is drawn as that citation; every other
 * says that it has none, and has no badge.
 */
export const EvidenceCard = forwardRef<HTMLElement, EvidenceCardProps>(function EvidenceCard(
  { entry, titleId, className, ...rest },
  ref,
) {
  const { labels, components } = useMoca();
  if (entry.record) {
    const Card = components.CitationCard ?? CitationCard;
    return (
      <Card
        record={entry.record}
        titleId={titleId}
        {...(className === undefined ? {} : { className })}
        {...rest}
      />
    );
  }
  const words = labels.register;
  const pages = pagesOf(entry, labels);
  const title = entryTitle(entry, labels);
  const quote = entry.quote?.trim();
  return (
    <article
      ref={ref}
      data-moca="card"
      data-kind={entry.kind}
      className={className === undefined ? 'moca moca-card' : `moca moca-card ${className}`}
      {...rest}
    >
      <header className="moca-card-header">
        <p className="moca-card-eyebrow">
          <KindIcon kind={entry.kind} />
          <LabelText>{kindName(entry, labels)}</LabelText>
          <Beside>{pages}</Beside>
          <Beside>{entry.kind === 'tool' ? entry.toolName : undefined}</Beside>
          <Beside>{entry.kind === 'web' ? hostOf(entry) : undefined}</Beside>
        </p>
        <h3 id={titleId} className="moca-card-title">
          <PackageText text={title} />
        </h3>
        {entry.kind === 'memory' ? (
          <p className="moca-evidence-note">
            <LabelText>{words.memory}</LabelText>
          </p>
        ) : null}
      </header>
      <ToolArguments entry={entry} />
      {quote && quote !== title ? (
        <Quote title={entry.kind === 'tool' ? words.toolResult : labels.card.passage} text={quote} />
      ) : null}
      <Places entry={entry} />
      <p className="moca-evidence-note">
        <LabelText>{words.noRecord}</LabelText>
      </p>
    </article>
  );
});

function Beside({ children }: { children: string | undefined }): ReactNode {
  if (!children) return null;
  return (
    <>
      {' · '}
      <PackageText text={children} />
    </>
  );
}

function ToolArguments({ entry }: { entry: RegisterEntry }): ReactNode {
  const { labels } = useMoca();
  const text = entry.kind === 'tool' ? argumentsText(entry) : undefined;
  if (text === undefined) return null;
  return (
    <CardSection title={labels.register.toolArguments}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is too long only when it has the focus. */}
      <pre className="moca-evidence-arguments" dir="ltr" tabIndex={0}>
        <PackageText as="code" text={text} />
      </pre>
    </CardSection>
  );
}

function Quote({ title, text }: { title: string; text: string }): ReactNode {
  const { labels } = useMoca();
  const [whole, setWhole] = useState(false);
  const isLong = text.length > LONG_QUOTE;
  return (
    <CardSection title={title} className="moca-card-quote">
      <PackageText as="blockquote" text={text} data-clamped={isLong && !whole ? '' : undefined} />
      {isLong ? (
        <p className="moca-card-foot">
          <button
            type="button"
            className="moca-quiet-button"
            aria-expanded={whole}
            onClick={() => setWhole((shown) => !shown)}
          >
            <LabelText>{whole ? labels.card.showLess : labels.card.showAll}</LabelText>
          </button>
        </p>
      ) : null}
    </CardSection>
  );
}

/** Where the evidence is: its file and its address, which is a link only where the link rules allow one. */
function Places({ entry }: { entry: RegisterEntry }): ReactNode {
  const { labels } = useMoca();
  const { path, url } = entry;
  if (!path?.trim() && !url?.trim()) return null;
  return (
    <section className="moca-card-section">
      <dl className="moca-card-facts">
        {path?.trim() ? (
          <div>
            <dt>
              <LabelText>{labels.register.path}</LabelText>
            </dt>
            <dd>
              <PackageText as="code" text={path} />
            </dd>
          </div>
        ) : null}
        {url?.trim() ? (
          <div>
            <dt>
              <LabelText>{labels.register.address}</LabelText>
            </dt>
            <dd>
              <MaybeLink text={url} />
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
