'use client';

import { type HTMLAttributes, useSyncExternalStore } from 'react';
import { fillNodes, formatDate } from './labels/format.js';
import { useMoca } from './provider/context.js';
import { directionOf, LabelText } from './text/label-text.js';

const never = () => () => {};

/** False on the server and during hydration, when the reader's time zone is not known yet. */
function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

export interface DateTextProps {
  /** A date or date-time as a record writes it. */
  value: string;
  /** Shows the time of day even at midnight. Default false. */
  withTime?: boolean;
}

/** A date in the reader's words and time zone; in UTC until the browser has taken over from the server. */
export function DateText({ value, withTime = false }: DateTextProps) {
  const { locale, timeZone } = useMoca();
  const inBrowser = useInBrowser();
  return (
    <time dateTime={value} lang={locale} dir={directionOf(locale)}>
      {formatDate(value, locale, timeZone ?? (inBrowser ? undefined : 'UTC'), withTime)}
    </time>
  );
}

export interface ClaimTimeProps extends HTMLAttributes<HTMLSpanElement> {
  /** When the claims were made (`computedAt` of the event, `checkedAt` of a check), RFC 3339. */
  at?: string | undefined;
  /** Who made them. Default `reported`. */
  layer?: 'reported' | 'checked';
}

/** "Reported at …" or "Checked on this device at …": says when claims were true. */
export function ClaimTime({ at, layer = 'reported', className, ...rest }: ClaimTimeProps) {
  const { labels } = useMoca();
  const text =
    at === undefined
      ? labels.time.reportedUnknown
      : fillNodes(labels.time[layer], { time: <DateText value={at} withTime /> });
  return (
    <span
      data-moca="claim-time"
      data-layer={layer}
      className={className === undefined ? 'moca-claim-time' : `moca-claim-time ${className}`}
      {...rest}
    >
      <LabelText>{text}</LabelText>
    </span>
  );
}
