import type { Evidence } from '../../schema/citation-record.js';

/** What of an evidence item a person can be shown; everything is text from the package. */
export interface EvidenceView {
  /** The source's title, else its file, else its id. */
  name: string;
  /** Where the source is, when it says so and it is not the name. */
  resource?: string;
  quote?: string;
  page?: string;
  /** Seconds from the start of the medium. */
  time?: { start: number; end?: number };
  note?: string;
  /** Whether the service found the quote; undefined when it did not look. */
  matched: boolean | undefined;
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** `hh:mm:ss`, `mm:ss` or seconds, with an optional `npt:` before it (Reader contract §7). */
function seconds(value: string): number | undefined {
  const parts = value.replace(/^npt:/, '').split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

function timeRange(fragment: string): EvidenceView['time'] {
  const value = /(?:^|&)t=([^&]*)/.exec(fragment)?.[1];
  if (value === undefined) return undefined;
  const [from = '', to] = value.split(',');
  const start = from === '' || from === 'npt:' ? 0 : seconds(from);
  const end = to === undefined ? undefined : seconds(to);
  if (start === undefined) return undefined;
  return end === undefined ? { start } : { start, end };
}

/** Reads the loosely typed parts of an evidence item; whatever is missing or odd is left out. */
export function viewEvidence({ source, selector, note, matched }: Evidence): EvidenceView {
  const resource = text(source.resource) ?? text(source.url);
  const name = text(source.title) ?? resource ?? text(source.id) ?? '';
  const fragment = text(selector?.value) ?? '';
  const page = text(selector?.page) ?? /(?:^|&)page=(\d+)/.exec(fragment)?.[1] ?? text(source.page);
  const quote = text(selector?.exact);
  const time = timeRange(fragment);
  return {
    name,
    matched,
    ...(resource !== undefined && resource !== name ? { resource } : {}),
    ...(quote === undefined ? {} : { quote }),
    ...(page === undefined ? {} : { page }),
    ...(time === undefined ? {} : { time }),
    ...(note === undefined ? {} : { note }),
  };
}

/** `1:23` or `1:02:03`, for a place in a medium. */
export function formatSeconds(total: number): string {
  const whole = Math.floor(total);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
