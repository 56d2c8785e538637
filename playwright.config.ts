/** End-to-end tests on the built app: real Electron where its binary is, the Chromium host elsewhere. */
import { defineConfig } from '@playwright/test';

/**
 * For the Chromium host. Without transitions, which main-job.spec.ts keeps, and without what a page of seconds does not repay: optimized
 * JavaScript, frequent collections of short-lived garbage, a process for the network, and the window and services of a browser.
 */
process.env.LATCHKEY_HOST_SWITCHES ??= [
  '--force-prefers-reduced-motion',
  // V8 takes commas where a command line has spaces.
  '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16,--max-semi-space-size=32',
  '--enable-features=NetworkServiceInProcess2',
].join(' ');

process.env.LATCHKEY_HOST_BROWSER ??= 'shell';

// The main process leaves much short-lived garbage while it starts: with a young generation of 16 MB, a start takes 7.3 CPU seconds instead of 8.2.
process.env.LATCHKEY_HOST_NODE ??= '--min-semi-space-size=16 --max-semi-space-size=32';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Beside the other tests of `npm test` a third only takes processor time from them.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // They end what hangs. What a test takes depends on what else the machine does.
  timeout: 360_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
});
