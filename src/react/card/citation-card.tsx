'use client';

import { forwardRef, type HTMLAttributes, type ReactNode, useContext, useMemo } from 'react';
import { AnswerScope } from '../answer/answer-scope.js';
import { useMoca } from '../provider/context.js';
import { useTrust } from '../provider/use-trust.js';
import { LabelText } from '../text/label-text.js';
import { CardContext } from './card-context.js';
import type { CardCitation } from './card-layer.js';
import { Dates, Evidence, Quote, Relations, Source, Title, Warnings } from './card-parts.js';
import { Trust } from './card-trust.js';

export interface CitationCardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  /** A citation record, as received. */
  record: unknown;
  identityConflict?: boolean | undefined;
  /** The time that "now" means. Default: the clock. */
  now?: number | string | Date | undefined;
  /** When the service computed the record, RFC 3339. */
  computedAt?: string | undefined;
  /** The id that the title gets, for a dialog that is named by it. */
  titleId?: string | undefined;
  /** Called when a person follows a relation to another citation of the conversation. */
  onOpenCitation?: ((citation: CardCitation) => void) | undefined;
  /** The parts to show, in order. Default: all of them. */
  children?: ReactNode;
}

const Card = forwardRef<HTMLElement, CitationCardProps>(function CitationCard(
  {
    record: raw,
    identityConflict,
    now: given,
    computedAt,
    titleId,
    onOpenCitation,
    children,
    className,
    ...rest
  },
  ref,
) {
  const { labels } = useMoca();
  const scope = useContext(AnswerScope);
  const { reading, facts, now, check } = useTrust(raw, { identityConflict, now: given, computedAt });
  const record = reading.ok ? reading.record : undefined;
  const reportedAt = computedAt ?? scope?.computedAt;
  const value = useMemo(
    () =>
      record && {
        record,
        raw,
        facts,
        now,
        check,
        computedAt: reportedAt,
        identityConflict,
        titleId,
        onOpenCitation,
      },
    [record, raw, facts, now, check, reportedAt, identityConflict, titleId, onOpenCitation],
  );
  const classes = className === undefined ? 'moca moca-card' : `moca moca-card ${className}`;
  if (!value) {
    return (
      <article ref={ref} data-moca="card" data-state="invalid" className={classes} {...rest}>
        <p id={titleId}>
          <LabelText>{labels.card.invalid}</LabelText>
        </p>
      </article>
    );
  }
  return (
    <CardContext.Provider value={value}>
      <article
        ref={ref}
        data-moca="card"
        data-trust={facts[0]?.state}
        data-ref={value.record.node.ref}
        className={classes}
        {...rest}
      >
        {children ?? (
          <>
            <Title />
            <Warnings />
            <Quote />
            <Evidence />
            <Trust />
            <Relations />
            <Dates />
            <Source />
          </>
        )}
      </article>
    </CardContext.Provider>
  );
});

/**
 * Everything that is known about one source: where a sentence comes from and how far it can be trusted, by
 * who says so. Its parts can be put together by hand: `<CitationCard record={…}><CitationCard.Title/>…`.
 */
export const CitationCard = Object.assign(Card, {
  Title,
  Warnings,
  Quote,
  Evidence,
  Trust,
  Relations,
  Dates,
  Source,
});
