import { describe, expect, it } from 'vitest';
import { Pacer } from '../../../../../src/main/traffic/limits/pacer.ts';

const pacing = { intervalMs: 200, burst: 5 };

describe('Pacer', () => {
  it('halves the rate after a 429 and recovers by a twentieth every six seconds', () => {
    const pacer = new Pacer(pacing, 0, undefined);
    pacer.halve(0, 10_000);
    expect([pacer.rateShare(0), pacer.rateShare(10_000), pacer.rateShare(16_000), pacer.rateShare(28_000)]).toEqual([
      0.5, 0.5, 0.55, 0.65,
    ]);
    expect(pacer.intervalMs(0)).toBe(400);
    expect([pacer.rateShare(69_999), pacer.rateShare(70_000)]).toEqual([0.95, 1]);
  });

  it('never falls below a sixteenth', () => {
    const pacer = new Pacer(pacing, 0, undefined);
    for (let times = 0; times < 20; times += 1) pacer.halve(0, 0);
    expect(pacer.rateShare(0)).toBe(1 / 16);
  });

  it('grants no burst while it recovers', () => {
    const pacer = new Pacer(pacing, 0, undefined);
    pacer.halve(0, 0);
    pacer.queueFilled(30_000);
    expect(pacer.granted(30_000)).toBe('burst');
    expect(pacer.nextAt(30_000)).toBeGreaterThan(30_200);
  });

  it('earns a burst anew after a restart', () => {
    const pacer = new Pacer(pacing, 1_000, 900);
    pacer.queueFilled(1_000);
    for (let index = 0; index < 3; index += 1) pacer.granted(pacer.nextAt(1_000));
    expect(pacer.nextAt(1_000)).toBeGreaterThan(1_000);
  });

  it('waits no longer after a burst than the new pacing asks', () => {
    const pacer = new Pacer({ intervalMs: 100, burst: 40 }, 0, undefined);
    for (let index = 0; index < 40; index += 1) pacer.granted(0);
    expect(pacer.nextAt(0)).toBe(4_000);
    pacer.setPacing({ intervalMs: 1_000, burst: 4 }, 0);
    expect(pacer.nextAt(0)).toBe(4_000);
    pacer.setPacing({ intervalMs: 100, burst: 20 }, 0);
    expect(pacer.nextAt(0)).toBe(2_000);
    pacer.setPacing({ intervalMs: 100, burst: 2 }, 0);
    expect(pacer.nextAt(0)).toBe(200);
    pacer.setPacing({ intervalMs: 0, burst: Number.POSITIVE_INFINITY }, 0);
    expect(pacer.nextAt(0)).toBe(0);
  });

  it('estimates how long many requests take after an idle time', () => {
    for (const count of [1, 5, 6, 7, 60]) {
      const estimate = new Pacer(pacing, 0, undefined).timeMs(count, 0, 0);
      const pacer = new Pacer(pacing, 0, undefined);
      let at = 0;
      for (let index = 0; index < count; index += 1) {
        at = pacer.nextAt(at);
        pacer.granted(at);
      }
      expect(estimate).toBe(at);
    }
  });

  it('estimates how long many requests take while it recovers', () => {
    const pacer = new Pacer(pacing, 0, undefined);
    expect([pacer.timeMs(5, 0, 0), pacer.timeMs(6, 0, 0), pacer.timeMs(15, 0, 0)]).toEqual([0, 1_000, 2_800]);
    expect(pacer.timeMs(15, 0, 1_000)).toBe(3_800);
    pacer.halve(0, 0);
    let at = 0;
    for (let index = 0; index < 1_000; index += 1) {
      at = pacer.nextAt(at);
      pacer.granted(at);
    }
    const fresh = new Pacer(pacing, 0, undefined);
    fresh.halve(0, 0);
    expect(Math.abs(fresh.timeMs(1_000, 0, 0) - at) / at).toBeLessThan(0.02);
  });
});
