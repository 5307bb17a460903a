import { describe, expect, it } from 'vitest';
import { formatAnswer } from '../../../../src/index.js';
import { createRegister } from '../../../../src/register/index.js';
import { CLAIMS, ENTRIES, MIXED_CITATIONS, STRIPPED_ANSWER } from '../../../../stories/register-fixtures.js';

const content = 'It closes at noon [3]. You have 30 days [1].';
const register = createRegister({ content, citations: MIXED_CITATIONS.slice(0, 1), entries: ENTRIES });
const answer = { content, citations: MIXED_CITATIONS.slice(0, 1), register };

describe('an answer with a register, copied', () => {
  it('numbers evidence and citations in one sequence, and leaves out what was only looked at', () => {
    expect(formatAnswer(answer, 'references')).toBe(
      'It closes at noon [1]. You have 30 days [2].\n\nSources\n' +
        '[1] Holiday opening times, Web page, https://post.example/opening-times\n' +
        '[2] Refund eligibility window, support-kb 4.2.0, https://docs.example.com/moca/support-kb@4.2.0#policies/refund-window.md',
    );
  });

  it('keeps the markers of the text in Markdown', () => {
    expect(formatAnswer(answer, 'markdown')).toContain('- \\[3\\] Holiday opening times, Web page, https:');
  });

  it('escapes evidence in formatted text', () => {
    const hostile = ENTRIES.slice(0, 1).map((entry) => ({ ...entry, title: '<img src=x>', url: '"><b>' }));
    const html = formatAnswer({ content, register: createRegister({ content, entries: hostile }) }, 'html');
    expect(html).toContain('&lt;img src=x&gt;, Web page, <code>&quot;&gt;&lt;b&gt;</code>');
  });
});

describe('an answer whose markers are stripped, copied', () => {
  const stripped = {
    content: STRIPPED_ANSWER,
    citations: MIXED_CITATIONS,
    register: createRegister({
      content: STRIPPED_ANSWER,
      citations: MIXED_CITATIONS,
      entries: ENTRIES,
      claims: CLAIMS,
    }),
  };

  it('has the numbers at the ends of its claims', () => {
    const [first, , item, last] = formatAnswer(stripped, 'references').split('\n');
    expect(first).toBe(
      'You can return the lamp until 12 December.[1][2] It was delivered on 12 November.[2] Print the label first.[3]',
    );
    expect([item, last]).toEqual([
      '- The branch in Bern closes at noon on 24 December[4]',
      '- You usually go there[5]',
    ]);
    expect(formatAnswer(stripped, 'html')).toContain('24 December<sup>[4]</sup>');
  });

  it('has the markers of the register at the ends of its claims in Markdown', () => {
    const text = formatAnswer(stripped, 'markdown');
    expect(text).toContain('You can return the lamp until **12 December**.[1][4] It was');
    expect(text).toContain('- You usually go there[5]\n');
  });

  it('has no markers in plain text', () => {
    expect(formatAnswer(stripped, 'plain')).toBe(
      'You can return the lamp until 12 December. It was delivered on 12 November. Print the label first.\n\n' +
        '- The branch in Bern closes at noon on 24 December\n- You usually go there',
    );
  });
});
