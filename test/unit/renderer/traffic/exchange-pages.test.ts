import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countNewer,
  mergeHead,
  type Pages,
  rowsOf,
} from '../../../../src/renderer/features/traffic/list/exchange-pages.ts';
import { exchangeFixture, exchangePageFixture } from '../../../support/fixtures.ts';

/** A page of exchanges with these sequence numbers, newest first; `next` is the cursor of the following page. */
const page = (seqs: number[], next: number | null = null) =>
  exchangePageFixture(
    seqs.map((seq) => exchangeFixture({ seq, id: `ex-${seq}` })),
    { next },
  );
const pages = (...all: number[][]): Pages => ({
  pages: all.map((seqs) => page(seqs)),
  pageParams: all.map((_, index) => (index === 0 ? null : index)),
});
const seqs = (known: Pages) => rowsOf(known).map(({ seq }) => seq);

describe('mergeHead', () => {
  it('puts new exchanges before known ones', () => {
    expect(seqs(mergeHead(pages([5, 4], [3, 2]), page([7, 6, 5, 4], 4)))).toEqual([7, 6, 5, 4, 3, 2]);
  });

  it('returns the same object when nothing is new', () => {
    const known = pages([5, 4]);
    expect(mergeHead(known, page([5, 4]))).toBe(known);
    const empty = pages([]);
    expect(mergeHead(empty, page([]))).toBe(empty);
  });

  it('replaces all pages when exchanges may be missing in between', () => {
    const head = page([20, 19], 19);
    expect(mergeHead(pages([5, 4], [3]), head)).toEqual({ pages: [head], pageParams: [null] });
  });

  it('drops deleted exchanges when the head holds every exchange', () => {
    expect(seqs(mergeHead(pages([5, 4], [3]), page([7, 6])))).toEqual([7, 6]);
    expect(seqs(mergeHead(pages([5, 4]), page([])))).toEqual([]);
    expect(seqs(mergeHead(pages([5, 4], [3]), page([5, 4])))).toEqual([5, 4]);
    const paged = pages([5, 4], [3]);
    expect(mergeHead(paged, page([5, 4, 3]))).toBe(paged);
  });

  it('never loses, duplicates or reorders rows, however many exchanges arrive between two heads', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 20 }), (arrivals) => {
        const limit = 5;
        const all: number[] = [3, 2, 1];
        let known = pages([...all]);
        for (const count of arrivals) {
          for (let times = 0; times < count; times += 1) all.unshift((all[0] ?? 0) + 1);
          const head = all.slice(0, limit);
          known = mergeHead(known, page(head, all.length > limit ? (head.at(-1) ?? null) : null));
          const shown = seqs(known);
          expect(shown).toEqual(all.slice(0, shown.length));
        }
      }),
    );
  });
});

it('countNewer counts the rows above a sequence number', () => {
  const rows = rowsOf(pages([9, 7, 5]));
  expect([10, 9, 8, 5, 4].map((seq) => countNewer(rows, seq))).toEqual([0, 0, 1, 2, 3]);
});
