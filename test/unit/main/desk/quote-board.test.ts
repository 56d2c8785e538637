/** The board's rows: filtered, sorted and grouped like a plain model of it; with 0, 1 and 3,000 quotes; and its CSV file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { QuoteBoard, type QuoteBoardDeps } from '../../../../src/main/desk/quote-board.ts';
import { columnsOf } from '../../../../src/main/desk/quote-database.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { QuoteOutcome } from '../../../../src/shared/model/quote.ts';
import {
  type BoardQuery,
  BoardRows,
  BoardSort,
  type QuoteAnnotation,
  type QuoteSummary,
} from '../../../../src/shared/model/quote-board.ts';
import { moneyOf } from '../../../../src/shared/money/money.ts';
import { EXPIRING_MS, isReservation, QuoteState, quoteStateOf } from '../../../../src/shared/quote/quote-state.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach(removeTempFolder));

const NOW = Date.UTC(2026, 10, 25, 12);
const ALL: BoardQuery = {
  connectionId: 'c1',
  search: '',
  view: 'quotes',
  states: [],
  sort: { by: 'createdAt', descending: true },
  group: 'none',
  today: '2026-11-25',
  offset: 0,
  limit: 200,
};

/** A quote of the board. */
interface Entry {
  readonly number: number;
  readonly annotation: QuoteAnnotation;
  readonly summary: QuoteSummary;
}

const entry = (number: number, changes: Partial<QuoteSummary> = {}, added: Partial<QuoteAnnotation> = {}): Entry => ({
  number,
  annotation: { note: '', followUpOn: null, sentOn: null, offers: [], ...added },
  summary: {
    id: `q${number}`,
    listingId: `l${number}`,
    listingTitle: `Place ${number}`,
    checkIn: '2026-12-01',
    checkOut: '2026-12-03',
    nights: 2,
    guests: 2,
    total: { amount: number, currency: 'EUR' },
    plans: 1,
    createdAt: NOW - number * 1_000,
    expiresAt: NOW + 86_400_000,
    outcome: 'open',
    isReplaced: false,
    reservation: null,
    ...changes,
  },
});

/** One for all tests: opening it takes longer than most of them. */
const database = storesIn().inConsole({ what: 'The quotes' });

function put({ number, summary, annotation }: Entry, connectionId = 'c1'): void {
  const { note, followUpOn, sentOn, offers } = annotation;
  const added = { number, connection_id: connectionId, id: summary.id, quote: '{}', note, follow_up_on: followUpOn };
  const columns = { ...added, sent_on: sentOn, sent: JSON.stringify(offers), ...columnsOf(summary) };
  const names = Object.keys(columns);
  const sql = `INSERT INTO quotes (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  database.run(sql, ...Object.values(columns));
}

/** The contact of a quote's guest and its note, as the stores have them. */
const PRIVATE: Pick<QuoteBoardDeps, 'contactsOf' | 'openNote'> = {
  contactsOf: async () => new Map([['q1', { email: 'zoe@guest.example', phone: '+49 171 2345678' }]]),
  openNote: async (_connectionId, quoteId, sealed) => `${quoteId} opened ${sealed}`,
};

function boardOf(
  entries: readonly Entry[],
  names: ReadonlyMap<string, string> = new Map(),
  guestNames: QuoteBoardDeps['guestNames'] = async () => names,
  quotesByPhone: QuoteBoardDeps['quotesByPhone'] = async () => new Set(),
) {
  database.transaction(() => {
    database.run('DELETE FROM quotes');
    for (const one of entries) put(one);
  });
  const store = { filled: async () => {}, revision: 1 };
  const clock = { at: NOW, now: () => clock.at };
  const pictures = { reference: () => ({ src: '/pictures/1', caption: null }) };
  const board = new QuoteBoard({
    database,
    store,
    pictures,
    guestNames,
    quotesByPhone,
    ...PRIVATE,
    clockOf: () => clock,
  });
  return { board, clock, store };
}
const idsOf = ({ rows }: BoardRows) => rows.map(({ id }) => id);

it('has nothing to show without quotes', async () => {
  expect(await boardOf([]).board.rows(ALL)).toEqual({
    ...{
      revision: 1,
      total: 0,
      matched: 0,
      states: [],
      followUps: 0,
      comingFollowUps: 0,
      reservations: 0,
      nextChangeAt: null,
      areGuestsReadable: true,
      hasGuests: false,
      hasReminders: false,
      rows: [],
    },
  });
});

it('finds a quote by the phone of its guest, beside those in whose text the words are, and asks for no guest by other texts', async () => {
  const asked: string[] = [];
  const found = async (_connectionId: string, phone: string) => {
    asked.push(phone);
    return new Set(phone === '0171 23' ? ['q2'] : []);
  };
  const { board } = boardOf([entry(1), entry(2)], new Map(), undefined, found);
  expect(idsOf(await board.rows({ ...ALL, search: '0171 23' }))).toEqual(['q2']);
  expect(idsOf(await board.rows({ ...ALL, search: 'q1' }))).toEqual(['q1']);
  expect(asked).toEqual(['0171 23']);
});

it('has the quotes that a person should look at, without names of guests', async () => {
  const { board } = boardOf(
    [
      entry(1, { expiresAt: NOW + EXPIRING_MS - 1 }),
      entry(2, { expiresAt: NOW + EXPIRING_MS }),
      entry(3, { expiresAt: NOW }),
      entry(4, { outcome: 'unknown' }),
      entry(5, {}, { followUpOn: '2026-11-25' }),
      entry(6, {}, { followUpOn: '2026-11-26' }),
      entry(7, { isReplaced: true, expiresAt: NOW + 1 }, { followUpOn: '2026-11-24' }),
    ],
    new Map(),
    async () => {
      throw new Error('the key store would be asked');
    },
  );
  const due = await board.due('c1', '2026-11-25');
  const ids = Object.entries(due).map(([kind, rows]) => [kind, rows.map(({ id }) => id)]);
  expect(Object.fromEntries(ids)).toEqual({ expiring: ['q1'], unconfirmed: ['q4'], followUps: ['q5'] });
});

it('finds one quote by guest, place, date and code, in every view that has it', async () => {
  const reservation = { status: 'reserved', confirmationCode: 'LK42', at: NOW };
  const one = entry(1, { outcome: 'reserved', reservation }, { followUpOn: '2026-11-24', note: 'sealed' });
  const { board } = boardOf([one], new Map([['q1', 'Zoë Müller']]));
  for (const search of ['zoë', 'müller place', 'lk42', '2026-12-01', 'l1', ''])
    expect(idsOf(await board.rows({ ...ALL, search }))).toEqual(['q1']);
  for (const view of ['reservations', 'followUps'] as const)
    expect(idsOf(await board.rows({ ...ALL, view }))).toEqual(['q1']);
  expect(idsOf(await board.rows({ ...ALL, search: 'lk42 other' }))).toEqual([]);
  const [row] = (await board.rows(ALL)).rows;
  expect(row).toMatchObject({ guestName: 'Zoë Müller', hasNote: true, followUpOn: '2026-11-24' });
  expect(JSON.stringify(row)).not.toContain('sealed');
});

it('shows no quote that is hidden, and none of another connection', async () => {
  const { board } = boardOf([entry(1), entry(2)]);
  put(entry(3), 'c2');
  database.run("UPDATE quotes SET removed_at = 1 WHERE id = 'q2'");
  expect(await board.rows(ALL)).toMatchObject({ total: 1, matched: 1, rows: [{ id: 'q1' }] });
});

it('shows the quotes without their guests while the key store does not decrypt them, and with them later', async () => {
  let isLocked = true;
  const names = new Map([['q1', 'Zoë Müller']]);
  const { board } = boardOf([entry(1)], names, async () => {
    if (isLocked) throw new AppError('storageFailed', { what: 'The guests', reason: 'locked', access: 'read' });
    return names;
  });
  const locked = await board.rows(ALL);
  expect([locked.areGuestsReadable, locked.rows[0]?.id, locked.rows[0]?.guestName]).toEqual([false, 'q1', null]);
  isLocked = false;
  const open = await board.rows(ALL);
  expect([open.areGuestsReadable, open.rows[0]?.guestName]).toEqual([true, 'Zoë Müller']);
});

it('does not take a fault of the program for a locked key store', async () => {
  const { board } = boardOf([entry(1)], new Map(), () => Promise.reject(new TypeError('broken')));
  await expect(board.rows(ALL)).rejects.toThrow('broken');
});

it('says when time changes a state next, and changes it then', async () => {
  const { board, clock } = boardOf([entry(1)]);
  const before = await board.rows(ALL);
  expect(before.states).toEqual([{ state: 'open', count: 1 }]);
  expect(before.nextChangeAt).toBe(NOW + 86_400_000 - EXPIRING_MS + 1);
  clock.at = before.nextChangeAt ?? 0;
  const then = await board.rows(ALL);
  expect(then.states).toEqual([{ state: 'expiring', count: 1 }]);
  clock.at = then.nextChangeAt ?? 0;
  expect(await board.rows(ALL)).toMatchObject({ states: [{ state: 'expired', count: 1 }], nextChangeAt: null });
});

it('counts again when the view, the search, a quote or the clock changes, and not for another order or state', async () => {
  const { board, clock, store } = boardOf([entry(1), entry(2, { expiresAt: NOW + 1_000 })]);
  const all = vi.spyOn(database, 'all');
  const counted = async (changes: Partial<BoardQuery> = {}) => {
    all.mockClear();
    const { states } = await board.rows({ ...ALL, ...changes });
    const isNew = all.mock.calls.some(([sql]) => /next_change|GROUP BY state/.test(sql));
    return [states.map(({ state, count }) => `${count} ${state}`).join(', '), isNew];
  };
  expect(await counted()).toEqual(['1 expiring, 1 open', true]);
  for (const same of [{ states: ['open'] }, { offset: 1 }, { group: 'week' }, { sort: ALL.sort }] as const)
    expect(await counted(same as Partial<BoardQuery>)).toEqual(['1 expiring, 1 open', false]);
  expect(await counted({ search: 'q2' })).toEqual(['1 expiring', true]);
  expect(await counted({ view: 'followUps' })).toEqual(['', true]);
  expect(await counted()).toEqual(['1 expiring, 1 open', false]);
  clock.at = NOW + 1_000;
  expect(await counted()).toEqual(['1 expired, 1 open', true]);
  clock.at = NOW;
  expect(await counted()).toEqual(['1 expiring, 1 open', true]);
  put(entry(3));
  store.revision += 1;
  expect(await counted()).toEqual(['1 expiring, 2 open', true]);
});

it('groups by guest, those without one at the end, and by week, the latest first', async () => {
  const day = 86_400_000;
  const entries = [entry(1), entry(2), entry(3, { createdAt: NOW - 7 * day }), entry(4, { createdAt: NOW - 8 * day })];
  const names = new Map([
    ['q1', 'Zoe'],
    ['q3', 'ada'],
    ['q4', 'Zoe'],
  ]);
  const { board } = boardOf(entries, names);
  const groups = async (group: 'guest' | 'week', offset = 0) =>
    (await board.rows({ ...ALL, group, offset })).rows.map(({ id, group: of }) => [
      id,
      of?.key,
      of?.count,
      of?.isFirst,
    ]);
  expect(await groups('guest')).toEqual([
    ['q3', 'ada', 1, true],
    ['q1', 'Zoe', 2, true],
    ['q4', 'Zoe', 2, false],
    ['q2', '', 1, true],
  ]);
  expect(await groups('guest', 2)).toEqual([
    ['q4', 'Zoe', 2, false],
    ['q2', '', 1, true],
  ]);
  expect(await groups('week')).toEqual([
    ['q1', '2026-11-23', 2, true],
    ['q2', '2026-11-23', 2, false],
    ['q3', '2026-11-16', 2, true],
    ['q4', '2026-11-16', 2, false],
  ]);
});

it('counts follow-ups that are due and those of later days apart, and lists both', async () => {
  const entries = [
    entry(1, {}, { followUpOn: '2026-11-24' }),
    entry(2, {}, { followUpOn: '2026-11-25' }),
    entry(3, {}, { followUpOn: '2026-11-26' }),
    entry(4, { isReplaced: true }, { followUpOn: '2026-11-24' }),
    entry(5),
  ];
  const sort = { by: 'followUpOn', descending: false } as const;
  const result = await boardOf(entries).board.rows({ ...ALL, view: 'followUps', sort });
  expect(result).toMatchObject({ followUps: 2, comingFollowUps: 1 });
  expect(idsOf(result)).toEqual(['q1', 'q2', 'q3']);
  expect(await boardOf(entries).board.rows({ ...ALL, today: '2026-11-23' })).toMatchObject({
    ...{ followUps: 0, comingFollowUps: 3 },
  });
});

it('says whether any quote has a guest, and whether any has a note or a follow-up, whatever the filter', async () => {
  const sayings = async (entries: Entry[], names = new Map<string, string>()) => {
    const { hasGuests, hasReminders } = await boardOf(entries, names).board.rows({ ...ALL, search: 'no such quote' });
    return [hasGuests, hasReminders];
  };
  expect(await sayings([entry(1)])).toEqual([false, false]);
  expect(await sayings([entry(1), entry(2, {}, { note: 'sealed' })])).toEqual([false, true]);
  expect(await sayings([entry(1, {}, { followUpOn: '2026-11-24' })])).toEqual([false, true]);
  expect(await sayings([entry(1)], new Map([['q1', 'Ada']]))).toEqual([true, false]);
  expect(await sayings([entry(1)], new Map([['deleted', 'Ada']]))).toEqual([false, false]);
});

it('groups reservations by the week of their arrival, the first arrivals first', async () => {
  const booked = (number: number, checkIn: string) => entry(number, { outcome: 'booked', checkIn });
  const { board } = boardOf([booked(1, '2026-12-14'), booked(2, '2026-12-06'), booked(3, '2026-12-20'), entry(4)]);
  const { rows } = await board.rows({ ...ALL, view: 'reservations', group: 'week' });
  expect(rows.map(({ id, group }) => [id, group?.key, group?.isFirst])).toEqual([
    ['q2', '2026-11-30', true],
    ['q1', '2026-12-14', true],
    ['q3', '2026-12-14', false],
  ]);
});

const entries = fc
  .array(
    fc.record({
      outcome: fc.constantFrom(...QuoteOutcome.options),
      expiresAt: fc.integer({ min: NOW - EXPIRING_MS, max: NOW + 3 * EXPIRING_MS }),
      isReplaced: fc.boolean(),
      listingTitle: fc.constantFrom('Loft', 'Barn', null),
      total: fc.constantFrom(
        null,
        { amount: 3, currency: 'EUR' },
        { amount: 2, currency: 'USD' },
        { amount: 5, currency: null },
      ),
    }),
    { maxLength: 30 },
  )
  .map((all) => all.map((changes, at) => entry(at, changes)));
const queries = fc.record({
  search: fc.constantFrom('', 'loft', 'BARN', 'q1'),
  view: fc.constantFrom('quotes' as const, 'reservations' as const),
  states: fc.subarray([...QuoteState.options]),
  sort: fc.record({ by: fc.constantFrom(...BoardSort.shape.by.options), descending: fc.boolean() }),
  group: fc.constantFrom('none' as const, 'guest' as const, 'week' as const),
});

it('shows each quote that matches once, whatever the order, and counts states whatever states are chosen', async () => {
  await fc.assert(
    fc.asyncProperty(entries, queries, async (all, query) => {
      const result = BoardRows.parse(await boardOf(all).board.rows({ ...ALL, ...query }));
      const stateOf = ({ summary }: Entry) => quoteStateOf({ ...summary, isSent: false }, NOW);
      const found = all.filter(
        (one) =>
          `${one.summary.listingTitle ?? ''} ${one.summary.listingId} ${one.summary.id}`
            .toLowerCase()
            .includes(query.search.toLowerCase()) &&
          (query.view === 'quotes' || isReservation(stateOf(one))),
      );
      const matching = found.filter((one) => query.states.length === 0 || query.states.includes(stateOf(one)));
      expect(idsOf(result).sort()).toEqual(matching.map(({ summary }) => summary.id).sort());
      const counted = QuoteState.options.flatMap((state) => {
        const count = found.filter((one) => stateOf(one) === state).length;
        return count === 0 ? [] : [{ state, count }];
      });
      expect(result.states).toEqual(counted);
      expect(result).toMatchObject({ total: all.length, matched: matching.length });
      expect(result.reservations).toBe(all.filter((one) => isReservation(stateOf(one))).length);
      const values = result.rows.map(({ total }) => total).filter((total) => total !== null);
      if (query.sort.by === 'total' && query.group === 'none')
        // What has no total is at the end.
        expect(result.rows.slice(0, values.length).every(({ total }) => total !== null)).toBe(true);
    }),
    { numRuns: 80 },
  );
});

it('sorts totals by their decimals, also where they are one number for JavaScript, and within each currency', async () => {
  const texts = ['9007199254740993', '9007199254740992', '0.30000000000000004', '0.3', '9007199254740992.5'];
  const all = texts.flatMap((text, at) =>
    ['USD', 'EUR'].map((code, of) => entry(2 * at + of, { total: moneyOf(text, code) })),
  );
  const { board } = boardOf([...all, entry(99, { total: null })]);
  const totalsIn = async (descending: boolean) =>
    (await board.rows({ ...ALL, sort: { by: 'total', descending } })).rows.map(
      ({ total }) => total && `${total.currency} ${total.exact ?? total.amount}`,
    );
  const sorted = ['0.3', '0.30000000000000004', '9007199254740992', '9007199254740992.5', '9007199254740993'];
  const ascending = ['EUR', 'USD'].flatMap((code) => sorted.map((text) => `${code} ${text}`));
  expect(await totalsIn(false)).toEqual([...ascending, null]);
  expect(await totalsIn(true)).toEqual([...ascending.toReversed(), null]);
});

it('finds the same while a search is typed and deleted key by key as for the whole search', async () => {
  const titles = ['Loft Oslo', 'Loft ΟΔΟΣΑ', 'Barn 😀 oslo', null];
  const all = titles.map((listingTitle, at) => entry(at, { listingTitle }));
  const typed = fc.constantFrom('oslo lof', 'οδοςα', 'ΟΔΟΣΑ', '😀 o', 'l1 barn', ' loft  os');
  await fc.assert(
    fc.asyncProperty(fc.array(typed, { minLength: 1, maxLength: 3 }), async (texts) => {
      const { board } = boardOf(all);
      for (const text of texts)
        for (const length of [...text].flatMap((_, at) => [at + 1, at, at + 1])) {
          const query = { ...ALL, search: text.slice(0, length) };
          const { rows, states } = await board.rows(query);
          const whole = await boardOf(all).board.rows(query);
          expect({ rows, states }).toEqual({ rows: whole.rows, states: whole.states });
        }
    }),
    { numRuns: 8 },
  );
});

it('reads any window of 3,000 quotes', async () => {
  const { board } = boardOf(Array.from({ length: 3_000 }, (_, at) => entry(at)));
  const ordered: string[] = [];
  for (const offset of [0, 200, 2_800]) ordered.push(...idsOf(await board.rows({ ...ALL, offset })));
  expect(ordered).toHaveLength(600);
  expect([ordered[0], ordered[200], ordered.at(-1)]).toEqual(['q0', 'q200', 'q2999']);
  expect(await board.rows({ ...ALL, search: 'q299' })).toMatchObject({ total: 3_000, matched: 11 });
});

it('writes the rows of a filter as CSV that a spreadsheet does not run', async () => {
  const folder = makeTempFolder();
  folders.push(folder);
  const path = join(folder, 'quotes.csv');
  const exact = { amount: 12_345_678_901_234_568, currency: 'EUR', exact: '12345678901234567.89' };
  const { board } = boardOf(
    [entry(1, { total: exact, sumWithout: 1 }, { note: 'sealed' }), entry(2)],
    new Map([['q1', '=HYPERLINK("x")']]),
  );
  const { offset: _, limit: __, ...filter } = { ...ALL, search: 'q1' };
  expect(await board.writeTable(filter, { path, format: 'csv' })).toMatchObject({ records: 1 });
  const [head, line] = readFileSync(path, 'utf8').split('\r\n');
  expect(head).toContain('Guest,Property,Check-in');
  expect(head?.endsWith(',Total is our sum')).toBe(true);
  expect(line?.endsWith(',"yes, without 1 unreadable line"')).toBe(true);
  expect(line).toContain('12345678901234567.89');
  expect(line?.startsWith('=')).toBe(false);
  expect(line).toContain(",zoe@guest.example,'+49 171 2345678,q1 opened sealed,q1,");
});

it('shows only the quotes whose dates are taken, and counts the others', async () => {
  const { board } = boardOf([entry(1), entry(2), entry(3)]);
  board.setTaken({ open: async () => [{ quoteId: 'q2' }] });
  const { rows, matched, total } = await board.rows({ ...ALL, taken: true });
  expect([rows.map(({ id }) => id), matched, total]).toEqual([['q2'], 1, 3]);
  expect((await board.rows(ALL)).matched).toBe(3);
});

it('writes bookings and follow-ups as calendar entries that an import updates', async () => {
  const folder = makeTempFolder();
  folders.push(folder);
  const path = join(folder, 'bookings.ics');
  const reservation = { status: 'confirmed', confirmationCode: 'LK-7', at: 1 };
  const { board } = boardOf(
    [
      entry(
        1,
        { outcome: 'booked', reservation, listingTitle: 'Hütte; „am See“, mit Steg und Boot' },
        { followUpOn: '2026-12-31' },
      ),
      entry(2),
      entry(3, { outcome: 'used', reservation: { ...reservation, status: 'canceled' } }),
    ],
    new Map([['q1', 'Zoë Müller-Lüdenscheidt']]),
  );
  const { offset: _, limit: __, ...filter } = ALL;
  expect(await board.writeCalendar(filter, path)).toMatchObject({ records: 2 });
  const text = readFileSync(path, 'utf8');
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll('\r\n ', '');
  for (const line of [
    'UID:stay-q1@latchkey',
    'DTSTART;VALUE=DATE:20261201',
    'DTEND;VALUE=DATE:20261203',
    'SUMMARY:Zoë Müller-Lüdenscheidt\\, Hütte\\; „am See“\\, mit Steg und Boot',
    'DESCRIPTION:LK-7\\nQuote q1',
    'UID:follow-up-q1@latchkey',
    'DTEND;VALUE=DATE:20270101',
  ])
    expect(unfolded.split('\r\n')).toContain(line);
  expect(unfolded.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

it('follows a clock that is put back, too', async () => {
  const { board, clock } = boardOf([entry(1)]);
  const states = async () => (await board.rows(ALL)).states;
  clock.at = NOW + 90_000_000;
  expect(await states()).toEqual([{ state: 'expired', count: 1 }]);
  clock.at = NOW;
  expect(await states()).toEqual([{ state: 'open', count: 1 }]);
});
