/** A thousand calls and one issuance; 600 reads in a loop and no 429. Both over the whole console and real HTTPS, on the sandbox's faster clock. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FairClock } from '../support/fair-clock.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';

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

describe('limits', () => {
  it('a thousand concurrent calls with no token cost one issuance', async () => {
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setClockRate', rate: 100 }));
    const pages = await Promise.all(Array.from({ length: 1_000 }, (_, index) => search(`nowhere ${index}`)));
    expect(pages).toHaveLength(1_000);
    expect(tokenRequests).toBe(1);
    const state = await outputOf(one.latchkey.sandbox.state(null));
    const website = state.applications.find((application) => application.label === 'Website');
    expect(website?.issuedInWindow).toBe(1);
  }, 60_000);

  it('a saturating loop of 600 reads draws no 429', async () => {
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setClockRate', rate: 20 }));
    await search('warm');
    await Promise.all(Array.from({ length: 600 }, (_, index) => search(`nowhere ${index}`)));
    const state = await outputOf(one.latchkey.sandbox.state(null));
    expect(state.answered429).toBe(0);
    expect(state.requests).toBeGreaterThanOrEqual(601);
  }, 60_000);

  it('shows the use of limits on the clock that runs now', async () => {
    await search('warm');
    const rates: number[] = [];
    one.latchkey.traffic.onRates(({ clock: { rate } }) => rates.push(rate));
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setClockRate', rate: 2 }));
    await eventually(async () => rates.at(-1) === 2);
  });
});
