import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowSlots } from '../../../../src/renderer/ui/virtual-table/row-slots.ts';
import { rowsAround } from '../../../../src/renderer/ui/virtual-table/use-virtual-rows.ts';

const SIZE = 12;
const rowsFrom = (first: number): number[] => Array.from({ length: SIZE }, (_, at) => first + at);
const windows = fc.array(fc.record({ first: fc.nat(60), isScrolling: fc.boolean() }), { minLength: 1, maxLength: 30 });

describe('RowSlots', () => {
  it('keeps the slot of a row that stays, and recycles those of rows that leave', () => {
    fc.assert(
      fc.property(windows, (steps) => {
        const slots = new RowSlots();
        let before = new Map<number | string, number>();
        for (const { first, isScrolling } of steps) {
          const filled = slots.fill(rowsFrom(first), { staysPut: isScrolling });
          const now = new Map(filled.map(({ key, slot }) => [key, slot]));
          expect([...now.keys()].toSorted((one, other) => Number(one) - Number(other))).toEqual(rowsFrom(first));
          expect([...now.values()].toSorted((one, other) => one - other)).toEqual(rowsFrom(0));
          for (const [key, slot] of now) if (before.has(key)) expect(slot).toBe(before.get(key));
          before = now;
        }
      }),
    );
  });

  it('moves no node while the table scrolls, and orders the nodes by row at rest', () => {
    fc.assert(
      fc.property(windows, (steps) => {
        const slots = new RowSlots();
        let order = slots.fill(rowsFrom(0), { staysPut: false }).map(({ slot }) => slot);
        for (const { first, isScrolling } of steps) {
          const filled = slots.fill(rowsFrom(first), { staysPut: isScrolling });
          const now = filled.map(({ slot }) => slot);
          if (isScrolling) expect(now).toEqual(order);
          else expect(filled.map(({ key }) => key)).toEqual(rowsFrom(first));
          order = now;
        }
      }),
    );
  });

  it('gives a row that appears among others a slot of its own, in its place', () => {
    const slots = new RowSlots();
    slots.fill(['b', 'c'], { staysPut: false });
    expect(slots.fill(['a', 'b', 'c'], { staysPut: true })).toEqual([
      { key: 'a', slot: 2 },
      { key: 'b', slot: 0 },
      { key: 'c', slot: 1 },
    ]);
  });
});

describe('rowsAround', () => {
  it('gives equally many rows wherever the view is, those in view among them, all within the table', () => {
    fc.assert(
      fc.property(
        fc.record({
          startIndex: fc.nat(70_000),
          inView: fc.integer({ min: 1, max: 60 }),
          overscan: fc.nat(20),
          count: fc.oneof(fc.nat(70), fc.nat(50_000)),
        }),
        ({ startIndex, inView, overscan, count }) => {
          const rows = rowsAround({ startIndex, overscan, count }, inView);
          expect(rows).toHaveLength(Math.min(count, inView + 2 * overscan));
          expect(rows).toEqual(rows.map((_, at) => (rows[0] ?? 0) + at));
          expect(rows[0] ?? 0).toBeGreaterThanOrEqual(0);
          expect(rows.at(-1) ?? 0).toBeLessThan(Math.max(1, count));
          if (startIndex + inView <= count) {
            expect(rows).toContain(startIndex);
            expect(rows).toContain(startIndex + inView - 1);
          }
        },
      ),
    );
  });
});
