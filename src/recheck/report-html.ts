import type { CheckedCitation, Difference, RecheckReport } from '../schema/recheck-report.js';
import { VERDICTS } from '../schema/recheck-report.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a package or a transcript as HTML text; bidirectional controls are made visible. */
function escapeHtml(text: string): string {
  return text
    .replace(BIDI, (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const THEN: Readonly<Record<CheckedCitation['reportedRightly'], string>> = {
  yes: 'The service reported rightly at the time.',
  no: 'The service did not report what the package says.',
  'cannot-tell':
    'Whether the service reported rightly cannot be told: its own trust root or its other packages may explain the difference.',
  'unknown-when': 'The service gives no time that this could have been computed at.',
  'not-checked': 'Nothing could be compared.',
};

const STYLE = `
  body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1b1c22; font: 0.95rem/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-bottom: 0.25rem; }
  table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 0.85rem; }
  th, td { border: 1px solid #c9cbd4; padding: 0.3rem 0.5rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; white-space: pre-wrap; }
  code { font-size: 0.85em; overflow-wrap: anywhere; } section { break-inside: avoid; } p { margin: 0.25rem 0; }
`;

/**
 * A report as one HTML page for printing and keeping: no scripts, nothing loaded from anywhere. All text of
 * packages and transcripts is escaped.
 */
export function reportToHtml(report: RecheckReport): string {
  const { counts, packages, missing, problems, citations } = report;
  const verdicts = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Re-check of ${counts.total} citations, ${escapeHtml(report.now)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Re-check of a saved conversation</h1>
<p>Checked as of ${escapeHtml(report.now)} by ${escapeHtml(report.reader.name)} ${escapeHtml(report.reader.version)}, Reader contract ${escapeHtml(report.reader.contract)}.</p>
<p>${report.trustRoot ? `Trust root <code>${escapeHtml(report.trustRoot.digest)}</code>` : 'No trust root was given: no signature and no review was checked.'}</p>
<ul>${verdicts.map((verdict) => `<li><b>${counts[verdict]}</b> ${verdict}</li>`).join('') || '<li>Nothing is cited.</li>'}</ul>
${list(
  'Packages',
  packages.map(
    ({ id, version, digest, signers, valid }) =>
      `${id} ${version} ${digest}, ${signers.length > 0 ? `signature of ${signers.join(', ')} confirmed` : 'no signature confirmed'}${valid ? '' : '; it breaks the format'}`,
  ),
)}
${list(
  'Missing packages',
  missing.map(({ id, version, digest, citations: count }) => `${id} ${version} ${digest} (${count})`),
)}
${list(
  'What could not be used',
  problems.map(({ source, message }) => (source === undefined ? message : `${source}: ${message}`)),
)}
<h2>Citations</h2>
${citations.map(citationHtml).join('\n')}
</body>
</html>
`;
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h2>${title}</h2><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

function citationHtml(entry: CheckedCitation): string {
  const name = entry.node?.title ?? entry.node?.ref ?? entry.messageId;
  const lines = [
    `${entry.messageId}${entry.computedAt === undefined ? ', no time of the report given' : `, reported ${entry.computedAt}`}`,
    ...(entry.node ? [entry.node.ref] : []),
    THEN[entry.reportedRightly],
    ...(entry.reportedRightly !== 'not-checked' && !entry.textCompared
      ? ['The saved record has no text, so no text was compared.']
      : []),
    ...entry.notes.map(({ message }) => message),
    ...entry.quotations.map(
      ({ text, found }) => `Quoted and ${found ? 'found' : 'not found'} in the node: ${text}`,
    ),
  ];
  return `<section>
<h3>${escapeHtml(entry.marker ?? `#${entry.index + 1}`)} ${escapeHtml(name)}: ${escapeHtml(entry.verdict)}</h3>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${entry.differences.length > 0 ? table(entry.differences) : ''}
</section>`;
}

function table(differences: readonly Difference[]): string {
  const rows = differences.map(
    ({ field, kind, saved, asOf, now, why }) =>
      `<tr><td>${escapeHtml(field)}</td><td>${value(saved)}</td><td>${value(asOf)}</td><td>${value(now)}</td><td>${escapeHtml(`${kind}: ${why}`)}</td></tr>`,
  );
  return `<table><thead><tr><th>Field</th><th>Saved</th><th>Here, at the time of the report</th><th>Here, now</th><th>Why</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function value(item: unknown): string {
  return item === undefined
    ? '<i>absent</i>'
    : escapeHtml(typeof item === 'string' ? item : JSON.stringify(item));
}
