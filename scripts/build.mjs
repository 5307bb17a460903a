// Builds the package into dist/: one ES module a source file with its declarations, and the one style sheet.
// The compiler's own output is kept rather than a bundle: module boundaries, 'use client' directives,
// `import()` and `new Worker(new URL(…))` reach the host's bundler as written, so it can split and shake them.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
const { outputFiles } = await build({
  entryPoints: ['src/react/styles.css'],
  bundle: true,
  write: false,
  logLevel: 'warning',
});
writeFileSync('dist/styles.css', outputFiles[0].contents);
// TypeScript 6 and later refuse `import 'moca-react/styles.css'` without a declaration, unless the bundler brings one.
writeFileSync('dist/styles.css.d.ts', 'export {};\n');
chmodSync('dist/node/cli.js', 0o755);
