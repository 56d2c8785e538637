/** The quotes in their file: what 0.1.0 wrote opens, nothing is lost by a full disk or a kill, and an unsettled quote cannot be removed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_NOTED_OFFERS, QuoteStore } from '../../../../src/main/desk/quote-store.ts';
import { nextTurn } from '../../../../src/main/platform/next-turn.ts';
import { QuarantineList } from '../../../../src/main/platform/quarantine.ts';
import type { StoreDatabase } from '../../../../src/main/store/store-database.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import { type Quote, QuoteOutcome } from '../../../../src/shared/model/quote.ts';
import { QuoteSummary } from '../../../../src/shared/model/quote-board.ts';
import { isUnsettled } from '../../../../src/shared/quote/quote-state.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';
import { MemoryQuotes } from '../../../support/memory-quotes.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach(removeTempFolder));

const quote = (id: number, outcome: QuoteOutcome, connectionId = 'c1'): Quote => ({
  id: `q${id}`,
  connectionId,
  applicationId: 'app',
  listingId: 'l1',
  listingTitle: null,
  picture: null,
  checkIn: '2026-12-01',
  checkOut: '2026-12-03',
  nights: 2,
  guests: 2,
  party: { adults: null, children: null, infants: null },
  replaces: null,
  replacedBy: null,
  pendingChange: null,
  chosenPlan: null,
  createdAt: 0,
  expiresAt: 1,
  expiryBasis: 'server',
  ratePlans: [],
  coupons: [],
  droppedCoupons: [],
  outcome,
  reservation: null,
  exchangeId: 'x',
  raw: null,
});
const stored = (id: number, outcome: QuoteOutcome = 'open', connectionId = 'c1') => ({
  pictureUrl: null,
  quote: quote(id, outcome, connectionId),
});
const replaced = (id: number, links: Partial<Quote>) => ({
  pictureUrl: null,
  quote: { ...quote(id, 'open'), ...links },
});
const idsOf = (store: QuoteStore, connectionId = 'c1') => store.list(connectionId).quotes.map(({ id }) => id);
/** The summaries of the quotes that are shown, the oldest first. */
const summariesIn = (database: StoreDatabase, connectionId = 'c1') =>
  database
    .all('SELECT summary FROM quotes WHERE connection_id = ? AND removed_at IS NULL ORDER BY number', connectionId)
    .map(({ summary }) => QuoteSummary.parse(JSON.parse(String(summary))));
const entriesOf = (file: { database: StoreDatabase }, connectionId = 'c1') =>
  summariesIn(file.database, connectionId).map(({ id }) => id);

function openFile() {
  const folder = makeTempFolder();
  folders.push(folder);
  const file = join(folder, 'console.db');
  const clock = new ManualClock();
  const log = new FakeLog();
  const quarantine = new QuarantineList();
  const reopen = () => {
    const stores = storesIn(folder, { clock, log, quarantine });
    const database = stores.inConsole({ what: 'The quotes', durable: true });
    return { stores, database, store: new QuoteStore({ database, clock, log, deletions: memoryDeletions(clock) }) };
  };
  return { ...reopen(), reopen, file, clock, log, quarantine };
}

it('makes no file before the first quote', () => {
  const { store, file } = openFile();
  expect(idsOf(store)).toEqual([]);
  expect(store.find('c1', 'q1')).toBeUndefined();
  expect(existsSync(file)).toBe(false);
});

it('keeps quotes and what people added across a restart, without the answers of the service', async () => {
  const { store, reopen, file } = openFile();
  const answer = { guest: { fullName: 'Ada Byron' } };
  const reservation = { id: 'r1', status: 'reserved', confirmationCode: 'LK1', at: 5, raw: answer };
  await store.put({ pictureUrl: null, quote: { ...quote(1, 'reserved'), raw: answer, reservation } });
  expect(store.find('c1', 'q1')?.quote.raw).toEqual(answer);
  store.annotate('c1', 'q1', { followUpOn: '2026-12-02' });
  store.annotate('c1', 'q1', { offers: [{ offerId: 'o1', at: 9, by: 'pdf' }], sentOn: '2026-12-01' });
  const again = reopen().store;
  expect(again.annotation('c1', 'q1')).toEqual({
    note: '',
    followUpOn: '2026-12-02',
    offers: [{ offerId: 'o1', at: 9, by: 'pdf' }],
    sentOn: '2026-12-01',
  });
  expect(again.find('c1', 'q1')?.quote).toMatchObject({ outcome: 'reserved', raw: null, reservation: { raw: null } });
  expect(readFileSync(file).includes('Ada Byron') || readFileSync(`${file}-wal`).includes('Ada Byron')).toBe(false);
  expect(() => again.annotate('c1', 'q2', { note: 'x' })).toThrow(expect.objectContaining({ code: 'notFound' }));
});

it('shows no price for a quote that an earlier version stored with a total of 0', async () => {
  const { store, database, reopen } = openFile();
  const zero = { amount: 0, currency: 'CAD' };
  const plan = { id: 'standard', name: 'Standard', cancellationPolicy: null, total: zero, lines: [], days: [] };
  const lines = [240, -240].map((amount) => ({ title: 'Line', amount: { amount, currency: 'CAD' }, kind: null }));
  const fee = { ...plan, id: 'flex', total: { amount: 90, currency: 'CAD' } };
  const plansOf: Quote['ratePlans'][] = [[plan], [{ ...plan, lines }], [plan, fee]];
  for (const [at, ratePlans] of plansOf.entries())
    await store.put({ pictureUrl: null, quote: { ...quote(at, 'open'), ratePlans } });
  // As a takeover leaves it.
  database.run(
    `UPDATE quotes SET search_text = NULL,
       summary = json_remove(json_set(summary, '$.total', json('${JSON.stringify(zero)}')), '$.isUnpriced')`,
  );
  const again = reopen();
  await again.store.filled();
  const rows = summariesIn(again.database).map(({ total, isUnpriced = false }) => [total?.amount, isUnpriced]);
  expect(rows).toEqual([
    [undefined, true],
    [0, false],
    [90, false],
  ]);
});

describe('removing quotes', () => {
  it('is undone: they are where they were', async () => {
    const file = new MemoryQuotes();
    const store = file.open();
    for (const id of [1, 2, 3]) await store.put(stored(id));
    store.annotate('c1', 'q2', { followUpOn: '2026-12-02' });
    await file.remove(store, 'q2', 'q3');
    expect([idsOf(store), entriesOf(file)]).toEqual([['q1'], ['q1']]);
    expect(store.isStored('c1', 'q3')).toBe(true);
    await file.undo('q2');
    expect(entriesOf(file)).toContain('q2');
    expect(idsOf(store)).toEqual(['q2', 'q1']);
    expect(store.annotation('c1', 'q2').followUpOn).toBe('2026-12-02');
    await file.clock.advance(60_000);
    await expect(file.undo('q3')).rejects.toMatchObject({ code: 'notFound' });
    expect(file.text).not.toContain('q3');
    expect(store.isStored('c1', 'q3')).toBe(false);
    await file.remove(store, 'q1');
    expect(idsOf(await file.restart())).toEqual(['q2']);
    expect(file.text).not.toContain('q1');
  });

  it.each(['unknown', 'sending'] as const)(
    'refuses an unsettled quote (%s) and all that were chosen with it',
    async (outcome) => {
      const store = new MemoryQuotes().open();
      await store.put(stored(1));
      await store.put(stored(2, outcome));
      await expect(store.remove('c1', ['q1', 'q2'])).rejects.toMatchObject({ code: 'invalidInput' });
      expect(idsOf(store)).toEqual(['q2', 'q1']);
    },
  );

  it('keeps a quote that comes again after its removal, in its place', async () => {
    const file = new MemoryQuotes();
    const store = file.open();
    for (const id of [1, 2]) await store.put(stored(id));
    await store.remove('c1', ['q1']);
    await store.put(stored(1, 'reserved'));
    await file.clock.advance(60_000);
    expect(idsOf(await file.restart())).toEqual(['q2', 'q1']);
  });
});

it('quotes that are removed and restored in any order name their replacements again, and none that is not there', async () => {
  const ids = [0, 1, 2, 3];
  const linked = (id: number) => ({
    replaces: id === 0 ? null : `q${id - 1}`,
    replacedBy: id === 3 ? null : `q${id + 1}`,
  });
  const steps = fc.array(fc.record({ restores: fc.boolean(), some: fc.uniqueArray(fc.nat(3), { minLength: 1 }) }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.shuffledSubarray(ids, { minLength: 4 }), async (all, lastOrder) => {
      const file = new MemoryQuotes();
      const store = file.open();
      await store.putAll(ids.map((id) => replaced(id, linked(id))));
      const replacements = (of: QuoteStore) =>
        summariesIn(file.database).map(({ id, isReplaced }) => [id, of.find('c1', id)?.quote.replacedBy, isReplaced]);
      const check = (of: QuoteStore) => {
        const there = new Set(entriesOf(file));
        for (const [id, by, isReplaced] of replacements(of)) {
          const next = `q${Number(String(id).slice(1)) + 1}`;
          expect([id, by, isReplaced]).toEqual([id, there.has(next) ? next : null, there.has(next)]);
        }
      };
      const isThere = (id: string) => entriesOf(file).includes(id);
      const restore = (some: readonly number[]) =>
        file.undo(...some.map((id) => `q${id}`).filter((id) => !isThere(id)));
      for (const { restores, some } of all) {
        if (restores) await restore(some);
        else await file.remove(store, ...some.map((id) => `q${id}`).filter(isThere));
        check(store);
      }
      await restore(lastOrder);
      expect(entriesOf(file)).toHaveLength(ids.length);
      check(store);
      check(file.open());
    }),
    { numRuns: 20 },
  );
});

it('computes in turns what the board needs of quotes that were taken over', async () => {
  const file = new MemoryQuotes();
  const count = 600;
  await file.open().putAll(Array.from({ length: count }, (_, id) => stored(id)));
  const columns = () => file.database.all('SELECT * FROM quotes ORDER BY number');
  const before = columns();
  const computed = ['search_text', 'place', 'created_at', 'is_replaced', 'made_week', 'total_key'];
  file.database.run(`UPDATE quotes SET ${computed.map((name) => `${name} = NULL`).join(', ')}`);
  const store = file.open();
  let turns = 0;
  const filling = store.filled().then(() => columns());
  while (file.database.get('SELECT 1 FROM quotes WHERE search_text IS NULL')) {
    turns += 1;
    await nextTurn();
  }
  expect(await filling).toEqual(before);
  expect(turns).toBeGreaterThanOrEqual(2);
});

it('a quote that must be on the disk is not changed when it cannot be written', async () => {
  const file = new MemoryQuotes();
  const store = file.open();
  await store.put(stored(1));
  file.database.failWrites = true;
  const failure = await store.put(stored(1, 'sending'), { onDisk: true }).catch((error: unknown) => error);
  expect(isAppError(failure, 'storageFailed')).toBe(true);
  expect(store.find('c1', 'q1')?.quote.outcome).toBe('open');
});

it('a file that cannot be opened stays as it is; nothing is then booked', async () => {
  const { file, store, log } = openFile();
  mkdirSync(file);
  await store.put(stored(1));
  expect(idsOf(store)).toEqual(['q1']);
  expect(log.text).toContain('kept in memory only');
  await expect(store.put(stored(1, 'sending'), { onDisk: true })).rejects.toThrow();
});

it('a damaged file is quarantined and named', async () => {
  const { file, store, quarantine } = openFile();
  writeFileSync(file, 'no database at all, but long enough to be read as one'.repeat(100));
  await store.put(stored(1));
  expect(idsOf(store)).toEqual(['q1']);
  expect(quarantine.files).toMatchObject([{ document: 'console.db' }]);
});

it('a snapshot has the newest 200 quotes and every unsettled one; the store has all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('c1', 'c2'), fc.constantFrom(...QuoteOutcome.options)), {
        minLength: 250,
        maxLength: 600,
        size: 'max',
      }),
      async (all) => {
        const file = new MemoryQuotes();
        const store = file.open();
        for (const [id, [connectionId, outcome]] of all.entries()) await store.put(stored(id, outcome, connectionId));
        for (const connectionId of ['c1', 'c2']) {
          const own = all.flatMap(([of, outcome], id) => (of === connectionId ? [{ id, outcome }] : []));
          const settled = own.filter(({ outcome }) => !isUnsettled(outcome)).slice(-200);
          const expected = own.filter((one) => isUnsettled(one.outcome) || settled.includes(one)).reverse();
          expect(idsOf(store, connectionId)).toEqual(expected.map(({ id }) => `q${id}`));
          expect(entriesOf(file, connectionId)).toEqual(own.map(({ id }) => `q${id}`));
        }
      },
    ),
    { numRuns: 1 },
  );
});

it('drops the oldest open quotes beyond the limit, never one that is a reservation, unsettled or noted on', async () => {
  const file = new MemoryQuotes({ maxPlain: 5 });
  const store = file.open();
  await store.put(stored(0, 'unknown'));
  await store.put(stored(1, 'booked'));
  await store.put(stored(2));
  store.annotate('c1', 'q2', { followUpOn: '2026-12-02' });
  for (let id = 3; id < 12; id += 1) await store.put(stored(id));
  const kept = ['q0', 'q1', 'q2', 'q7', 'q8', 'q9', 'q10', 'q11'];
  expect(entriesOf(file)).toEqual(kept);
  expect(idsOf(file.open()).toReversed()).toEqual(kept);
});

it('a quote whose replacement was dropped is not replaced', async () => {
  const file = new MemoryQuotes({ maxPlain: 1 });
  const store = file.open();
  await store.put({ pictureUrl: null, quote: { ...quote(1, 'open'), replacedBy: 'q2' } });
  store.annotate('c1', 'q1', { followUpOn: '2026-12-02' });
  await store.put({ pictureUrl: null, quote: { ...quote(2, 'open'), replaces: 'q1' } });
  await store.put(stored(3));
  expect(entriesOf(file)).toEqual(['q1', 'q3']);
  for (const one of [store, file.open()]) expect(one.find('c1', 'q1')?.quote.replacedBy).toBeNull();
});

it('after any sequence of changes, full disks and restarts, the store has what it reported as written', async () => {
  const events = fc.array(
    fc.record({
      kind: fc.constantFrom('put', 'put', 'put', 'book', 'remove', 'restore', 'follow', 'disk', 'restart'),
      id: fc.nat(5),
      outcome: fc.constantFrom(...QuoteOutcome.options),
    }),
    { minLength: 5, maxLength: 40, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(events, async (all) => {
      const file = new MemoryQuotes();
      let store = file.open();
      const seen = () =>
        store
          .list('c1')
          .quotes.map(({ id, outcome }) => [id, outcome, store.annotation('c1', id).followUpOn])
          .sort();
      for (const { kind, id, outcome } of all) {
        const before = seen();
        const ids = [`q${id}`];
        try {
          if (kind === 'put') await store.put(stored(id, outcome));
          else if (kind === 'book') await store.put(stored(id, 'sending'), { onDisk: true });
          else if (kind === 'remove') await file.remove(store, ...ids);
          else if (kind === 'restore') await file.undo(...ids);
          else if (kind === 'follow') store.annotate('c1', ids[0] ?? '', { followUpOn: '2026-12-02' });
          else if (kind === 'disk') file.database.failWrites = !file.database.failWrites;
          else {
            file.database.failWrites = false;
            await store.put(stored(9, 'open'));
            const written = seen();
            store = file.open();
            const asUnknown = written.map(([one, was, on]) => [one, was === 'sending' ? 'unknown' : was, on]);
            expect(seen()).toEqual(asUnknown);
          }
        } catch (error) {
          expect(isAppError(error)).toBe(true);
          expect(seen()).toEqual(before);
        }
        for (const [one, was] of before)
          if (kind !== 'restart' && isUnsettled(was as QuoteOutcome))
            expect(seen().map(([name]) => name)).toContain(one);
      }
    }),
    { numRuns: 20 },
  );
});

it('a removed quote that is put again while the disk is full keeps its annotation, before and after it is written', async () => {
  const file = new MemoryQuotes();
  const store = file.open();
  await store.put(stored(0, 'open'));
  store.annotate('c1', 'q0', { followUpOn: '2026-12-02' });
  await file.remove(store, 'q0');
  expect(store.annotation('c1', 'q0').followUpOn).toBeNull();
  file.database.failWrites = true;
  await store.put(stored(0, 'open'));
  expect(store.annotation('c1', 'q0').followUpOn).toBe('2026-12-02');
  file.database.failWrites = false;
  await store.put(stored(1, 'open'));
  expect(store.annotation('c1', 'q0').followUpOn).toBe('2026-12-02');
});

it('the total on the board is of the chosen rate plan; before a choice, the lowest of all', async () => {
  const { store, database } = openFile();
  const plans = [120, 90].map((amount, at) => ({
    ...{ id: `p${at}`, name: `Plan ${at}`, cancellationPolicy: null, lines: [], days: [], isTotalOurs: false },
    total: { amount, currency: 'EUR' },
  })) as unknown as Quote['ratePlans'];
  const totalOf = () => summariesIn(database).map(({ total, plans: count }) => [total?.amount, count]);
  await store.put({ pictureUrl: null, quote: { ...quote(1, 'open'), ratePlans: plans } });
  expect(totalOf()).toEqual([[90, 2]]);
  await store.put({ pictureUrl: null, quote: { ...quote(1, 'open'), ratePlans: plans, chosenPlan: 'p0' } });
  expect(totalOf()).toEqual([[120, 1]]);
});

it('the board knows a total that is our sum, and how many lines the sum does not have', async () => {
  const opened = openFile();
  const plan = (id: string, amount: number, ours: object) =>
    ({
      ...{ id, name: id, cancellationPolicy: null, lines: [], days: [], ...ours },
      total: { amount, currency: 'EUR' },
    }) as Quote['ratePlans'][number];
  const line = { title: 'Linen', text: '', kind: null };
  const plans = [plan('a', 90, {}), plan('b', 80, { isTotalOurs: true, unreadable: [line] })];
  const put = (id: number, changes: Partial<Quote>) =>
    opened.store.put({ pictureUrl: null, quote: { ...quote(id, 'open'), ...changes } });
  await put(1, { ratePlans: plans });
  await put(2, { ratePlans: plans, chosenPlan: 'a' });
  await put(3, { ratePlans: [plan('c', 70, { isTotalOurs: true })] });
  expect(summariesIn(opened.database).map(({ sumWithout = null }) => sumWithout)).toEqual([1, null, 0]);
});

it('finds the quotes that can be booked now, by arrival, and the reservations among some, also those that were taken over', async () => {
  const file = new MemoryQuotes();
  const store = file.open();
  const put = (id: number, changes: Partial<Quote>, outcome: QuoteOutcome = 'open') =>
    store.put({ pictureUrl: null, quote: { ...quote(id, outcome), expiresAt: 100, ...changes } });
  await put(1, { checkIn: '2026-12-02' });
  await put(2, { expiresAt: 50 });
  await put(3, { replacedBy: 'q1' });
  await put(4, {}, 'booked');
  await put(5, { connectionId: 'c2' });
  await put(6, {});
  const bookable = async (of: QuoteStore, now: number) => (await of.bookable('c1', now)).map(({ id }) => id);
  const reservations = async (of: QuoteStore, ids = ['q6', 'q1', 'none']) =>
    (await of.reservations('c1', ids)).map(({ id }) => id);
  expect(await bookable(store, 50)).toEqual(['q6', 'q1']);
  expect(await bookable(store, 100)).toEqual([]);
  expect(await bookable(store, 49)).toEqual(['q2', 'q6', 'q1']);
  expect(await reservations(store)).toEqual([]);
  await put(6, {}, 'booked');
  expect(await bookable(store, 50)).toEqual(['q1']);
  expect(await reservations(store)).toEqual(['q6']);
  expect(await reservations(store, ['q4', 'q5'])).toEqual(['q4']);
  file.database.run('UPDATE quotes SET created_at = NULL, search_text = NULL');
  const reopened = file.open();
  expect(await bookable(reopened, 50)).toEqual(['q1']);
  expect(await reservations(reopened)).toEqual(['q6']);
  file.database.failWrites = true;
  await reopened.put({ pictureUrl: null, quote: { ...quote(1, 'booked'), expiresAt: 100 } });
  expect(await bookable(reopened, 50)).toEqual([]);
  expect((await reservations(reopened)).toSorted()).toEqual(['q1', 'q6']);
});

it('reads the list again only after a change, and keeps nothing of a removed connection', async () => {
  const file = new MemoryQuotes();
  const store = file.open();
  await store.put(stored(1, 'open'));
  const first = store.list('c1');
  expect(store.list('c1')).toBe(first);
  await store.put(stored(2, 'open'));
  expect(store.list('c1').quotes.map(({ id }) => id)).toEqual(['q2', 'q1']);
  file.database.run('DELETE FROM quotes');
  expect(store.list('c1').quotes).toHaveLength(2);
  store.forget('c1');
  expect(store.list('c1').quotes).toEqual([]);
});

it('a change names the quotes that were removed', async () => {
  const file = new MemoryQuotes();
  const store = file.open();
  await store.put(replaced(1, { replacedBy: 'q2' }));
  await store.put(replaced(2, { replaces: 'q1' }));
  const removed: unknown[] = [];
  store.changed.subscribe((change) => void removed.push(change.removed));
  await file.remove(store, 'q2', 'not there');
  await file.undo('q2');
  expect(removed).toEqual([['q2'], undefined]);
});

it('a quote names the latest of its offers, whatever their number', async () => {
  const { store } = openFile();
  await store.put(stored(1));
  const offer = (at: number) => ({ offerId: `o${at}`, at, by: 'mail' }) as const;
  store.annotate('c1', 'q1', { offers: Array.from({ length: MAX_NOTED_OFFERS }, (_, at) => offer(at)).reverse() });
  for (const at of [MAX_NOTED_OFFERS, MAX_NOTED_OFFERS + 1]) store.noteOffer('c1', 'q1', offer(at));
  const { offers } = store.annotation('c1', 'q1');
  expect(offers).toHaveLength(MAX_NOTED_OFFERS);
  expect(offers[0]?.at).toBe(MAX_NOTED_OFFERS + 1);
});

it('a booking that a file cannot take changes nothing, also in the memory that stands in for the file', async () => {
  const folder = makeTempFolder();
  folders.push(folder);
  // A folder cannot be opened as a file.
  mkdirSync(join(folder, 'console.db'));
  const clock = new ManualClock();
  const log = new FakeLog();
  const database = storesIn(folder, { clock, log }).inConsole({ what: 'The quotes', durable: true });
  const store = new QuoteStore({ database, clock, log, deletions: memoryDeletions(clock) });
  await store.put(stored(1));
  await expect(store.put(stored(1, 'sending'), { onDisk: true })).rejects.toSatisfy((e) =>
    isAppError(e, 'storageFailed'),
  );
  expect(database.isStandIn).toBe(true);
  expect(database.all('SELECT outcome FROM quotes')).toEqual([{ outcome: 'open' }]);
});
