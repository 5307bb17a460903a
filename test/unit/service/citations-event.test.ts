import { EventType } from '@ag-ui/client';
import { CustomEventSchema } from '@ag-ui/core/schemas';
import { EventEncoder } from '@ag-ui/encoder';
import { describe, expect, it } from 'vitest';
import type { CitationRecord } from '../../../src/schema/citation-record.js';
import type { Finding } from '../../../src/schema/finding.js';
import { type CitationsEventInput, createCitationsEvent, recordRun } from '../../../src/service/index.js';
import { record } from './record.js';

const a = record('a.md');
const b = record('b.md');
const c = record('c.md');

function numbered(records: readonly CitationRecord[]): (wanted: CitationRecord) => string {
  return (wanted) => `[${records.indexOf(wanted) + 1}]`;
}

/** The paths cited, in order, with their markers. */
function cited(input: Partial<CitationsEventInput> & { answer: string }): string[] {
  const event = createCitationsEvent({ messageId: 'm', returned: [a, b, c], ...input });
  return event.value.citations.map((entry) => `${entry.marker ?? ''}${entry.record.node.path}`);
}

function findings(input: Partial<CitationsEventInput> & { answer: string }): Finding[] {
  const told: Finding[] = [];
  createCitationsEvent({ messageId: 'm', returned: [a, b, c], onFinding: (f) => told.push(f), ...input });
  return told;
}

describe('the event', () => {
  it('is a CUSTOM event that AG-UI accepts and both encodings carry', () => {
    const event = createCitationsEvent({ messageId: 'm', answer: `See ${a.node.ref}.`, returned: [a] });
    expect(CustomEventSchema.safeParse(event).success).toBe(true);
    expect(event.type).toBe(EventType.CUSTOM);
    expect(JSON.parse(new EventEncoder().encodeSSE(event).replace(/^data: /, ''))).toEqual(event);
    expect(new EventEncoder().encodeProtobuf(event).length).toBeGreaterThan(100);
  });

  it('names its version, its message and the moment the records were computed', () => {
    const event = createCitationsEvent({
      messageId: 'msg-1',
      answer: '',
      returned: [],
      computedAt: '2026-01-31T09:00:00+01:00',
    });
    expect(event.value).toEqual({
      version: 1,
      messageId: 'msg-1',
      computedAt: '2026-01-31T09:00:00+01:00',
      citations: [],
    });
  });

  it('is still an event with an empty list when the answer cites nothing', () => {
    expect(
      createCitationsEvent({ messageId: 'm', answer: 'I do not know.', returned: [a] }).value.citations,
    ).toEqual([]);
  });
});

describe('which records are cited', () => {
  const marker = numbered([a, b, c]);

  it.each<[string, string, string[]]>([
    ['in order of first mention', 'One [2], two [1], again [2].', ['[2]b.md', '[1]a.md']],
    ['every number of a group', 'Both [3, 1].', ['[3]c.md', '[1]a.md']],
    ['every number of a range', 'All [1-3].', ['[1]a.md', '[2]b.md', '[3]c.md']],
    ['markers that touch', 'Both [2][1].', ['[2]b.md', '[1]a.md']],
    ['not a marker that names nothing', 'An invention [9].', []],
    ['not a marker inside a code span', 'Write `x[1]`, as in [2].', ['[2]b.md']],
    ['not a marker inside a fenced block', '```js\nlist[1] + a[2]; [3]\n```\n\nAs in [2].', ['[2]b.md']],
    ['not a marker inside an address', 'See https://example.com/?q=[1] and [2].', ['[2]b.md']],
    [
      'a marker in a table, a list, a heading, a quote',
      '# H [1]\n\n- x [2]\n\n| t |\n| - |\n| y [3] |\n',
      ['[1]a.md', '[2]b.md', '[3]c.md'],
    ],
    ['not an escaped marker', 'Write \\[1\\], as in [2].', ['[2]b.md']],
    ['not a marker in raw HTML', '<!-- [1] --> <b title="[1]">x</b> [2]', ['[2]b.md']],
    ['not a marker in an indented block', '    [1]\n\nAs in [2].', ['[2]b.md']],
    [
      'a marker inside link text, at its place',
      '[See [3]](https://e.example) and [1].',
      ['[3]c.md', '[1]a.md'],
    ],
    [
      'a marker in a footnote, at its place',
      'x[^n]\n\n[^n]: As in [2].\n\nLast [1].',
      ['[2]b.md', '[1]a.md'],
    ],
    ["a marker before the model's own link", 'See [1](https://example.com/).', ['[1]a.md']],
  ])('cites %s', (_, answer, expected) => {
    expect(cited({ answer, marker })).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['bare', 'As com.example/kb@1.0.0#a.md says.', ['a.md']],
    ['at the end of a sentence', 'As said in com.example/kb@1.0.0#a.md.', ['a.md']],
    ['in brackets', 'Said [com.example/kb@1.0.0#a.md].', ['a.md']],
    ['in parentheses', 'Said (com.example/kb@1.0.0#a.md).', ['a.md']],
    ['in angle brackets', 'Said <com.example/kb@1.0.0#a.md>.', ['a.md']],
    ['as the whole of a code span', 'Said `com.example/kb@1.0.0#a.md`.', ['a.md']],
    ['not as a part of a code span', 'Run `open com.example/kb@1.0.0#a.md`.', []],
    ['not inside a longer path', 'In com.example/kb@1.0.0#a.md.bak.', []],
    ['not inside a longer package name', 'In my-com.example/kb@1.0.0#a.md.', []],
    ['not of another version', 'In com.example/kb@1.0.1#a.md.', []],
    ['not without a version', 'In com.example/kb#a.md.', []],
    ['before an ellipsis', 'As com.example/kb@1.0.0#a.md... says.', ['a.md']],
    ['not as the address of a link', 'See [it](com.example/kb@1.0.0#a.md).', []],
    ['not inside an address', 'See https://e.example/com.example/kb@1.0.0#a.md', []],
    ['not percent-encoded', 'In com.example%2Fkb@1.0.0#a.md or com.example/kb@1.0.0#a%2Emd.', []],
    ['not in another case', 'In com.example/kb@1.0.0#A.md.', []],
    ['not in a fenced block', '```\ncom.example/kb@1.0.0#a.md\n```', []],
  ])('takes a reference %s', (_, answer, expected) => {
    expect(cited({ answer })).toEqual(expected);
  });

  it('takes the longest reference where one begins another', () => {
    const long = record('a.md/part.md');
    expect(cited({ answer: `See ${long.node.ref}.`, returned: [a, long] })).toEqual(['a.md/part.md']);
  });

  it('lists citations by the place of their first mention, whichever way each is named', () => {
    const answer = `- ${c.node.ref}\n\n> [2] and \`${a.node.ref}\`\n\n[1, 3] [2]`;
    const event = createCitationsEvent({ messageId: 'm', answer, returned: [a, b, c], marker });
    const first = event.value.citations.map(({ marker: mark, record: { node } }) =>
      Math.min(
        ...[mark, node.ref].flatMap((text) => (text && answer.includes(text) ? answer.indexOf(text) : [])),
      ),
    );
    expect(event.value.citations).toHaveLength(3);
    expect(first).toEqual(first.toSorted((x, y) => x - y));
  });

  it('never cites a node the Reader did not return in this run', () => {
    expect(cited({ answer: `See ${a.node.ref} and ${b.node.ref}.`, returned: [a] })).toEqual(['a.md']);
  });

  it.each([
    ['【1】', 'As said【1】.'],
    ['(1)', 'As said (1).'],
    ['¹', 'As said¹.'],
    ['[^1]', 'As said [^1].'],
    ['[Returns policy]', 'As said [Returns policy].'],
  ])('takes the marker %s as it is', (mark, answer) => {
    expect(cited({ answer, returned: [a], marker: () => mark })).toEqual([`${mark}a.md`]);
  });

  it('leaves the marker out of an entry that only its reference mentions', () => {
    expect(cited({ answer: `See ${b.node.ref} and [1].`, marker })).toEqual(['b.md', '[1]a.md']);
  });
});

describe('one entry a reference and span', () => {
  const first = record('a.md', { span: { start: 0, end: 10 } });
  const second = record('a.md', { span: { start: 10, end: 20 } });

  it('keeps two spans of one node apart', () => {
    const marker = numbered([first, second]);
    expect(cited({ answer: 'X [2]. Y [1].', returned: [first, second], marker })).toEqual([
      '[2]a.md',
      '[1]a.md',
    ]);
  });

  it('lists a record that two searches returned once', () => {
    const again = record('a.md', { score: 0.4 });
    expect(cited({ answer: `${a.node.ref}`, returned: [a, again] })).toEqual(['a.md']);
  });

  it('tells when two packages claim one reference, and keeps the first', () => {
    const forged = record('a.md', { package: { ...a.package, digest: `sha256:${'b'.repeat(64)}` } });
    const input = { answer: a.node.ref, returned: [a, forged] };
    expect(findings(input)).toMatchObject([{ code: 'same-reference', path: ['returned', 1] }]);
    const event = createCitationsEvent({ messageId: 'm', ...input });
    expect(event.value.citations).toEqual([{ record: a }]);
  });
});

describe('what a record says', () => {
  const rich = { ...record('a.md', { score: 0.5 }), laterField: { kept: true } };

  it('is sent unchanged, unknown properties too', () => {
    const event = createCitationsEvent({ messageId: 'm', answer: rich.node.ref, returned: [rich] });
    expect(event.value.citations).toEqual([{ record: rich }]);
  });

  it('loses nothing but text when text is left out', () => {
    const event = createCitationsEvent({
      messageId: 'm',
      answer: rich.node.ref,
      returned: [rich],
      text: false,
    });
    const { text: _, ...rest } = rich;
    expect(event.value.citations).toEqual([{ record: rest }]);
    expect(rich.text).toBe('Body of a.md');
  });
});

describe('what is left out', () => {
  it('is told when a record is not valid', () => {
    const { trust: _, ...broken } = a;
    const told = findings({ answer: a.node.ref, returned: [broken as CitationRecord] });
    expect(told).toMatchObject([
      { code: 'invalid-record', path: ['returned', 0, 'trust'] },
      { code: 'unresolved-mention' },
    ]);
  });

  it.each([
    ['a marker', 'Invented [9].', '[9]'],
    ['a reference', 'Invented com.example/kb@1.0.0#none.md.', 'com.example/kb@1.0.0#none.md'],
  ])('is told when %s names nothing returned', (_, answer, mention) => {
    const told = findings({ answer, marker: numbered([a, b, c]) });
    expect(told).toEqual([
      {
        code: 'unresolved-mention',
        path: ['answer', answer.indexOf(mention)],
        message: expect.stringContaining(mention),
      },
    ]);
  });

  it('is nothing when every mention was returned', () => {
    expect(findings({ answer: `One [1], two ${b.node.ref}.`, marker: numbered([a, b, c]) })).toEqual([]);
  });
});

describe('a wrong argument of the caller', () => {
  const good = { messageId: 'm', answer: '', returned: [a] };
  it.each<[string, object]>([
    ['no message id', { ...good, messageId: '' }],
    ['an answer that is no string', { ...good, answer: undefined }],
    ['records that are no list', { ...good, returned: undefined }],
    ['a marker that is no function', { ...good, marker: '[1]' }],
    ['a marker function that gives a blank', { ...good, marker: () => ' ' }],
    ['a marker function that gives a number', { ...good, marker: () => 1 }],
    ['a date without an offset', { ...good, computedAt: '2026-01-31T09:00:00' }],
    ['a date without a time', { ...good, computedAt: '2026-01-31' }],
    ['a day that does not exist', { ...good, computedAt: '2026-02-30T09:00:00Z' }],
    ['a text option that is no boolean', { ...good, text: 'no' }],
  ])('throws: %s', (_, input) => {
    expect(() => createCitationsEvent(input as CitationsEventInput)).toThrow(TypeError);
  });
});

describe('recordRun', () => {
  it('gives back what it is given, so a call can be wrapped', () => {
    const run = recordRun();
    const hits = [a, b];
    expect(run.add(hits)).toBe(hits);
    expect(run.add(c)).toBe(c);
    expect(run.add(undefined)).toBeUndefined();
    expect([...run]).toEqual([a, b, c]);
  });

  it('numbers records in the order in which the run saw them, whoever returns them again', () => {
    const run = recordRun();
    run.add([a, b]);
    run.add([record('b.md', { score: 0.1 }), c]);
    expect(run.records.map(run.marker)).toEqual(['[1]', '[2]', '[3]']);
    expect(run.marker(record('b.md', { score: 0.1 }))).toBe('[2]');
    expect(run.marker(record('never.md'))).toBeUndefined();
  });

  it('is what the event takes', () => {
    const run = recordRun();
    run.add([a, b]);
    expect(cited({ answer: 'X [2].', returned: run, marker: run.marker })).toEqual(['[2]b.md']);
  });
});
