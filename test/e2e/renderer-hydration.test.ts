// What the server sends is what the browser draws first, in React 18 and 19, and asks for nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerContentProps } from '../../src/react/content/index.js';
import { SAMPLE_ANSWER } from '../unit/markdown/sample-answer.js';
import { type ReactVersion, type RendererSite, reactAlias, startSite } from './renderer/server.js';

const MARKS = [{ marker: '[1]' }, { marker: '[10]' }, { marker: '【2:0†a】' }];
const WITH_HTML = `${SAMPLE_ANSWER}\n<details><summary>a</summary>b <img src="https://leak.test/x" alt="c"></details>\n\n![d](https://leak.test/y)\n`;

const ANSWERS: [name: string, props: AnswerContentProps][] = [
  ['a finished answer', { content: WITH_HTML, marks: MARKS }],
  ['an answer that is arriving', { content: SAMPLE_ANSWER.slice(0, 500), marks: MARKS, streaming: true }],
  ['an empty answer', { content: '' }],
];

describe.each<ReactVersion>([18, 19])('React %i', (version) => {
  let site: RendererSite;
  let folder: string;
  let renderOnServer: (props: AnswerContentProps) => string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'moca-server-'));
    const outfile = join(folder, 'server.cjs');
    await build({
      entryPoints: ['test/e2e/renderer/on-server.tsx'],
      bundle: true,
      outfile,
      platform: 'node',
      format: 'cjs',
      jsx: 'automatic',
      alias: reactAlias(version),
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'error',
    });
    const module = await import(pathToFileURL(outfile).href);
    renderOnServer = module.default.renderOnServer;
    site = await startSite(version, 'development');
  });

  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(ANSWERS)('hydrates %s without a warning', async (_, props) => {
    const markup = renderOnServer(props);
    site.setMarkup(markup);
    const { page, events } = await site.open();
    const { errors, html } = await page.evaluate((given) => window.renderer.hydrate(given), props);
    expect(errors).toEqual([]);
    expect(events).toEqual([]);
    expect(html).toContain('data-moca="content"');
    await page.close();
  });

  it('sends no hint to load anything', () => {
    const markup = renderOnServer({ content: WITH_HTML });
    expect(markup).not.toMatch(/<(?:link|img|script|style|iframe)\b/i);
    expect(markup).toContain('&lt;details&gt;');
  });
});
