import type { CheckedCitation, RecheckReport, Verdict } from '../schema/recheck-report.js';
import { VERDICTS } from '../schema/recheck-report.js';
import { printable } from './printable.js';

const MEANINGS: Record<Verdict, string> = {
  'invalid-record': 'the saved record does not validate',
  'digest-mismatch': 'the package of that name here has another digest',
  misreported: 'the package says otherwise, and nothing explains it',
  'node-missing': 'the node, language or span is not in the package',
  'package-missing': 'the package was not supplied; nothing can be said',
  changed: 'the same bytes, but trust differs now',
  confirmed: 'computed again here, the same',
};

const COLOURS: Record<Verdict, number> = {
  'invalid-record': 31,
  'digest-mismatch': 31,
  misreported: 31,
  'node-missing': 31,
  'package-missing': 33,
  changed: 33,
  confirmed: 32,
};

const THEN: Record<CheckedCitation['reportedRightly'], string> = {
  yes: 'reported rightly then',
  no: 'not reported rightly',
  'cannot-tell': 'cannot tell whether it was reported rightly',
  'unknown-when': 'no time of the report is given',
  'not-checked': '',
};

/** The report as text for a terminal, `colour` with ANSI colours. */
export function recheckTable(report: RecheckReport, colour: boolean): string {
  const paint = (verdict: Verdict, text: string) =>
    colour ? `\u001b[${COLOURS[verdict]}m${text}\u001b[0m` : text;
  const lines: string[] = [];
  const widths = columnWidths(report.citations);
  for (const entry of report.citations) {
    const [message, marker, verdict, name] = cells(entry);
    lines.push(
      `${message.padEnd(widths.message)}  ${marker.padEnd(widths.marker)}  ${paint(entry.verdict, verdict.padEnd(widths.verdict))}  ${name}`,
    );
    for (const detail of details(entry)) lines.push(`    ${printable(detail)}`);
  }
  if (report.citations.length === 0) lines.push('The conversation cites nothing.');
  lines.push('', ...packageLines(report));
  const { total } = report.counts;
  lines.push('', `${total} ${total === 1 ? 'citation' : 'citations'}, checked as of ${report.now}:`);
  for (const verdict of [...VERDICTS].reverse()) {
    const count = report.counts[verdict];
    if (count > 0)
      lines.push(`  ${String(count).padStart(6)}  ${paint(verdict, verdict)}: ${MEANINGS[verdict]}`);
  }
  const textless = report.citations.filter(
    ({ reportedRightly, textCompared }) => reportedRightly !== 'not-checked' && !textCompared,
  ).length;
  if (textless > 0) lines.push(`  ${String(textless).padStart(6)}  carry no text, so no text was compared`);
  return `${lines.join('\n')}\n`;
}

function columnWidths(citations: readonly CheckedCitation[]) {
  const widths = { message: 0, marker: 0, verdict: 0 };
  for (const entry of citations) {
    const [message, marker, verdict] = cells(entry);
    widths.message = Math.max(widths.message, message.length);
    widths.marker = Math.max(widths.marker, marker.length);
    widths.verdict = Math.max(widths.verdict, verdict.length);
  }
  return widths;
}

function cells(entry: CheckedCitation): [message: string, marker: string, verdict: string, name: string] {
  const marker = entry.marker ?? `#${entry.index + 1}`;
  const name = entry.node?.title ?? entry.node?.ref ?? '';
  return [cut(entry.messageId, 24), cut(marker, 24), entry.verdict, cut(name, 80)];
}

function cut(text: string, length: number): string {
  const clean = printable(text);
  return clean.length > length ? `${clean.slice(0, length - 1)}…` : clean;
}

function details(entry: CheckedCitation): string[] {
  const lines = entry.differences.map(
    ({ field, kind, why, saved, now }) => `${field} (${kind}): ${short(saved)} → ${short(now)}. ${why}`,
  );
  lines.push(...entry.notes.map(({ message }) => message));
  lines.push(
    ...entry.quotations
      .filter(({ found }) => !found)
      .map(({ text }) => `The answer quotes “${cut(text, 120)}”, which the node does not contain.`),
  );
  const when = entry.computedAt === undefined ? '' : ` (${entry.computedAt})`;
  if (lines.length > 0 && THEN[entry.reportedRightly]) lines.push(`${THEN[entry.reportedRightly]}${when}`);
  return lines;
}

function short(value: unknown): string {
  return value === undefined ? 'absent' : cut(JSON.stringify(value), 120);
}

function packageLines({ packages, missing, trustRoot }: RecheckReport): string[] {
  const lines = packages.map(({ id, version, digest, signers, valid }) => {
    const signed = signers.length > 0 ? `signed by ${signers.join(', ')}` : 'no signature confirmed';
    return `Package ${id} ${version} ${digest.slice(0, 19)}…: ${signed}${valid ? '' : '; it breaks the format'}`;
  });
  for (const { id, version, digest, citations } of missing) {
    lines.push(
      `Missing ${id} ${version} ${digest}: ${citations} ${citations === 1 ? 'citation' : 'citations'}`,
    );
  }
  if (!trustRoot) lines.push('No trust root was given: no signature and no review was checked.');
  return lines.map(printable);
}
