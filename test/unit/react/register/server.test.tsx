import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MocaAnswer } from '../../../../src/index.js';
import { CLAIMS, ENTRIES, MIXED_CITATIONS, STRIPPED_ANSWER } from '../../../../stories/register-fixtures.js';

describe('an answer with a register, drawn on a server', () => {
  it('has its pills and its list of evidence', () => {
    const html = renderToString(
      <MocaAnswer content={STRIPPED_ANSWER} citations={MIXED_CITATIONS} register={ENTRIES} claims={CLAIMS} />,
    );
    expect(html.match(/data-moca="pill"/g)).toHaveLength(6);
    expect(html.match(/data-used="true"/g)).toHaveLength(3);
    expect(html).not.toMatch(/[⸨⸩]/);
  });
});
