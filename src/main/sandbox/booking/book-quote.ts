/** Turns a quote into a reservation, by instant booking or request to book (service.md §2.3, §7.6). */
import type { Context } from 'hono';
import { z } from 'zod';
import { allowedSteps } from '../../../shared/connection/account.ts';
import { dayNumber } from '../../../shared/model/primitives.ts';
import { bookingError, wrongParameters } from '../http/error-answer.ts';
import type { SandboxEnv } from '../http/middleware.ts';
import { parseOrThrow } from '../http/query.ts';
import type { StoredQuote, StoredReservation } from '../memory.ts';
import type { Service } from '../service.ts';
import { objectId } from '../world/listing-id.ts';
import { hash, SeededRandom } from '../world/seeded-random.ts';
import { pricedPlans } from './quote-record.ts';
import { changeQuote, checkStay, GuestBody, jsonBody, openQuote, quoteOf } from './quotes.ts';

type Step = 'instant' | 'request';

/** The hours for which a request to book blocks the stay; -1 leaves it to the account (service.md §7.6), which blocks it without end here. */
const HoldHours = z.literal([-1, 12, 24, 36, 48, 72]);

const BookingBody = z.object({
  ratePlanId: z.string().min(1),
  ccToken: z.string().nullish(),
  guest: GuestBody,
  reservedUntil: HoldHours.optional(),
});

/** Handles POST …/{quoteId}/instant (answers a confirmed reservation) and …/inquiry (answers a reservation of status "reserved"). */
export function bookQuote(service: Service, step: Step): (context: Context<SandboxEnv>) => Promise<Response> {
  return async (context) => {
    const id = context.req.param('id');
    quoteOf(service, id);
    checkAllowed(context, step);
    checkActivated(service);
    const body = parseOrThrow(BookingBody, await jsonBody(context));
    const quote = openQuote(service, id);
    const chosen = pricedPlans(service, quote).find((plan) => plan.id === body.ratePlanId);
    if (!chosen) throw wrongParameters(['ratePlanId: is not a rate plan of this quote']);
    const outline = service.world.at(quote.listing);
    checkStay(service, outline, { from: dayNumber(quote.checkIn), to: dayNumber(quote.checkOut) });
    const reservation = reserve(service, quote, context.get('client').clientId, step, body.reservedUntil ?? -1);
    await service.save();
    service.publishSoon();
    return context.json(
      {
        _id: reservation.id,
        status: reservation.status,
        confirmationCode: reservation.confirmationCode,
        quoteId: quote.id,
        listingId: service.world.idOf(outline),
        checkInDateLocalized: quote.checkIn,
        checkOutDateLocalized: quote.checkOut,
        guestsCount: quote.guests,
        guest: { _id: objectId(hash(reservation.createdAt), 71), ...body.guest },
        platform: 'direct',
        source: 'BE-API',
        ratePlan: { _id: chosen.id, name: chosen.plan.name },
        money: chosen.priced.money,
        createdAt: new Date(reservation.createdAt).toISOString(),
        reservedExpiresAt: reservation.holdUntil === null ? null : new Date(reservation.holdUntil).toISOString(),
      },
      201,
    );
  };
}

function reserve(
  service: Service,
  quote: StoredQuote,
  clientId: string,
  step: Step,
  holdHours: number,
): StoredReservation {
  const now = Math.floor(service.clock.now());
  const draw = new SeededRandom(
    hash(now, quote.listing),
    service.memory.reservations.length,
    Math.floor(service.random.fraction() * 2 ** 32),
  );
  const letters = Array.from({ length: 8 }, () =>
    draw.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'] as [string, ...string[]]),
  );
  const reservation: StoredReservation = {
    id: objectId(draw.int(0, 2 ** 31), now % 2 ** 31),
    quoteId: quote.id,
    clientId,
    listing: quote.listing,
    checkIn: quote.checkIn,
    checkOut: quote.checkOut,
    status: step === 'instant' ? 'confirmed' : 'reserved',
    confirmationCode: `LK-${letters.join('')}`,
    createdAt: now,
    holdUntil: step === 'instant' || holdHours < 0 ? null : now + holdHours * 3_600_000,
  };
  service.memory.reservations = [...service.memory.reservations, reservation];
  changeQuote(service, { ...quote, reservationId: reservation.id });
  return reservation;
}

function checkAllowed(context: Context<SandboxEnv>, step: Step): void {
  const { bookingOption } = context.get('client');
  if (bookingOption !== null && allowedSteps(bookingOption)[step]) return;
  const what = step === 'instant' ? 'instant booking' : 'requests to book';
  throw bookingError(403, 'FORBIDDEN', `This Booking Engine API instance does not allow ${what}`, { bookingOption });
}

/** Rejects a reservation of an account that is not activated (service.md §7.9). */
function checkActivated({ memory }: Service): void {
  if (memory.settings.activated) return;
  throw bookingError(403, 'FORBIDDEN', 'The Booking Engine source of this account is not activated', {
    steps: [
      'Create one direct booking in the account to activate the manual booking source',
      'Create a first reservation through the reservation quote endpoints to initialise the Booking Engine source',
    ],
  });
}
