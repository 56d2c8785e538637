/** A change of a quote that a kill ends at each of its steps: nothing lost, nothing asked for twice by itself. */
import { afterEach, expect, it } from 'vitest';
import type { OperationId } from '../../src/shared/model/operation.ts';
import type { Json } from '../../src/shared/model/primitives.ts';
import { BOOKING, CHANGE, openBookingDesk, QUOTE, STAY } from '../support/booking-desk.ts';
import { copyOf } from '../support/kill-states.ts';
import { type DeskState, deskStates, killBeforeAnswer } from '../support/killed-desk.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeTempFolder(folder);
});
const newFolder = () => {
  const folder = makeTempFolder();
  folders.push(folder);
  return folder;
};

/** A service that makes another quote for every request, and a reservation for every booking. */
class Service {
  made: number;
  reservations: number;
  constructor(made = 0, reservations = 0) {
    this.made = made;
    this.reservations = reservations;
  }

  copy(): Service {
    return new Service(this.made, this.reservations);
  }

  readonly answer = async (operation: OperationId): Promise<{ [name: string]: Json }> => {
    if (operation !== 'quoteCreate') {
      this.reservations += 1;
      return { _id: `r${this.reservations}`, status: 'reserved', confirmationCode: 'LK1' };
    }
    this.made += 1;
    const { checkIn, checkOut } = this.made === 1 ? STAY : CHANGE;
    return {
      _id: `q${this.made}`,
      listingId: STAY.listingId,
      checkInDateLocalized: checkIn,
      checkOutDateLocalized: checkOut,
      rates: {
        ratePlans: [{ _id: `plan${this.made}`, name: 'Standard', money: { total: 100 * this.made, currency: 'EUR' } }],
      },
    };
  };
}

const { connectionId: _, quoteId: __, ...WANTED } = CHANGE;

/** The quotes of a folder after a start, by id. */
const reopen = ({ folder, service }: DeskState<Service>) => {
  const desk = openBookingDesk(folder, service.answer);
  return { desk, quotes: () => new Map(desk.list('c1').quotes.map((quote) => [quote.id, quote])) };
};

/** Checks what a kill left, and goes on as the person does. Returns what is known of the change, and the number of quotes that were made. */
async function checkState(state: DeskState<Service>): Promise<string> {
  const { service } = state;
  // The double click asked for one quote, or for none yet.
  const made = service.made;
  expect(made).toBeLessThanOrEqual(2);

  const { desk, quotes } = reopen(state);
  const old = quotes().get('q1');
  const replaced = old?.replacedBy ?? null;
  // The earlier quote is there with what a person added to it.
  expect(old).toMatchObject({ outcome: 'open', checkIn: STAY.checkIn, chosenPlan: 'plan1' });
  expect((await desk.get(QUOTE)).annotation).toMatchObject({ note: 'calls on Friday', followUpOn: '2026-11-30' });
  // A new quote is there with both links, or there is none and the change is told with what was asked for.
  if (replaced === null) {
    expect([...quotes().keys()]).toEqual(['q1']);
    expect(old?.pendingChange ?? WANTED).toEqual(WANTED);
    // What the console shows as never asked for was never sent.
    if (!old?.pendingChange) expect(made).toBe(1);
  } else {
    expect(old?.pendingChange).toBeNull();
    expect(quotes().get(replaced)).toMatchObject({ replaces: 'q1', checkIn: CHANGE.checkIn, pendingChange: null });
    await expect(desk.change(CHANGE)).rejects.toMatchObject({ code: 'invalidInput' });
  }
  // Nothing is sent by itself: not at the start, and not by reading.
  expect(service.made).toBe(made);

  // The person goes on: asks again where no new quote is known, and books the new one once.
  const newest = replaced ?? (await desk.change(CHANGE)).id;
  expect(quotes().get('q1')).toMatchObject({ replacedBy: newest, pendingChange: null });
  expect([...quotes().keys()].toSorted()).toEqual(['q1', newest]);
  await expect(desk.book({ ...BOOKING, ratePlanId: 'plan1' })).rejects.toMatchObject({ code: 'invalidInput' });
  await desk.book({ ...BOOKING, quoteId: newest, ratePlanId: `plan${service.made}` });
  expect(service.reservations).toBe(1);
  return `${old?.pendingChange ? 'asked for' : 'settled'} ${replaced} ${made}`;
}

it('loses no quote and asks for none by itself, at whichever step the console is killed', async () => {
  const service = new Service();
  const folder = newFolder();
  const before = openBookingDesk(folder, service.answer);
  await before.create(STAY);
  await before.choosePlan({ ...QUOTE, plan: 'plan1' });
  await before.annotate({ ...QUOTE, changes: { note: 'calls on Friday', followUpOn: '2026-11-30' } });
  const states = await deskStates('change', folder, service);
  folders.push(...states.map((state) => state.folder));
  const known = new Set<string>();
  for (const state of states) known.add(await checkState(state));
  // Before it is stored; stored, not sent; sent, not answered or not stored; stored with its new quote.
  expect([...known]).toEqual(['settled null 1', 'asked for null 1', 'asked for null 2', 'settled q2 2']);
});

it('lets a person forget the change, or book the earlier quote, after a kill (SIGKILL) whose outcome nobody knows', async () => {
  const service = new Service();
  const folder = newFolder();
  await openBookingDesk(folder, service.answer).create(STAY);
  await killBeforeAnswer('change', folder, service.answer);
  expect(service.made).toBe(2);
  const copy = { folder: copyOf(folder), service: service.copy() };
  folders.push(copy.folder);
  const forgotten = { folder, service };
  const { desk, quotes } = reopen(forgotten);
  expect(quotes().get('q1')?.pendingChange).toEqual(WANTED);
  await desk.discardChange(QUOTE);
  await reopen(copy).desk.book({ ...BOOKING, ratePlanId: 'plan1' });
  for (const [state, expected] of [
    [forgotten, { outcome: 'open', pendingChange: null }],
    [copy, { outcome: 'reserved' }],
  ] as const) {
    expect(reopen(state).quotes().get('q1')).toMatchObject(expected);
    expect(state.service.made).toBe(2);
  }
});
