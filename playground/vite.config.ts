import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Only in the built page: the development server's own scripts and styles are inline.
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

// The agent is reached under the page's own origin, so it needs no CORS and the page one address only.
const proxy: Record<string, ProxyOptions> = {
  '/agent': {
    target: process.env.AGENT_ORIGIN ?? 'http://127.0.0.1:8787',
    configure(server) {
      // The proxy would leave the page waiting for ever when the agent's connection drops midway.
      server.on('proxyRes', (answer, _, toPage) => {
        answer.on('close', () => {
          if (!answer.complete) toPage.destroy();
        });
      });
    },
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), contentSecurityPolicy()],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  worker: { format: 'es' },
  build: {
    rollupOptions: {
      input: {
        main: fileURLToPath(new URL('index.html', import.meta.url)),
        verify: fileURLToPath(new URL('verify/index.html', import.meta.url)),
      },
    },
    outDir: 'dist',
    emptyOutDir: true,
    // An inlined asset is a data: address, which the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
