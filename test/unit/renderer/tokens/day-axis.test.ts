import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksOf, numberIssuances, positionOf, ticksOf } from '../../../../src/renderer/features/tokens/day-axis.ts';
import type { Issuance } from '../../../../src/shared/model/token.ts';
import { issuanceFixture } from '../../../support/fixtures.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 21, 9);
const at = (hoursAgo: number, changes: Partial<Issuance> = {}): Issuance =>
  issuanceFixture({ id: `iss-${hoursAgo}`, at: now - hoursAgo * HOUR, settledAt: now - hoursAgo * HOUR, ...changes });

describe('the 48 h axis', () => {
  it('has no marks without issuances', () => {
    expect(marksOf([], now)).toEqual({ issued: [], regenerating: [] });
  });

  it('numbers issuances from the oldest; each slot regenerates 24 h later', () => {
    const numbered = numberIssuances([at(2), at(20), at(8)], 'openApi', 'rolling');
    expect(numbered.map(({ number, issuance }) => [number, issuance.id])).toEqual([
      [1, 'iss-20'],
      [2, 'iss-8'],
      [3, 'iss-2'],
    ]);
    const { issued, regenerating } = marksOf(numbered, now);
    expect(issued.map((mark) => mark.share)).toEqual([
      positionOf(now - 20 * HOUR, now),
      positionOf(now - 8 * HOUR, now),
      positionOf(now - 2 * HOUR, now),
    ]);
    expect(regenerating.map((mark) => (mark.at - now) / HOUR)).toEqual([4, 16, 22]);
  });

  it('regenerates all slots at 00:00 UTC with that quota reset', () => {
    const { regenerating } = marksOf(numberIssuances([at(2), at(1)], 'openApi', 'utcMidnight'), now);
    expect(regenerating.map((mark) => mark.at)).toEqual([Date.UTC(2026, 10, 22), Date.UTC(2026, 10, 22)]);
    expect(regenerating.map((mark) => mark.level)).toEqual([0, 1]);
  });

  it('has no slot for a refusal and for the first token of an application', () => {
    const refused = at(3, { outcome: 'refused' });
    expect(numberIssuances([refused], 'openApi', 'rolling')[0]?.regeneratesAt).toBeNull();
    expect(numberIssuances([at(3, { renewal: false })], 'booking', 'rolling')[0]?.regeneratesAt).toBeNull();
    expect(numberIssuances([at(3, { renewal: true })], 'booking', 'rolling')[0]?.regeneratesAt).not.toBeNull();
  });

  it('keeps every mark on the axis and never overlaps two', () => {
    const issuance = fc.record({
      ago: fc.double({ min: 0, max: 24, noNaN: true }),
      outcome: fc.constantFrom<Issuance['outcome']>('sent', 'confirmed', 'lost', 'refused'),
    });
    fc.assert(
      fc.property(fc.array(issuance, { maxLength: 12 }), (given) => {
        const issuances = given.map(({ ago, outcome }, index) => at(ago, { id: `i${index}`, outcome }));
        const { issued, regenerating } = marksOf(numberIssuances(issuances, 'openApi', 'rolling'), now);
        for (const marks of [issued, regenerating]) {
          expect(marks.every((mark) => mark.share >= 0 && mark.share <= 1)).toBe(true);
          for (const mark of marks)
            for (const other of marks)
              if (mark !== other && mark.level === other.level)
                expect(Math.abs(mark.share - other.share)).toBeGreaterThanOrEqual(0.02);
        }
        expect(issued.filter((mark) => mark.entry.issuance.outcome !== 'refused')).toHaveLength(
          issuances.filter(({ outcome }) => outcome !== 'refused').length,
        );
      }),
    );
  });

  it('has a tick every six hours in the reader’s time zone', () => {
    const ticks = ticksOf(now);
    expect(ticks.length).toBeGreaterThanOrEqual(7);
    expect(ticks.every((tick) => new Date(tick.at).getHours() % 6 === 0)).toBe(true);
    expect(ticks.filter((tick) => tick.midnight)).toHaveLength(2);
  });
});
