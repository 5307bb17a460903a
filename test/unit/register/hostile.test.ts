import { describe, expect, it } from 'vitest';
import type { Claim, RegisterEntry } from '../../../src/register/index.js';
import {
  createRegister,
  fromAiSdkMessage,
  fromAnthropicMessage,
  fromLangChainToolResult,
  fromOpenAIResponse,
  markerText,
  segmentAnswer,
} from '../../../src/register/index.js';

const web: RegisterEntry = { marker: 1, kind: 'web' };

/** Lists in lists: valid JSON, and too deep for `JSON.stringify`. */
const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

describe('claims from a hostile service', () => {
  it('with very many invalid markers are findings, nothing is thrown', () => {
    const claims = [{ citations: new Array(200_000).fill(null) }] as unknown as Claim[];
    const { findings } = createRegister({ content: 'x', entries: [web], claims });
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length).toBeLessThan(200);
  });

  it('with very many markers that name nothing are findings, nothing is thrown', () => {
    const citations = Array.from({ length: 200_000 }, (_, index) => `[${index + 1}]`);
    const { claims, findings } = createRegister({
      content: 'x',
      entries: [web],
      claims: [{ start: 0, end: 1, citations }],
    });
    expect(claims).toMatchObject([{ citations: ['[1]'] }]);
    expect(findings).toHaveLength(199_999);
  });

  it('say once that a marker names nothing, however often a claim repeats it', () => {
    const told: unknown[] = [];
    const claims = [{ start: 0, end: 1, citations: new Array<number>(5_000).fill(7) }];
    segmentAnswer({ content: 'x', claims, register: [web], onFinding: (finding) => told.push(finding) });
    expect(told).toMatchObject([{ code: 'unknown-marker' }]);
  });

  it('are used up to a limit, and that is told', () => {
    const claims = new Array<Claim>(2_001).fill({ start: 0, end: 1, citations: [1] });
    const { findings } = createRegister({ content: 'x', entries: [web], claims });
    expect(findings[0]).toMatchObject({ code: 'too-many-claims', path: ['claims'] });
  });
});

describe('a free number', () => {
  it('is never one that an entry has, where numbers grow a digit', () => {
    const entries = ['[999999999]', '[1000000000]', '[999999999]'].map((marker) => ({ ...web, marker }));
    const markers = createRegister({ content: '', entries }).entries.map((entry) => markerText(entry.marker));
    expect(new Set(markers).size).toBe(3);
  });
});

describe('a vendor answer with values that JSON cannot write', () => {
  it.each<[string, () => { entries: readonly RegisterEntry[] }]>([
    [
      'a deep tool output',
      () => fromAiSdkMessage({ parts: [{ type: 'tool-x', state: 'output-available', output: deep }] }),
    ],
    [
      'a bigint as tool output',
      () => fromAiSdkMessage({ parts: [{ type: 'tool-x', state: 'output-available', output: 1n }] }),
    ],
    ['a deep source id', () => fromAiSdkMessage({ parts: [{ type: 'source-url', sourceId: deep }] })],
    [
      'a deep document index',
      () =>
        fromAnthropicMessage([
          { type: 'text', text: 'x', citations: [{ type: 'char_location', document_index: deep }] },
        ]),
    ],
    ['a deep call id', () => fromOpenAIResponse({ output: [{ type: 'mcp_call', id: deep }] })],
    ['a deep document id', () => fromLangChainToolResult([{ pageContent: 'x', id: deep }])],
  ])('%s keeps its entry', (_name, read) => {
    expect(read().entries).toHaveLength(1);
  });
});
