import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerParser } from '../../src/markdown/index.js';
import type { CitationRecord } from '../../src/schema/citation-record.js';
import { citationsEventSchema } from '../../src/schema/citations-event.js';
import { createCitationsEvent, recordRun } from '../../src/service/index.js';
import { record } from '../unit/service/record.js';

const known = ['a.md', 'a.md.bak', 'a.md/part.md', 'b.md'].map((path) => record(path));
const spans = [0, 5].map((start) => record('c.md', { span: { start, end: start + 5 } }));
const all = [...known, ...spans];

const answer = fc.string({
  unit: fc.constantFrom(
    ' ',
    '\n',
    '`',
    '```\n',
    '.',
    '[1]',
    '[2]',
    '[1, 3]',
    '[2-4]',
    '[9]',
    '(https://x.example/[1])',
    '<',
    '>',
    '|',
    '- ',
    '👋',
    ...all.map(({ node }) => node.ref),
    'com.example/kb@1.0.0#none.md',
  ),
  maxLength: 30,
});
const returned = fc.array(fc.constantFrom(...all), { maxLength: 10 });

function key({ node, span }: CitationRecord): string {
  return `${node.ref} ${span?.start}`;
}

describe('createCitationsEvent', () => {
  it('keeps every service rule for any answer and any run', () => {
    fc.assert(
      fc.property(answer, returned, fc.boolean(), fc.boolean(), (answer, returned, useMarkers, text) => {
        const run = recordRun();
        run.add(returned);
        const event = createCitationsEvent({
          messageId: 'm',
          answer,
          returned: run,
          text,
          ...(useMarkers && { marker: run.marker }),
        });
        expect(citationsEventSchema.safeParse(event).success).toBe(true);
        const { citations } = event.value;
        // Returned in this run, as the Reader made it, text at most left out, and each once.
        for (const entry of citations) {
          const source = returned.find((one) => key(one) === key(entry.record));
          const { text: _, ...rest } = source ?? record('never');
          expect(entry.record).toEqual(text ? source : rest);
        }
        expect(new Set(citations.map((entry) => key(entry.record))).size).toBe(citations.length);
        // The client places every entry, in this order.
        const marks = citations.map(({ marker, record }) => ({ marker, ref: record.node.ref }));
        const { placements } = createAnswerParser().update(answer, marks);
        expect([...new Set(placements.map(({ citation }) => citation))]).toEqual(
          citations.map((_, index) => index),
        );
      }),
    );
  });

  it('throws for no records and no answer that came as data', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.anything({ maxDepth: 3 })), (answer, records) => {
        const event = createCitationsEvent({ messageId: 'm', answer, returned: records as CitationRecord[] });
        expect(event.value.citations).toEqual([]);
      }),
    );
  });
});
