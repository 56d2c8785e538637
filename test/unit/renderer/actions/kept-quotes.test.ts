import { beforeEach, expect, it } from 'vitest';
import { WantedQuotes } from '../../../../src/main/desk/wanted-quotes.ts';
import { quoteMaker } from '../../../../src/main/gateway/program-quotes.ts';
import type { StoreDatabase } from '../../../../src/main/store/store-database.ts';
import { QuoteBatches } from '../../../../src/renderer/actions/quote-batch/quote-batch.ts';
import { deleteOldEntries, KeptQuotes } from '../../../../src/renderer/actions/quote-batch/quote-batches.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { quoteFixture } from '../quotes/quotes-answers.ts';

const wanted = (listingId: string) => ({
  title: `Place ${listingId}`,
  input: {
    ...{ connectionId: 'c', applicationId: 'a', listingId },
    ...{ checkIn: '2030-12-04', checkOut: '2030-12-06', guests: 2, coupons: [] },
  },
});

let database: StoreDatabase;
let store: WantedQuotes;
/** The locks that live pages hold. */
let held: Set<string>;
/** A page of the console; `close` lets its locks go, as its end does. */
function page(name: string) {
  const names: string[] = [];
  const locks = {
    request: (lock: string) => {
      names.push(lock);
      held.add(lock);
      return new Promise<never>(() => {});
    },
    query: async () => ({ held: [...held].map((lock) => ({ name: lock })), pending: [] }),
  };
  const kept = new KeptQuotes({
    keep: (input) => store.keep(input),
    take: async ({ connectionId, alive }) => ({ wanted: await store.take(connectionId, alive) }),
    locks: locks as never,
    page: name,
  });
  return { kept, close: () => names.forEach((lock) => void held.delete(lock)) };
}

beforeEach(() => {
  held = new Set();
  database = storesIn().inConsole({ what: 'The wanted quotes' });
  store = new WantedQuotes(database, new FakeLog());
});

it('what a page wanted is taken once by another one, and only after the page is gone', async () => {
  const [first, second] = [page('one'), page('two')];
  first.kept.keep('c', [wanted('l1'), wanted('l2')]);
  first.kept.keep('c', [wanted('l2')]);
  expect(await second.kept.take('c')).toEqual([]);
  first.close();
  expect(await second.kept.take('c')).toEqual([wanted('l2')]);
  expect(await second.kept.take('c')).toEqual([]);
});

it('a batch that a window did not end is shown by the next one without the quote in flight, which main ends; it asks for nothing before a person does', async () => {
  const first = page('one');
  const never = new QuoteBatches(
    ({ listingId }) =>
      listingId === 'l1' ? Promise.resolve(quoteFixture({ id: 'q-1' })) : new Promise<never>(() => {}),
    (id, quotes) => first.kept.keep(id, quotes),
  );
  void never.start('c', ['l1', 'l2', 'l3'].map(wanted));
  await Promise.resolve();
  await Promise.resolve();
  expect(never.of('c')?.items.map(({ state }) => state)).toEqual(['done', 'running', 'waiting']);
  first.close();

  const second = page('two');
  const asked: string[] = [];
  const next = new QuoteBatches(
    async ({ listingId }) => {
      asked.push(listingId);
      return quoteFixture({ id: `q-${listingId}` });
    },
    (id, quotes) => second.kept.keep(id, quotes),
  );
  const restore = () => next.restore('c', () => second.kept.take('c'));
  await restore();
  await restore();
  expect([next.of('c')?.phase, next.of('c')?.items.map(({ title }) => title)]).toEqual(['ended', ['Place l3']]);
  expect(asked).toEqual([]);
  await next.resume('c');
  expect(asked).toEqual(['l3']);
  expect(database.all('SELECT * FROM wanted_quotes')).toEqual([]);
});

it('a quote of a program is shown once when its answer was lost, also by a kill, and not while it is on its way', async () => {
  const asked = (listingId: string) => ({ ...wanted(listingId), askedBy: 'sync' });
  const listings = {
    wholeListAt: () => Promise.resolve(1),
    loaded: () => ['killed', 'refused', 'lost'].map((id) => ({ id, title: `Place ${id}` })) as never,
  };
  const quotesOf = (at: WantedQuotes) => ({ wantedQuotes: at, listings, confirm: async () => {} });
  const api = { waitFor: <Result>(work: Promise<Result>) => work };
  const working = { program: { name: 'sync' }, connection: { id: 'c', name: 'C', applications: [] }, api } as never;
  const send = (at: WantedQuotes, listingId: string, create: () => Promise<never>) =>
    quoteMaker({ ...quotesOf(at), quotesBy: () => ({ create }) })(working, wanted(listingId).input).catch(() => {});
  const reads = page('reader');
  void send(store, 'killed', () => new Promise(() => {}));
  await send(store, 'refused', () => Promise.reject(new AppError('cancelled', {})));
  expect(await reads.kept.take('c')).toEqual([]);
  await send(store, 'lost', () => Promise.reject(new Error('no answer')));
  expect(await reads.kept.take('c')).toEqual([asked('lost')]);
  expect(await reads.kept.take('c')).toEqual([]);
  store = new WantedQuotes(database, new FakeLog());
  expect(await reads.kept.take('c')).toEqual([asked('killed')]);
});

it('entries that earlier versions kept in the window are deleted, and nothing else', () => {
  window.localStorage.setItem('latchkey.quotes/c/page', '[]');
  window.localStorage.setItem('latchkey.quotes/other/page', '[]');
  window.localStorage.setItem('latchkey.columns.c', '["title"]');
  deleteOldEntries(() => window.localStorage);
  expect(Object.keys(window.localStorage)).toEqual(['latchkey.columns.c']);
  window.localStorage.clear();
  const refused = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(() => deleteOldEntries(refused)).not.toThrow();
});

it('quotes that a program lost join an ended batch once, and wait for the end of a running one without being requested', async () => {
  const lost = { ...wanted('lost'), askedBy: 'sync' };
  const asked: string[] = [];
  const answer = Promise.withResolvers<void>();
  const batches = new QuoteBatches(async (input) => {
    asked.push(input.listingId);
    if (input.listingId === 'l2') await answer.promise;
    return quoteFixture({ id: `q-${input.listingId}` });
  });
  await batches.start('c', [wanted('l1')]);
  await batches.restore('c', async () => [lost, lost]);
  await batches.restore('c', async () => [lost]);
  const states = () => batches.of('c')?.items.map(({ input, state }) => `${input.listingId} ${state}`);
  expect(states()).toEqual(['l1 done', 'lost waiting']);
  batches.forget('c');

  const taking = Promise.withResolvers<(typeof lost)[]>();
  const restored = batches.restore('c', () => taking.promise);
  const running = batches.start('c', [wanted('l2')]);
  taking.resolve([lost]);
  await restored;
  expect(states()).toEqual(['l2 running']);
  answer.resolve();
  await running;
  expect(states()).toEqual(['l2 done', 'lost waiting']);
  expect(asked).toEqual(['l1', 'l2']);
});

it('a quote of a program that cannot be stored is not requested', async () => {
  const broken = new WantedQuotes({ ...database, exists: true, isStandIn: true } as StoreDatabase, new FakeLog());
  await expect(broken.begin(wanted('l1'))).rejects.toMatchObject({ code: 'storageFailed' });
});
