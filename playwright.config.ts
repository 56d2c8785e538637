/** End-to-end tests on the built app: real Electron where its binary is, the Chromium host elsewhere. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // They wait more than they work: three keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // They end what hangs. What a test takes depends on what else the machine does.
  timeout: 360_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
});
