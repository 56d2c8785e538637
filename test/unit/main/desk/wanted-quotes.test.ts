import { beforeEach, expect, it } from 'vitest';
import { WantedQuotes } from '../../../../src/main/desk/wanted-quotes.ts';
import type { StoreDatabase } from '../../../../src/main/store/store-database.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { storesIn } from '../../../support/stores-in.ts';

const wanted = (listingId: string) => ({
  title: `Place ${listingId}`,
  input: {
    ...{ connectionId: 'c', applicationId: 'a', listingId },
    ...{ checkIn: '2030-12-04', checkOut: '2030-12-06', guests: 2, coupons: [] },
  },
});
let database: StoreDatabase;
let store: WantedQuotes;
const open = () => new WantedQuotes(database, new FakeLog());
beforeEach(() => {
  database = storesIn().inConsole({ what: 'The wanted quotes' });
  store = open();
});

it('answers what a page kept last, once, also after a restart', async () => {
  await store.keep({ connectionId: 'c', page: 'one', wanted: [wanted('l1'), wanted('l2')] });
  await store.keep({ connectionId: 'c', page: 'one', wanted: [wanted('l2')] });
  await store.keep({ connectionId: 'd', page: 'one', wanted: [wanted('l3')] });
  store = open();
  expect(await store.take('c', ['one'])).toEqual([]);
  expect(await store.take('c', ['two'])).toEqual([wanted('l2')]);
  expect(await open().take('c', [])).toEqual([]);
  expect(await open().take('d', [])).toEqual([wanted('l3')]);
});

it('has nothing of a batch that is made, and of what cannot be read', async () => {
  await store.keep({ connectionId: 'c', page: 'one', wanted: [wanted('l1')] });
  await store.keep({ connectionId: 'c', page: 'one', wanted: [] });
  expect(database.all('SELECT * FROM wanted_quotes')).toEqual([]);
  database.run(`INSERT INTO wanted_quotes (connection_id, page, wanted) VALUES ('c', 'x', '[{"title":1}]')`);
  expect(await open().take('c', [])).toEqual([]);
});

it('drops the oldest page of a connection, when nobody takes them', async () => {
  for (let page = 0; page < 30; page += 1)
    await store.keep({ connectionId: 'c', page: `p${page}`, wanted: [wanted(`l${page}`)] });
  await store.keep({ connectionId: 'd', page: 'p', wanted: [wanted('other')] });
  const taken = await store.take('c', []);
  expect([taken.length, taken.at(-1)?.title]).toEqual([20, 'Place l29']);
  expect(await store.take('d', [])).toHaveLength(1);
});
