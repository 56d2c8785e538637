/** A quotes desk with one open quote in a real file, before a service that is a function. */
import type { ApiAnswer } from '../../src/main/api/api-client.ts';
import { PictureCache } from '../../src/main/desk/pictures/picture-cache.ts';
import { QuoteStore } from '../../src/main/desk/quote-store.ts';
import { QuotesDesk } from '../../src/main/desk/quotes.ts';
import { AppError } from '../../src/shared/app-error.ts';
import type { Connection } from '../../src/shared/model/connection.ts';
import type { OperationId } from '../../src/shared/model/operation.ts';
import type { Json } from '../../src/shared/model/primitives.ts';
import { FakeLog } from './fake-log.ts';
import { ManualClock } from './manual-clock.ts';
import { memoryDeletions } from './memory-deletions.ts';
import { PLAIN_NOTES } from './plain-notes.ts';
import { storesIn } from './stores-in.ts';
import { unlimited } from './unlimited.ts';

export const QUOTE = { connectionId: 'c1', quoteId: 'q1' };
export const BOOKING = {
  ...QUOTE,
  ratePlanId: 'plan',
  guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+33 612345678' },
  cardToken: null,
};
export const STAY = {
  connectionId: 'c1',
  applicationId: 'app',
  listingId: 'l1',
  checkIn: '2026-12-01',
  checkOut: '2026-12-03',
  guests: 2,
  coupons: [],
};

export const CHANGE = { ...QUOTE, checkIn: '2026-12-02', checkOut: '2026-12-06', guests: 3, coupons: [] };

/** What the desk does that a kill may come before: it stores the quote, or sends a request. */
export type DeskStep = 'store' | 'stored' | OperationId;

/** Opens the quotes of a folder. `before` is awaited before each step; the service's answer is a body. */
export function openBookingDesk(
  folder: string,
  service: (operation: OperationId) => Promise<Json>,
  before: (step: DeskStep) => Promise<void> = async () => {},
): QuotesDesk {
  const clock = new ManualClock();
  const log = new FakeLog();
  const database = storesIn(folder, { clock, log }).inConsole({ what: 'The quotes', durable: true });
  const store = new QuoteStore({ database, clock, log, deletions: memoryDeletions(clock) });
  const putAll = store.putAll.bind(store);
  store.putAll = async (...kept) => {
    await before('store');
    await putAll(...kept);
    await before('stored');
  };
  const application = { id: 'app', api: 'booking', label: 'App', clientId: 'id', bookingOption: 'both' };
  return new QuotesDesk({
    api: {
      async call({ operation }): Promise<ApiAnswer> {
        await before(operation);
        const body = await service(operation);
        const paging = { records: null, total: null, limit: null, nextCursor: null, nextSkip: null };
        return { body, ...paging, exchangeId: 'x', receivedAt: clock.now(), variantId: 'v' };
      },
    },
    connections: {
      connection: (id) => ({ id, applications: [application], activeApplicationId: 'app' }) as unknown as Connection,
    },
    pictures: new PictureCache(() => ({
      fetch: () => Promise.reject(new AppError('cancelled', {})),
      drawsSvg: false,
    })),
    store,
    notes: PLAIN_NOTES,
    recordOf: () => undefined,
    clockOf: () => clock,
    limiterOf: () => unlimited,
  });
}

/** Books or changes the quote, from two windows and with a double click. Resolves when every call has ended. */
export async function actTwice(desk: QuotesDesk, act: 'book' | 'change'): Promise<void> {
  const request = () => desk.request({ ...BOOKING, holdHours: 24 });
  const change = () => desk.change(CHANGE);
  await Promise.allSettled(act === 'change' ? [change(), change()] : [request(), request(), desk.book(BOOKING)]);
}
