import { expect, it } from 'vitest';
import { RoundTrips } from '../../../../src/main/http/round-trips.ts';

it('knows how long answers take at the rate at which the clock runs now', () => {
  const trips = new RoundTrips();
  expect(trips.latencyMs('search', 720)).toBeNull();
  trips.record('search', 36_000, 720);
  expect(trips.latencyMs('search', 720)).toBe(36_000);
  // Nothing else is known of the other operations of the API.
  expect(trips.latencyMs('calendar', 720)).toBe(36_000);
  expect(trips.latencyMs('search', 1)).toBe(50);
  expect(trips.sampleOf('search', 1)).toBeNull();
  trips.record('search', 70, 1);
  trips.record('search', 90, 1);
  expect(trips.latencyMs('search', 1)).toBe(70);
});

it('takes the median of the last answers', () => {
  const trips = new RoundTrips();
  for (let index = 0; index < 300; index += 1) trips.record('search', index, 1);
  expect(trips.latencyMs('search', 1)).toBe(289);
  expect(trips.sampleOf('search', 1)).toMatchObject({ shortest: 0, count: 300 });
  expect(trips.sampleOf('search', 1)?.sorted).toEqual(Array.from({ length: 200 }, (_, index) => index + 100));
});

it('keeps the shortest trip of two epochs only', () => {
  const trips = new RoundTrips();
  const shortest = () => trips.sampleOf('search', 1)?.shortest;
  trips.record('search', 5, 1);
  for (let count = 1; count < 2_000; count += 1) trips.record('search', 50, 1);
  expect(shortest()).toBe(50);
});
