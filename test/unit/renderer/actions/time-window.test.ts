/** Zoom and pan of the incident timeline. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centredOn,
  MAX_SPAN_MS,
  MIN_SPAN_MS,
  panned,
  shareOf,
  ticksOf,
  zoomed,
} from '../../../../src/renderer/actions/incidents/time-window.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const aWindow = fc
  .tuple(fc.integer({ min: 0, max: NOW }), fc.integer({ min: MIN_SPAN_MS, max: MAX_SPAN_MS }))
  .map(([from, span]) => ({ from, until: from + span }));

describe('the window of the incident timeline', () => {
  it('keeps the instant under the pointer, and its bounds, at any zoom', () => {
    fc.assert(
      fc.property(
        aWindow,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (window, factor, share) => {
          const next = zoomed(window, factor, share);
          const span = next.until - next.from;
          expect(span).toBeGreaterThanOrEqual(MIN_SPAN_MS);
          expect(span).toBeLessThanOrEqual(MAX_SPAN_MS);
          const at = window.from + (window.until - window.from) * share;
          expect(Math.abs(shareOf(next, at) - share)).toBeLessThan(0.001);
        },
      ),
    );
  });

  it('pans and centres without a change of its length', () => {
    fc.assert(
      fc.property(aWindow, fc.double({ min: -2, max: 2, noNaN: true }), (window, share) => {
        const span = window.until - window.from;
        for (const next of [panned(window, share), centredOn(window, NOW)]) expect(next.until - next.from).toBe(span);
        expect(Math.abs(shareOf(centredOn(window, NOW), NOW) - 0.5)).toBeLessThan(0.001);
      }),
    );
  });

  it('has a few ticks within any window', () => {
    fc.assert(
      fc.property(aWindow, (window) => {
        const ticks = ticksOf(window);
        expect(ticks.length).toBeLessThanOrEqual(9);
        for (const { at } of ticks) expect(at >= window.from && at <= window.until).toBe(true);
      }),
    );
  });
});
