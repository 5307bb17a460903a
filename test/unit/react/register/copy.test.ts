import { describe, expect, it } from 'vitest';
import { formatAnswer } from '../../../../src/index.js';
import { createRegister } from '../../../../src/register/index.js';
import { ENTRIES, MIXED_CITATIONS } from '../../../../stories/register-fixtures.js';

const content = 'It closes at noon [3]. You have 30 days [1].';
const { entries } = createRegister({ content, citations: MIXED_CITATIONS, entries: ENTRIES });
const evidence = entries.filter((entry) => entry.citation === undefined);
const answer = { content, citations: MIXED_CITATIONS.slice(0, 1), evidence };

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
    const hostile = evidence.slice(0, 1).map((entry) => ({ ...entry, title: '<img src=x>', url: '"><b>' }));
    const html = formatAnswer({ content, evidence: hostile }, 'html');
    expect(html).toContain('&lt;img src=x&gt;, Web page, <code>&quot;&gt;&lt;b&gt;</code>');
  });
});
