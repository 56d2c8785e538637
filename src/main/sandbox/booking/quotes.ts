/** The quote flow before booking: create, read, coupons (service.md §7.1). */

import type { Context } from 'hono';
import { z } from 'zod';
import { PlainDate } from '../../../shared/model/primitives.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import { MAX_SMALL_ENTRIES } from '../../platform/bounded-map.ts';
import { bookingError, wrongParameters } from '../http/error-answer.ts';
import type { SandboxEnv } from '../http/middleware.ts';
import { parseOrThrow, stayOf } from '../http/query.ts';
import type { StoredQuote } from '../memory.ts';
import type { Service } from '../service.ts';
import { objectId } from '../world/listing-id.ts';
import type { Outline } from '../world/outline.ts';
import { hash } from '../world/seeded-random.ts';
import type { Stay } from '../world/world.ts';
import { validCoupons } from './coupons.ts';
import { listingOf } from './listings.ts';
import { quoteRecord } from './quote-record.ts';

const Count = z.number().int().min(0).max(500);

export const GuestBody = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

const NewQuote = z.object({
  checkInDateLocalized: PlainDate,
  checkOutDateLocalized: PlainDate,
  listingId: z.string().min(1),
  guestsCount: Count.min(1, 'must be at least 1'),
  numberOfGuests: z
    .object({ numberOfAdults: Count.optional(), numberOfChildren: Count.optional(), numberOfInfants: Count.optional() })
    .optional(),
  coupons: z.string({ error: 'must be a string of codes separated by commas' }).optional(),
  guest: GuestBody.optional(),
});

const MoreCoupons = z.object({ coupons: z.array(z.string(), { error: 'must be an array of codes' }) });

export function createQuote(service: Service): (context: Context<SandboxEnv>) => Promise<Response> {
  return async (context) => {
    const body = parseOrThrow(NewQuote, await jsonBody(context));
    const stay = stayOf(body.checkInDateLocalized, body.checkOutDateLocalized);
    const outline = listingOf(service, body.listingId);
    if (!stay) throw wrongParameters(['checkInDateLocalized and checkOutDateLocalized are missing']);
    if (body.guestsCount > outline.accommodates) {
      throw wrongParameters([`guestsCount: this listing takes at most ${outline.accommodates} guests`]);
    }
    checkStay(service, outline, stay);
    const now = Math.floor(service.clock.now());
    const quote: StoredQuote = {
      id: objectId(
        hash(now, outline.index),
        service.memory.quotes.length,
        Math.floor(service.random.fraction() * 2 ** 32),
      ),
      listing: outline.index,
      checkIn: body.checkInDateLocalized,
      checkOut: body.checkOutDateLocalized,
      guests: body.guestsCount,
      coupons: validCoupons((body.coupons ?? '').split(',')).map(({ code }) => code),
      createdAt: now,
      expiresAt: now + DAY_MS,
      reservationId: null,
    };
    const kept = service.memory.quotes.filter(({ expiresAt }) => expiresAt + 7 * DAY_MS > now);
    service.memory.quotes = [...kept.slice(1 - MAX_SMALL_ENTRIES), quote];
    await service.save();
    return context.json(quoteRecord(service, quote), 201);
  };
}

export function getQuote(service: Service): (context: Context<SandboxEnv>) => Response {
  return (context) => context.json(quoteRecord(service, quoteOf(service, context.req.param('id'))));
}

/** Handles POST /reservations/quotes/{quoteId}/coupons, which adds coupons to the quote. */
export function addCoupons(service: Service): (context: Context<SandboxEnv>) => Promise<Response> {
  return async (context) => {
    const { coupons } = parseOrThrow(MoreCoupons, await jsonBody(context));
    const quote = openQuote(service, context.req.param('id'));
    const codes = validCoupons([...quote.coupons, ...coupons]).map(({ code }) => code);
    const changed = changeQuote(service, { ...quote, coupons: codes });
    await service.save();
    return context.json(quoteRecord(service, changed));
  };
}

export function quoteOf({ memory }: Service, id: string | undefined): StoredQuote {
  const quote = memory.quotes.find((one) => one.id === id);
  if (!quote) throw bookingError(404, 'NOT_FOUND', 'Quote not found');
  return quote;
}

/** Returns a quote that is neither used nor expired. Throws a 404 for an unknown quote, and a 400 for a used or expired one. */
export function openQuote(service: Service, id: string | undefined): StoredQuote {
  const quote = quoteOf(service, id);
  if (quote.reservationId !== null) {
    throw bookingError(400, 'WRONG_REQUEST_PARAMETERS', 'Inquiry is already fulfilled by a reservation');
  }
  if (quote.expiresAt <= service.clock.now()) {
    throw bookingError(400, 'WRONG_REQUEST_PARAMETERS', 'Quote has expired');
  }
  return quote;
}

export function changeQuote({ memory }: Service, quote: StoredQuote): StoredQuote {
  memory.quotes = memory.quotes.map((one) => (one.id === quote.id ? quote : one));
  return quote;
}

/** Rejects a stay that the calendar does not allow, with a 400. */
export function checkStay({ world }: Service, outline: Outline, stay: Stay): void {
  const problem = world.problem(outline, stay);
  if (problem === 'blocked') {
    throw bookingError(400, 'LISTING_CALENDAR_BLOCKED', 'The listing is not available on these dates');
  }
  if (problem === 'minNights') {
    const least = world.nights(outline, { from: stay.from, to: stay.from + 1 })[0]?.minNights ?? outline.minNights;
    throw bookingError(400, 'MIN_NIGHT_MISMATCH', `This stay must be at least ${least} nights long`, {
      minNights: least,
    });
  }
}

/** Parses a body as JSON. Throws a 400 when it is not JSON. */
export async function jsonBody(context: Context<SandboxEnv>): Promise<unknown> {
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw wrongParameters(['the body must be JSON']);
  }
}
