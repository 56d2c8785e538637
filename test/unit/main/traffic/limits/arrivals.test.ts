import { describe, expect, it } from 'vitest';
import { Arrivals, RoundTrips } from '../../../../../src/main/traffic/limits/arrivals.ts';

const roundTrip = (roundTripMs: number, chargeInFull = false) => ({
  kind: 'read',
  sentAt: 0,
  answeredAt: roundTripMs,
  chargeInFull,
  leftEarly: false,
});

/** Arrivals with round trips distributed evenly between these bounds. */
function learned(low: number, high: number): Arrivals {
  const arrivals = new Arrivals(0);
  for (let index = 0; index < 1_000; index += 1) arrivals.record('read', low + ((high - low) * (index % 101)) / 100);
  return arrivals;
}

describe('Arrivals', () => {
  it('charges whole round trips until it knows ordinary ones', () => {
    expect(new Arrivals(0).latest(roundTrip(300), 1_000, 1)).toBe(300);
    expect(learned(20, 180).latest({ ...roundTrip(300), kind: 'other' }, 1_000, 1)).toBe(300);
  });

  it('charges an ordinary round trip at most the jitter of one way, any other in full', () => {
    const arrivals = learned(20, 180);
    expect(arrivals.latest(roundTrip(170), 1_000, 1)).toBe(80);
    expect(arrivals.latest(roundTrip(170), 60_000, 1)).toBe(96);
    expect(arrivals.latest(roundTrip(30), 1_000, 1)).toBeLessThan(25);
    expect(arrivals.latest(roundTrip(170, true), 1_000, 1)).toBeGreaterThan(150);
    expect(arrivals.latest(roundTrip(500), 1_000, 1)).toBeGreaterThan(470);
  });

  it('charges a request that left early at least its way there, as far as jitter explains it', () => {
    const early = (roundTripMs: number) => ({ ...roundTrip(roundTripMs), leftEarly: true });
    const arrivals = learned(20, 180);
    expect(arrivals.latest(early(30), 1_000, 1)).toBe(30);
    expect(arrivals.latest(early(30), 60_000, 1)).toBe(30);
    expect(arrivals.latest(early(100), 1_000, 1)).toBe(80);
    expect(arrivals.latest(early(500), 1_000, 1)).toBeGreaterThan(470);
  });

  it('charges round trips in full in long windows if they vary more than jitter explains', () => {
    const arrivals = learned(100, 800);
    expect(arrivals.latest(roundTrip(700), 1_000, 1)).toBe(80);
    expect(arrivals.latest(roundTrip(700), 60_000, 1)).toBeGreaterThan(600);
  });

  it('doubles the jitter after a 429, and returns to the assumed one within a day', () => {
    const arrivals = learned(100, 800);
    arrivals.doubleJitter(0);
    expect(arrivals.latest(roundTrip(700), 1_000, 1)).toBe(160);
    for (let times = 0; times < 10; times += 1) arrivals.doubleJitter(0);
    expect(arrivals.jitterMs(0)).toBe(2_560);
    expect(arrivals.jitterMs(6 * 3_600_000)).toBe(1_280);
    expect(arrivals.jitterMs(86_400_000)).toBe(160);
    expect(new Arrivals(0, 640).jitterMs(0)).toBe(640);
    expect(new Arrivals(0, 5).jitterMs(0)).toBe(80);
  });

  it('waits for the answer unless answers usually take longer than the window', () => {
    expect(learned(20, 180).latestOfUnanswered('read', 0, 1_000, 1)).toBeNull();
    expect(learned(2_000, 3_000).latestOfUnanswered('read', 0, 1_000, 1)).toBe(80);
    expect(learned(2_000, 3_000).latestOfUnanswered('read', 0, 60_000, 1)).toBeNull();
  });

  it('waits longer for a late answer where some round trips are far longer than most', () => {
    expect(new Arrivals(0).patienceMs('read', 1)).toBe(3_000);
    expect(learned(50, 90).patienceMs('read', 1)).toBe(2_000);
    expect(learned(50, 700).patienceMs('read', 1)).toBe(5_600);
    expect(learned(50, 9_000).patienceMs('read', 1)).toBe(8_000);
    expect(learned(50, 90).patienceMs('read', 60)).toBe(180_000);
  });
});

describe('RoundTrips', () => {
  it('tells how long answers take at the current rate of the clock', () => {
    const roundTrips = new RoundTrips();
    expect(roundTrips.latencyMs('search', 720)).toBeNull();
    roundTrips.record('search', 36_000, 720);
    expect(roundTrips.latencyMs('search', 720)).toBe(36_000);
    // Nothing else is known of the other operations of the API.
    expect(roundTrips.latencyMs('calendar', 720)).toBe(36_000);
    expect(roundTrips.latencyMs('search', 1)).toBe(50);
    expect(roundTrips.sampleOf('search', 1)).toBeNull();
    roundTrips.record('search', 70, 1);
    roundTrips.record('search', 90, 1);
    expect(roundTrips.latencyMs('search', 1)).toBe(70);
  });

  it('takes the median of the last answers', () => {
    const roundTrips = new RoundTrips();
    for (let index = 0; index < 300; index += 1) roundTrips.record('search', index, 1);
    expect(roundTrips.latencyMs('search', 1)).toBe(289);
    expect(roundTrips.sampleOf('search', 1)).toMatchObject({ shortest: 0, count: 300 });
    expect(roundTrips.sampleOf('search', 1)?.sorted).toEqual(Array.from({ length: 200 }, (_, index) => index + 100));
  });

  it('keeps the shortest round trip of two epochs only', () => {
    const roundTrips = new RoundTrips();
    const shortest = () => roundTrips.sampleOf('search', 1)?.shortest;
    roundTrips.record('search', 5, 1);
    for (let count = 1; count < 2_000; count += 1) roundTrips.record('search', 50, 1);
    expect(shortest()).toBe(50);
  });
});
