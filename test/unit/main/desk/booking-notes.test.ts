import { expect, it } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../src/main/api/api-client.ts';
import { BookingNotes } from '../../../../src/main/desk/booking-notes.ts';
import { noteBookings } from '../../../../src/main/desk/note-bookings.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import type { OperationId } from '../../../../src/shared/model/operation.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { reportedErrorFixture } from '../../../support/fixtures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { storesIn } from '../../../support/stores-in.ts';

const APP = { connectionId: 'c1', applicationId: 'app' };

class Rig {
  readonly clock = new ManualClock();
  readonly database = storesIn().inConsole({ what: 'The notes on bookings' });
  /** The applications of the connection; null once it is removed. */
  applications: string[] | null = ['app'];
  notes = this.open();

  open(): BookingNotes {
    this.notes = new BookingNotes({
      database: this.database,
      connections: {
        connection: (id) => {
          if (id !== 'c1' || this.applications === null) throw new AppError('notFound', { what: 'This connection' });
          return { id, applications: this.applications.map((one) => ({ id: one })) } as unknown as Connection;
        },
      },
      clockOf: () => this.clock,
      log: new FakeLog(),
    });
    return this.notes;
  }

  /** The notes of the application, also those on the disk. */
  get known() {
    const { applications } = this.notes.list('c1');
    expect(this.open().list('c1').applications).toEqual(applications);
    return applications[0];
  }

  async send(operation: OperationId, answer: Json | AppError, values: Record<string, unknown> = {}): Promise<void> {
    const api = {
      call: async (): Promise<ApiAnswer> => {
        if (answer instanceof AppError) throw answer;
        return { body: answer } as ApiAnswer;
      },
    };
    const call = { connection: { id: 'c1' } as Connection, credentialId: 'app', operation, values } as ApiCall;
    const sent = noteBookings(api, this.notes).call(call);
    if (answer instanceof AppError) await expect(sent).rejects.toBe(answer);
    else expect((await sent).body).toBe(answer);
  }
}

const refusal = (code: 'refused' | 'forbidden', status: number, serverCode: string | null) =>
  new AppError(code, { server: reportedErrorFixture({ status, serverCode }) });
const ofListing = { listingId: 'l1' };

it('keeps ticked steps over a restart, and takes a tick back', async () => {
  const rig = new Rig();
  expect(rig.known).toBeUndefined();
  await rig.notes.tick(APP, 'directBooking', true);
  expect(rig.known).toMatchObject({ directBookingAt: rig.clock.now(), reservationAt: null });
  rig.open();
  await rig.notes.tick(APP, 'directBooking', false);
  expect(rig.known).toMatchObject({ directBookingAt: null });
});

it.each<[OperationId, Json, boolean]>([
  ['quoteRequest', { _id: 'r1', status: 'reserved' }, true],
  ['quoteInstant', { _id: 'r1', status: 'confirmed' }, true],
  ['quoteGet', { _id: 'q1', reservation: { _id: 'r1', status: 'confirmed' } }, true],
  ['quoteGet', { _id: 'q1', status: 'reserved' }, false],
  ['quoteInstant', { _id: 'r1', status: 'declined' }, false],
  ['quoteInstant', {}, false],
  ['search', { _id: 'r1', status: 'confirmed' }, false],
])('ticks both steps off when a reservation stands: %s answered %j', async (operation, body, isTicked) => {
  const rig = new Rig();
  await rig.send(operation, body, { quoteId: 'q1' });
  expect(rig.known?.reservationAt != null).toBe(isTicked);
  expect(rig.known?.directBookingAt != null).toBe(isTicked);
});

it('remembers a listing that the service does not know, until a quote is made for it', async () => {
  const rig = new Rig();
  await rig.send('quoteCreate', refusal('refused', 404, 'NOT_FOUND'), ofListing);
  expect(rig.known?.notBookable).toEqual([{ listingId: 'l1', code: 'NOT_FOUND', at: rig.clock.now() }]);
  await rig.send('quoteCreate', refusal('refused', 404, 'NOT_FOUND'), ofListing);
  expect(rig.known?.notBookable).toHaveLength(1);
  rig.open();
  await rig.send('quoteCreate', { _id: 'q1' }, ofListing);
  expect(rig.known).toMatchObject({ notBookable: [], quotedAt: rig.clock.now() });
});

it('calls a forbidden listing not bookable only once the application has made a quote', async () => {
  const rig = new Rig();
  await rig.send('quoteCreate', refusal('forbidden', 403, 'FORBIDDEN'), ofListing);
  expect(rig.known).toBeUndefined();
  await rig.send('quoteCreate', { _id: 'q1' }, { listingId: 'l2' });
  await rig.send('quoteCreate', refusal('forbidden', 403, 'FORBIDDEN'), ofListing);
  expect(rig.known?.notBookable).toMatchObject([{ listingId: 'l1', code: 'FORBIDDEN' }]);
});

it('forgets a refusal when a person says so, and remembers the next one', async () => {
  const rig = new Rig();
  await rig.send('quoteCreate', refusal('refused', 404, 'NOT_FOUND'), ofListing);
  await rig.notes.forgetRefusal(APP, 'another');
  expect(rig.known?.notBookable).toHaveLength(1);
  await rig.notes.forgetRefusal(APP, 'l1');
  expect(rig.known?.notBookable).toEqual([]);
  await rig.send('quoteCreate', refusal('refused', 404, 'NOT_FOUND'), ofListing);
  expect(rig.known?.notBookable).toHaveLength(1);
});

it.each([
  refusal('refused', 404, null),
  refusal('refused', 400, 'LISTING_CALENDAR_BLOCKED'),
  new AppError('timedOut', { host: 'h', afterMs: 1, exchangeId: null }),
])('blames no listing for another failure: %s', async (error) => {
  const rig = new Rig();
  await rig.send('quoteCreate', error, ofListing);
  expect(rig.known).toBeUndefined();
});

it('keeps the newest listings, and none of a connection whose notes are deleted', async () => {
  const rig = new Rig();
  for (let at = 0; at < 502; at += 1) await rig.notes.quoteRefused(APP, `l${at}`, 'NOT_FOUND');
  expect(rig.known?.notBookable).toHaveLength(500);
  expect(rig.known?.notBookable[0]?.listingId).toBe('l501');
  await rig.notes.removeAll('c1');
  expect(rig.known).toBeUndefined();
});

it('loses no answer of the service while the disk refuses, and tells a person that a tick was not kept', async () => {
  const rig = new Rig();
  await rig.send('quoteCreate', { _id: 'q1' }, ofListing);
  rig.database.run('PRAGMA query_only = ON');
  await rig.send('quoteRequest', { _id: 'r1', status: 'reserved' }, { quoteId: 'q1' });
  await rig.send('quoteCreate', refusal('refused', 404, 'NOT_FOUND'), ofListing);
  await expect(rig.notes.tick(APP, 'directBooking', true)).rejects.toMatchObject({ code: 'storageFailed' });
  expect(rig.known).toMatchObject({ notBookable: [], directBookingAt: null });
});

it.each(['c1 other', 'c2 app', 'removed app'])('refuses a tick for what is not there: %s', async (named) => {
  const rig = new Rig();
  const [connectionId = '', applicationId = ''] = named.split(' ');
  if (connectionId === 'removed') rig.applications = null;
  const of = { connectionId: connectionId === 'removed' ? 'c1' : connectionId, applicationId };
  await expect(rig.notes.tick(of, 'directBooking', true)).rejects.toMatchObject({ code: 'notFound' });
  await rig.notes.quoteRefused(of, 'l1', 'NOT_FOUND');
  expect(rig.database.exists).toBe(false);
});

it('drops the notes of a removed application with the next change of its connection', async () => {
  const rig = new Rig();
  rig.applications = ['app', 'old'];
  await rig.notes.tick({ ...APP, applicationId: 'old' }, 'directBooking', true);
  rig.applications = ['app'];
  await rig.notes.tick(APP, 'directBooking', true);
  expect(rig.notes.list('c1').applications.map(({ applicationId }) => applicationId)).toEqual(['app']);
});
