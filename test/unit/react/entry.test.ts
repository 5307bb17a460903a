import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';

const ENTRY = join(process.cwd(), 'src/index.ts');

/** The files that a host's page loads at once, and those that wait, when its code is `source`. */
async function bundle(source: string): Promise<{ atOnce: string[]; later: string[] }> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'host',
        resolveId: (id) => (id === 'host' ? '\0host' : undefined),
        load: (id) => (id === '\0host' ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      rollupOptions: {
        input: 'host',
        preserveEntrySignatures: 'strict',
        external: [/^react/, /^@tanstack/, /^@ag-ui/],
      },
    },
  })) as Rollup.RollupOutput;
  const chunks = built.output.filter((file) => file.type === 'chunk');
  const reached = new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
  for (const name of reached) {
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) reached.add(next);
  }
  const files = (isReached: boolean) =>
    chunks
      .filter((chunk) => reached.has(chunk.fileName) === isReached)
      .flatMap((chunk) => Object.keys(chunk.modules));
  return { atOnce: files(true), later: files(false) };
}

describe('the main entry, whole', () => {
  let atOnce: string[];

  beforeAll(async () => {
    ({ atOnce } = await bundle(`export * from '${ENTRY}';`));
  }, 60_000);

  test('holds the components', () => {
    expect(atOnce.some((file) => file.endsWith('src/react/answer/moca-answer.tsx'))).toBe(true);
  });

  test.each(['src/reader/', 'node_modules/n3/', 'node_modules/fflate/', 'node_modules/@noble/'])(
    'does not load %s with the page',
    (part) => {
      expect(atOnce.filter((file) => file.includes(part))).toEqual([]);
    },
  );
});

test('a host that shows answers loads at once what a plain answer needs, and the rest when it is asked for', async () => {
  const { atOnce, later } = await bundle(`export { MocaAnswer } from '${ENTRY}';`);
  const parts = [
    'src/react/card/citation-card.tsx',
    'floating-ui.dom',
    'node_modules/dompurify/',
    'node_modules/zod/',
    'src/register/create-register.ts',
    'src/react/answer/copy-answer.ts',
  ];
  for (const part of parts) {
    expect(atOnce.filter((file) => file.includes(part))).toEqual([]);
    expect(later.some((file) => file.includes(part))).toBe(true);
  }
  const unused = ['src/client/store.ts', 'src/react/labels/german.ts', 'src/reader/'];
  expect(atOnce.filter((file) => unused.some((part) => file.includes(part)))).toEqual([]);
}, 60_000);
