/**
 * Kills the built app (SIGKILL) in the middle of an issuance and starts it again: a short `npm run soak:kill`. Always on the Chromium
 * host, where an environment variable makes a loopback certificate trusted.
 */
import { expect, test } from '@playwright/test';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { KillRig, type KillStep } from '../bench/support/kill-rig.ts';

const KILLS: readonly { step: KillStep; hadToken: boolean }[] = [
  { step: 'asked', hadToken: false },
  { step: 'connected', hadToken: false },
  { step: 'received', hadToken: true },
  { step: 'issued', hadToken: false },
  { step: 'keeping', hadToken: false },
];

test.describe.configure({ mode: 'serial' });
test.skip(!findChromium(), 'there is no Chromium for the host');

let rig: KillRig;
test.beforeAll(async () => {
  rig = await KillRig.open(Math.random);
});
test.afterAll(async () => {
  await rig?.close();
});

for (const { step, hadToken } of KILLS) {
  test(`killed at “${step}”, the ledger does not under-count and the next start recovers`, async () => {
    const after = await rig.kill(step, hadToken);
    expect(after.counted).toBeGreaterThanOrEqual(after.issued);
    expect(after.underCounted).toBe(0);
    expect(after.recovered).toBe(true);
    // A stored token is reused; otherwise the recovery costs exactly one issuance.
    expect(after.reissued).toBe(after.kept ? 0 : 1);
    if (hadToken) expect(after.kept).toBe(true);
    if (step === 'connected' || step === 'received' || step === 'issued') expect(after.line).toBe('lost');
  });
}
