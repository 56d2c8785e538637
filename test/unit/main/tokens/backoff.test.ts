import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../../src/main/tokens/issuance-blocker.ts';

const at = (fraction: number) => ({ fraction: () => fraction, id: () => 'id' });

describe('the backoff of a token endpoint', () => {
  it('doubles up to a cap, with full jitter', () => {
    const waits = [1, 2, 3, 30, 1_000].map((n) => backoffMs({ kind: 'refused', why: 'network' }, n, at(1)));
    expect(waits).toEqual([5_000, 10_000, 20_000, 900_000, 900_000]);
    expect(backoffMs({ kind: 'refused', why: 'network' }, 3, at(0.5))).toBe(10_000);
    expect(backoffMs({ kind: 'refused', why: 'network' }, 3, at(0))).toBe(1_000);
  });

  it('is longer when an attempt may have spent a slot', () => {
    const failures = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(failures, fc.double({ min: 0, max: 1, noNaN: true }), (n, fraction) => {
        const free = backoffMs({ kind: 'refused', why: 'endpoint' }, n, at(fraction));
        const spent = backoffMs({ kind: 'lost', why: 'network' }, n, at(fraction));
        expect(spent).toBeGreaterThanOrEqual(free);
        expect(free).toBeGreaterThanOrEqual(1_000);
        expect(spent).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });
});
