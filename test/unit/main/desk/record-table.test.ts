import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordTable } from '../../../../src/main/desk/record-table.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

const tableOf = (records: Json[]) => {
  const table = new RecordTable();
  table.append(records);
  return table;
};
const everything = { search: '', sort: [] };

describe('RecordTable', () => {
  it('keeps the order of arrival without a sort', () => {
    expect(tableOf([{ a: 2 }, { a: 1 }]).order(everything)).toEqual([0, 1]);
  });

  it('finds all words of a search anywhere in a record, whatever their case', () => {
    const table = tableOf([
      { title: 'Sea View', address: { city: 'Lisbon' } },
      { title: 'Sea Side', address: { city: 'Porto' } },
    ]);
    expect(table.order({ search: 'lisBON sea', sort: [] })).toEqual([0]);
    expect(table.order({ search: 'sea', sort: [] })).toEqual([0, 1]);
    expect(table.order({ search: 'mountain', sort: [] })).toEqual([]);
  });

  it('sorts numbers by value and text by locale, with records without a value last in both directions', () => {
    const table = tableOf([{ n: 10 }, { n: 9 }, {}, { n: null }]);
    expect(table.order({ search: '', sort: [{ path: 'n', currencyPath: null, descending: false }] })).toEqual([
      1, 0, 2, 3,
    ]);
    expect(table.order({ search: '', sort: [{ path: 'n', currencyPath: null, descending: true }] })).toEqual([
      0, 1, 2, 3,
    ]);
    const names = tableOf([{ t: 'Flat 10' }, { t: 'flat 9' }, { t: 'Élan' }]);
    expect(names.order({ search: '', sort: [{ path: 't', currencyPath: null, descending: false }] })).toEqual([
      2, 1, 0,
    ]);
  });

  it('sorts amounts within their currency, the currencies by name, and records without an amount last', () => {
    const table = tableOf([
      { price: 90, currency: 'SEK' },
      { price: 100, currency: 'EUR' },
      { currency: 'EUR' },
      { price: 900, currency: 'SEK' },
      { price: 20, currency: 'EUR' },
    ]);
    const by = (descending: boolean) => ({
      search: '',
      sort: [{ path: 'price', currencyPath: 'currency', descending }],
    });
    expect(table.order(by(false))).toEqual([4, 1, 0, 3, 2]);
    expect(table.order(by(true))).toEqual([1, 4, 3, 0, 2]);
  });

  it('ranks the columns of another table ahead, and then sorts as without', async () => {
    const record = fc.record({ price: fc.integer({ min: 0, max: 9 }), currency: fc.constantFrom('EUR', 'SEK', null) });
    const sort = [{ path: 'price', currencyPath: 'currency', descending: true }];
    const records = fc.array(record, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(records, records, records, async (before, after, added) => {
        const earlier = tableOf(before);
        earlier.order({ search: '', sort });
        const table = tableOf(after);
        await table.rankAs(earlier);
        table.append(added);
        expect(table.order({ search: '', sort })).toEqual(tableOf([...after, ...added]).order({ search: '', sort }));
      }),
      { numRuns: 40 },
    );
  });

  it('sorts by several columns, the first one first', () => {
    const table = tableOf([
      { city: 'Porto', beds: 1 },
      { city: 'Lisbon', beds: 2 },
      { city: 'Porto', beds: 3 },
      { city: 'Lisbon', beds: 1 },
    ]);
    const sort = [
      { path: 'city', currencyPath: null, descending: false },
      { path: 'beds', currencyPath: null, descending: true },
    ];
    expect(table.order({ search: '', sort })).toEqual([1, 3, 2, 0]);
  });

  it('sorts like a comparison of each pair, for any values, columns and currencies', () => {
    const value = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });
    const currency = fc.constantFrom('EUR', 'SEK', undefined);
    const records = fc.array(fc.record({ a: value, b: value, currency }, { requiredKeys: [] }), { maxLength: 30 });
    const columns = fc.uniqueArray(fc.constantFrom('a' as const, 'b' as const), { maxLength: 2 });
    fc.assert(
      fc.property(records, columns, fc.boolean(), fc.boolean(), (made, paths, descending, isMoney) => {
        const currencyPath = isMoney ? 'currency' : null;
        const sort = paths.map((path) => ({ path, currencyPath, descending }));
        const compare = (one: number, other: number): number => {
          for (const path of paths) {
            const [x, y] = [made[one], made[other]];
            const [p, q] = [x?.[path], y?.[path]];
            if (p === undefined && q === undefined) continue;
            if (p === undefined) return 1;
            if (q === undefined) return -1;
            // A record without a currency comes after those with one.
            const [c, d] = isMoney ? [x?.currency ?? 'ZZZ', y?.currency ?? 'ZZZ'] : ['', ''];
            if (c !== d) return c < d ? -1 : 1;
            if (p !== q) return descending ? q - p : p - q;
          }
          return one - other;
        };
        const expected = made.map((_, position) => position).sort(compare);
        expect(tableOf(made as Json[]).order({ search: '', sort })).toEqual(expected);
      }),
    );
  });

  it('includes records that are appended after a slice was read', () => {
    const table = tableOf([{ t: 'b' }]);
    const view = { search: '', sort: [{ path: 't', currencyPath: null, descending: false }] };
    expect(table.order(view)).toEqual([0]);
    table.append([{ t: 'a' }]);
    expect(table.order(view)).toEqual([1, 0]);
  });

  it('neither loses nor repeats a record, for any values and sort', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ v: fc.jsonValue() })), fc.boolean(), (records, descending) => {
        const order = tableOf(records as Json[]).order({
          search: '',
          sort: [{ path: 'v', currencyPath: null, descending }],
        });
        expect([...order].sort((a, b) => a - b)).toEqual(records.map((_, position) => position));
      }),
    );
  });

  it('finds what a scan of all records finds, whatever was typed, deleted or appended before', () => {
    const text = fc.stringMatching(/^[ab ]{0,6}$/);
    // The values that records share are learned from the first thousand.
    const many = Array.from({ length: 990 }, (_, at) => ({ title: `a${at % 500}` }));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(text, { maxLength: 5 }), text), { maxLength: 12 }), (steps) => {
        const table = tableOf(many);
        for (const [titles, search] of steps) {
          table.append(titles.map((title) => ({ title })));
          const words = search.split(' ').filter(Boolean);
          const matching = table.records.flatMap((record, at) =>
            words.every((word) => String((record as { title: string }).title).includes(word)) ? [at] : [],
          );
          expect(table.order({ search, sort: [] })).toEqual(matching);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('sorts by the values alone, however the records came in', () => {
    const value = fc.oneof(fc.constantFrom(null, '', 'a', 'A', 'é', 'Flat 9', 'flat 10', '007', '7'), fc.integer());
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 6 }), fc.boolean(), (pages, descending) => {
        const sort = [{ path: 'v', currencyPath: null, descending }];
        const table = new RecordTable();
        for (const page of pages) {
          table.append(page.map((v) => ({ v })));
          table.order({ search: '', sort });
        }
        const atOnce = tableOf(pages.flat().map((v) => ({ v })));
        expect(table.order({ search: '', sort })).toEqual(atOnce.order({ search: '', sort }));
        const values = table.order({ search: '', sort }).map((at) => (table.records[at] as { v: Json }).v);
        const numbers = values.filter((v) => typeof v === 'number');
        expect(numbers).toEqual(numbers.toSorted((one, other) => (descending ? other - one : one - other)));
        const firstMissing = values.findIndex((v) => v === null || v === '');
        if (firstMissing >= 0) expect(values.slice(firstMissing).every((v) => v === null || v === '')).toBe(true);
      }),
    );
  });
});
