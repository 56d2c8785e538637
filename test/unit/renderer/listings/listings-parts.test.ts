import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, describeListing } from '../../../../src/renderer/features/listings/drawer/describe-listing.ts';
import { groupFacts, titleOf } from '../../../../src/renderer/features/listings/drawer/group-facts.ts';
import { headersOf } from '../../../../src/renderer/features/listings/field-names.ts';
import { remainingText } from '../../../../src/renderer/features/listings/loading/load-state.tsx';
import { progressText } from '../../../../src/renderer/features/listings/loading/progress-text.ts';
import {
  currentView,
  moved,
  pinsOf,
  shownColumns,
} from '../../../../src/renderer/features/listings/table/column-choice.ts';
import { fitting, nextSort, tableHeads } from '../../../../src/renderer/features/listings/table/listing-columns.ts';
import { pagesBetween } from '../../../../src/renderer/ui/virtual-table/use-row-pages.ts';
import { MAX_ENTRIES } from '../../../../src/shared/input/max-input.ts';
import { PAGE_ROWS } from '../../../../src/shared/listing/listing-table.ts';
import type { Column, Fact } from '../../../../src/shared/model/field.ts';
import type { ListingView } from '../../../../src/shared/model/listing-view.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { COLUMNS, statusOf } from './listings-answers.ts';

describe('pagesBetween', () => {
  it('covers every row in view and no page beyond', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(60), fc.constantFrom(undefined, 60, 200), (first, more, pageRows) => {
        const pages = pagesBetween(first, first + more, pageRows);
        for (const index of [first, first + more]) expect(pages).toContain(Math.floor(index / (pageRows ?? PAGE_ROWS)));
        expect(pages.length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe('shownColumns', () => {
  it('shows the suggested columns without a choice, and never repeats the title', () => {
    expect(shownColumns(COLUMNS, null, 'title').map((column) => column.path)).toEqual(['city', 'accommodates']);
    const chosen = ['timezone', 'gone', 'title', 'city'].map((path) => ({
      path,
      width: null,
      pinned: path === 'city',
    }));
    expect(shownColumns(COLUMNS, chosen, 'title').map((column) => column.path)).toEqual(['city', 'timezone']);
  });

  it('moves a column by places, and never loses one', () => {
    const columns = ['a', 'b', 'c'].map((path) => ({ path, width: null, pinned: false }));
    const paths = (path: string, by: number) =>
      moved(columns, path, by)
        .map((column) => column.path)
        .join('');
    expect([paths('a', 1), paths('c', -1), paths('a', -1), paths('c', 9), paths('x', 1)]).toEqual([
      'bac',
      'acb',
      'abc',
      'abc',
      'abc',
    ]);
  });

  it('reads the choice that version 0.1.0 stored, until main has one', () => {
    window.localStorage.setItem('latchkey.columns.conn-1', '["timezone",7]');
    expect(currentView([], 'conn-1').columns).toEqual([{ path: 'timezone', width: null, pinned: false }]);
    const stored: ListingView = {
      connectionId: 'conn-1',
      name: '',
      columns: null,
      sort: [],
      facets: {},
      layout: 'gallery',
    };
    expect(currentView([{ ...stored, connectionId: 'other' }, { ...stored, name: 'x' }, stored], 'conn-1')).toBe(
      stored,
    );
    window.localStorage.clear();
  });
});

describe('fitting', () => {
  it('cuts no column that nobody asked for, at any width', () => {
    const kinds = fc.constantFrom<Column['kind']>('text', 'number', 'money', 'address', 'instant', 'identifier');
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 10 }), fc.integer({ min: 560, max: 2_400 }), (made, width) => {
        const columns = made.map((kind, at) => ({
          ...{ path: `p${at}`, title: `Title ${at}`, kind, coverage: 1, suggested: true },
          ...{ width: null, pinned: false },
        }));
        const shown = fitting(columns, width);
        const sizes = tableHeads(shown, { title: 'Listing', titlePath: 'title', tablePx: width }).map(
          ({ size }) => size,
        );
        const total = sizes.reduce((sum, size) => sum + size, 0);
        if (shown.length > 2) expect(total).toBeLessThanOrEqual(width);
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(2, columns.length));
      }),
    );
    expect(fitting([], 0)).toEqual([]);
  });
});

describe('nextSort', () => {
  const up = (path: string) => ({ path, descending: false });
  const down = (path: string) => ({ path, descending: true });

  it('goes from unsorted to ascending, descending and unsorted', () => {
    const orders = [0, 1, 2].reduce<(readonly ReturnType<typeof up>[])[]>(
      (known) => [...known, nextSort(known.at(-1) ?? [], 'city', false)],
      [],
    );
    expect(orders).toEqual([[up('city')], [down('city')], []]);
  });

  it('replaces an order, or adds to it at most as many columns as a query has', () => {
    expect(nextSort([down('a'), up('b')], 'c', false)).toEqual([up('c')]);
    expect(nextSort([down('a'), up('b')], 'b', true)).toEqual([down('a'), down('b')]);
    expect(nextSort([down('a'), up('b')], 'a', true)).toEqual([up('b')]);
    const many = Array.from({ length: MAX_ENTRIES.sortedColumns }, (_, at) => up(`column ${at}`));
    expect(nextSort(many, 'last', true)).toEqual([...many.slice(1), up('last')]);
  });
});

describe('pinned columns', () => {
  it('stay beside the title and each other', () => {
    const [city, guests] = shownColumns(COLUMNS, null, 'title').map((column) => ({ ...column, pinned: true }));
    if (!city || !guests) throw new Error('no columns');
    const pins = pinsOf([city, { ...guests, pinned: false }, { ...guests, path: 'other' }], () => 100, 300);
    expect([...pins]).toEqual([
      ['city', { '--pin-left': '300px' }],
      ['other', { '--pin-left': '400px' }],
    ]);
  });
});

describe('headersOf', () => {
  const named = (path: string, title: string) => ({ path, title, kind: 'text' as const, coverage: 1, suggested: true });
  it('shortens titles that stay unique', () => {
    const heads = headersOf([
      named('prices.base', 'Prices · Base'),
      named('a.city', 'A · City'),
      named('b.city', 'B · City'),
    ]);
    expect([...heads.values()]).toEqual(['Base', 'A · City', 'B · City']);
  });
});

describe('groupFacts', () => {
  const fact = (path: string, kind: Fact['kind'] = 'text'): Fact => ({ path, title: path, kind, value: 'x' });
  it('groups facts by their object', () => {
    const groups = groupFacts([
      fact('beds'),
      fact('prices.base'),
      fact('prices.fee'),
      fact('sole.one'),
      fact('p', 'picture'),
    ]);
    expect(groups.map((group) => [group.title, group.facts.map((one) => one.path)])).toEqual([
      ['General', ['beds', 'sole.one']],
      ['Prices', ['prices.base', 'prices.fee']],
    ]);
  });
  it('makes readable group titles', () => {
    expect(titleOf('publicDescription')).toBe('Public description');
    expect(titleOf('check_in-rules')).toBe('Check in rules');
  });
});

describe('facts in words', () => {
  const fact = (path: string, value: Json): Fact => ({ path, title: path, kind: 'text', value });
  it('says size, stays, times and address, as far as the record knows them', () => {
    expect(
      describeListing([
        fact('accommodates', 3),
        fact('bedrooms', '1'),
        fact('bathrooms', 2),
        fact('terms.minNights', 2),
        fact('terms.maxNights', 90),
        fact('defaultCheckInTime', '16:00'),
        fact('defaultCheckOutTime', '10:00'),
      ]),
    ).toEqual([
      'Sleeps 3 guests, 1 bedroom, 2 bathrooms.',
      'Stays from 2 nights to 90 nights.',
      'Check-in from 16:00, check-out until 10:00.',
    ]);
    expect(addressOf([fact('address.full', 'Rua da Bica 126, Lisbon')])).toBe('Rua da Bica 126, Lisbon');
  });

  it('says nothing odd, whatever the values are', () => {
    const paths = fc.constantFrom('accommodates', 'beds', 'minNights', 'defaultCheckInTime', 'address', 'full');
    fc.assert(
      fc.property(fc.array(fc.tuple(paths, fc.jsonValue())), (made) => {
        const facts = made.map(([path, value]) => fact(path, value as Json));
        for (const text of [...describeListing(facts), addressOf(facts) ?? ''])
          expect(text).not.toMatch(/undefined|NaN|null (?:guest|bed)|\[object/);
      }),
    );
  });
});

describe('progressText', () => {
  it('shows a total and an estimate only if they are known', () => {
    expect(progressText(statusOf({ loaded: 300 }))).toBe('300 loaded');
    expect(progressText(statusOf({ loaded: 300, expected: 900 }))).toBe('300 of 900 loaded');
    expect(progressText(statusOf({ loaded: 300, expected: 900, estimateMs: 400 }))).toContain('about 1 s left');
  });
});

describe('remainingText', () => {
  it('distinguishes new listings from those of the previous load', () => {
    const counted = (count: number) => `${count} listings`;
    expect(remainingText(0, 0, counted)).toBe('Nothing was loaded.');
    expect(remainingText(40, 40, counted)).toBe('40 listings loaded so far are kept.');
    expect(remainingText(40, 240, counted)).toBe('The 240 listings of the previous load are still shown.');
  });
});
