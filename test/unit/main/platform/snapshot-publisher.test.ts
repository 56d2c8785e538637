import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { SnapshotPublisher } from '../../../../src/main/platform/snapshot-publisher.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const INTERVAL_MS = 250;

let clock: ManualClock;
let state: number;
let published: { state: number; revision: number; at: number }[];

const make = (delayMs?: number) =>
  new SnapshotPublisher({
    clock,
    intervalMs: INTERVAL_MS,
    ...(delayMs === undefined ? {} : { delayMs }),
    read: () => state,
    publish: (read, revision) => published.push({ state: read, revision, at: clock.now() }),
  });
const states = () => published.map((one) => one.state);

beforeEach(() => {
  clock = new ManualClock(0);
  state = 0;
  published = [];
});

describe('SnapshotPublisher', () => {
  it('publishes the first change at once and the last one of an interval at its end', async () => {
    const publisher = make();
    for (const next of [1, 2, 3]) {
      state = next;
      publisher.touch();
    }
    expect(states()).toEqual([1]);
    await clock.advance(INTERVAL_MS - 1);
    expect(states()).toEqual([1]);
    await clock.advance(1);
    expect(published).toEqual([
      { state: 1, revision: 1, at: 0 },
      { state: 3, revision: 2, at: INTERVAL_MS },
    ]);
    expect(publisher.revision).toBe(2);
  });

  it('delays the first change when `delayMs` is set', async () => {
    const publisher = make(INTERVAL_MS);
    publisher.skip();
    state = 1;
    publisher.touch();
    await clock.advance(INTERVAL_MS - 1);
    state = 0;
    publisher.touch();
    await clock.advance(10 * INTERVAL_MS);
    expect(states()).toEqual([]);
  });

  it('publishes an unchanged state only when refreshed', async () => {
    const publisher = make();
    publisher.touch();
    await clock.advance(INTERVAL_MS);
    publisher.touch();
    await clock.advance(INTERVAL_MS);
    expect(states()).toEqual([0]);
    publisher.refresh();
    await clock.advance(INTERVAL_MS);
    expect(states()).toEqual([0, 0]);
  });

  it('publishes at once with publishNow, and begins a new interval', async () => {
    const publisher = make();
    state = 1;
    publisher.touch();
    publisher.publishNow();
    state = 2;
    publisher.touch();
    await clock.advance(INTERVAL_MS - 1);
    expect(states()).toEqual([1]);
    await clock.advance(1);
    expect(states()).toEqual([1, 2]);
    expect(clock.pending).toBe(0);
  });

  it('waits at most one interval after the clock was set back', async () => {
    const publisher = make();
    publisher.publishNow();
    clock.jumpTo(-3_600_000);
    state = 1;
    publisher.touch();
    await clock.advance(INTERVAL_MS);
    expect(states()).toEqual([0, 1]);
  });

  it('publishes nothing after it was stopped', async () => {
    const publisher = make();
    publisher.touch();
    state = 1;
    publisher.touch();
    publisher.stop();
    publisher.touch();
    publisher.publishNow();
    await clock.advance(INTERVAL_MS);
    expect(states()).toEqual([0]);
    expect(clock.pending).toBe(0);
  });

  it('never publishes twice within the interval, never an unchanged state, and always the last one', async () => {
    const step = fc.record({ waitMs: fc.integer({ min: 0, max: 400 }), change: fc.integer({ min: 0, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom(undefined, 0, 100, INTERVAL_MS),
        async (steps, delayMs) => {
          clock = new ManualClock(0);
          state = 0;
          published = [];
          const publisher = make(delayMs);
          publisher.skip();
          for (const { waitMs, change } of steps) {
            await clock.advance(waitMs);
            state = change;
            publisher.touch();
          }
          await clock.advance(INTERVAL_MS);
          expect(published.at(-1)?.state ?? 0).toBe(state);
          for (const [index, { at, state: now, revision }] of published.entries()) {
            const before = published[index - 1] ?? { at: Number.NEGATIVE_INFINITY, state: 0, revision: 0 };
            expect(at - before.at).toBeGreaterThanOrEqual(INTERVAL_MS);
            expect(now).not.toBe(before.state);
            expect(revision).toBe(before.revision + 1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
