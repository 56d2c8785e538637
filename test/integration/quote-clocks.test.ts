/**
 * Quotes, follow-ups and offers while the machine's clock jumps by 26 hours in both directions and its time zone changes: states follow the clock,
 * days never move, and nothing is lost or booked because of it.
 */
import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QuoteBoard } from '../../src/main/desk/quote-board.ts';
import { QuoteStore } from '../../src/main/desk/quote-store.ts';
import { offerDocument, problemOf } from '../../src/main/offers/offer-document.ts';
import type { Deletion, Deletions } from '../../src/main/store/deletions.ts';
import type { Stores } from '../../src/main/store/stores.ts';
import type { BoardQuery } from '../../src/shared/model/quote-board.ts';
import { localDayOf } from '../../src/shared/time/local-day.ts';
import { FakeLog } from '../support/fake-log.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { memoryDeletions } from '../support/memory-deletions.ts';
import { HARBOUR, JUST_AFTER_MIDNIGHT, offeredQuote, offerParts } from '../support/offer-fixtures.ts';
import { storesIn } from '../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const JUMP_MS = 26 * 3_600_000;
/** Nine hours before the quote expires. */
const START = JUST_AFTER_MIDNIGHT - 9 * 3_600_000;

let folder: string;
let clock: ManualClock;
let zone: string | undefined;
let store: QuoteStore;
let stores: Stores;
let board: QuoteBoard;
let deletions: Deletions;
const pending: Deletion[] = [];

function open(): void {
  const log = new FakeLog();
  stores = storesIn(folder, { clock, log });
  const database = stores.inConsole({ what: 'The quotes', durable: true });
  deletions = memoryDeletions(clock, pending);
  store = new QuoteStore({ database, deletions, clock, log });
  const pictures = { reference: () => ({ src: '/pictures/1', caption: null }) };
  const names = new Map<string, string>();
  board = new QuoteBoard({
    database,
    store,
    pictures,
    guestNames: async () => names,
    quotesByPhone: async () => new Set(),
    contactsOf: async () => new Map(),
    openNote: async () => null,
    clockOf: () => clock,
  });
}

beforeEach(async () => {
  zone = process.env.TZ;
  process.env.TZ = 'UTC';
  folder = makeTempFolder();
  mkdirSync(folder, { recursive: true });
  clock = new ManualClock(START);
  open();
  await store.put({ quote: offeredQuote(), pictureUrl: null });
  store.annotate('c-1', 'q-1', { followUpOn: '2026-11-23' });
});
afterEach(() => {
  stores.close();
  removeTempFolder(folder);
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

async function seen(today = localDayOf(clock.now())) {
  const query: BoardQuery = {
    ...{ connectionId: 'c-1', search: '', view: 'quotes', states: [], group: 'week', today, offset: 0, limit: 10 },
    sort: { by: 'createdAt', descending: true },
  };
  const { rows, states, followUps, nextChangeAt } = await board.rows(query);
  return { state: states[0]?.state, followUps, nextChangeAt, dates: [rows[0]?.checkIn, rows[0]?.followUpOn] };
}
const DATES = ['2030-12-04', '2026-11-23'];

it('states follow a clock that jumps ahead and back, also over a restart', async () => {
  expect(await seen()).toMatchObject({ state: 'open', followUps: 0, dates: DATES });
  clock.jumpTo(START + JUMP_MS);
  expect(await seen()).toMatchObject({ state: 'expired', followUps: 1, nextChangeAt: null, dates: DATES });
  expect(problemOf(offeredQuote(), clock.now())).toBe('expired');
  clock.jumpTo(START - JUMP_MS);
  expect(await seen()).toMatchObject({ state: 'open', followUps: 0, dates: DATES });
  stores.close();
  open();
  expect(await seen()).toMatchObject({ state: 'open', followUps: 0, dates: DATES });
  clock.jumpTo(JUST_AFTER_MIDNIGHT - 1);
  expect(await seen()).toMatchObject({ state: 'expiring', nextChangeAt: JUST_AFTER_MIDNIGHT });
});

it.each([JUMP_MS, -JUMP_MS])(
  'the removal of a quote is undone after a jump by %i ms, and a quote that is removed before a kill is gone after the next start',
  async (jump) => {
    const first = await store.remove('c-1', ['q-1']);
    clock.jumpTo(START + jump);
    await deletions.undo(first);
    expect(await seen()).toMatchObject({ dates: DATES });
    const last = await store.remove('c-1', ['q-1']);
    clock.jumpTo(START - jump);
    stores.close();
    open();
    await deletions.finishEarlier();
    await expect(deletions.undo(last)).rejects.toMatchObject({ code: 'notFound' });
    expect(await seen()).toMatchObject({ state: undefined });
  },
);

it('a follow-up is due on its own day wherever the computer is, and no day moves', async () => {
  const due = async (name: string, at: number) => {
    process.env.TZ = name;
    clock.jumpTo(at);
    return (await seen()).followUps;
  };
  const late = Date.UTC(2026, 10, 22, 11);
  // The day begins at UTC+14 first, at UTC−11 last.
  expect(await due('Pacific/Kiritimati', late)).toBe(1);
  expect(await due('Pacific/Pago_Pago', late)).toBe(0);
  expect(await due('Pacific/Pago_Pago', late + 24 * 3_600_000)).toBe(1);
  for (const name of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo']) {
    process.env.TZ = name;
    expect((await seen()).dates).toEqual(DATES);
    const { places } = offerDocument({
      ...offerParts(),
      zone: name,
      quotes: [{ quote: offeredQuote(), listing: HARBOUR, note: '' }],
    });
    expect(places[0]?.facts[0]?.text).toBe('Wed, 4 December 2030');
  }
});
