import type { PackageResult } from '../../src/reader/types.js';
import { type Files, manifest, markdown } from './packages.js';

/** A package with a finding of most kinds, in files that sort differently by UTF-16 unit and by code point. */
export const BROKEN_PACKAGE: Files = {
  'moca.json': manifest({
    mocaVersion: '0.9',
    language: 'en',
    locales: ['fr', 'pt-BR'],
    id: 'urn:moca:x',
    extra: 1,
    profiles: { 'https://example.com/profile': {} },
    members: [{ id: 'a:b' }],
    relations: [{ type: 'supersedes', target: 'urn:moca:y' }],
  }),
  'content/\u{1F600}.md': markdown('type: Note\ntitle: 1'),
  'content/\uFF41.md': markdown('type: Note\ntags: [1, 2]'),
  'content/a.md': '# no frontmatter\n',
  'content/b.md': markdown('type: [unclosed'),
  'content/c.md': markdown('title: no type'),
  'content/d.fr.md': markdown('type: Note'),
  'content/deep/e.md': markdown(
    'type: Note\nsources:\n- {id: s, resource: ../../sources/s.md}\n- {id: n, resource: ../none.txt}\nmoca:\n  valid_from: 2026-02-01\n  valid_until: 2026-01-01\n  concepts: [{iri: "https://e.com/a"}, {iri: relative}]\n  evidence:\n  - {source: s, selector: {type: TextQuoteSelector, exact: not there}}\n  - {source: x, selector: {type: TextQuoteSelector, exact: final}}',
    'One.\r\n\r\n[x](none.md) ![y](../../../out.png)\r\n',
  ),
  'content/index.md': markdown('type: Note'),
  'content/log.md': '# Log\n\n## someday\n',
  'sources/s.md': 'All sales are **final**.\n',
  'structure.ttl': '<https://e.com/c> <http://purl.org/dc/terms/requires> <https://e.com/c> .',
  'attestations/a.dsse.json': '{}',
};

/** What its diagnostics say beside their sentences. */
export function placesOf({ diagnostics }: PackageResult): string[] {
  return diagnostics.map(({ code, file = '', line = '' }) => `${code.slice(0, 4)} ${file} ${line}`.trim());
}

/** `placesOf` a read of the package, in every engine and from every kind of source. */
export const BROKEN_PLACES = [
  'M002 moca.json',
  'M002 moca.json',
  'M004 moca.json',
  'M007 moca.json',
  'M009 moca.json',
  'F001 moca.json',
  'C001 content/a.md 1',
  'C002 content/b.md 3',
  'C003 content/c.md 1',
  'C005 content/deep/e.md',
  'C010 content/deep/e.md',
  'C006 content/deep/e.md',
  'C007 content/deep/e.md',
  'C007 content/deep/e.md 16',
  'C008 content/deep/e.md 16',
  'C004 content/index.md 1',
  'C004 content/log.md 3',
  'C005 content/\uFF41.md',
  'C005 content/\uFF41.md',
  'C005 content/\u{1F600}.md',
  'C011 content/deep/e.md',
  'O002 structure.ttl',
  'O005 structure.ttl',
  'O002 content/deep/e.md',
  'O003 content/deep/e.md',
  'C009 content/d.fr.md',
  'A001 attestations/a.dsse.json',
  'R004 moca.json',
];
