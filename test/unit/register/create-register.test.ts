import { describe, expect, it } from 'vitest';
import {
  attributionOf,
  createRegister,
  marksOf,
  type RegisterEntry,
  type RegisterInput,
  segmentAnswer,
} from '../../../src/register/index.js';
import type { CitationRecord } from '../../../src/schema/citation-record.js';
import { record } from '../service/record.js';

const node = record('a.md');
const other = record('b.md');
const page: RegisterEntry = { marker: 2, kind: 'web', title: 'A page', url: 'https://example.com/' };
const memory: RegisterEntry = { marker: 3, kind: 'memory', quote: 'I live in Bern.' };

function markers(input: RegisterInput): string[] {
  return createRegister(input).entries.map(
    (entry) => `${entry.marker} ${entry.kind}${entry.record ? '*' : ''}`,
  );
}

describe('one sequence', () => {
  it('merges citations and host entries by number', () => {
    const input = {
      content: 'A [1], b [2], c [3].',
      citations: [{ marker: '[1]', record: node }],
      entries: [memory, page],
    };
    expect(markers(input)).toEqual(['[1] document*', '[2] web', '[3] memory']);
  });

  it('keeps the marker that the text shows for a citation and renumbers the host entry', () => {
    const register = createRegister({
      content: 'A [2]. Page.',
      citations: [{ marker: '[2]', record: node }],
      entries: [page],
      claims: [{ text: 'Page.', start: 7, end: 12, citations: [2] }],
    });
    expect(register.entries.map((entry) => [entry.marker, entry.kind])).toEqual([
      ['[2]', 'document'],
      ['[3]', 'web'],
    ]);
    expect(register.findings).toMatchObject([{ code: 'marker-taken', path: ['entries', 0] }]);
    // The host's claim means the host's page: it never borrows the record of the citation.
    const [, claimed] = segmentAnswer({ content: 'A [2]. Page.', claims: register.claims, register });
    expect(claimed?.citations.map((entry) => entry.title)).toEqual(['A page']);
  });

  it('gives a citation without a marker a number that the text does not have', () => {
    const input = { content: `See ${node.node.ref} of [3].`, citations: [{ record: node }], entries: [page] };
    expect(markers(input)).toEqual(['[2] web', '[4] document*']);
  });

  it('is one entry when the host carries the same record', () => {
    const register = createRegister({
      content: 'A [1].',
      citations: [{ marker: '[1]', record: node }],
      entries: [{ marker: 7, kind: 'document', page: 4, record: { ...node, score: 0.5 } }],
      claims: [{ start: 0, end: 1, citations: [7] }],
    });
    expect(register.entries).toMatchObject([{ marker: '[1]', page: 4, record: node, citation: 0 }]);
    expect(register.claims).toMatchObject([{ citations: ['[1]'] }]);
  });

  it('lets a citation without a marker take the one its host entry has', () => {
    const entries = [{ marker: '【5】', kind: 'document', record: node }];
    expect(markers({ content: 'A【5】.', citations: [{ record: node }], entries })).toEqual([
      '【5】 document*',
    ]);
  });

  it('gives the second of two host entries with one marker its own number, and the claims mean the first', () => {
    const register = createRegister({
      content: 'Here.',
      entries: [page, { ...memory, marker: 2 }],
      claims: [{ start: 0, end: 5, citations: [2] }],
    });
    expect(register.entries.map((entry) => [entry.marker, entry.kind, entry.used])).toEqual([
      ['[2]', 'web', true],
      ['[3]', 'memory', false],
    ]);
  });

  it('keeps unknown kinds and unknown properties', () => {
    const entries = [{ marker: 1, kind: 'spreadsheet', cell: 'B7' }];
    expect(createRegister({ content: '', entries }).entries).toMatchObject([
      { kind: 'spreadsheet', cell: 'B7' },
    ]);
  });
});

describe('wrong entries', () => {
  it('leave the others alone, each with a finding', () => {
    const entries = [
      null,
      { kind: 'web' },
      { marker: 1 },
      { marker: 2, kind: 'web', title: 7, url: null },
    ] as unknown as RegisterEntry[];
    const register = createRegister({ content: '', entries });
    expect(register.entries).toEqual([{ marker: '[2]', kind: 'web', used: false }]);
    expect(register.findings.map(({ code, path }) => [code, ...path])).toEqual([
      ['invalid-entry', 'entries', 0],
      ['invalid-entry', 'entries', 1, 'marker'],
      ['invalid-entry', 'entries', 2, 'kind'],
      ['invalid-entry', 'entries', 3, 'title'],
    ]);
  });

  it('lose a record that is not valid, so it lends no badge', () => {
    const { trust: _, ...broken } = node;
    const entries = [{ marker: 1, kind: 'document', title: 'T', record: broken as CitationRecord }];
    const register = createRegister({ content: '', entries });
    expect(register.entries).toEqual([{ marker: '[1]', kind: 'document', title: 'T', used: false }]);
    expect(register.findings).toMatchObject([
      { code: 'invalid-record', path: ['entries', 0, 'record', 'trust'] },
    ]);
  });

  it('are cut off where there are too many', () => {
    const entries = Array.from({ length: 2001 }, (_, index) => ({ marker: index, kind: 'web' }));
    const register = createRegister({ content: '', entries });
    expect(register.entries).toHaveLength(2000);
    expect(register.findings).toMatchObject([{ code: 'too-many-entries', path: ['entries'] }]);
  });

  it('are reported when they are no list', () => {
    const register = createRegister({ content: 'x', entries: 'all' as unknown as RegisterEntry[] });
    expect(register).toMatchObject({
      entries: [],
      attribution: 'none',
      findings: [{ code: 'invalid-register' }],
    });
  });
});

describe('used', () => {
  const citations = [{ marker: '[1]', record: node }];
  const used = (input: Partial<RegisterInput>): boolean[] =>
    createRegister({ content: 'A [1]. B.', citations, entries: [page], ...input }).entries.map(
      (entry) => entry.used,
    );

  it.each<[string, Partial<RegisterInput>, boolean[]]>([
    ['a marker in the text', {}, [true, false]],
    ['a marker the renderer placed', { found: ['[2]'] }, [false, true]],
    ['a versioned reference the renderer placed', { found: [node.node.ref] }, [true, false]],
    ['nothing the renderer placed', { found: [] }, [false, false]],
    ['a claim', { found: [], claims: [{ text: 'B.', start: 7, end: 9, citations: [2] }] }, [false, true]],
    ['the host', { found: [], entries: [{ ...page, used: true }] }, [false, true]],
    ['the text, against the host', { found: ['[2]'], entries: [{ ...page, used: false }] }, [false, true]],
  ])('follows %s', (_, input, expected) => {
    expect(used(input)).toEqual(expected);
  });
});

describe('attribution', () => {
  const entries = [page];
  it.each<[string, RegisterInput, string]>([
    ['none without entries', { content: 'A [2].' }, 'none'],
    ['retrieval-only when nothing points at an entry', { content: 'A.', entries }, 'retrieval-only'],
    ['per-claim by a marker in the text', { content: 'A [2].', entries }, 'per-claim'],
    [
      'per-claim by a claim',
      { content: 'A.', entries, claims: [{ start: 0, end: 2, citations: [2] }] },
      'per-claim',
    ],
    [
      'retrieval-only when the only claim names nothing',
      { content: 'A.', entries, claims: [{ start: 0, end: 2, citations: [9] }] },
      'retrieval-only',
    ],
    [
      'retrieval-only when the host says so, whatever the text has',
      { content: 'A [2].', entries, attribution: 'retrieval-only' },
      'retrieval-only',
    ],
    [
      'per-claim by a citation of the event, whatever the host says',
      { content: 'A [1].', entries, citations: [{ marker: '[1]', record: node }], attribution: 'none' },
      'per-claim',
    ],
  ])('is %s', (_, input, expected) => {
    expect(createRegister(input).attribution).toBe(expected);
  });

  it('uses no claim of a host that says retrieval-only', () => {
    const claims = [{ start: 0, end: 2, citations: [2] }];
    const register = createRegister({ content: 'A.', entries, claims, attribution: 'retrieval-only' });
    expect(register.claims).toEqual([]);
    expect(register.findings).toMatchObject([{ code: 'claims-not-used' }]);
  });

  it('can be asked of any register', () => {
    expect(attributionOf({ register: [] })).toBe('none');
    expect(attributionOf({ register: entries, content: 'A.' })).toBe('retrieval-only');
    expect(attributionOf({ register: entries, content: 'A [2].' })).toBe('per-claim');
    expect(attributionOf({ register: entries, content: 'A `[2]`.', found: [] })).toBe('retrieval-only');
    expect(
      attributionOf({ register: { entries }, content: 'A.', claims: [{ start: 0, end: 2, citations: [2] }] }),
    ).toBe('per-claim');
  });
});

describe('marksOf', () => {
  it('says what the renderer looks for, by index', () => {
    const citations = [{ marker: '[1]', record: node }, { record: other }];
    const { entries } = createRegister({ content: '', citations, entries: [page] });
    expect(marksOf(entries)).toEqual([
      { marker: '[1]', ref: node.node.ref },
      { marker: '[2]' },
      { marker: '[3]', ref: other.node.ref },
    ]);
  });

  it('looks for no host entry when the host attributes nothing', () => {
    const { entries } = createRegister({
      content: '',
      citations: [{ marker: '[1]', record: node }],
      entries: [page],
    });
    expect(marksOf(entries, 'retrieval-only')).toEqual([{ marker: '[1]', ref: node.node.ref }, {}]);
  });
});
