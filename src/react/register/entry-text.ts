import { safeAddress } from '../../markdown/address.js';
import type { RegisterEntry } from '../../schema/register.js';
import { fill } from '../labels/format.js';
import type { Labels } from '../labels/labels.js';

/** UTF-16 units of a quote that stand for a title. */
const TITLE_FROM_QUOTE = 60;
/** UTF-16 units of a tool's arguments that are shown. */
const LONGEST_ARGUMENTS = 4000;

/** The name of the entry's kind; a kind that is not known says its own name. */
export function kindName({ kind }: RegisterEntry, { register }: Labels): string {
  const known: Readonly<Record<string, string>> = register.kind;
  return Object.hasOwn(known, kind) ? (known[kind] ?? kind) : `${register.otherKind}: ${kind}`;
}

/** The host name of the entry's address, when a link may go there. */
export function hostOf({ url }: RegisterEntry): string | undefined {
  const address = url === undefined ? undefined : safeAddress(url);
  return address === undefined ? undefined : new URL(address).host;
}

/** What the entry is called: its title, or the first thing that tells it apart. */
export function entryTitle(entry: RegisterEntry, labels: Labels): string {
  const [quote = ''] = (entry.quote ?? '').trim().split('\n', 1);
  const short = quote.length > TITLE_FROM_QUOTE ? `${quote.slice(0, TITLE_FROM_QUOTE).trimEnd()}…` : quote;
  const names = [entry.title, entry.record?.node.title, hostOf(entry), entry.path, entry.toolName, short];
  return names.find((name) => name !== undefined && name.trim() !== '') ?? kindName(entry, labels);
}

/** The pages, in words. */
export function pagesOf({ page, endPage }: RegisterEntry, labels: Labels): string | undefined {
  if (page === undefined) return undefined;
  if (endPage === undefined || endPage === page) return fill(labels.card.page, { page: String(page) });
  return fill(labels.register.pages, { start: String(page), end: String(endPage) });
}

/** What stands beside the kind in one line: page, host name, tool or file. */
export function entryDetail(entry: RegisterEntry, labels: Labels): string | undefined {
  const byKind: Readonly<Record<string, string | undefined>> = {
    document: pagesOf(entry, labels) ?? entry.path,
    tool: entry.toolName,
    file: entry.path,
  };
  const detail = Object.hasOwn(byKind, entry.kind) ? byKind[entry.kind] : (hostOf(entry) ?? entry.path);
  return detail === entryTitle(entry, labels) ? undefined : detail;
}

/** The tool's arguments as indented JSON; undefined where there are none or JSON cannot say them. */
export function argumentsText({ toolArguments }: RegisterEntry): string | undefined {
  if (toolArguments === undefined) return undefined;
  try {
    const text = JSON.stringify(toolArguments, undefined, 2);
    if (text === undefined) return undefined;
    return text.length > LONGEST_ARGUMENTS ? `${text.slice(0, LONGEST_ARGUMENTS)}…` : text;
  } catch {
    // Nested deeper than the engine goes, or circular.
    return undefined;
  }
}
