/** Quote steps through the real API client and pipeline, against a service that keeps its word while answers are lost on the way. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { OperationStore } from '../../../../src/main/api/operation-store.ts';
import { PictureCache } from '../../../../src/main/desk/pictures/picture-cache.ts';
import { QuotesDesk } from '../../../../src/main/desk/quotes.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { applicationFixture, connectionFixture } from '../../../support/fixtures.ts';
import { settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { MemoryQuotes } from '../../../support/memory-quotes.ts';
import { PLAIN_NOTES } from '../../../support/plain-notes.ts';
import { unlimited } from '../../../support/unlimited.ts';
import { lost, make, type Reply, type Seen, unsent } from '../traffic/pipeline-rig.ts';

const timedOut = new AppError('timedOut', { host: 'h', afterMs: 30_000, exchangeId: 'x1' }, { cause: lost.cause });
/** What happens to a booking on its way. `done`: the service books. The service refuses a second booking of the quote. */
const STEPS: readonly { done: boolean; reply: Reply | 'truth'; isSafeToRepeat?: true }[] = [
  { done: true, reply: 'truth' },
  { done: true, reply: lost },
  { done: true, reply: timedOut },
  { done: true, reply: { status: 504, text: '<html>Gateway Timeout</html>' } },
  { done: true, reply: { status: 200, text: '<html>Login</html>' } },
  { done: true, reply: { status: 200, text: '' } },
  { done: false, reply: lost },
  { done: false, reply: { status: 400, text: '{"message":"No such rate plan"}' } },
  { done: false, reply: { status: 500, text: '{}' } },
  { done: false, reply: { status: 429, text: '{}', headers: { 'retry-after': '1' } }, isSafeToRepeat: true },
  { done: false, reply: { status: 401, text: '{}' }, isSafeToRepeat: true },
  { done: false, reply: unsent, isSafeToRepeat: true },
];
const READS: readonly (Reply | 'truth')[] = ['truth', 'truth', 'truth', lost, { status: 503 }, { status: 404 }];
const USED: Reply = { status: 400, text: '{"message":"Inquiry is already fulfilled by a reservation"}' };

const guest = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '' };
const of = { connectionId: 'conn-1', quoteId: 'q1' };

/** What happens to one request: how its booking or its read goes, and when its answer arrives. */
interface Chance {
  readonly step: number;
  readonly read: number;
  readonly delayMs: number;
}

/** A service and the console before it; a restart keeps the service and the file of quotes. */
class World {
  readonly #file = new MemoryQuotes();
  readonly #chances: Chance[];
  #at = 0;
  status: string | null = null;
  /** Bookings on the wire that the console may not have sent, because the earlier one may have been done. */
  unsafe = 0;
  posts = 0;
  #mayRepeat = true;
  #delayMs = 0;
  rig: ReturnType<typeof make>;
  desk: QuotesDesk;

  constructor(chances: Chance[]) {
    this.#chances = chances;
    [this.rig, this.desk] = this.#open();
  }

  get outcome() {
    return this.desk.list(of.connectionId).quotes[0]?.outcome;
  }

  /** A person's word: one booking may leave. */
  press(step: 'request' | 'book'): void {
    this.#mayRepeat = true;
    const input = { ...of, ratePlanId: 'plan', guest, cardToken: null };
    const sent = step === 'book' ? this.desk.book(input) : this.desk.request({ ...input, holdHours: 24 });
    sent.catch(() => {});
  }

  restart(): void {
    [this.rig, this.desk] = this.#open();
  }

  #open(): [ReturnType<typeof make>, QuotesDesk] {
    const rig = make((seen) => this.#reply(seen), { delayOf: () => this.#delayMs });
    const application = applicationFixture({ id: 'a1', bookingOption: 'both' });
    const fixture = connectionFixture({ id: of.connectionId, applications: [application], activeApplicationId: 'a1' });
    const addresses = { ...fixture.addresses, bookingBaseUrl: rig.address.base };
    const connection = { ...fixture, addresses };
    const operations = new OperationStore({ document: new MemoryDocument() });
    const desk = new QuotesDesk({
      api: new ApiClient({ pipeline: rig.pipeline, operations }),
      connections: { connection: () => connection },
      pictures: new PictureCache(() => ({ fetch: () => Promise.reject(new TypeError('no network')), drawsSvg: false })),
      store: this.#file.open(),
      notes: PLAIN_NOTES,
      recordOf: () => undefined,
      clockOf: () => rig.clock,
      limiterOf: () => unlimited,
    });
    return [rig, desk];
  }

  #reply({ request }: Seen): Reply {
    const chance = this.#chances[this.#at++ % this.#chances.length];
    this.#delayMs = chance?.delayMs ?? 0;
    const path = new URL(request.url).pathname;
    if (path.endsWith('/instant') || path.endsWith('/inquiry')) {
      this.posts += 1;
      if (!this.#mayRepeat) this.unsafe += 1;
      if (this.status !== null) return USED;
      const {
        done,
        reply,
        isSafeToRepeat = false,
      } = STEPS[(chance?.step ?? 0) % STEPS.length] ?? { done: false, reply: lost };
      this.#mayRepeat = isSafeToRepeat;
      if (done) this.status = path.endsWith('/instant') ? 'confirmed' : 'reserved';
      return reply === 'truth' ? { status: 201, text: JSON.stringify({ _id: 'r1', status: this.status }) } : reply;
    }
    const reply = this.#at === 1 ? 'truth' : (READS[(chance?.read ?? 0) % READS.length] ?? 'truth');
    return reply === 'truth' ? { status: 200, text: this.#quote() } : reply;
  }

  #quote(): string {
    return JSON.stringify({
      _id: 'q1',
      listingId: 'l1',
      checkInDateLocalized: '2026-12-01',
      checkOutDateLocalized: '2026-12-03',
      expiresAt: '2027-01-01T00:00:00Z',
      rates: { ratePlans: [{ _id: 'plan', name: 'Standard', money: { total: 100, currency: 'EUR' } }] },
      reservation: this.status === null ? {} : { _id: 'r1', status: this.status },
    });
  }
}

const chances = fc.array(fc.record({ step: fc.nat(11), read: fc.nat(5), delayMs: fc.constantFrom(5, 40, 700) }), {
  minLength: 20,
  maxLength: 30,
});
const events = fc.array(fc.constantFrom('request', 'book', 'read', 'read', 'wait', 'moment', 'moment', 'restart'), {
  minLength: 8,
  maxLength: 24,
  size: 'max',
});

it('a booking leaves once for each word of a person, and a booked quote is never shown as open', async () => {
  let booked = 0;
  await fc.assert(
    fc.asyncProperty(chances, events, async (all, what) => {
      const world = new World(all);
      const input = { connectionId: of.connectionId, applicationId: 'a1', listingId: 'l1', guests: 2, coupons: [] };
      const creating = world.desk.create({ ...input, checkIn: '2026-12-01', checkOut: '2026-12-03' });
      await world.rig.clock.advance(1_000);
      await creating;
      for (const event of what) {
        if (event === 'request' || event === 'book') world.press(event);
        else if (event === 'read') world.desk.fetch({ ...of, applicationId: null }).catch(() => {});
        else if (event === 'restart') world.restart();
        else if (event === 'moment') await world.rig.clock.advance(30);
        else await world.rig.clock.advance(300_000);
        await settle();
        const { outcome, status, unsafe } = world;
        expect(unsafe).toBe(0);
        if (status !== null) expect(outcome).not.toBe('open');
        if (outcome === 'reserved') expect(status).toBe('reserved');
        if (outcome === 'booked') expect(status).toBe('confirmed');
      }
      if (world.status !== null) booked += 1;
    }),
    { numRuns: 40 },
  );
  expect(booked).toBeGreaterThan(15);
});
