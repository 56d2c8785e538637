import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedShare, quotedByListing } from '../../../../src/renderer/features/availability/results/quoted.ts';
import {
  EMPTY_FILTERS,
  filterItems,
  filterNote,
  mergedItems,
  misfitOf,
  orderNote,
  SORTS,
  sortItems,
} from '../../../../src/renderer/features/availability/results/rows.ts';
import type { SearchItem } from '../../../../src/shared/model/availability.ts';
import type { Quote } from '../../../../src/shared/model/quote.ts';
import { quoteFixture } from '../quotes/quotes-answers.ts';

const itemOf = (index: number, changes: Partial<SearchItem> = {}): SearchItem => ({
  listingId: `l${index}`,
  recordId: `l${index}`,
  title: `Place ${index}`,
  place: 'Lisbon, Portugal',
  picture: null,
  accommodates: 4,
  bedrooms: 2,
  type: 'Apartment',
  amenities: [],
  minNights: null,
  perNight: { amount: 100, currency: 'EUR' },
  total: { amount: 200, currency: 'EUR' },
  nights: 2,
  basis: 'nightlyRates',
  ...changes,
});

const item = fc
  .record({
    index: fc.nat(30),
    title: fc.string({ maxLength: 5 }),
    bedrooms: fc.option(fc.nat(5)),
    accommodates: fc.option(fc.nat(8)),
    type: fc.option(fc.constantFrom('Loft', 'House', 'Villa')),
    amenities: fc.uniqueArray(fc.constantFrom('Wifi', 'Pool', 'Parking')),
    perNight: fc.option(fc.record({ amount: fc.nat(400), currency: fc.constantFrom('EUR', 'USD', null) })),
    total: fc.option(fc.record({ amount: fc.nat(1_200), currency: fc.constant('EUR') })),
  })
  .map(({ index, ...changes }) => itemOf(index, changes));
const filters = fc.record({
  minPrice: fc.option(fc.nat(300)),
  maxPrice: fc.option(fc.nat(400)),
  maxTotal: fc.option(fc.nat(1_200)),
  bedrooms: fc.option(fc.integer({ min: 1, max: 5 })),
  types: fc.uniqueArray(fc.constantFrom('Loft', 'House')),
  amenities: fc.uniqueArray(fc.constantFrom('Wifi', 'Pool')),
  needs: fc.uniqueArray(fc.constantFrom('parking' as const, 'pets' as const)),
});

describe('the rows of a search', () => {
  it('shows a listing of two places once, and keeps those without an id', () => {
    const [one, two] = [itemOf(1), itemOf(2)];
    const nameless = itemOf(3, { listingId: null });
    expect(
      mergedItems([
        [one, two, nameless],
        [two, one, nameless],
      ]),
    ).toEqual([one, two, nameless, nameless]);
  });

  it('does not offer a 3-guest flat to 4', () => {
    const flat = itemOf(1, { accommodates: 3 });
    expect(misfitOf(flat, { people: 4, nights: 2 })).toBe('Sleeps 3, fewer than 4');
    expect(misfitOf(flat, { people: 3, nights: 2 })).toBeNull();
    expect(misfitOf(itemOf(1, { accommodates: null }), { people: 9, nights: 2 })).toBeNull();
    expect(misfitOf(itemOf(1, { minNights: 5 }), { people: null, nights: 2 })).toBe('Minimum stay 5 nights');
  });

  it('counts for each choice exactly what the choice would keep', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), filters, (items, chosen) => {
        const { kept, facets } = filterItems(items, chosen);
        for (const { value, count } of facets.bedrooms)
          expect(count).toBe(filterItems(items, { ...chosen, bedrooms: value }).kept.length);
        for (const { value, count } of facets.types)
          expect(count).toBe(filterItems(items, { ...chosen, types: [value] }).kept.length);
        for (const { value, count } of facets.amenities)
          expect(count).toBe(filterItems(items, { ...chosen, amenities: [...chosen.amenities, value] }).kept.length);
        for (const { value, count } of facets.needs)
          expect(count).toBe(filterItems(items, { ...chosen, needs: [...chosen.needs, value] }).kept.length);
        for (const { perNight, total, bedrooms } of kept) {
          if (chosen.maxTotal !== null) expect(total?.amount).toBeLessThanOrEqual(chosen.maxTotal);
          if (chosen.maxPrice !== null) expect(perNight?.amount).toBeLessThanOrEqual(chosen.maxPrice);
          if (chosen.bedrooms !== null) expect(bedrooms).toBeGreaterThanOrEqual(chosen.bedrooms);
        }
        expect(filterItems(items, EMPTY_FILTERS).kept).toEqual(items);
      }),
      { numRuns: 60 },
    );
  });

  it('offers only what records carry', () => {
    const bare = itemOf(1, { bedrooms: null, type: null, perNight: null, total: null });
    const { facets } = filterItems([bare], EMPTY_FILTERS);
    expect(facets).toEqual({
      bedrooms: [],
      types: [],
      amenities: [],
      needs: [],
      hasPrices: false,
      priceCovers: 'nights',
      hasTotals: false,
      totalCovers: 'nights',
      currencies: [],
    });
  });

  it('sorts by each column without losing a row, with unknown values last and currencies apart', () => {
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 30 }),
        fc.constantFrom(...SORTS),
        fc.boolean(),
        (items, by, descending) => {
          const currencies = ['EUR', 'USD'];
          const sorted = sortItems(items, { by, descending }, currencies);
          expect(new Set(sorted)).toEqual(new Set(items));
          expect(sorted).toHaveLength(items.length);
          if (by !== 'perNight') return;
          const prices = sorted.map(({ perNight }) => perNight);
          const firstUnknown = prices.indexOf(null);
          if (firstUnknown >= 0) expect(prices.slice(firstUnknown).every((price) => price === null)).toBe(true);
          const euros = prices.flatMap((price) => (price?.currency === 'EUR' ? [price.amount] : []));
          expect(euros).toEqual([...euros].sort((one, other) => (descending ? other - one : one - other)));
          const order = prices.flatMap((price) => (price ? [currencies.indexOf(price.currency ?? '') % 3] : []));
          expect(order.filter((currency) => currency >= 0)).toEqual(
            order.filter((currency) => currency >= 0).sort((one, other) => one - other),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([false, true])(
    'compares totals like with like, the most frequent kind first; descending: %s',
    (descending) => {
      const euro = (amount: number) => ({ amount, currency: 'EUR' });
      const net = (index: number, amount: number) => itemOf(index, { total: euro(amount) });
      const gross = (index: number, amount: number) => itemOf(index, { total: euro(amount), basis: 'stated' });
      const items = [gross(1, 300), net(2, 310), net(3, 250), gross(4, 260), net(5, 400)];
      const titles = (sorted: readonly SearchItem[]) => sorted.map(({ title }) => Number(title.slice(6)));
      const sort = { by: 'total', descending } as const;
      const nets = descending ? [5, 2, 3] : [3, 2, 5];
      const grosses = descending ? [1, 4] : [4, 1];
      expect(titles(sortItems(items, sort, ['EUR']))).toEqual([...nets, ...grosses]);
      expect(orderNote(items, sort)).toBe(
        'Ordered by the total before fees and taxes. The 2 that are known with fees and taxes alone come after, in their own order.',
      );
      // A quote has made the totals of three known with all in them.
      const quoted = new Map(
        [
          [2, 390],
          [3, 380],
          [5, 370],
        ].map(([index, all]) => [`l${index}`, euro(all ?? 0)]),
      );
      const allOf = ({ listingId }: SearchItem) => quoted.get(listingId ?? '') ?? null;
      expect(titles(sortItems(items, sort, ['EUR'], allOf))).toEqual(descending ? [2, 3, 5, 1, 4] : [4, 1, 5, 3, 2]);
      expect(orderNote(items, sort, allOf)).toBe('Ordered by the total with fees and taxes.');
      expect(
        orderNote(
          items.filter(({ basis }) => basis !== 'stated'),
          sort,
        ),
      ).toBeNull();
      expect(orderNote(items, { by: 'name', descending })).toBeNull();
      expect(titles(sortItems(items, { by: 'perNight', descending }, ['EUR'])).slice(3)).toEqual([1, 4]);
    },
  );

  it('filters prices like with like, by the most frequent kind, and says so', () => {
    const euro = (amount: number) => ({ amount, currency: 'EUR' });
    const net = (index: number, amount: number) => itemOf(index, { perNight: euro(amount) });
    const gross = (index: number, amount: number) => itemOf(index, { perNight: euro(amount), basis: 'stated' });
    const unpriced = itemOf(6, { perNight: null, total: null, basis: null });
    const items = [gross(1, 90), net(2, 80), net(3, 120), gross(4, 130), net(5, 95), unpriced];
    const upTo100 = { ...EMPTY_FILTERS, maxPrice: 100 };
    const { kept, facets } = filterItems(items, upTo100);
    expect(kept.map(({ title }) => title)).toEqual(['Place 2', 'Place 5']);
    expect(facets.priceCovers).toBe('nights');
    expect(filterNote(items, upTo100)).toBe(
      'Filtered by the price per night before fees and taxes. The 2 that are known with fees and taxes alone are left out.',
    );
    expect(filterNote(items, EMPTY_FILTERS)).toBeNull();
    const budget = { ...EMPTY_FILTERS, maxTotal: 200 };
    const stays = [150, 200, 250].map((amount, at) => itemOf(at, { total: euro(amount) }));
    const withFees = itemOf(9, { total: euro(100), basis: 'stated' });
    expect(filterItems([...stays, withFees], budget).kept).toEqual(stays.slice(0, 2));
    expect(filterNote([...stays, withFees], budget)).toMatch(/^Filtered by the total before fees and taxes\. The 1 /);
    expect(filterNote([net(1, 80), unpriced], upTo100)).toBeNull();
    const mostlyGross = [gross(1, 90), gross(2, 130), net(3, 60)];
    expect(filterItems(mostlyGross, upTo100).kept.map(({ title }) => title)).toEqual(['Place 1']);
    expect(filterNote(mostlyGross, upTo100)).toMatch(
      /^Filtered by the price per night with fees and taxes\. The 1 that is /,
    );
  });

  it('filters and sorts 50,000 rows', () => {
    const items = Array.from({ length: 50_000 }, (_, index) =>
      itemOf(index, { bedrooms: index % 4, amenities: ['Wifi'] }),
    );
    const { kept, facets } = filterItems(items, { ...EMPTY_FILTERS, bedrooms: 3 });
    expect([kept.length, facets.amenities]).toEqual([12_500, [{ value: 'Wifi', count: 12_500 }]]);
    expect(sortItems(kept, { by: 'name', descending: true }, ['EUR'])[0]?.title).toBe('Place 49999');
  });
});

describe('what quotes tell', () => {
  const euros = (amount: number) => ({ amount, currency: 'EUR' });
  const quote = (changes: Partial<Quote> = {}): Quote => ({
    ...quoteFixture(),
    listingId: 'l1',
    checkIn: '2027-01-08',
    checkOut: '2027-01-10',
    guests: 4,
    coupons: [],
    expiresAt: 1_000,
    ratePlans: [
      {
        id: 'p',
        name: 'Flexible',
        cancellationPolicy: null,
        total: euros(523.84),
        lines: [],
        days: [
          { date: '2027-01-08', price: euros(169) },
          { date: '2027-01-09', price: euros(169) },
        ],
      },
    ],
    ...changes,
  });

  it('is the share that fees and taxes add, once a quote has shown it', () => {
    expect(addedShare(quote())).toBeCloseTo(0.55, 2);
    expect(addedShare(quote({ ratePlans: [] }))).toBeNull();
    expect(addedShare(quote({ coupons: [{ code: 'X', name: null, adjustment: null }] }))).toBeNull();
  });

  it('is the total of a valid quote for the same stay and people', () => {
    const stay = { checkIn: '2027-01-08', checkOut: '2027-01-10', people: 4 };
    expect(quotedByListing([quote()], stay, 0).get('l1')).toMatchObject({ total: euros(523.84), quotes: 1 });
    for (const [other, now] of [
      [{ ...stay, people: 3 }, 0],
      [{ ...stay, checkOut: '2027-01-11' }, 0],
      [stay, 2_000],
    ] as const)
      expect(quotedByListing([quote()], other, now).get('l1')).toMatchObject({ total: null, quotes: 1 });
  });
});
