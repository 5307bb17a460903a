import { renderToReadableStream, renderToString } from 'react-dom/server.browser';
import { describe, expect, it } from 'vitest';
import { loadEvidence, MocaAnswer } from '../../../../src/index.js';
import { CLAIMS, ENTRIES, MIXED_CITATIONS, STRIPPED_ANSWER } from '../../../../stories/register-fixtures.js';

const ANSWER = (
  <MocaAnswer content={STRIPPED_ANSWER} citations={MIXED_CITATIONS} register={ENTRIES} claims={CLAIMS} />
);

function expectEvidence(html: string): void {
  expect(html.match(/data-moca="pill"/g)).toHaveLength(6);
  expect(html.match(/data-used="true"/g)).toHaveLength(3);
  expect(html).not.toMatch(/[⸨⸩]/);
}

describe('an answer with a register, drawn on a server', () => {
  it('has its text and its citations in a string that does not wait', () => {
    const html = renderToString(ANSWER);
    expect(html).toContain('data-moca="answer"');
    expect(html).toContain('data-moca="sources"');
  });

  it('has its pills and its list of evidence in a stream', async () => {
    const stream = await renderToReadableStream(ANSWER);
    await stream.allReady;
    // The fallback is sent first and replaced.
    const html = await new Response(stream).text();
    expectEvidence(html.slice(Math.max(0, html.lastIndexOf('<div hidden id="S:'))));
  });

  it('has them in a string once they are loaded', async () => {
    await loadEvidence();
    expectEvidence(renderToString(ANSWER));
  });
});
