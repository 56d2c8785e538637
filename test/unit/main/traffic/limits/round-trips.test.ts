import { describe, expect, it } from 'vitest';
import { RoundTrips } from '../../../../../src/main/traffic/limits/round-trips.ts';

const roundTrip = (roundTripMs: number) => ({ kind: 'read', sentAt: 0, answeredAt: roundTripMs, leftEarly: false });

/** Round trips distributed evenly between these bounds. */
function learned(low: number, high: number): RoundTrips {
  const roundTrips = new RoundTrips();
  for (let index = 0; index < 1_000; index += 1)
    roundTrips.record('read', low + ((high - low) * (index % 101)) / 100, 1);
  return roundTrips;
}

describe('RoundTrips', () => {
  it('charges whole round trips until it knows ordinary ones', () => {
    expect(new RoundTrips().latestArrival(roundTrip(300), 1)).toBe(300);
    expect(learned(20, 180).latestArrival({ ...roundTrip(300), kind: 'other' }, 1)).toBe(300);
  });

  it('charges an ordinary round trip at most the jitter of one way, any other in full', () => {
    expect(learned(20, 180).latestArrival(roundTrip(30), 1)).toBe(10);
    expect(learned(20, 180).latestArrival(roundTrip(170), 1)).toBe(80);
    expect(learned(20, 180).latestArrival(roundTrip(500), 1)).toBe(480);
  });

  it('charges a request that left early at least its way there, as far as jitter explains it', () => {
    const early = (roundTripMs: number) => ({ ...roundTrip(roundTripMs), leftEarly: true });
    expect(learned(20, 180).latestArrival(early(30), 1)).toBe(30);
    expect(learned(20, 180).latestArrival(early(100), 1)).toBe(80);
    expect(learned(20, 180).latestArrival(early(500), 1)).toBe(480);
  });

  it('doubles the jitter after a 429', () => {
    const roundTrips = learned(100, 800);
    roundTrips.doubleJitter();
    expect(roundTrips.latestArrival(roundTrip(700), 1)).toBe(160);
  });

  it('waits for the answer unless answers usually take longer than the window', () => {
    expect(learned(20, 180).arrivalOfSlow('read', 1_000, 0, 1)).toBeNull();
    expect(learned(2_000, 3_000).arrivalOfSlow('read', 1_000, 0, 1)).toBe(80);
    expect(learned(2_000, 3_000).arrivalOfSlow('read', 60_000, 0, 1)).toBeNull();
  });

  it('tells how long answers take at the current rate of the clock', () => {
    const roundTrips = new RoundTrips();
    expect(roundTrips.latencyMs('search', 720)).toBeNull();
    roundTrips.record('search', 36_000, 720);
    expect(roundTrips.latencyMs('search', 720)).toBe(36_000);
    // Nothing else is known of the other operations of the API.
    expect(roundTrips.latencyMs('calendar', 720)).toBe(36_000);
    expect(roundTrips.latencyMs('search', 1)).toBe(50);
    roundTrips.record('search', 70, 1);
    roundTrips.record('search', 90, 1);
    expect(roundTrips.latencyMs('search', 1)).toBe(70);
  });

  it('takes the median of the last answers', () => {
    const roundTrips = new RoundTrips();
    for (let index = 0; index < 300; index += 1) roundTrips.record('search', index, 1);
    expect(roundTrips.latencyMs('search', 1)).toBe(199);
  });
});
