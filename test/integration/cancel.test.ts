/** Cancelling from the page to the limiter's queue and the wire, over the whole console and its sandbox. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { WINDOW_ID } from '../support/ipc-pair.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';
/** More searches than the limiter lets go at once (five a second). */
const MANY = 40;

let folder: string;
let one: TestConsole;
beforeEach(async () => {
  folder = makeTempFolder();
  one = await openTestConsole({ folder });
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

const waiting = () => outputOf(one.latchkey.traffic.pending({ connectionId }));
const search = (location: string) => {
  let cancel = () => {};
  const answer = one.latchkey.availability.search({ connectionId, applicationId: null, location }, (given) => {
    cancel = given;
  });
  return { answer, cancel };
};
/** The exchanges of all searches that were sent for a location. */
async function sent(location: string) {
  const filter = filterOf(connectionId, { operations: ['search'] });
  const { exchanges } = await outputOf(one.latchkey.traffic.exchanges({ filter, before: null, limit: 1_000 }));
  return exchanges.filter(({ url }) => url.includes(location));
}
const isQueued = async () => (await waiting()).requests.some(({ phase }) => phase === 'limit');

describe('a search that a person cancels', () => {
  it('leaves the queue and is never sent', async () => {
    await outputOf(search('Oslo').answer);
    const searches = Array.from({ length: MANY }, () => search('Porto'));
    const last = search('Lisbon');
    await eventually(isQueued);
    last.cancel();
    expect(await errorOf(last.answer)).toEqual({ code: 'cancelled' });
    for (const { cancel } of searches) cancel();
    const ends = await Promise.all(searches.map(({ answer }) => answer));
    expect((await waiting()).total).toBe(0);
    expect(ends.filter(({ ok }) => !ok).length).toBeGreaterThan(MANY / 2);
    expect((await sent('Porto')).length).toBeLessThan(MANY / 2);
    // Its place in the queue is free: the next search does not wait behind those that were cancelled.
    await outputOf(search('Faro').answer);
    expect([(await sent('Lisbon')).length, (await sent('Faro')).length]).toEqual([0, 1]);
  });

  it('ends on the wire too, and the journal has it as cancelled', async () => {
    const effect = { kind: 'delay', delayMs: 20_000 } as const;
    await outputOf(one.latchkey.sandbox.apply({ kind: 'addFault', target: 'search', effect, times: 1 }));
    const { answer, cancel } = search('Oslo');
    await eventually(async () => (await waiting()).requests.some(({ phase }) => phase === 'answer'));
    cancel();
    expect(await errorOf(answer)).toEqual({ code: 'cancelled' });
    expect((await waiting()).total).toBe(0);
    expect(await sent('Oslo')).toMatchObject([{ error: 'cancelled', status: null }]);
  });

  it('is cancelled with its page', async () => {
    await outputOf(search('Oslo').answer);
    const searches = Array.from({ length: MANY }, () => search('Porto').answer);
    await eventually(isQueued);
    one.pageGone.emit(WINDOW_ID);
    await Promise.all(searches);
    expect((await waiting()).total).toBe(0);
    expect((await sent('Porto')).length).toBeLessThan(MANY / 2);
  });
});

it('a load ends when the console closes', async () => {
  await outputOf(one.latchkey.sandbox.apply({ kind: 'setListings', count: 1_000 }));
  await outputOf(one.latchkey.listings.load({ connectionId }));
  await one.close();
  expect(await outputOf(one.latchkey.listings.status({ connectionId }))).toMatchObject({ phase: 'cancelled' });
  one = await openTestConsole({ folder });
});
