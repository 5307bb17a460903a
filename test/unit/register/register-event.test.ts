import { describe, expect, it } from 'vitest';
import { createRegister, type RegisterEntry, registerEvent } from '../../../src/register/index.js';

const pages = registerEvent('shop.pages', (value) => {
  const { urls } = value as { urls: string[] };
  return urls.map((url, index) => ({ marker: index + 1, kind: 'web', url }));
});

describe('registerEvent', () => {
  it('gives the entries that the host makes of its event', () => {
    const evidence = pages({ type: 'CUSTOM', name: 'shop.pages', value: { urls: ['https://a.example/'] } });
    expect(evidence).toEqual({
      entries: [{ marker: 1, kind: 'web', url: 'https://a.example/' }],
      claims: [],
      findings: [],
    });
    expect(createRegister({ content: 'A [1].', ...evidence }).attribution).toBe('per-claim');
  });

  it.each<[string, unknown]>([
    ['another name', { type: 'CUSTOM', name: 'shop.carts', value: {} }],
    ['another type', { type: 'RAW', name: 'shop.pages', value: {} }],
    ['no event', 'shop.pages'],
    ['nothing', undefined],
  ])('is silent for %s', (_, event) => {
    expect(pages(event)).toBeUndefined();
  });

  it('carries message, claims and attribution', () => {
    const reader = registerEvent('shop.answer', () => ({
      messageId: 'm1',
      entries: [{ marker: 1, kind: 'tool', toolName: 'stock' }],
      claims: [{ start: 0, end: 2, citations: [1] }],
      attribution: 'per-claim',
    }));
    expect(reader({ type: 'CUSTOM', name: 'shop.answer', value: null })).toMatchObject({
      messageId: 'm1',
      entries: [{ toolName: 'stock' }],
      claims: [{ citations: [1] }],
      attribution: 'per-claim',
    });
  });

  it('takes a host function that fails on a value as a finding', () => {
    expect(pages({ type: 'CUSTOM', name: 'shop.pages', value: null })).toMatchObject({
      entries: [],
      findings: [{ code: 'reader-failed', path: ['value'] }],
    });
  });

  it.each([[7], ['x'], [{ entries: 'x' }]])('takes %j from a host function as a finding', (result) => {
    const reader = registerEvent('e', () => result as unknown as RegisterEntry[]);
    const evidence = reader({ type: 'CUSTOM', name: 'e', value: {} });
    expect(evidence?.entries).toEqual([]);
    expect(evidence?.findings.map((finding) => finding.code)).toEqual(['invalid-register']);
  });

  it('lets the host function find nothing in an event', () => {
    const reader = registerEvent('e', () => undefined);
    expect(reader({ type: 'CUSTOM', name: 'e', value: {} })).toEqual({
      entries: [],
      claims: [],
      findings: [],
    });
  });

  it('throws when it is called without a name or a function', () => {
    expect(() => registerEvent('', () => [])).toThrow(TypeError);
    expect(() => registerEvent('e', undefined as unknown as () => [])).toThrow(TypeError);
  });
});
