import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FreeShareEstimate } from '../../../../../src/main/traffic/limits/throttle.ts';
import { DisorderRun } from '../../../../bench/support/disorder-run.ts';
import { WORLDS } from '../../../../bench/support/disorder-worlds.ts';
import { SERVERS } from '../../../../bench/support/saturate.ts';

const STEP = 0.2;
const LEVELS = [4, 3, 2, 1].map((count) => count * STEP);
const ALONE = 1;

/** Answers one request a second for `seconds`, of which `isRefused` tells; returns the instant after the last. */
function play(
  share: FreeShareEstimate,
  from: number,
  seconds: number,
  isRefused: (second: number, share: number) => boolean,
): number {
  for (let second = 0; second < seconds; second += 1) {
    const now = from + second * 1_000;
    if (isRefused(second, share.share ?? 1)) share.refused(now, STEP, false);
    else share.accepted(now, ALONE);
  }
  return from + seconds * 1_000;
}

describe('FreeShareEstimate', () => {
  it('ignores a few 429s', () => {
    const share = new FreeShareEstimate();
    play(share, 0, 3_600, (second) => second % 90 === 0);
    expect(share.share).toBeNull();
  });

  it('begins below the free share and rises to it', () => {
    const share = new FreeShareEstimate();
    const at = play(share, 0, 60, (second) => second % 5 === 0);
    expect(share.share).toBeCloseTo(0.6, 2);
    play(share, at, 7_200, (second, level) => level > 0.85 && second % 3 === 0);
    expect(share.share).toBeCloseTo(0.8, 2);
  });

  it('ends when the full rate has no refusals', () => {
    const share = new FreeShareEstimate();
    play(share, 0, 60, (second) => second % 5 === 0);
    play(share, 60_000, 3_600, () => false);
    expect(share.share).toBeNull();
  });

  it('falls quickly while every request is refused', () => {
    const share = new FreeShareEstimate();
    play(share, 0, 60, () => true);
    expect(share.share).toBeLessThan(0.1);
  });

  it('tries no level that the headers rule out', () => {
    const share = new FreeShareEstimate();
    for (let count = 0; count < 5; count += 1) share.refused(count, STEP, true);
    for (let second = 0; second < 7_200; second += 1) share.accepted(second * 1_000, 0.7);
    expect(share.share).toBeCloseTo(0.6, 2);
  });

  it('falls sooner when a long window is used up', () => {
    const fallsAfter = (isLong: boolean) => {
      const share = new FreeShareEstimate();
      for (let count = 0; count < 5; count += 1) share.refused(count, STEP, isLong);
      const begin = share.share;
      let refusals = 0;
      for (; share.share === begin; refusals += 1) {
        share.refused(1_000 * refusals, STEP, isLong);
        share.accepted(1_000 * refusals, ALONE);
      }
      return refusals;
    };
    expect(fallsAfter(true)).toBeLessThan(fallsAfter(false) / 2);
  });

  it('always holds one of its levels, whatever is answered', () => {
    const answers = fc.array(fc.tuple(fc.boolean(), fc.nat(600_000)), { maxLength: 300 });
    fc.assert(
      fc.property(answers, (all) => {
        const share = new FreeShareEstimate();
        let now = 0;
        for (const [refused, gapMs] of all) {
          now += gapMs;
          if (refused) share.refused(now, STEP, false);
          else share.accepted(now, ALONE);
          expect(share.share === null || [1, ...LEVELS, 1 / 16].includes(share.share)).toBe(true);
        }
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
      const result = await new DisorderRun(world, serverOf(world.rules), { hours: 0.25, seed: 7 }).run();
      expect(result.efficiency).toBeGreaterThanOrEqual(efficiency);
      expect(result.refused_share).toBeLessThanOrEqual(refused);
    });
  },
);
