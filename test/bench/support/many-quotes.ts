/** Writes quotes into a file of the console, as it would have written them one after the other: of every state, some replaced by the next. */
import { writeQuote } from '../../../src/main/desk/quote-database.ts';
import { machineClock } from '../../../src/main/platform/machine.ts';
import { QuarantineList } from '../../../src/main/platform/quarantine.ts';
import { Stores } from '../../../src/main/store/stores.ts';
import type { Quote, RatePlan } from '../../../src/shared/model/quote.ts';
import { FakeLog } from '../../support/fake-log.ts';

const HOUR = 3_600_000;
const CITIES = ['Lisbon', 'Oslo', 'Bergen', 'Porto', 'Utrecht', 'Ghent', 'Turin'];
const KINDS = ['Loft', 'Studio', 'Villa', 'Cabin', 'Flat'];

export const quoteIdOf = (index: number): string => `bench-${String(index).padStart(6, '0')}`;

const dayOf = (days: number): string => new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10);

function planOf(index: number, plan: number, nights: number): RatePlan {
  const price = 80 + ((index * 7 + plan * 13) % 300);
  const money = (amount: number) => ({ amount, currency: 'EUR' });
  return {
    id: `plan-${plan}`,
    name: plan === 0 ? 'Standard' : 'Not refundable',
    cancellationPolicy: 'Free until 14 days before',
    total: money(price * nights + 90),
    lines: [
      { title: 'Accommodation', amount: money(price * nights), kind: 'ACCOMMODATION' },
      { title: 'Cleaning fee', amount: money(90), kind: 'CLEANING' },
    ],
    days: Array.from({ length: nights }, (_, day) => ({ date: dayOf((index % 300) + day), price: money(price) })),
  };
}

function quoteOf(connectionId: string, index: number, now: number): Quote {
  const nights = 2 + (index % 9);
  const outcome =
    index % 23 === 0 ? 'booked' : index % 29 === 0 ? 'reserved' : index % 4_001 === 7 ? 'unknown' : 'open';
  const isReplaced = (at: number) => at % 40 === 1;
  const city = CITIES[index % CITIES.length];
  return {
    id: quoteIdOf(index),
    connectionId,
    applicationId: 'app',
    listingId: `listing-${index % 900}`,
    listingTitle: `${KINDS[index % KINDS.length]} ${index}, ${city}`,
    picture: null,
    checkIn: dayOf(index % 300),
    checkOut: dayOf((index % 300) + nights),
    nights,
    guests: 1 + (index % 6),
    party: { adults: 1 + (index % 6), children: null, infants: null },
    replaces: isReplaced(index - 1) ? quoteIdOf(index - 1) : null,
    replacedBy: isReplaced(index) ? quoteIdOf(index + 1) : null,
    pendingChange: null,
    chosenPlan: null,
    createdAt: now - index * 600_000,
    // A third can still be booked, some of them for a short time.
    expiresAt: now + ((index % 72) - 48) * HOUR,
    expiryBasis: 'server',
    ratePlans: [planOf(index, 0, nights), planOf(index, 1, nights)],
    coupons: [],
    droppedCoupons: [],
    outcome,
    reservation:
      outcome === 'booked' || outcome === 'reserved'
        ? { id: `r${index}`, status: outcome, confirmationCode: `LK${index}`, at: now, raw: null }
        : null,
    exchangeId: 'x',
    raw: null,
  };
}

/** `folder`: has no console.db yet. */
export function writeManyQuotes(folder: string, connectionId: string, count: number): void {
  const clock = machineClock;
  const stores = new Stores({ folder, document: null, clock, log: new FakeLog(), quarantine: new QuarantineList() });
  const database = stores.inConsole({ what: 'The quotes' });
  const now = clock.now();
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      writeQuote(database, { quote: quoteOf(connectionId, index, now), pictureUrl: null });
      if (index % 50 === 0)
        database.run('UPDATE quotes SET follow_up_on = ? WHERE number = ?', dayOf(index % 60), index + 1);
    }
  });
  stores.close();
}
