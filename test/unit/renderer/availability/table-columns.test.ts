/** What is copied of the results' table. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  copiedCells,
  type TableItem,
  tableColumns,
} from '../../../../src/renderer/features/availability/results/table-columns.ts';
import { ShownRows } from '../../../../src/shared/model/copied-rows.ts';

const money = fc.option(
  fc.record({
    amount: fc.double({ noNaN: true, noDefaultInfinity: true }),
    currency: fc.option(fc.constantFrom('EUR', 'VND')),
  }),
);
const row: fc.Arbitrary<TableItem> = fc.record({
  item: fc.record({
    listingId: fc.option(fc.string()),
    recordId: fc.string(),
    title: fc.string({ maxLength: 9_000, size: 'max' }),
    picture: fc.constant(null),
    place: fc.option(fc.string()),
    type: fc.option(fc.string()),
    accommodates: fc.option(fc.nat()),
    bedrooms: fc.option(fc.nat()),
    amenities: fc.constant([]),
    minNights: fc.constant(null),
    perNight: money,
    total: money,
    nights: fc.constant(2),
    basis: fc.constantFrom('inferred' as const, 'nightlyRates' as const, 'stated' as const),
  }),
  quoted: fc.option(
    fc.record({ total: money, share: fc.option(fc.double({ min: 0, max: 2, noNaN: true })), quotes: fc.nat() }),
    {
      nil: undefined,
    },
  ),
});

describe('copied cells', () => {
  it('are what main takes, with one currency for the amounts of a row', () => {
    const corner = fc.tuple(fc.nat(5), fc.nat(7));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), corner, corner, fc.boolean(), (rows, one, other, headed) => {
        const columns = tableColumns(rows);
        const [firstRow = 0, lastRow = 0] = [one[0], other[0]].sort((a, b) => a - b);
        const [firstColumn = 0, lastColumn = 0] = [one[1], other[1]].sort((a, b) => a - b);
        const copied = copiedCells(rows, columns, { firstRow, lastRow, firstColumn, lastColumn }, headed);
        expect(ShownRows.safeParse(copied).error).toBeUndefined();
        expect(copied.rows).toHaveLength(Math.max(0, Math.min(rows.length, lastRow + 1) - firstRow));
        const chosen = columns.slice(firstColumn, lastColumn + 1);
        const width = chosen.length + (chosen.some(({ amountOf }) => amountOf) ? 1 : 0);
        for (const cells of [copied.heads ?? copied.rows[0] ?? [], ...copied.rows])
          if (cells.length > 0 || copied.rows.length > 0) expect(cells).toHaveLength(width);
        copied.rows.forEach((cells, at) => {
          const source = rows[firstRow + at] as TableItem;
          const amounts = chosen.map(({ amountOf }) => amountOf?.(source) ?? null);
          const currencies = new Set(amounts.flatMap((amount) => (amount ? [amount.currency] : [])));
          chosen.forEach(({ amountOf, textOf }, column) => {
            const amount = amounts[column];
            if (amountOf && amount) expect(cells[column]).toBe(currencies.size > 1 ? textOf(source) : amount.amount);
          });
          if (width > chosen.length) expect(cells.at(-1)).toBe(currencies.size === 1 ? [...currencies][0] : null);
        });
      }),
      { numRuns: 60 },
    );
  });
});
