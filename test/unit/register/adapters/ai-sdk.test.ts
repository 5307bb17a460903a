import { describe, expect, it } from 'vitest';
import { createRegister, fromAiSdkMessage } from '../../../../src/register/index.js';

const envelope = { id: 'm1', role: 'assistant' };

const webSources = {
  ...envelope,
  parts: [
    { type: 'step-start' },
    { type: 'source-url', sourceId: 's1', url: 'https://example.com/a', title: 'A' },
    { type: 'source-url', sourceId: 's2', url: 'https://example.com/b' },
    { type: 'source-url', sourceId: 's3', url: 'https://example.com/a', title: 'A' },
    { type: 'text', text: 'Answer 🏠.', state: 'done' },
  ],
};

const documentSource = {
  ...envelope,
  parts: [
    { type: 'text', text: 'See the tariff.' },
    {
      type: 'source-document',
      sourceId: 'd1',
      mediaType: 'application/pdf',
      title: 'Tariff',
      filename: 'tariff.pdf',
      providerMetadata: { anthropic: { citedText: '5 days', startPageNumber: 5, endPageNumber: 6 } },
    },
  ],
};

const tools = {
  ...envelope,
  parts: [
    {
      type: 'tool-getWeather',
      toolCallId: 'call_1',
      state: 'output-available',
      input: { city: 'Bern' },
      output: { temperature: 21 },
    },
    {
      type: 'dynamic-tool',
      toolName: 'lookup',
      toolCallId: 'call_2',
      state: 'output-available',
      input: {},
      output: 'found',
    },
    { type: 'tool-getWeather', toolCallId: 'call_3', state: 'output-error', input: {}, errorText: 'down' },
    { type: 'tool-getWeather', toolCallId: 'call_4', state: 'input-streaming', input: undefined },
  ],
};

const twoSteps = {
  ...envelope,
  parts: [
    { type: 'step-start' },
    { type: 'text', text: 'Let me look.' },
    { type: 'step-start' },
    { type: 'reasoning', text: 'thinking' },
    { type: 'text', text: 'It is [1].' },
    { type: 'source-url', sourceId: 's1', url: 'https://example.com/a' },
    { type: 'data-note', data: { kind: 'x' } },
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' },
  ],
};

/** Two documents of one title, told apart by their id alone, and a source whose address is no web address. */
const oddSources = {
  ...envelope,
  parts: [
    { type: 'text', text: '👋🏽 Siehe 【1】 und 【3】.' },
    { type: 'source-document', sourceId: 'd1', mediaType: 'text/plain', title: 'Notiz' },
    { type: 'source-document', sourceId: 'd2', mediaType: 'text/plain', title: 'Notiz' },
    { type: 'source-url', sourceId: 's1', url: 'gs://bucket/file.pdf', title: '' },
  ],
};

describe('fromAiSdkMessage', () => {
  it('lists each address once', () => {
    const evidence = fromAiSdkMessage(webSources);
    expect(evidence.entries).toMatchObject([
      { marker: 1, kind: 'web', title: 'A', url: 'https://example.com/a' },
      { marker: 2, kind: 'web', url: 'https://example.com/b' },
    ]);
    expect(createRegister(evidence).attribution).toBe('retrieval-only');
  });

  it('takes page and quote of a document from what the provider tells', () => {
    expect(fromAiSdkMessage(documentSource).entries).toMatchObject([
      { kind: 'document', title: 'Tariff', path: 'tariff.pdf', page: 5, quote: '5 days' },
    ]);
  });

  it('lists the tool calls that gave a result', () => {
    expect(fromAiSdkMessage(tools).entries).toMatchObject([
      { kind: 'tool', toolName: 'getWeather', toolArguments: { city: 'Bern' }, quote: '{"temperature":21}' },
      { kind: 'tool', toolName: 'lookup', quote: 'found' },
    ]);
  });

  it('joins the text of steps with a blank line and takes markers in it', () => {
    const evidence = fromAiSdkMessage(twoSteps);
    expect(evidence.content).toBe('Let me look.\n\nIt is [1].');
    expect(createRegister(evidence)).toMatchObject({ attribution: 'per-claim', entries: [{ used: true }] });
  });

  it('keeps sources apart that only their id tells apart, and any address as text', () => {
    const evidence = fromAiSdkMessage(oddSources);
    expect(evidence.entries).toMatchObject([
      { marker: 1, title: 'Notiz' },
      { marker: 2, title: 'Notiz' },
      { marker: 3, kind: 'web', url: 'gs://bucket/file.pdf' },
    ]);
    // The text has other brackets than the numbers stand for: nothing is attributed by them.
    expect(createRegister(evidence).attribution).toBe('retrieval-only');
  });

  it('reads the parts list alone', () => {
    expect(fromAiSdkMessage(webSources.parts).entries).toHaveLength(2);
  });

  it('takes odd parts for nothing', () => {
    expect(fromAiSdkMessage({ parts: [null, 7, {}, { type: 'text' }, { type: 'text', text: 3 }] })).toEqual({
      content: '',
      entries: [],
      claims: [],
      findings: [],
    });
  });

  it.each([[undefined], [null], ['text'], [{}], [{ parts: 1 }]])('reports %j as no message', (input) => {
    expect(fromAiSdkMessage(input)).toMatchObject({ entries: [], findings: [{ code: 'invalid-response' }] });
  });
});
