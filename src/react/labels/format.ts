import { createElement, Fragment, type ReactNode } from 'react';
import { parseDate } from '../../schema/date-time.js';
import type { Plural } from './labels.js';

const SLOT = /\{(\w+)\}/;

/** The template with `{name}` replaced by each value; a name without a value stays as written. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot));
}

/** As `fill`, with React nodes for values. */
export function fillNodes(template: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  // `split` with a capture group alternates text and slot names.
  return template
    .split(SLOT)
    .map((part, index) =>
      createElement(Fragment, { key: `${index}:${part}` }, index % 2 ? (values[part] ?? `{${part}}`) : part),
    );
}

/** The form of a plural for a count, with `{count}` and any other values filled in. */
export function plural(
  forms: Plural,
  count: number,
  locale: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const form = new Intl.PluralRules(locale).select(count) === 'one' ? forms.one : forms.other;
  return fill(form, { count: new Intl.NumberFormat(locale).format(count), ...values });
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A date or date-time of a record in the reader's words. A date without a time stays that day in every time
 * zone; text that is no date is returned as written. Midnight is left out, save with `withTime`.
 */
export function formatDate(
  text: string,
  locale: string,
  timeZone: string | undefined,
  withTime = false,
): string {
  const time = parseDate(text);
  if (time === undefined) return text;
  if (DATE_ONLY.test(text)) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(time);
  }
  const zone = timeZone ? { timeZone } : {};
  const day = { year: 'numeric', month: 'short', day: 'numeric', ...zone } as const;
  // A date-time at midnight is how files write a day.
  if (!withTime && isMidnight(time, zone)) return new Intl.DateTimeFormat(locale, day).format(time);
  return new Intl.DateTimeFormat(locale, {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone === 'UTC' ? { timeZoneName: 'short' } : {}),
  }).format(time);
}

function isMidnight(time: number, zone: { timeZone?: string }): boolean {
  const clock = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...zone,
  });
  return clock.format(time) === '00:00:00';
}
