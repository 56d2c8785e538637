/** The total that the service states for a stay, and numeric ids, over real HTTPS against the sandbox. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';
const stay = { checkIn: '2027-02-09', checkOut: '2027-02-12' };
let folder: string;
let one: TestConsole;
const searches: URL[] = [];

beforeEach(async () => {
  folder = makeTempFolder();
  searches.length = 0;
  one = await openTestConsole({
    folder,
    watch: ({ url }) => {
      if (new URL(url).pathname.endsWith('/booking/listings')) searches.push(new URL(url));
    },
  });
  await outputOf(
    one.latchkey.operations.chooseVariant({ connectionId, operation: 'search', variantId: 'listings-total' }),
  );
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

const search = (location?: string) =>
  outputOf(one.latchkey.availability.search({ connectionId, applicationId: null, ...stay, guests: 2, location }));

it.each(['flat', 'nested', 'inPlan'] as const)(
  'the stated total wins over the nights, and is the lowest of a quote whose payload is %s',
  async (shape) => {
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setQuoteShape', shape }));
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setListingIds', ids: 'numbers' }));
    const { items } = await search('Lisbon');
    expect(searches[0]?.searchParams.get('fields')).toMatch(/^totalPrice _id /);
    expect(items.length).toBeGreaterThan(1);
    expect(new Set(items.map(({ basis }) => basis))).toEqual(new Set(['stated']));
    // Neighbours above 2^53 are one number to a parser that rounds.
    expect(items.every(({ listingId }) => BigInt(listingId ?? '0') > Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(new Set(items.map(({ listingId }) => listingId)).size).toBe(items.length);
    const [, item] = items;
    const quote = await outputOf(
      one.latchkey.quotes.create({
        ...{ connectionId, applicationId: 'sandbox-application-1', listingId: item?.listingId ?? '' },
        ...{ ...stay, guests: 2, coupons: [] },
      }),
    );
    expect(quote.listingTitle).toBe(item?.title);
    const totals = quote.ratePlans.map(({ total }) => total?.amount ?? 0);
    expect(totals.length).toBeGreaterThan(1);
    expect(item?.total).toEqual({ amount: Math.min(...totals), currency: 'EUR' });
  },
);

it('says that a search with totals has no page behind the first fifty', async () => {
  await outputOf(one.latchkey.sandbox.apply({ kind: 'setListings', count: 1_000 }));
  const { items, total, nextCursor, doubts } = await search();
  expect([items.length, nextCursor, doubts]).toEqual([50, null, ['counted']]);
  expect(total).toBeGreaterThan(50);
});

it('tries a path once, whatever the parameters of its variants', async () => {
  await outputOf(one.latchkey.operations.reset({ connectionId, operation: 'search' }));
  await outputOf(one.latchkey.sandbox.apply({ kind: 'setSearchVariants', variants: [] }));
  await one.latchkey.availability.search({ connectionId, applicationId: null });
  expect(searches).toHaveLength(1);
});
