import { describe, expect, it } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../src/main/api/api-client.ts';
import { PictureCache } from '../../../../src/main/desk/picture-cache.ts';
import { type QuoteFile, QuoteStore } from '../../../../src/main/desk/quote-store.ts';
import { QuotesDesk } from '../../../../src/main/desk/quotes.ts';
import { AppError, isAppError } from '../../../../src/shared/errors.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import type { OperationId } from '../../../../src/shared/model/operation.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { Quote } from '../../../../src/shared/model/quote.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

const clock = new ManualClock();
const OPEN = {
  _id: 'q1',
  expiresAt: clock.now() + 3_600_000,
  rates: { ratePlans: [{ _id: 'plan', name: 'Standard', money: { total: 100, currency: 'EUR' } }] },
};
const MADE = { _id: 'r1', status: 'reserved', confirmationCode: 'LK1' };
const guest = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '' };
const of = { connectionId: 'c1', quoteId: 'q1' };
const closing = { ...of, ratePlanId: 'plan', guest, cardToken: null };

/** A desk whose calls a test answers, the newest call of an operation first. */
async function make() {
  const document = new MemoryDocument<QuoteFile>();
  const waiting: { operation: OperationId; settle: PromiseWithResolvers<Json> }[] = [];
  let connections = ['c1'];
  let exchanges = 0;
  const api = {
    async call({ operation }: ApiCall): Promise<ApiAnswer> {
      const answer = Promise.withResolvers<Json>();
      waiting.push({ operation, settle: answer });
      const body = await answer.promise;
      exchanges += 1;
      const exchangeId = `x${exchanges}`;
      const paging = { records: null, total: null, limit: null, nextCursor: null, nextSkip: null };
      return { body, ...paging, exchangeId, receivedAt: clock.now(), variantId: 'v' };
    },
  };
  const application = { id: 'app', api: 'booking', label: 'App', clientId: 'id', bookingOption: 'both' };
  const book = new QuoteStore(document, new FakeLog());
  const desk = new QuotesDesk({
    api,
    connections: {
      connection(id) {
        if (!connections.includes(id)) throw new AppError('notFound', { what: 'This connection' });
        return { id, applications: [application], activeApplicationId: 'app' } as unknown as Connection;
      },
    },
    pictures: new PictureCache(() => () => Promise.reject(new TypeError('no network'))),
    store: book,
    recordOf: () => undefined,
    clockOf: () => clock,
  });
  const next = async (operation: OperationId): Promise<PromiseWithResolvers<Json>> => {
    await settle();
    const index = waiting.findIndex((one) => one.operation === operation);
    const [found] = waiting.splice(index, 1);
    if (index < 0 || !found) throw new Error(`no ${operation} is under way`);
    return found.settle;
  };
  const answer = async (operation: OperationId, body: Json) => (await next(operation)).resolve(body);
  const input = { connectionId: 'c1', applicationId: 'app', listingId: 'l1', guests: 2, coupons: [] };
  const created = desk.create({ ...input, checkIn: '2026-12-01', checkOut: '2026-12-03' });
  await answer('quoteCreate', OPEN);
  await created;
  return {
    desk,
    book,
    document,
    next,
    answer,
    quote: () => Quote.parse(desk.list('c1').quotes[0]),
    removeConnection: () => {
      connections = [];
    },
  };
}

const lost = () => new AppError('outcomeUnknown', { what: 'Request', reason: 'closed', exchangeId: null });

describe('a booking', () => {
  it('is not sent when it cannot be stored as unconfirmed', async () => {
    const { desk, document, quote, next } = await make();
    document.failWrites = true;
    const refused = await desk.request({ ...closing, holdHours: 24 }).catch((error: unknown) => error);
    expect(isAppError(refused, 'storageFailed')).toBe(true);
    await expect(next('quoteRequest')).rejects.toThrow('no quoteRequest is under way');
    expect(quote().outcome).toBe('open');
  });
});

describe('a booking in flight', () => {
  it('is in flight, not unconfirmed, and cannot be sent again', async () => {
    const { desk, document, next, quote } = await make();
    const requested = desk.request({ ...closing, holdHours: 24 });
    const step = await next('quoteRequest');
    expect(quote().outcome).toBe('sending');
    await expect(desk.book(closing)).rejects.toSatisfy((error) => isAppError(error, 'invalidInput'));
    // The console ends here: after the next start the booking is unconfirmed.
    const [kept] = new QuoteStore(new MemoryDocument(document.read()), new FakeLog()).list('c1').quotes;
    expect(kept?.outcome).toBe('unknown');
    step.resolve(MADE);
    expect(await requested).toMatchObject({ outcome: 'reserved' });
  });
});

describe('a quote that is read while its booking is in flight', () => {
  it('keeps its reservation when the older answer arrives later', async () => {
    const { desk, next, answer, quote } = await make();
    const reading = desk.fetch({ ...of, applicationId: null });
    const late = await next('quoteGet');
    const requested = desk.request({ ...closing, holdHours: 24 });
    await answer('quoteRequest', MADE);
    await requested;
    late.resolve(OPEN);
    expect(await reading).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1' } });
    expect(quote()).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1', status: 'reserved' } });
  });

  it('keeps its reservation when the answer to coupons is late, and applies the coupons', async () => {
    const { desk, next, answer, quote } = await make();
    const applying = desk.applyCoupons({ ...of, coupons: ['TEN'] });
    const late = await next('quoteCoupons');
    const requested = desk.request({ ...closing, holdHours: 24 });
    await answer('quoteRequest', MADE);
    await requested;
    late.resolve({ ...OPEN, coupons: [{ code: 'TEN' }] });
    await applying;
    expect(quote()).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1' }, coupons: [{ code: 'TEN' }] });
  });

  it('is not reopened by a read that was answered before the booking', async () => {
    const { desk, next, answer, quote } = await make();
    const requested = desk.request({ ...closing, holdHours: 24 });
    const step = await next('quoteRequest');
    const reading = desk.fetch({ ...of, applicationId: null });
    await answer('quoteGet', OPEN);
    expect(await reading).toMatchObject({ outcome: 'sending' });
    step.reject(lost());
    await expect(requested).rejects.toSatisfy((error) => isAppError(error, 'outcomeUnknown'));
    expect(quote()).toMatchObject({ outcome: 'unknown' });
    const again = desk.fetch({ ...of, applicationId: null });
    await answer('quoteGet', OPEN);
    expect(await again).toMatchObject({ outcome: 'open' });
  });

  it('keeps what a read found when the booking fails', async () => {
    const { desk, next, answer, quote } = await make();
    const requested = desk.request({ ...closing, holdHours: 24 });
    const step = await next('quoteRequest');
    const reading = desk.fetch({ ...of, applicationId: null });
    await answer('quoteGet', { ...OPEN, reservation: MADE });
    await reading;
    step.reject(new AppError('cancelled', {}));
    await expect(requested).rejects.toSatisfy((error) => isAppError(error, 'cancelled'));
    expect(quote()).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1' } });
  });
});

it('a stored quote of an unknown form does not hide the others', async () => {
  const { document, quote } = await make();
  const [kept] = document.read()?.quotes ?? [];
  if (!kept) throw new Error('nothing was kept');
  const { nights: _, ...older } = kept.quote;
  const odd = [{ ...kept, quote: older }, null, { pictureUrl: null }] as unknown as QuoteFile['quotes'];
  const log = new FakeLog();
  const book = (quotes: unknown) => new QuoteStore(new MemoryDocument({ version: 1, quotes } as QuoteFile), log);
  expect(book([...odd, kept]).list('c1').quotes).toEqual([{ ...quote(), raw: null }]);
  expect(log.text).toContain('3');
  expect(book('none').list('c1').quotes).toEqual([]);
});

it('a late answer does not restore the quotes of a removed connection', async () => {
  const { desk, book, document, next, removeConnection } = await make();
  const reading = desk.fetch({ ...of, applicationId: null });
  const late = await next('quoteGet');
  removeConnection();
  await book.removeAll('c1');
  late.resolve(OPEN);
  await expect(reading).rejects.toSatisfy((error) => isAppError(error, 'notFound'));
  expect(document.read()?.quotes).toEqual([]);
});
