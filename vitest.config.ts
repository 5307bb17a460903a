import { join } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './scripts/chromium.mjs';

const REACT_18 = join(import.meta.dirname, 'test/react-18/node_modules');

// A dependency that is found only while tests run makes the page load again in the middle of them.
const OPTIMIZED = ['react/jsx-dev-runtime', 'react-dom/client', 'react-dom/server', '@floating-ui/react-dom'];

// On a busy machine a tap can last so long that the browser takes it for a long press: once more, then it counts.
const IN_REAL_TIME = { retry: 1 };

const IN_CHROMIUM = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: chromiumLaunchOptions() }),
  instances: [{ browser: 'chromium' as const }],
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'test/unit/**/*.test.ts',
            'test/unit/**/*.test.tsx',
            'test/fuzz/**/*.test.ts',
            'test/conformance/**/*.test.ts',
          ],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          ...IN_REAL_TIME,
        },
      },
      {
        plugins: [react()],
        optimizeDeps: { include: OPTIMIZED },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts', 'test/browser/**/*.test.tsx'],
          testTimeout: 30_000,
          ...IN_REAL_TIME,
          browser: IN_CHROMIUM,
        },
      },
      {
        // The kit again, on the oldest React that it supports.
        plugins: [react()],
        cacheDir: 'node_modules/.vite-react-18',
        resolve: {
          alias: [
            { find: /^react-dom(?=\/|$)/, replacement: join(REACT_18, 'react-dom') },
            { find: /^react(?=\/|$)/, replacement: join(REACT_18, 'react') },
          ],
        },
        optimizeDeps: { include: OPTIMIZED },
        test: {
          name: 'react-18',
          include: ['test/browser/kit/**/*.test.tsx'],
          testTimeout: 30_000,
          ...IN_REAL_TIME,
          browser: IN_CHROMIUM,
        },
      },
      {
        plugins: [storybookTest({ configDir: '.storybook' })],
        test: {
          name: 'stories',
          setupFiles: ['.storybook/no-console-errors.ts'],
          testTimeout: 30_000,
          ...IN_REAL_TIME,
          browser: IN_CHROMIUM,
        },
      },
    ],
  },
});
