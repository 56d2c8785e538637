/** A quotes desk on a fake API: a test answers each call, and restarts the desk from what its store wrote. */
import type { ApiAnswer, ApiCall } from '../../../../src/main/api/api-client.ts';
import { PictureCache } from '../../../../src/main/desk/pictures/picture-cache.ts';
import type { QuoteStore } from '../../../../src/main/desk/quote-store.ts';
import { type Notes, QuotesDesk } from '../../../../src/main/desk/quotes.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import type { OperationId } from '../../../../src/shared/model/operation.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { Quote, type QuoteInput } from '../../../../src/shared/model/quote.ts';
import { reportedErrorFixture } from '../../../support/fixtures.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryQuotes } from '../../../support/memory-quotes.ts';
import { PLAIN_NOTES } from '../../../support/plain-notes.ts';
import { unlimited } from '../../../support/unlimited.ts';

const clock = new ManualClock();
export const OPEN = {
  _id: 'q1',
  listingId: 'l1',
  checkInDateLocalized: '2026-12-01',
  checkOutDateLocalized: '2026-12-03',
  expiresAt: clock.now() + 3_600_000,
  rates: { ratePlans: [{ _id: 'plan', name: 'Standard', money: { total: 100, currency: 'EUR' } }] },
};
export const MADE = { _id: 'r1', status: 'reserved', confirmationCode: 'LK1' };
const guest = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '' };
export const of = { connectionId: 'c1', quoteId: 'q1' };
export const quotesOf = { connectionId: 'c1', quoteIds: ['q1'] };
export const booking = { ...of, ratePlanId: 'plan', guest, cardToken: null };

export const lost = () => new AppError('outcomeUnknown', { what: 'Request', reason: 'closed', exchangeId: null });

/** The service's refusal of a step, status 400. */
export const refused = (serverMessage: string) =>
  new AppError('refused', { server: reportedErrorFixture({ status: 400, serverMessage, exchangeId: 'x-refused' }) });

/** What the service answers to the second booking of a quote (service.md §7.7). */
export const ALREADY_FULFILLED = 'Inquiry is already fulfilled by a reservation';

interface Call {
  readonly operation: OperationId;
  readonly answer: PromiseWithResolvers<Json>;
}

export class QuotesRig {
  readonly file = new MemoryQuotes();
  /** Every call that the desk sent, in order. */
  readonly sent: OperationId[] = [];
  /** Connection, quotes and mail address of each guest that was remembered. */
  readonly guests: string[] = [];
  notes: Notes = PLAIN_NOTES;
  store: QuoteStore;
  desk: QuotesDesk;
  #inFlight: Call[] = [];
  #connections = ['c1'];
  #exchanges = 0;

  private constructor() {
    [this.store, this.desk] = this.#open();
  }

  /** A desk with one open quote, which the service answers with `body`. */
  static async make(party: Partial<QuoteInput> = {}, body: Json = OPEN): Promise<QuotesRig> {
    const rig = new QuotesRig();
    const input = { connectionId: 'c1', applicationId: 'app', listingId: 'l1', guests: 2, coupons: [], ...party };
    const created = rig.desk.create({ ...input, checkIn: '2026-12-01', checkOut: '2026-12-03' });
    await rig.answer('quoteCreate', body);
    await created;
    return rig;
  }

  get quote(): Quote {
    return Quote.parse(this.desk.list('c1').quotes[0]);
  }

  /** The calls that wait for an answer. */
  get inFlight(): readonly OperationId[] {
    return this.#inFlight.map(({ operation }) => operation);
  }

  /** Takes the oldest call of an operation that waits for an answer. */
  async next(operation: OperationId): Promise<PromiseWithResolvers<Json>> {
    await settle();
    const found = this.#inFlight.find((call) => call.operation === operation);
    if (!found) throw new Error(`no ${operation} is in flight`);
    this.#inFlight = this.#inFlight.filter((other) => other !== found);
    return found.answer;
  }

  async answer(operation: OperationId, body: Json): Promise<void> {
    (await this.next(operation)).resolve(body);
  }

  async fail(operation: OperationId, error: AppError): Promise<void> {
    (await this.next(operation)).reject(error);
  }

  /** The console ends, with its calls unanswered, and starts again from what is on disk. */
  restart(): void {
    this.#inFlight = [];
    [this.store, this.desk] = this.#open();
  }

  /** The console is killed, and starts again. */
  async restartAfterKill(): Promise<void> {
    await this.file.restart();
    this.restart();
  }

  /** Removes quotes one by one. */
  remove(...ids: string[]): Promise<void> {
    return this.file.remove(
      { remove: (connectionId, quoteIds) => this.desk.remove({ connectionId, quoteIds }) },
      ...ids,
    );
  }

  /** Undoes the removal of each quote. Rejects with AppError `notFound`. */
  undo(...ids: string[]): Promise<void> {
    return this.file.undo(...ids);
  }

  removeConnection(): void {
    this.#connections = [];
  }

  #open(): [QuoteStore, QuotesDesk] {
    const application = { id: 'app', api: 'booking', label: 'App', clientId: 'id', bookingOption: 'both' };
    const store = this.file.open();
    const desk = new QuotesDesk({
      api: { call: (call) => this.#call(call) },
      connections: {
        connection: (id) => {
          if (!this.#connections.includes(id)) throw new AppError('notFound', { what: 'This connection' });
          return { id, applications: [application], activeApplicationId: 'app' } as unknown as Connection;
        },
      },
      pictures: new PictureCache(() => ({ fetch: () => Promise.reject(new TypeError('no network')), drawsSvg: false })),
      store,
      notes: { seal: (...note) => this.notes.seal(...note), open: (...note) => this.notes.open(...note) },
      recordOf: () => undefined,
      clockOf: () => clock,
      limiterOf: () => unlimited,
      guestUsed: (connectionId, quoteIds, { email }) => this.guests.push(`${connectionId} ${quoteIds} ${email}`),
    });
    return [store, desk];
  }

  async #call({ operation }: ApiCall): Promise<ApiAnswer> {
    const call = { operation, answer: Promise.withResolvers<Json>() };
    this.sent.push(operation);
    this.#inFlight.push(call);
    const body = await call.answer.promise;
    this.#exchanges += 1;
    const paging = { records: null, total: null, limit: null, nextCursor: null, nextSkip: null };
    return { body, ...paging, exchangeId: `x${this.#exchanges}`, receivedAt: clock.now(), variantId: 'v' };
  }
}
