import { describe, expect, it } from 'vitest';
import {
  type Claim,
  type RegisterEntry,
  type SegmentInput,
  segmentAnswer,
} from '../../../src/register/index.js';
import type { Finding } from '../../../src/schema/finding.js';

const register: RegisterEntry[] = [1, 2, 3].map((marker) => ({
  marker,
  kind: 'web',
  title: `Page ${marker}`,
}));

/** Segments as text with the markers of their pills behind a bar. */
function drawn(content: string, claims: unknown, entries: SegmentInput['register'] = register): string[] {
  const segments = segmentAnswer({ content, claims: claims as Claim[], register: entries });
  return segments.map(({ text, citations }) => [text, ...citations.map((entry) => entry.marker)].join('|'));
}

function told(content: string, claims: unknown): Finding[] {
  const findings: Finding[] = [];
  segmentAnswer({
    content,
    claims: claims as Claim[],
    register,
    onFinding: (finding) => findings.push(finding),
  });
  return findings;
}

const content = 'Rent is due. Pets are fine.';

describe('segmentAnswer', () => {
  it.each<[string, Claim[] | undefined, string[]]>([
    ['one segment for an answer without claims', undefined, [content]],
    ['one segment when no claim cites anything', [{ start: 0, end: 12, citations: [] }], [content]],
    [
      'a pill at the end of a claim',
      [{ start: 0, end: 12, citations: [1] }],
      ['Rent is due.|1', ' Pets are fine.'],
    ],
    [
      'two pills for a claim with two citations',
      [{ start: 0, end: 12, citations: [1, 3] }],
      ['Rent is due.|1|3', ' Pets are fine.'],
    ],
    [
      'a claim in the middle',
      [{ start: 5, end: 7, citations: [2] }],
      ['Rent ', 'is|2', ' due. Pets are fine.'],
    ],
    [
      'a number and its text in brackets as one marker',
      [{ start: 0, end: 12, citations: ['[2]'] }],
      ['Rent is due.|2', ' Pets are fine.'],
    ],
  ])('gives %s', (_, claims, expected) => {
    expect(drawn(content, claims)).toEqual(expected);
  });

  it('gives one empty segment for an empty answer', () => {
    expect(drawn('', undefined)).toEqual(['']);
  });

  it('drops a marker that names nothing and keeps the rest of the claim', () => {
    expect(drawn(content, [{ start: 0, end: 12, citations: [9, 1] }])).toEqual([
      'Rent is due.|1',
      ' Pets are fine.',
    ]);
    expect(told(content, [{ start: 0, end: 12, citations: [9, 1] }])).toMatchObject([
      { code: 'unknown-marker', path: ['claims', 0] },
    ]);
  });

  it('splits at the edges of overlapping claims, each keeping its whole stretch', () => {
    const claims = [
      { start: 0, end: 12, citations: [1] },
      { start: 5, end: 17, citations: [2] },
    ];
    const segments = segmentAnswer({ content, claims, register });
    expect(segments.map(({ text, claims }) => [text, claims])).toEqual([
      ['Rent ', [0]],
      ['is due.', [0, 1]],
      [' Pets', [1]],
      [' are fine.', []],
    ]);
    expect(drawn(content, claims)).toEqual(['Rent ', 'is due.|1', ' Pets|2', ' are fine.']);
    expect(told(content, claims)).toMatchObject([{ code: 'claim-overlaps', path: ['claims', 1] }]);
  });

  it('draws the pill of a nested claim inside the outer one', () => {
    const claims = [
      { start: 5, end: 7, citations: [2] },
      { start: 0, end: 12, citations: [1] },
    ];
    expect(drawn(content, claims)).toEqual(['Rent ', 'is|2', ' due.|1', ' Pets are fine.']);
    expect(told(content, claims)).toMatchObject([{ code: 'claim-nested', path: ['claims', 0] }]);
  });

  it('draws one pill where two claims of one source end together', () => {
    const claims = [
      { start: 0, end: 12, citations: [1] },
      { start: 5, end: 12, citations: [1, 2] },
    ];
    expect(drawn(content, claims)).toEqual(['Rent ', 'is due.|1|2', ' Pets are fine.']);
  });
});

describe('a claim that is put right', () => {
  const emoji = 'Hi 👋🏽. Rent is due. Näher.';

  it.each<[string, string, Claim, string, string]>([
    [
      'swaps reversed offsets',
      content,
      { start: 12, end: 0, citations: [1] },
      'claim-reversed',
      'Rent is due.',
    ],
    [
      'cuts a claim at the end of the answer',
      content,
      { start: 13, end: 999, citations: [1] },
      'claim-out-of-range',
      'Pets are fine.',
    ],
    [
      'cuts a claim at the start of the answer',
      content,
      { start: -5, end: 4, citations: [1] },
      'claim-out-of-range',
      'Rent',
    ],
    [
      'takes a split character whole at the start',
      'a👋b',
      { start: 2, end: 4, citations: [1] },
      'claim-splits-character',
      '👋b',
    ],
    [
      'takes a split character whole at the end',
      'a👋b',
      { start: 0, end: 2, citations: [1] },
      'claim-splits-character',
      'a👋',
    ],
    [
      'reads offsets in code points',
      emoji,
      { text: 'Rent is due.', start: 7, end: 19, citations: [1] },
      'claim-moved',
      'Rent is due.',
    ],
    [
      'reads offsets in UTF-8 bytes',
      emoji,
      { text: 'Näher.', start: 26, end: 33, citations: [1] },
      'claim-moved',
      'Näher.',
    ],
    [
      'finds its text when the offsets are wrong',
      content,
      { text: 'Pets are fine.', start: 2, end: 9, citations: [1] },
      'claim-moved',
      'Pets are fine.',
    ],
    [
      'finds its text when there are no offsets',
      content,
      { text: 'Pets are fine.', citations: [1] },
      'claim-moved',
      'Pets are fine.',
    ],
    [
      'keeps its offsets when its text is nowhere',
      content,
      { text: 'Dogs', start: 13, end: 17, citations: [1] },
      'claim-text-differs',
      'Pets',
    ],
  ])('%s', (_, answer, claim, code, expected) => {
    const segments = segmentAnswer({ content: answer, claims: [claim], register });
    expect(segments.filter((segment) => segment.citations.length > 0).map((segment) => segment.text)).toEqual(
      [expected],
    );
    expect(told(answer, [claim])).toMatchObject([{ code, path: ['claims', 0] }]);
  });

  it.each<[string, unknown, string]>([
    ['covers nothing', { start: 3, end: 3, citations: [1] }, 'claim-empty'],
    ['lies wholly outside', { start: 500, end: 600, citations: [1] }, 'claim-out-of-range'],
    ['has no offsets and no text', { citations: [1] }, 'claim-without-place'],
    ['has offsets that are no whole numbers', { start: 0.5, end: 3, citations: [1] }, 'claim-without-place'],
    ['is no claim', 'Rent', 'invalid-claim'],
    ['cites what is no marker', { start: 0, end: 4, citations: [{}] }, 'invalid-claim'],
  ])('is left out when it %s', (_, claim, code) => {
    expect(drawn(content, [claim])).toEqual([content]);
    expect(told(content, [claim])[0]).toMatchObject({ code });
  });

  it('is left out when looking for its text would take too long', () => {
    const long = `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}`;
    const claims = [{ text: `b${'a'.repeat(10_000)}`, citations: [1] }];
    expect(drawn(long, claims)).toEqual([long]);
    expect(told(long, claims)).toMatchObject([{ code: 'claim-without-place' }]);
  });

  it('reports claims that are no list', () => {
    expect(drawn(content, 'all of it')).toEqual([content]);
    expect(told(content, 'all of it')).toMatchObject([{ code: 'invalid-claims', path: ['claims'] }]);
  });
});
