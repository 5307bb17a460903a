import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// How the bundler writes `new URL('…/worker.ts', import.meta.url)`.
const WORKER_ADDRESS =
  /new URL\(new URL\(`[^`]*worker-[^`]*`,import\.meta\.url\)\.href,``\+import\.meta\.url\)/;

/**
 * Puts the page's one script and style sheet into the page itself: a browser loads no module scripts from a
 * folder, and this page is to be kept as one file and opened from there.
 */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    // After the bundler's own last changes to the code.
    writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true }).map(String);
      const one = (ending: RegExp) => {
        const found = files.filter((file) => ending.test(file));
        if (found.length !== 1) throw new Error(`Expected one file like ${ending}, not ${found.length}.`);
        return readFileSync(join(dir, found[0] ?? ''), 'utf8');
      };
      const worker = JSON.stringify(one(/worker-.*\.js$/));
      // A page of a folder may start a worker of a blob only.
      const code = one(/index-.*\.js$/)
        .replace(WORKER_ADDRESS, () => `URL.createObjectURL(new Blob([${worker}],{type:'text/javascript'}))`)
        .replaceAll('</script', '<\\/script');
      if (!code.includes('createObjectURL(new Blob(["'))
        throw new Error('The worker was not put into the page.');
      const style = one(/\.css$/);
      const page = one(/\.html$/);
      const hash = createHash('sha256').update(code).digest('base64');
      const policy = `default-src 'none'; script-src 'sha256-${hash}' blob:; worker-src blob:; style-src 'unsafe-inline'`;
      // Functions, since `$` in the code would mean something in a replacement text.
      const whole = page
        .replace(/<script type="module"[^>]*><\/script>/, '')
        .replace(/<link rel="(?:stylesheet|icon|modulepreload)"[^>]*>/g, '')
        .replace('<head>', () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace('</head>', () => `<style>${style}</style></head>`)
        .replace('</body>', () => `<script type="module">${code}</script></body>`);
      rmSync(join(dir, 'assets'), { recursive: true });
      writeFileSync(join(dir, 'index.html'), whole);
    },
  };
}

// vite build playground/verify: the verify page as one file, dist/index.html, that opens from a folder.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  plugins: [react(), oneFile()],
  worker: { format: 'es', rollupOptions: { output: { codeSplitting: false } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    rollupOptions: { output: { codeSplitting: false } },
  },
});
