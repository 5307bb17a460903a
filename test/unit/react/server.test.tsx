import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MocaAnswer, MocaProvider } from '../../../src/index.js';
import { ANSWER, CITATIONS, COMPUTED_AT, NOW } from '../../../stories/fixtures.js';

afterEach(() => vi.restoreAllMocks());

describe('on a server', () => {
  test('an answer is drawn whole and React has nothing to warn of', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const html = renderToString(
      <MocaProvider>
        <MocaAnswer content={ANSWER} citations={CITATIONS} computedAt={COMPUTED_AT} now={NOW} copyButton />
      </MocaProvider>,
    );
    expect(html.match(/data-moca="pill"/g)).toHaveLength(4);
    expect(html.match(/data-moca="source"/g)).toHaveLength(3);
    expect(html).not.toContain('role="dialog"');
    expect(error).not.toHaveBeenCalled();
  });

  test('times are in UTC until the browser is there', () => {
    const html = renderToString(
      <MocaAnswer content="x [1]" citations={CITATIONS} computedAt={COMPUTED_AT} now={NOW} />,
    );
    expect(html.replaceAll('\u202f', ' ')).toContain('11:58 AM UTC');
  });

  test('React 18 draws the same', async () => {
    const out = mkdtempSync(join(tmpdir(), 'moca-react-18-'));
    const script = join(out, 'render.mjs');
    await build({
      stdin: {
        contents: `
          import { version, createElement } from 'react';
          import { renderToString } from 'react-dom/server';
          import { MocaAnswer } from './src/index.ts';
          import { ANSWER, CITATIONS, NOW } from './stories/fixtures.ts';
          let errors = 0;
          console.error = () => { errors++; };
          const html = renderToString(createElement(MocaAnswer, { content: ANSWER, citations: CITATIONS, now: NOW }));
          console.log(JSON.stringify({ version, errors, pills: html.match(/data-moca="pill"/g)?.length }));`,
        resolveDir: process.cwd(),
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      alias: {
        react: join(process.cwd(), 'test/react-18/node_modules/react'),
        'react-dom': join(process.cwd(), 'test/react-18/node_modules/react-dom'),
      },
      jsx: 'automatic',
      outfile: script,
      logLevel: 'silent',
    });
    const result = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }));
    rmSync(out, { recursive: true });
    expect(result).toEqual({ version: expect.stringMatching(/^18\./), errors: 0, pills: 4 });
  });
});

test('every file that a client must run says so', () => {
  const files = readdirSync('src/react', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(answer|card|pill|provider|sources|trust)\/.*\.tsx?$|^claim-time/.test(file),
  );
  const silent = files.filter((file) => {
    const text = readFileSync(join('src/react', file), 'utf8');
    return (
      /\buse(State|Effect|Ref|Context|Memo|Callback|Id|SyncExternalStore)\(|createContext/.test(text) &&
      !text.startsWith("'use client';")
    );
  });
  expect(silent).toEqual([]);
});
