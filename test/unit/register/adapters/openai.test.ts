import { describe, expect, it } from 'vitest';
import { createRegister, type Evidence, fromOpenAIResponse } from '../../../../src/register/index.js';
import * as shapes from './openai.shapes.js';

/** The claims as the text they cover and what they cite. */
function claimed({ content, claims }: Evidence): unknown[] {
  return claims.map(({ start = 0, end = 0, citations }) => [content.slice(start, end), ...citations]);
}

describe('fromOpenAIResponse', () => {
  it('takes url citations as claims of their range, and sources nothing cites as not used', () => {
    const evidence = fromOpenAIResponse(shapes.webSearch);
    expect(claimed(evidence)).toEqual([
      ['([example.com](https://example.com/fees?utm_source=openai))', 1],
      ['([pets.example](https://pets.example/?utm_source=openai))', 2],
    ]);
    expect(evidence.entries).toMatchObject([
      {
        marker: 1,
        kind: 'web',
        title: 'Fees',
        url: 'https://example.com/fees?utm_source=openai',
        used: true,
      },
      { marker: 2, kind: 'web', title: 'Pets', used: true },
      { marker: 3, kind: 'web', url: 'https://unused.example/', used: false },
    ]);
  });

  it.each([
    ['code points', shapes.emojiBefore],
    ['UTF-16 units', shapes.emojiUtf16],
  ])('finds the range behind emoji where offsets count %s', (_, response) => {
    expect(claimed(fromOpenAIResponse(response))).toEqual([['([a.example](https://a.example/))', 1]]);
  });

  it('takes the sentence before a file citation as its claim', () => {
    const evidence = fromOpenAIResponse(shapes.fileSearch);
    expect(claimed(evidence)).toEqual([
      ['You have 30 days to return it.', 1],
      ['Keep the receipt.', 1],
    ]);
    expect(evidence.entries).toMatchObject([
      { kind: 'document', title: 'returns.pdf', quote: 'Returns within 30 days.', score: 0.91, used: true },
      { kind: 'document', title: 'shipping.pdf', used: false },
    ]);
  });

  it('makes no claim of file citations that number files', () => {
    const evidence = fromOpenAIResponse(shapes.fileList);
    expect(evidence.claims).toEqual([]);
    expect(createRegister(evidence).attribution).toBe('retrieval-only');
  });

  it('takes a container file as a file', () => {
    const evidence = fromOpenAIResponse(shapes.containerFile);
    expect(claimed(evidence)).toEqual([['sandbox:/mnt/data/total.csv', 1]]);
    expect(evidence.entries).toMatchObject([{ kind: 'file', path: 'total.csv' }]);
  });

  it('keeps citations that overlap', () => {
    expect(claimed(fromOpenAIResponse(shapes.overlapping))).toEqual([
      ['Rent is due', 1],
      ['Rent is due', 2],
      ['is due on the first', 3],
    ]);
  });

  it('lists a tool call with its arguments', () => {
    expect(fromOpenAIResponse(shapes.mcpCall).entries).toMatchObject([
      {
        kind: 'tool',
        toolName: 'get_balance',
        toolArguments: { account: 'A-1' },
        quote: '42.00 EUR',
        used: false,
      },
    ]);
  });

  it('counts offsets from the start of their own part', () => {
    const evidence = fromOpenAIResponse(shapes.twoParts);
    expect(evidence.content).toBe('First. Second (https://a.example/).');
    expect(claimed(evidence)).toEqual([['(https://a.example/)', 1]]);
  });

  it('reads one output_text part or the output list as well', () => {
    const [message] = shapes.containerFile.output;
    expect(claimed(fromOpenAIResponse(message?.content[0]))).toHaveLength(1);
    expect(claimed(fromOpenAIResponse(shapes.containerFile.output))).toHaveLength(1);
  });

  it('reports an annotation of an unknown kind', () => {
    const part = { type: 'output_text', text: 'A.', annotations: [{ type: 'later_citation' }] };
    expect(fromOpenAIResponse(part)).toMatchObject({
      entries: [],
      findings: [{ code: 'unknown-citation', path: ['annotations', 0] }],
    });
  });

  it.each([[undefined], [null], ['text'], [7], [{}], [{ output: 'x' }]])(
    'reports %j as no response',
    (input) => {
      expect(fromOpenAIResponse(input)).toMatchObject({
        entries: [],
        findings: [{ code: 'invalid-response' }],
      });
    },
  );
});
