/** A change of a quote whose process is killed (SIGKILL) at each of its steps: nothing lost, nothing asked for twice by itself. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OperationId } from '../../src/shared/model/operation.ts';
import type { Json } from '../../src/shared/model/primitives.ts';
import { BOOKING, CHANGE, openBookingDesk, QUOTE, STAY } from '../support/booking-desk.ts';
import { actUntilKilled, MAX_STEPS } from '../support/killed-desk.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

/** A service that makes another quote for every request, and a reservation for every booking. */
class Service {
  made = 0;
  reservations = 0;

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

/** The quotes of the folder after a start, by id. */
const reopen = (service: Service) => {
  const desk = openBookingDesk(folder, service.answer);
  return { desk, quotes: () => new Map(desk.list('c1').quotes.map((quote) => [quote.id, quote])) };
};

it('loses no quote and asks for none by itself, at whichever step the console is killed', async () => {
  const states: string[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const service = new Service();
    const before = openBookingDesk(folder, service.answer);
    await before.create(STAY);
    await before.choosePlan({ ...QUOTE, plan: 'plan1' });
    await before.annotate({ ...QUOTE, changes: { note: 'calls on Friday', followUpOn: '2026-11-30' } });
    const { ended } = await actUntilKilled('change', folder, service.answer, step);
    // The double click asked for one quote, or for none yet.
    const made = service.made;
    expect(made).toBeLessThanOrEqual(2);

    const { desk, quotes } = reopen(service);
    const old = quotes().get('q1');
    const replaced = old?.replacedBy ?? null;
    states.push(`${old?.pendingChange ? 'asked for' : 'settled'} ${replaced} ${made}`);
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
    removeTempFolder(folder);
    folder = makeTempFolder();
    if (ended) break;
  }
  // Before it is stored; stored, not sent; sent, not answered or not stored; stored with its new quote.
  expect([...new Set(states)]).toEqual(['settled null 1', 'asked for null 1', 'asked for null 2', 'settled q2 2']);
});

it('lets a person forget the change, or book the earlier quote, after a kill whose outcome nobody knows', async () => {
  for (const goOn of ['forget', 'book'] as const) {
    const service = new Service();
    await openBookingDesk(folder, service.answer).create(STAY);
    const sent = await killedAfterSending(service);
    expect(sent).toBe(true);
    const { desk, quotes } = reopen(service);
    expect(quotes().get('q1')?.pendingChange).toEqual(WANTED);
    if (goOn === 'forget') await desk.discardChange(QUOTE);
    else await desk.book({ ...BOOKING, ratePlanId: 'plan1' });
    const after = reopen(service).quotes().get('q1');
    expect(after).toMatchObject(goOn === 'forget' ? { outcome: 'open', pendingChange: null } : { outcome: 'reserved' });
    expect(service.made).toBe(2);
    removeTempFolder(folder);
    folder = makeTempFolder();
  }
});

/** Changes the quote in a process that is killed when the service has made the new quote and before its answer arrives. */
async function killedAfterSending(service: Service): Promise<boolean> {
  const before = service.made;
  // Stores, has stored, sends; the fourth message is the request itself.
  const { ended } = await actUntilKilled('change', folder, service.answer, 3);
  return !ended && service.made === before + 1;
}
