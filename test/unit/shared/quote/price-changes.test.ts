import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PriceLine } from '../../../../src/shared/model/quote.ts';
import { decimalOfMoney, differenceOf, moneyOf, sumOf } from '../../../../src/shared/money/money.ts';
import { priceChanges } from '../../../../src/shared/quote/price-changes.ts';
import { isSame, textOf } from '../../../../src/shared/stay/decimal.ts';

const euro = (written: number | string) => moneyOf(written, 'EUR');
const line = (title: string, written: number | string): PriceLine => ({ title, amount: euro(written), kind: null });

it('pairs lines by what they are called, and tells new and gone ones', () => {
  const before = { total: euro(245), lines: [line('Stay', 200), line('Cleaning', 45), line('Tax', 1), line('Tax', 2)] };
  const after = { total: euro(330.3), lines: [line('Stay', 280.3), line('Tax', 1), line('Tax', 3), line('Pets', 5)] };
  const changes = priceChanges(before, after);
  expect(changes.lines.map(({ title, difference }) => [title, difference?.amount])).toEqual([
    ['Stay', 80.3],
    ['Tax', 0],
    ['Tax', 1],
    ['Pets', 5],
    ['Cleaning', -45],
  ]);
  expect(changes.total.difference).toEqual(euro(85.3));
});

it('compares nothing with an amount that cannot be read', () => {
  const tax = { title: 'Tax', text: 'about 12', kind: null };
  const before = { total: null, lines: [line('Stay', 1)], unreadable: [tax] };
  const after = { total: null, lines: [line('Stay', 1), line('Tax', 12)] };
  expect(priceChanges(before, after).lines).toEqual([
    { title: 'Stay', before: euro(1), after: euro(1), difference: euro(0) },
    { title: 'Tax', before: { text: 'about 12' }, after: euro(12), difference: null },
  ]);
  expect(priceChanges(after, before).lines[1]).toEqual({
    title: 'Tax',
    before: euro(12),
    after: { text: 'about 12' },
    difference: null,
  });
});

it('compares no amounts of two currencies, and no total that is missing', () => {
  const before = { total: null, lines: [line('Stay', 1)] };
  const after = { total: euro(1), lines: [{ title: 'Stay', kind: null, amount: moneyOf(1, 'USD') }] };
  const { lines, total } = priceChanges(before, after);
  expect([lines[0]?.difference, total.difference]).toEqual([null, null]);
});

it('the differences of the lines sum up to that of their sums, to the last digit', () => {
  const written = fc
    .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.constantFrom(0, 2, 3))
    .map(([units, scale]) => textOf({ units, scale }));
  const lines = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), written), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const [one, other] = [before, after].map((all) => all.map(([title, text]) => line(title, text)));
      const changes = priceChanges({ total: null, lines: one ?? [] }, { total: null, lines: other ?? [] });
      const summed = sumOf(changes.lines.flatMap(({ difference }) => difference ?? []));
      const [sumBefore, sumAfter] = [one, other].map((all) => sumOf((all ?? []).map(({ amount }) => amount)));
      const expected = sumAfter && sumBefore && differenceOf(sumAfter, sumBefore);
      expect(summed && expected && isSame(decimalOfMoney(summed), decimalOfMoney(expected))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
