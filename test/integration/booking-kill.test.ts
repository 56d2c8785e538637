/** A booking that a kill ends at each of its steps, before a service that books whatever arrives: nothing lost, nothing twice. */
import { afterEach, expect, it } from 'vitest';
import { isAppError } from '../../src/shared/app-error.ts';
import type { OperationId } from '../../src/shared/model/operation.ts';
import type { Json } from '../../src/shared/model/primitives.ts';
import { BOOKING, openBookingDesk, QUOTE, STAY } from '../support/booking-desk.ts';
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

/** A service with one quote that makes a reservation for every booking, even of a quote that is one. */
class Service {
  reservations: number;
  constructor(reservations = 0) {
    this.reservations = reservations;
  }

  copy(): Service {
    return new Service(this.reservations);
  }

  readonly answer = async (operation: OperationId): Promise<{ [name: string]: Json }> => {
    const quote = {
      _id: QUOTE.quoteId,
      listingId: STAY.listingId,
      checkInDateLocalized: STAY.checkIn,
      checkOutDateLocalized: STAY.checkOut,
      rates: { ratePlans: [{ _id: 'plan', name: 'Standard', money: { total: 100, currency: 'EUR' } }] },
    };
    const reservation = () => ({ _id: `r${this.reservations}`, status: 'reserved', confirmationCode: 'LK1' });
    if (operation !== 'quoteRequest' && operation !== 'quoteInstant')
      return this.reservations === 0 ? quote : { ...quote, reservation: reservation() };
    this.reservations += 1;
    return reservation();
  };
}

/** Checks what a kill left, and goes on as the person does. Returns the quote's outcome and the number of reservations. */
async function checkState({ folder, service }: DeskState<Service>): Promise<string> {
  const made = service.reservations;
  const desk = openBookingDesk(folder, service.answer);
  const [quote] = desk.list('c1').quotes;
  // What the console shows as open was never sent.
  if (quote?.outcome === 'open') expect(made).toBe(0);
  else {
    const again = await desk.book(BOOKING).catch((error: unknown) => error);
    expect(isAppError(again, 'outcomeUnknown') || isAppError(again, 'quoteUsed')).toBe(true);
    expect(service.reservations).toBe(made);
  }
  // The person looks it up, and books it if there is no reservation.
  const found = await desk.fetch({ ...QUOTE, applicationId: null });
  expect(found.outcome).toBe(made === 0 ? 'open' : 'reserved');
  if (found.outcome === 'open') await desk.book(BOOKING);
  expect(service.reservations).toBe(1);
  expect(desk.list('c1').quotes).toMatchObject([{ id: 'q1', outcome: 'reserved', reservation: { id: 'r1' } }]);
  return `${quote?.outcome} ${made}`;
}

it('loses no booking and makes none twice, at whichever step the console is killed', async () => {
  const service = new Service();
  const folder = newFolder();
  await openBookingDesk(folder, service.answer).create(STAY);
  const states = await deskStates('book', folder, service);
  folders.push(...states.map((state) => state.folder));
  const outcomes = new Set<string>();
  for (const state of states) outcomes.add(await checkState(state));
  // Before it is stored as unconfirmed; stored, not sent; sent, not answered or not stored; stored.
  expect([...outcomes]).toEqual(['open 0', 'unknown 0', 'unknown 1', 'reserved 1']);
});

it('finds a booking whose process was killed (SIGKILL) before the answer', async () => {
  const service = new Service();
  const folder = newFolder();
  await openBookingDesk(folder, service.answer).create(STAY);
  await killBeforeAnswer('book', folder, service.answer);
  expect(await checkState({ folder, service })).toBe('unknown 1');
});
