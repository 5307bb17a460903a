import { describe, expect, it } from 'vitest';
import {
  createRegister,
  type Evidence,
  fromAnthropicMessage,
  segmentAnswer,
} from '../../../../src/register/index.js';
import * as shapes from './anthropic.shapes.js';

function claimed({ content, claims }: Evidence): unknown[] {
  return claims.map(({ start = 0, end = 0, citations }) => [content.slice(start, end), ...citations]);
}

describe('fromAnthropicMessage', () => {
  it('joins text blocks and takes those with citations as claims', () => {
    const evidence = fromAnthropicMessage(shapes.plainText);
    expect(evidence.content).toBe('According to the document, the grass is green and the sky is blue 🌤️.');
    expect(claimed(evidence)).toEqual([
      ['the grass is green', 1],
      ['the sky is blue 🌤️.', 2, 1],
    ]);
    expect(evidence.entries).toMatchObject([
      { kind: 'document', title: 'Example Document', quote: 'The grass is green.', used: true },
      { kind: 'document', quote: 'The sky is blue.', fileId: 'file_011' },
    ]);
  });

  it('names pages as people do: the exclusive end becomes the last page', () => {
    const { entries } = fromAnthropicMessage(shapes.pdf);
    expect(entries).toMatchObject([{ page: 5 }, { page: 7, endPage: 9, title: 'Tariff' }]);
    expect(entries[0]).not.toHaveProperty('endPage');
    expect(entries[0]).not.toHaveProperty('title');
  });

  it('leaves the space around a block outside its claim', () => {
    expect(claimed(fromAnthropicMessage(shapes.pdf))).toEqual([['🚢 Five free days at destination.', 1, 2]]);
  });

  it('takes a block of a custom document', () => {
    expect(fromAnthropicMessage(shapes.customContent).entries).toMatchObject([
      { kind: 'document', title: 'Custom Content', quote: 'These are important findings' },
    ]);
  });

  it('takes a search result as a page when its source is a web address, else as a document', () => {
    expect(fromAnthropicMessage(shapes.searchResult).entries).toMatchObject([
      { kind: 'web', url: 'https://docs.example.com/api-keys', title: 'API keys' },
      { kind: 'document', path: 'kb/keys.md' },
    ]);
  });

  it('lists what a web search returned and nothing cites as not used', () => {
    const evidence = fromAnthropicMessage(shapes.webSearch);
    expect(evidence.entries).toMatchObject([
      { kind: 'web', url: 'https://wiki.example/Claude_Shannon', used: true },
      { kind: 'web', url: 'https://unused.example/', title: 'Unused', used: false },
    ]);
    expect(claimed(evidence)).toEqual([['Claude Shannon was born on April 30, 1916', 1]]);
  });

  it('has no entries for a search that failed', () => {
    expect(fromAnthropicMessage(shapes.webSearchFailed)).toEqual({
      content: 'I could not search.',
      entries: [],
      claims: [],
      findings: [],
    });
  });

  it('lists a fetched page', () => {
    expect(fromAnthropicMessage(shapes.webFetch).entries).toMatchObject([
      { kind: 'web', url: 'https://example.com/article', title: 'Article', used: false },
    ]);
  });

  it('reads the content list alone, and text content', () => {
    expect(fromAnthropicMessage(shapes.pdf.content).entries).toHaveLength(2);
    expect(fromAnthropicMessage({ role: 'assistant', content: 'Hi' }).content).toBe('Hi');
  });

  it('reports a citation of an unknown kind and keeps the others', () => {
    const content = [
      {
        type: 'text',
        text: 'A',
        citations: [{ type: 'later_location' }, ...(shapes.pdf.content[0]?.citations ?? [])],
      },
    ];
    const evidence = fromAnthropicMessage({ content });
    expect(evidence.entries).toHaveLength(2);
    expect(evidence.findings).toMatchObject([
      { code: 'unknown-citation', path: ['content', 0, 'citations', 0] },
    ]);
  });

  it.each([[undefined], [null], [7], [{}], [{ content: 3 }]])('reports %j as no message', (input) => {
    expect(fromAnthropicMessage(input)).toMatchObject({
      entries: [],
      findings: [{ code: 'invalid-response' }],
    });
  });

  it('goes through the register into segments', () => {
    const evidence = fromAnthropicMessage(shapes.plainText);
    const register = createRegister(evidence);
    const segments = segmentAnswer({ content: evidence.content, claims: register.claims, register });
    expect(register.attribution).toBe('per-claim');
    expect(segments.map(({ text, citations }) => [text, citations.length])).toEqual([
      ['According to the document, ', 0],
      ['the grass is green', 1],
      [' and ', 0],
      ['the sky is blue 🌤️.', 2],
    ]);
  });
});
