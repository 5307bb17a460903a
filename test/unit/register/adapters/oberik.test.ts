import { describe, expect, it } from 'vitest';
import { createRegister, fromOberikResponse, segmentAnswer } from '../../../../src/register/index.js';

const SENTENCE = 'There are 5 free days at destination';

const kept = {
  content: `${SENTENCE} [2].`,
  claims: [{ text: SENTENCE, start: 0, end: 36, citations: [2] }],
  citations: [
    { marker: 1, kind: 'web', title: 'Tariffs', url: 'https://carrier.example/tariffs', used: false },
    {
      marker: 2,
      kind: 'document',
      title: 'Tariff 2026.pdf',
      quote: '5 days free',
      used: true,
      page: 12,
      score: 0.83,
    },
  ],
  attribution: 'per-claim',
};

const stripped = {
  content: `🚢 ${SENTENCE}. Thanks for asking 🙏.`,
  // This service counts code points; the ship is one.
  claims: [{ text: `${SENTENCE}.`, start: 2, end: 39, citations: [1, 2] }],
  citations: [
    {
      marker: 1,
      kind: 'tool',
      title: 'tracking',
      toolName: 'get_shipment',
      toolArguments: { id: 'S-1' },
      used: true,
    },
    { marker: 2, kind: 'memory', quote: 'I ship from Basel.', title: null, url: null, used: true },
  ],
  attribution: 'per-claim',
};

const everyKind = {
  content: 'Done.',
  claims: [],
  citations: ['document', 'web', 'memory', 'wiki', 'tool', 'preview', 'file', 'satellite'].map(
    (kind, index) => ({
      marker: index + 1,
      kind,
      title: kind,
      used: false,
    }),
  ),
  attribution: 'retrieval-only',
};

const nothing = { content: 'I do not know [2].', claims: [], citations: [], attribution: 'none' };

const overlapping = {
  content: 'Rent is due. Pets are fine.',
  claims: [
    { text: 'Rent is due. Pets', start: 0, end: 17, citations: [1] },
    { text: 'Pets are fine.', start: 13, end: 27, citations: [2, 99] },
  ],
  citations: [
    { marker: 1, kind: 'wiki', title: 'Rent', used: true },
    { marker: 2, kind: 'file', path: '/workspace/pets.txt', used: true },
  ],
  attribution: 'per-claim',
};

/** Segments as text with the markers of their pills behind a bar. */
function drawn(response: unknown): string[] {
  const evidence = fromOberikResponse(response);
  const register = createRegister(evidence);
  const segments = segmentAnswer({ content: evidence.content, claims: register.claims, register });
  return segments.map(({ text, citations }) => [text, ...citations.map((entry) => entry.marker)].join('|'));
}

describe('fromOberikResponse', () => {
  it.each<[string, unknown, string[]]>([
    ['markers kept in the text', kept, [`${SENTENCE}|[2]`, ' [2].']],
    [
      'markers stripped, emoji before the offset',
      stripped,
      ['🚢 ', `${SENTENCE}.|[1]|[2]`, ' Thanks for asking 🙏.'],
    ],
    ['nothing attributed', everyKind, ['Done.']],
    ['nothing at all, and an invented marker', nothing, ['I do not know [2].']],
    [
      'claims that overlap, and a marker that names nothing',
      overlapping,
      ['Rent is due. ', 'Pets|[1]', ' are fine.|[2]'],
    ],
  ])('draws %s', (_, response, expected) => {
    expect(drawn(response)).toEqual(expected);
  });

  it.each([
    [kept, 'per-claim'],
    [everyKind, 'retrieval-only'],
    [nothing, 'none'],
  ])('keeps what the vendor says of attribution', (response, attribution) => {
    expect(createRegister(fromOberikResponse(response)).attribution).toBe(attribution);
  });

  it('keeps every kind with what is its own', () => {
    expect(fromOberikResponse(everyKind).entries.map((entry) => entry.kind)).toContain('satellite');
    expect(fromOberikResponse(kept).entries[1]).toEqual(kept.citations[1]);
    expect(fromOberikResponse(stripped).entries[0]).toMatchObject({ toolArguments: { id: 'S-1' } });
  });

  it('counts null as absent', () => {
    const evidence = fromOberikResponse(stripped);
    expect(evidence.entries[1]).toEqual({
      marker: 2,
      kind: 'memory',
      quote: 'I ship from Basel.',
      used: true,
    });
    expect(evidence.findings).toEqual([]);
  });

  it('reports fields of a wrong type', () => {
    const evidence = fromOberikResponse({ content: 1, claims: {}, citations: 'x', attribution: 'all' });
    expect(evidence).toMatchObject({ content: '', entries: [], claims: [] });
    expect(evidence.findings.map(({ path }) => path)).toEqual([
      ['citations'],
      ['claims'],
      ['content'],
      ['attribution'],
    ]);
  });

  it.each([[undefined], [null], ['text'], [[]]])('reports %j as no response', (input) => {
    expect(fromOberikResponse(input)).toMatchObject({
      entries: [],
      findings: [{ code: 'invalid-response' }],
    });
  });
});
