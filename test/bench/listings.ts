/**
 * Measures the longest turn of main's event loop while a list of 50,000 listings that was kept is replaced by a fresh one, and the window reads its
 * rows. Prints one JSON line per figure and exits with 1 when a turn takes 50 ms or more. A turn is measured in the time of the processor, so that
 * other programs do not count.
 */

import { SeenListings } from '../../src/main/desk/availability.ts';
import { ListingsDesk } from '../../src/main/desk/listings.ts';
import { PictureCache } from '../../src/main/desk/pictures/picture-cache.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import { outlineOf } from '../../src/main/sandbox/world/outline.ts';
import { openApiRecord } from '../../src/main/sandbox/world/records.ts';
import type { ListingsQuery } from '../../src/shared/model/listing.ts';
import type { Json } from '../../src/shared/model/primitives.ts';
import { FakeLog } from '../support/fake-log.ts';
import { connectionFixture } from '../support/fixtures.ts';
import { print } from './support/figure.ts';
import { longestTurnOf } from './support/longest-turn.ts';

const LISTINGS = 50_000;
const PAGE = 100;
const MAX_TURN_MS = 50;
const connectionId = 'conn-1';
type Listing = Record<string, Json>;

const listings = Array.from({ length: LISTINGS }, (_, index) =>
  JSON.stringify(openApiRecord(outlineOf(index), 'https://pictures.example')),
);
const parsed = (from: number, count: number): Listing[] =>
  JSON.parse(`[${listings.slice(from, from + count).join(',')}]`);
const view: ListingsQuery = {
  connectionId,
  search: '',
  sort: [],
  columns: ['address.city', 'prices.basePrice', 'prices.currency'],
  offset: 0,
  limit: PAGE,
};
/** What the fresh list changes, and the view that the window shows. */
const scenarios: Record<string, { change: (listing: Listing, index: number) => Listing; view: ListingsQuery }> = {
  'nothing changed': { change: (listing) => listing, view },
  'every listing is another one': { change: (listing) => ({ ...listing, _id: `new ${String(listing._id)}` }), view },
  'sorted by two columns, a tenth of the prices moved': {
    change: (listing, index) => (index % 10 ? listing : { ...listing, prices: { basePrice: index, currency: 'EUR' } }),
    view: { ...view, sort: ['prices.basePrice', 'title'].map((path) => ({ path, descending: true })) },
  },
};

function deskOf(change: (listing: Listing, index: number) => Listing): ListingsDesk {
  return new ListingsDesk({
    api: {
      call: async ({ page }) => {
        await new Promise((resolve) => setImmediate(resolve));
        const skip = page?.skip ?? 0;
        const records = parsed(skip, PAGE).map((listing, index) => change(listing, skip + index));
        const nextSkip = skip + PAGE < LISTINGS ? skip + PAGE : null;
        const answer = { body: null, records, total: LISTINGS, limit: PAGE, nextCursor: null, nextSkip };
        return { ...answer, exchangeId: 'x', receivedAt: 0, variantId: 'v' };
      },
    },
    connections: { connection: () => connectionFixture() },
    pictures: new PictureCache(() => ({ fetch: () => Promise.reject(new Error('no pictures')), drawsSvg: false })),
    seen: new SeenListings(),
    kept: {
      find: () => ({ number: 1, loadedAt: 0, count: LISTINGS, doubts: [] }),
      async *pages() {
        for (let from = 0; from < LISTINGS; from += PAGE) {
          yield parsed(from, PAGE);
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
      keep: async () => {},
      remove: async () => {},
      stop() {},
      state: () => ({ file: '', bytes: 0, reason: null, lists: [] }),
    },
    drawn: Promise.resolve(),
    isFree: async () => false,
    clock: machineClock,
    clockOf: () => machineClock,
    log: new FakeLog(),
  });
}

/** The longest turn, in milliseconds, until the load is done and the rows were read once more. */
async function longestTurn({ change, view: shown }: (typeof scenarios)[string]): Promise<number> {
  const desk = deskOf(change);
  const reach = async (phase: string): Promise<void> => {
    while (desk.status(connectionId).phase !== phase) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await reach('kept');
  desk.rows(shown);
  desk.changed.subscribe(() => desk.rows(shown));
  const longest = await longestTurnOf(async () => {
    desk.load(connectionId, { startOver: true });
    await reach('done');
    desk.rows(shown);
  });
  desk.forget(connectionId);
  return longest;
}

function report(scenario: string, longest: number): void {
  const value = Math.round(longest);
  print({ bench: 'listings', subject: 'latchkey', scenario, metric: 'longest_turn', value, unit: 'ms' });
  if (value >= MAX_TURN_MS) process.exitCode = 1;
}

for (const [scenario, given] of Object.entries(scenarios)) report(scenario, await longestTurn(given));
