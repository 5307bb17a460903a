import { describe, expect, test } from 'vitest';
import { formatAnswer } from '../../../src/react/answer/copy-answer.js';
import { german } from '../../../src/react/labels/german.js';
import { record, SHIPPING } from '../../../stories/fixtures.js';

const citations = [
  { marker: '[2]', record: record() },
  { marker: '[1]', record: SHIPPING },
];
const content = 'A parcel takes **two days** [1]. Refunds: 30 days [2].\n\n- one [1]\n- two';

describe('formatAnswer', () => {
  test('plain has the text without markers', () => {
    expect(formatAnswer({ content, citations }, 'plain')).toBe(
      'A parcel takes two days. Refunds: 30 days.\n\n- one\n- two',
    );
  });

  test('references are numbered by first mention', () => {
    const lines = formatAnswer({ content, citations }, 'references').split('\n');
    expect(lines[0]).toBe('A parcel takes two days [1]. Refunds: 30 days [2].');
    expect(lines.at(-3)).toBe('Sources');
    expect(lines.at(-2)).toBe(`[1] Shipping estimates, support-kb 4.2.0, ${SHIPPING.node.ref}`);
    expect(lines.at(-1)).toMatch(/^\[2\] Refund eligibility window/);
  });

  test('markdown keeps the answer as it was written', () => {
    const text = formatAnswer({ content, citations }, 'markdown', german);
    expect(text.startsWith(content)).toBe(true);
    expect(text).toContain('**Quellen**');
  });

  test('html escapes what comes from package and answer', () => {
    const hostile = record({ node: { title: '<img src=x onerror=alert(1)>' } });
    const html = formatAnswer(
      { content: 'a < b [1]', citations: [{ marker: '[1]', record: hostile }] },
      'html',
    );
    expect(html).toContain('<p>a &lt; b <sup>[1]</sup></p>');
    expect(html).not.toContain('<img');
  });

  test('a title cannot break out of its line in Markdown', () => {
    const hostile = record({ node: { title: '](https://evil.example) [x' } });
    const text = formatAnswer(
      { content: 'a [1]', citations: [{ marker: '[1]', record: hostile }] },
      'markdown',
    );
    expect(text).toContain('\\]\\(https');
  });

  test('malformed citations are left out', () => {
    expect(formatAnswer({ content: 'a [1].', citations: [{ marker: '[1]', record: 7 }] }, 'references')).toBe(
      'a [1].',
    );
  });

  test('no citations, no heading', () => {
    expect(formatAnswer({ content: 'Nothing.' }, 'references')).toBe('Nothing.');
  });
});
