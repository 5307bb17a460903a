import { describe, expect, it } from 'vitest';
import { fromLangChainToolResult } from '../../../../src/register/index.js';

const policy = {
  pageContent: 'Returns within 30 days 🏠.',
  metadata: { source: 'https://example.com/returns', title: 'Returns', loc: { lines: { from: 1, to: 9 } } },
  id: 'doc-1',
};
const pdf = {
  pageContent: 'Five days free.',
  metadata: { source: '/docs/tariff.pdf', loc: { pageNumber: 12 }, pdf: { totalPages: 40 } },
};
const pythonPdf = {
  id: null,
  page_content: 'Five days free.',
  metadata: { source: 'tariff.pdf', total_pages: 40, page: 11, page_label: 'xii' },
  type: 'Document',
};

const withArtifact = {
  type: 'tool',
  name: 'retrieve',
  tool_call_id: 'call_1',
  content: 'Source: returns …',
  artifact: [policy, pdf],
};

const serialised = {
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', 'ToolMessage'],
  kwargs: {
    name: 'retrieve',
    tool_call_id: 'call_1',
    content: 'text',
    artifact: [
      { lc: 1, type: 'constructor', id: ['langchain_core', 'documents', 'Document'], kwargs: policy },
    ],
  },
};

const agUiMessage = { id: 't1', role: 'tool', toolCallId: 'call_1', content: JSON.stringify([pythonPdf]) };
const scored = [
  [policy, 0.91],
  [pdf, 0.5],
];
const chainResult = { context: [policy], answer: 'Yes' };
const plainAnswer = { type: 'tool', name: 'get_balance', tool_call_id: 'call_9', content: '42 EUR' };

describe('fromLangChainToolResult', () => {
  it.each<[string, unknown, object[]]>([
    [
      'the artifact of a tool message',
      withArtifact,
      [
        {
          marker: 1,
          kind: 'web',
          url: 'https://example.com/returns',
          title: 'Returns',
          quote: policy.pageContent,
        },
        { marker: 2, kind: 'document', path: '/docs/tariff.pdf', page: 12 },
      ],
    ],
    ['the serialised form', serialised, [{ kind: 'web', title: 'Returns' }]],
    ['JSON in the content of an AG-UI tool message', agUiMessage, [{ kind: 'document', page: 'xii' }]],
    [
      'documents with scores',
      scored,
      [
        { kind: 'web', score: 0.91 },
        { kind: 'document', score: 0.5 },
      ],
    ],
    ['a list of documents as JSON text', JSON.stringify([policy, policy]), [{ kind: 'web' }]],
    ['the context of a chain', chainResult, [{ kind: 'web', title: 'Returns' }]],
    ['a result without documents', plainAnswer, [{ kind: 'tool', toolName: 'get_balance', quote: '42 EUR' }]],
  ])('reads %s', (_, input, expected) => {
    const evidence = fromLangChainToolResult(input);
    expect(evidence.entries).toMatchObject(expected);
    expect(evidence.entries).toHaveLength(expected.length);
    expect(evidence.findings).toEqual([]);
  });

  it('turns a page counted from 0 into the page people name', () => {
    const { page_label: _, ...metadata } = pythonPdf.metadata;
    expect(fromLangChainToolResult([{ ...pythonPdf, metadata }]).entries).toMatchObject([{ page: 12 }]);
  });

  it('takes a search that found nothing for no fault', () => {
    expect(fromLangChainToolResult([])).toEqual({ content: '', entries: [], claims: [], findings: [] });
  });

  it.each([[undefined], [null], [7], [{}], ['no JSON']])('reports %j as no result', (input) => {
    expect(fromLangChainToolResult(input)).toMatchObject({
      entries: [],
      findings: [{ code: 'no-documents' }],
    });
  });

  it('stops at a depth that no result has', () => {
    let nested: unknown = [policy];
    for (let depth = 0; depth < 10_000; depth++) nested = [nested];
    expect(fromLangChainToolResult(nested).entries).toEqual([]);
  });
});
