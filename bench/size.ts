/** The size of each entry as a host's bundler makes it: minified and gzipped, peers left out. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import type { Row } from './row.js';

const ROOT = join(import.meta.dirname, '..');
const PEERS = ['react', 'react-dom', '@ag-ui/client', '@ag-ui/core', '@tanstack/react-query'];
const ENTRIES = [
  'index',
  'client/index',
  'reader/index',
  'recheck/index',
  'register/index',
  'service/index',
  'sigstore/index',
];

/** KiB of each entry; `reference` is what it loads with `import()` beside that. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const entry of ENTRIES) {
    const path = join(ROOT, 'src', `${entry}.ts`);
    if (!existsSync(path)) continue;
    const { first, later } = await sizesOf(path);
    const sizes = later.map(({ name, size }) => `${name} ${kib(size).toFixed(1)}`).join(', ');
    rows.push({
      name: `${entry.replace('/index', '')}: at first, against first and later together${sizes ? ` (later: ${sizes})` : ''}`,
      ours: kib(first),
      reference: kib(later.reduce((sum, { size }) => sum + size, first)),
      ratio: first / later.reduce((sum, { size }) => sum + size, first),
      unit: 'KiB',
    });
  }
  return rows;
}

async function sizesOf(entry: string): Promise<{ first: number; later: { name: string; size: number }[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    write: false,
    metafile: true,
    outdir: 'out',
    absWorkingDir: ROOT,
    external: PEERS.flatMap((peer) => [peer, `${peer}/*`]),
    logLevel: 'error',
  });
  const gzipped = new Map(
    outputFiles.map(({ path, contents }) => [
      path.slice(ROOT.length + 1),
      gzipSync(contents, { level: 9 }).length,
    ]),
  );
  const start = Object.keys(metafile.outputs).find(
    (name) => metafile.outputs[name]?.entryPoint === relative(entry),
  );
  const eager = start ? closure(metafile, start) : new Set<string>();
  const size = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + (gzipped.get(name) ?? 0), 0);
  const later = [...gzipped.keys()]
    .filter((name) => !eager.has(name) && name.endsWith('.js'))
    .map((name) => ({ name: nameOf(metafile, name), size: gzipped.get(name) ?? 0 }));
  return { first: size(eager), later };
}

function relative(path: string): string {
  return path.slice(ROOT.length + 1);
}

/** An output and all that it imports at once. */
function closure({ outputs }: Metafile, start: string): Set<string> {
  const found = new Set([start]);
  for (const name of found) {
    for (const { path, kind } of outputs[name]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[path]) found.add(path);
    }
  }
  return found;
}

/** What an output is made of: its entry, else its largest part. */
function nameOf({ outputs }: Metafile, name: string): string {
  const output = outputs[name];
  const parts = Object.entries(output?.inputs ?? {}).sort(
    ([, a], [, b]) => b.bytesInOutput - a.bytesInOutput,
  );
  return (output?.entryPoint ?? parts[0]?.[0] ?? name).replace(/^node_modules\//, '').replace(/^src\//, '');
}

function kib(bytes: number): number {
  return bytes / 1024;
}
