/** The whole console over real HTTPS, on a fast clock of the sandbox: calls, more than a second allows, cost one issuance and draw no 429. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FairClock } from '../support/fair-clock.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';
/** Four times the 15 of a second. */
const CALLS = 60;

let folder: string;
let one: TestConsole;
let clock: FairClock;
let tokenRequests = 0;

beforeEach(async () => {
  folder = makeTempFolder();
  tokenRequests = 0;
  clock = new FairClock();
  one = await openTestConsole({
    folder,
    clock,
    watch: (request) => {
      if (request.url.endsWith('/oauth2/token')) tokenRequests += 1;
    },
  });
});
afterEach(async () => {
  await one.close();
  clock.stop();
  removeTempFolder(folder);
});

const search = (location: string) =>
  outputOf(one.latchkey.availability.search({ connectionId, applicationId: null, location }));

describe('quotas and rate limits', () => {
  it('are respected by dozens of concurrent calls without a token: one issuance, no 429', async () => {
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setClockRate', rate: 10 }));
    const pages = await Promise.all(Array.from({ length: CALLS }, (_, index) => search(`nowhere ${index}`)));
    expect(pages).toHaveLength(CALLS);
    expect(tokenRequests).toBe(1);
    const state = await outputOf(one.latchkey.sandbox.state(null));
    expect(state.applications.find(({ label }) => label === 'Website')?.issuedInWindow).toBe(1);
    expect(state.answered429).toBe(0);
    expect(state.requests).toBeGreaterThanOrEqual(CALLS + 1);
  });

  it('are shown on the current clock', async () => {
    await search('warm');
    const rates: number[] = [];
    one.latchkey.traffic.onRates(({ clock: { rate } }) => rates.push(rate));
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setClockRate', rate: 2 }));
    await eventually(async () => rates.at(-1) === 2);
  });
});
