/** The desk over a list that an earlier run kept. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../src/main/api/api-client.ts';
import { KeptListings } from '../../../../src/main/desk/kept-listings.ts';
import { abortable } from '../../../../src/main/http/abort.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { ListingsStatus } from '../../../../src/shared/model/listing.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { makeListingsDesk } from './listings-desk.ts';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

const listings = (count: number): Json[] =>
  Array.from({ length: count }, (_, at) => ({ _id: `l${at}`, title: `House ${at}`, price: 100 }));
const answerOf = (records: Json[]): ApiAnswer => ({
  body: records,
  records,
  total: null,
  limit: 100,
  nextCursor: null,
  nextSkip: null,
  exchangeId: 'x',
  receivedAt: 0,
  variantId: 'v',
});

/** One run of the console over the same folder; `answer` is null when it is offline. */
function run(answer: Json[] | null, { isFree = false } = {}) {
  let sent = 0;
  const api = {
    async call() {
      sent += 1;
      if (answer === null)
        throw new AppError('unreachable', { host: 'api.test', reason: 'offline', sent: 'no' } as never);
      return answerOf(answer);
    },
  };
  const stores = storesIn(folder);
  const database = stores.inCache({ what: 'The kept listings' });
  const kept = new KeptListings({ database, file: stores.cache.file, log: new FakeLog() });
  const { desk, clock } = makeListingsDesk(api, { kept, isFree: async () => isFree });
  const until = async (phase: string) => {
    while (desk.status('conn-1').phase !== phase) await clock.advance(20);
  };
  const titles = () =>
    desk
      .rows({ connectionId: 'conn-1', search: '', sort: [], columns: [], offset: 0, limit: 3 })
      .rows.map(({ title }) => title);
  return { desk, clock, kept, until, titles, sent: () => sent };
}

async function loadOnce(records: Json[]): Promise<number> {
  const one = run(records);
  await one.clock.advance(5_000);
  one.desk.load('conn-1');
  await one.until('done');
  // A list that is being written is not kept.
  while (one.kept.state().lists.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const { shownAt } = one.desk.status('conn-1');
  await one.kept.close();
  return shownAt ?? 0;
}

it('shows the kept rows with the first status, sends nothing, and says how old they are', async () => {
  const loadedAt = await loadOnce(listings(230));
  const two = run(null);
  const first = await two.desk.opened('conn-1');
  expect([first.phase, first.shown > 0, first.titlePath]).toEqual(['opening', true, 'title']);
  expect(two.titles()).toEqual(['House 0', 'House 1', 'House 2']);
  await two.until('kept');
  expect(two.desk.status('conn-1')).toMatchObject({ shown: 230, shownAt: loadedAt, loaded: 230 });
  expect(two.sent()).toBe(0);
  await two.kept.close();
});

it('refreshes a kept list when that costs no token, and shows it until the refresh is complete', async () => {
  const loadedAt = await loadOnce(listings(120));
  const two = run(listings(121), { isFree: true });
  const statuses: ListingsStatus[] = [];
  two.desk.changed.subscribe((status) => statuses.push(status));
  await two.desk.opened('conn-1');
  await two.until('done');
  expect(statuses.find(({ phase }) => phase === 'loading')).toMatchObject({ shown: 120, shownAt: loadedAt });
  expect(two.desk.status('conn-1').shown).toBe(121);
  await two.kept.close();
});

it('gives a program the whole list and sends nothing, and refreshes it for the first window', async () => {
  const loadedAt = await loadOnce(listings(240));
  const two = run(listings(241), { isFree: true });
  expect(await two.desk.wholeListAt('conn-1')).toBe(loadedAt);
  expect(two.desk.loaded('conn-1')).toHaveLength(240);
  await two.clock.advance(1_000);
  expect(two.sent()).toBe(0);
  await two.desk.opened('conn-1');
  await two.until('done');
  expect(await two.desk.wholeListAt('conn-1')).not.toBe(loadedAt);
  expect(two.desk.loaded('conn-1')).toHaveLength(241);
  await two.kept.close();
});

it('gives a program no part of a list', async () => {
  const pages = [Promise.resolve({ ...answerOf(listings(3)), nextCursor: 'more' }), new Promise<never>(() => {})];
  const call = ({ signal }: ApiCall) => abortable(pages.shift() as Promise<ApiAnswer>, signal);
  const { desk, clock } = makeListingsDesk({ call });
  expect(await desk.wholeListAt('conn-1')).toBeNull();
  desk.load('conn-1');
  const whole = desk.wholeListAt('conn-1');
  await clock.until(desk.opened('conn-1'));
  expect(desk.loaded('conn-1')).toHaveLength(3);
  desk.cancel('conn-1');
  expect(await whole).toBeNull();
});

it('answers a program when the listings restart while the kept list is read', async () => {
  await loadOnce(listings(230));
  const two = run(null);
  const whole = two.desk.wholeListAt('conn-1');
  two.desk.restart('conn-1');
  expect(await whole).toBeNull();
  await two.kept.close();
});

it('keeps showing the list of the earlier run when a load fails', async () => {
  const loadedAt = await loadOnce(listings(120));
  const two = run(null);
  // Asked for while the kept list is read: it follows.
  expect(two.desk.load('conn-1').phase).toBe('opening');
  await two.until('failed');
  expect(two.desk.status('conn-1')).toMatchObject({ shown: 120, shownAt: loadedAt });
  await two.kept.close();
});

it('forgets the list of a removed connection, and of one with another address', async () => {
  await loadOnce(listings(10));
  const two = run(listings(1));
  two.desk.restart('conn-1');
  expect(two.desk.status('conn-1').phase).toBe('idle');
  await two.kept.close();
  expect(run(null).desk.status('conn-1').phase).toBe('idle');
});

it('marks what changed since the kept list, and writes the view or the whole list as CSV', async () => {
  await loadOnce(listings(3));
  const changed: Json[] = [
    { _id: 'l0', title: 'House 0', price: 120 },
    { _id: 'l1', title: 'House 1', price: 100 },
    { _id: 'l9', title: '=House 9', price: 100 },
  ];
  const two = run(changed, { isFree: true });
  await two.desk.opened('conn-1');
  await two.until('done');
  expect(two.desk.status('conn-1').changes).toEqual({ new: 1, gone: 1, price: 1 });
  const view = { connectionId: 'conn-1', search: '', sort: [{ path: 'price', descending: true }], columns: ['price'] };
  const rows = two.desk.rows({ ...view, changed: true, offset: 0, limit: 9 });
  expect(rows.rows.map(({ id, change }) => [id, change?.kind])).toEqual([
    ['l0', 'price'],
    ['l9', 'new'],
    ['l2', 'gone'],
  ]);
  const file = join(folder, 'out.csv');
  const written = await two.desk.writeTable(
    { path: file, format: 'csv' },
    { ...view, search: 'house', whole: false, titleHead: 'Property' },
  );
  expect(written.records).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe("\uFEFFProperty,Price\r\nHouse 0,120\r\nHouse 1,100\r\n'=House 9,100\r\n");
  await two.desk.writeTable(
    { path: file, format: 'csv' },
    { ...view, search: 'nothing', whole: true, titleHead: 'Property' },
  );
  expect(readFileSync(file, 'utf8').split('\r\n')[0]).toBe('\uFEFFTitle,Price,ID');
  expect(two.desk.facets({ connectionId: 'conn-1', search: 'house 1' }).map(({ name }) => name)).toContain('city');
  await two.kept.close();
});

it('answers a window that opens with the first rows of the load that runs, and after a moment without any', async () => {
  const slow = Promise.withResolvers<ApiAnswer>();
  const answers = [Promise.resolve(answerOf(listings(3))), slow.promise];
  for (const [at, answer] of answers.entries()) {
    const { desk, clock } = makeListingsDesk({ call: () => answer });
    desk.load('conn-1', { rowsFirst: true });
    const opened = await clock.until(desk.opened('conn-1'));
    expect([opened.phase, opened.shown]).toEqual(['loading', at === 0 ? 3 : 0]);
    const first = desk.firstRows('conn-1', []);
    expect(first?.page.rows.map(({ title }) => title)).toEqual(
      at === 0 ? ['House 0', 'House 1', 'House 2'] : undefined,
    );
    expect(first?.query.columns).toEqual(at === 0 ? ['price'] : undefined);
  }
});

it('answers a window that opens at once when the load fails', async () => {
  const { desk, clock } = makeListingsDesk({ call: () => Promise.reject(new AppError('cancelled', {})) });
  const at = clock.now();
  desk.load('conn-1');
  expect(await clock.until(desk.opened('conn-1'))).toMatchObject({ phase: 'cancelled', shown: 0 });
  expect(clock.now()).toBe(at);
  expect(desk.firstRows('conn-1', [])).toBeNull();
});
