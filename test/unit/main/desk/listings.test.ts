import { expect, it } from 'vitest';
import type { ApiAnswer } from '../../../../src/main/api/api-client.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { settle } from '../../../support/manual-clock.ts';
import { makeListingsDesk } from './listings-desk.ts';

it('returns id and title of each loaded listing once, and keeps them until a second load is complete', async () => {
  const pages: Json[][] = [
    [{ _id: 'a', title: 'Mill House', isListed: false }, { title: 'No id of its own' }],
    [
      { _id: 'a', title: 'Mill House again' },
      { _id: 'b', title: 'Quay' },
    ],
  ];
  const answers = [...pages, ...pages.slice(1)].map(
    (records, at, all): ApiAnswer => ({
      body: records,
      records,
      total: null,
      limit: 2,
      nextCursor: null,
      nextSkip: at === 0 || at === all.length - 1 ? 2 : null,
      exchangeId: 'x',
      receivedAt: 0,
      variantId: 'v',
    }),
  );
  const { desk } = makeListingsDesk({
    call: async () => answers.shift() ?? (await new Promise<never>(() => {})),
  });
  const both = [
    {
      id: 'a',
      title: 'Mill House',
      listed: false,
      place: null,
      point: null,
      nickname: null,
      sleeps: null,
      bedrooms: null,
    },
    { id: 'b', title: 'Quay', listed: null, place: null, point: null, nickname: null, sleeps: null, bedrooms: null },
  ];
  expect(desk.loaded('conn-1')).toEqual([]);
  desk.load('conn-1');
  await settle();
  expect([desk.status('conn-1').phase, desk.loaded('conn-1')]).toEqual(['done', both]);
  // A second load with a single page.
  desk.load('conn-1');
  await settle();
  expect([desk.status('conn-1').phase, desk.loaded('conn-1')]).toEqual(['loading', both]);
  desk.forget('conn-1');
  expect(desk.loaded('conn-1')).toEqual([]);
});

it('publishes the first rows at once, with their columns', async () => {
  const page = (from: number, last: boolean): ApiAnswer => {
    const records = Array.from({ length: 100 }, (_, index) => ({ _id: `l${from + index}`, title: `House ${index}` }));
    const nextSkip = last ? null : from + 100;
    return {
      body: records,
      records,
      total: null,
      limit: 100,
      nextCursor: null,
      nextSkip,
      exchangeId: 'x',
      receivedAt: 0,
      variantId: 'v',
    };
  };
  const answers = [page(0, false), page(100, false), page(200, true)];
  const { desk } = makeListingsDesk({
    call: async () => answers.shift() ?? { ...page(0, true), body: [], records: [] },
  });
  const statuses: [shown: number, columns: string[]][] = [];
  desk.changed.subscribe(({ shown, columns }) => statuses.push([shown, columns.map(({ path }) => path)]));
  desk.load('conn-1');
  await settle();
  expect(statuses).toEqual([
    [0, []],
    [100, ['title', '_id']],
    [300, ['title', '_id']],
  ]);
});

it('copies a block of the filtered and sorted table, an amount with its currency, and says how many rows there are', async () => {
  const records = [
    { _id: 'a', title: '=Mill', address: { city: 'Lisbon' }, prices: { basePrice: 90, currency: 'EUR' } },
    { _id: 'b', title: 'Quay', address: { city: 'Lisbon' }, prices: { basePrice: 120, currency: 'EUR' } },
    { _id: 'c', title: 'Loft', address: { city: 'Porto' }, prices: { basePrice: 70, currency: 'EUR' } },
  ];
  const { desk } = makeListingsDesk({
    call: async () => ({
      body: records,
      records,
      total: 3,
      limit: 100,
      nextCursor: null,
      nextSkip: null,
      exchangeId: 'x',
      receivedAt: 0,
      variantId: 'v',
    }),
  });
  desk.load('conn-1');
  await settle();
  const view = {
    connectionId: 'conn-1',
    search: 'lisbon',
    sort: [{ path: 'prices.basePrice', descending: true }],
    columns: ['prices.basePrice', 'prices.currency'],
  };
  const block = { offset: 0, count: 2, titleHead: 'Listing', headed: true };
  expect(await desk.copyCells({ ...view, ...block })).toMatchObject({
    rows: 2,
    wanted: 2,
    text: "Listing\tPrices · Base price\tPrices · Currency\r\nQuay\t120\tEUR\r\n'=Mill\t90\tEUR",
  });
  const one = await desk.copyCells({ ...view, offset: 1, count: 50_000, titleHead: null, headed: false });
  expect(one).toMatchObject({ rows: 1, wanted: 1, text: '90\tEUR' });
  expect(one.html).toContain('<td>90</td><td>EUR</td>');
  expect(await desk.copyCells({ ...view, ...block, search: 'nowhere', headed: false })).toMatchObject({
    rows: 0,
    wanted: 0,
    text: '',
  });
});

it('forgets a failure when the credentials change, also of a load that still ran', async () => {
  const failure = new AppError('secretMissing', { label: 'Open API' });
  let fail = () => {};
  const { desk } = makeListingsDesk({
    call: () =>
      new Promise((_, reject) => {
        fail = () => reject(failure);
      }),
  });
  const failed = async () => {
    desk.load('conn-1');
    await settle();
    fail();
    await settle();
  };
  await failed();
  expect(desk.status('conn-1')).toMatchObject({ phase: 'failed', error: { code: 'secretMissing' } });
  desk.forgetFailure('conn-1');
  expect(desk.status('conn-1')).toMatchObject({ phase: 'idle', error: null });
  desk.load('conn-1');
  await settle();
  desk.forgetFailure('conn-1');
  expect(desk.status('conn-1').phase).toBe('loading');
  fail();
  await settle();
  expect(desk.status('conn-1')).toMatchObject({ phase: 'idle', error: null });
  await failed();
  expect(desk.status('conn-1').phase).toBe('failed');
});
