import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FreeShare, shareLevels } from '../../../../../src/main/traffic/limits/throttle.ts';
import { DisorderRun } from '../../../../bench/support/disorder-run.ts';
import { WORLDS } from '../../../../bench/support/disorder-worlds.ts';
import { SERVERS } from '../../../../bench/support/saturate.ts';

const LEVELS = shareLevels(60_000 / 275, 1_080, 5);
const alone = () => 1;

/** Answers one request a second for `seconds`, of which `isRefused` tells; returns the instant after the last. */
function play(
  share: FreeShare,
  from: number,
  seconds: number,
  isRefused: (second: number, share: number) => boolean,
): number {
  for (let second = 0; second < seconds; second += 1) {
    const now = from + second * 1_000;
    if (isRefused(second, share.share ?? 1)) share.refused(now, LEVELS, false);
    else share.accepted(now, alone);
  }
  return from + seconds * 1_000;
}

describe('FreeShare', () => {
  it('ignores a few 429s', () => {
    const share = new FreeShare();
    play(share, 0, 3_600, (second) => second % 90 === 0);
    expect(share.share).toBeNull();
  });

  it('begins below the free share and rises to it', () => {
    const share = new FreeShare();
    const at = play(share, 0, 60, (second) => second % 5 === 0);
    expect(share.share).toBeCloseTo(0.606, 2);
    play(share, at, 7_200, (second, level) => level > 0.85 && second % 3 === 0);
    expect(share.share).toBeCloseTo(0.808, 2);
  });

  it('ends when the full rate has no refusals', () => {
    const share = new FreeShare();
    play(share, 0, 60, (second) => second % 5 === 0);
    play(share, 60_000, 3_600, () => false);
    expect(share.share).toBeNull();
  });

  it('falls quickly while every request is refused', () => {
    const share = new FreeShare();
    play(share, 0, 60, () => true);
    expect(share.share).toBeLessThan(0.1);
  });

  it('tries no level that the headers rule out', () => {
    const share = new FreeShare();
    for (let count = 0; count < 5; count += 1) share.refused(count, LEVELS, true);
    for (let second = 0; second < 7_200; second += 1) share.accepted(second * 1_000, () => 0.7);
    expect(share.share).toBeCloseTo(0.606, 2);
  });

  it('falls sooner when a long window is used up', () => {
    const fallsAfter = (isLong: boolean) => {
      const share = new FreeShare();
      for (let count = 0; count < 5; count += 1) share.refused(count, LEVELS, isLong);
      const begin = share.share;
      let refusals = 0;
      for (; share.share === begin; refusals += 1) {
        share.refused(1_000 * refusals, LEVELS, isLong);
        share.accepted(1_000 * refusals, alone);
      }
      return refusals;
    };
    expect(fallsAfter(true)).toBeLessThan(fallsAfter(false) / 2);
  });

  it('always holds one of its levels, whatever is answered', () => {
    const answers = fc.array(fc.tuple(fc.boolean(), fc.nat(600_000), fc.boolean()), { maxLength: 300 });
    fc.assert(
      fc.property(answers, (all) => {
        const share = new FreeShare();
        let now = 0;
        for (const [refused, gapMs, isLong] of all) {
          now += gapMs;
          if (refused) share.refused(now, LEVELS, isLong);
          else share.accepted(now, alone);
          expect(share.share === null || LEVELS.includes(share.share)).toBe(true);
        }
      }),
    );
  });
});

describe('shareLevels', () => {
  it('descends from the full rate to a sixteenth, for any pacing', () => {
    const any = fc.tuple(
      fc.double({ min: 0.1, max: 1e6, noNaN: true }),
      fc.integer({ min: 100, max: 1e7 }),
      fc.nat(16),
    );
    fc.assert(
      fc.property(any, ([intervalMs, shortMs, limit]) => {
        const levels = shareLevels(intervalMs, shortMs, limit);
        expect([levels[0], levels.at(-1)]).toEqual([1, 1 / 16]);
        expect(levels).toEqual([...levels].sort((one, other) => other - one));
      }),
    );
  });
});

describe.each(Object.entries(SERVERS))(
  'Limiter beside another client, before a server that counts by %s',
  (_, serverOf) => {
    it.each([
      ['foreign-30', 0.5, 0.03],
      ['foreign-30-headers', 0.54, 0.025],
    ])('in the world %s uses most of what is free, and few requests are refused', async (id, efficiency, refused) => {
      const world = WORLDS.find((it) => it.id === id);
      if (!world) throw new Error(`there is no world ${id}`);
      const result = await new DisorderRun(world, serverOf(world.rules), { hours: 0.5, seed: 7 }).run();
      expect(result.efficiency).toBeGreaterThanOrEqual(efficiency);
      expect(result.refused_share).toBeLessThanOrEqual(refused);
    });
  },
);
