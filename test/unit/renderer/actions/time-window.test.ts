/** Zoom and pan of the incident timeline. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centredOn, panned, shareOf, ticksOf, zoomed } from '../../../../src/renderer/actions/timeline/time-window.ts';
import { MAX_SPAN_MS, MIN_SPAN_MS } from '../../../../src/shared/model/incident.ts';

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

  it('has ticks at round instants of the reader', () => {
    const from = new Date(2026, 10, 21, 16, 10).getTime();
    const texts = (seconds: number) => ticksOf({ from, until: from + seconds * 1_000 - 1 }).map(({ text }) => text);
    expect(texts(900)).toEqual(['16:10', '16:12', '16:14', '16:16', '16:18', '16:20', '16:22', '16:24']);
    expect(texts(60)).toEqual(['16:10:00', '16:10:10', '16:10:20', '16:10:30', '16:10:40', '16:10:50']);
    const days = texts(33 * 3_600);
    expect(days.filter((text) => text.includes(':'))).toEqual(['18:00', '06:00', '12:00', '18:00']);
    expect([days[1], days[5]]).toEqual([expect.stringMatching(/22/), expect.stringMatching(/23/)]);
  });
});
