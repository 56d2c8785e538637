import { expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { SeenListings } from '../../../../src/main/desk/availability.ts';
import { ListingsDesk } from '../../../../src/main/desk/listings.ts';
import { PictureCache } from '../../../../src/main/desk/pictures/picture-cache.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { makeBook } from '../api/support.ts';
import { make } from '../traffic/pipeline-rig.ts';
import { nothingKept } from './listings-desk.ts';

const LIMITS = [
  [1_000, 15],
  [60_000, 120],
  [3_600_000, 5_000],
] as const;

/** A service with so many listings that counts arrivals by log; its 429s name no instant. */
function open(count: number) {
  const arrivals: number[] = [];
  const rig = make(
    ({ request, at }) => {
      const isOver = LIMITS.some(([windowMs, limit]) => arrivals.filter((one) => one > at - windowMs).length >= limit);
      if (isOver) return { status: 429, text: '{"message":"Too many requests"}' };
      arrivals.push(at);
      const { searchParams } = new URL(request.url);
      const [skip, limit] = [Number(searchParams.get('skip')), Number(searchParams.get('limit'))];
      const length = Math.max(0, Math.min(limit, count - skip));
      const results = Array.from({ length }, (_, index) => ({ _id: `l${skip + index}` }));
      return { status: 200, text: JSON.stringify({ results, count, limit, skip }) };
    },
    // The Open API's limits are unknown by default.
    { rules: [] },
  );
  const connection = connectionFixture();
  const operations = makeBook();
  rig.address.base = connection.addresses.baseUrl;
  const desk = new ListingsDesk({
    api: new ApiClient({ pipeline: rig.pipeline, operations }),
    connections: { connection: () => connection },
    pictures: new PictureCache(() => ({ fetch: () => Promise.reject(new Error('no pictures')), drawsSvg: false })),
    seen: new SeenListings(),
    kept: nothingKept,
    drawn: Promise.resolve(),
    isFree: async () => false,
    clock: rig.clock,
    clockOf: () => rig.connectionClock,
    log: new FakeLog(),
  });
  return { ...rig, desk, status: () => desk.status(connection.id), load: () => desk.load(connection.id) };
}

it('loads 20,000 listings from a service of 15/s, 120/min and 5,000/h whose limits are unknown', async () => {
  const { clock, status, load, seen } = open(20_000);
  const start = clock.now();
  load();
  while (status().phase === 'loading' && clock.now() - start < 3_600_000) await clock.advance(1_000);
  const ms = clock.now() - start;
  expect(status()).toMatchObject({ phase: 'done', loaded: 20_000, doubts: [] });
  expect(ms).toBeLessThan(360_000);
  // 203 pages, and few requests that were refused.
  expect(seen.length).toBeLessThan(230);
});
