import { SeenListings } from '../../../../src/main/desk/availability.ts';
import { type ListingsDeps, ListingsDesk } from '../../../../src/main/desk/listings.ts';
import { PictureCache } from '../../../../src/main/desk/pictures/picture-cache.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

/** A disk that keeps no lists. */
export const nothingKept: ListingsDeps['kept'] = {
  find: () => null,
  async *pages() {},
  keep: async () => {},
  remove: async () => {},
  stop() {},
  state: () => ({ file: '', bytes: 0, reason: null, lists: [] }),
};

/** A listings desk of one connection over an API. */
export function makeListingsDesk(
  api: ListingsDeps['api'],
  {
    kept = nothingKept,
    isFree = async () => false,
    drawn = Promise.resolve(),
  }: Partial<Pick<ListingsDeps, 'kept' | 'isFree' | 'drawn'>> = {},
) {
  const clock = new ManualClock();
  const desk = new ListingsDesk({
    api,
    connections: { connection: () => connectionFixture() },
    pictures: new PictureCache(() => ({ fetch: () => Promise.reject(new Error('no pictures')), drawsSvg: false })),
    seen: new SeenListings(),
    kept,
    isFree,
    drawn,
    clock,
    clockOf: () => clock,
    log: new FakeLog(),
  });
  return { clock, desk };
}
