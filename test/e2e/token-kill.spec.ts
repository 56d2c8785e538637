/**
 * Kills the built app (SIGKILL) in the middle of issuances and starts it again: a short `npm run soak:kill`. Always on the Chromium
 * host, where an environment variable makes a loopback certificate trusted.
 */
import { expect, test } from '@playwright/test';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { type Interrupted, KillRig } from '../bench/support/kill-rig.ts';

/** The issuances that the kill interrupts, in the order in which their requests are sent. */
const INTERRUPTED: readonly Interrupted[] = [
  { step: 'issued', hadToken: false },
  { step: 'received', hadToken: true },
  { step: 'connected', hadToken: false },
  { step: 'keeping', hadToken: false },
  { step: 'asked', hadToken: false },
];

test.skip(!findChromium(), 'there is no Chromium for the host');

let rig: KillRig;
test.beforeAll(async () => {
  rig = await KillRig.open(Math.random);
});
test.afterAll(async () => {
  await rig?.close();
});

test('killed in five issuances, the ledger does not under-count and the next start recovers', async () => {
  const all = await rig.kill(INTERRUPTED);
  expect(all.map(({ step, hadToken }) => ({ step, hadToken }))).toEqual(INTERRUPTED);
  for (const after of all)
    await test.step(after.step, () => {
      expect(after.counted).toBeGreaterThanOrEqual(after.issued);
      expect(after.underCounted).toBe(0);
      expect(after.recovered).toBe(true);
      // A stored token is reused; otherwise the recovery costs exactly one issuance.
      expect(after.reissued).toBe(after.kept ? 0 : 1);
      if (after.hadToken) expect(after.kept).toBe(true);
      if (['connected', 'received', 'issued'].includes(after.step)) expect(after.line).toBe('lost');
    });
});
