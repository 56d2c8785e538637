/** Exercises about rate limits and failures of the service, and about the rules of quotes and stays. */
import { dayNumber, plainDateOf } from '../../../shared/model/primitives.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts';
import {
  asCustomerText,
  bearer,
  bookable,
  letter,
  listingsRequest,
  postJson,
  quoteRequest,
  stayOf,
} from '../customer-words.ts';
import type { CustomerExercise } from '../exercise.ts';
import type { PracticeRequest } from '../practice-service.ts';
import { asHar } from '../transcript.ts';

function ratePlanOf(answer: string): string {
  const { rates } = JSON.parse(answer) as { rates: { ratePlans: { _id?: string; ratePlan?: { _id: string } }[] } };
  return rates.ratePlans[0]?._id ?? rates.ratePlans[0]?.ratePlan?._id ?? '';
}

export const serviceExercises: readonly CustomerExercise[] = [
  {
    ...{ id: 'busy-page', source: 'customer', level: 1 },
    title: 'A calendar page fills only half',
    cause: 'rateLimit',
    remedy: 'slowDown',
    near: ['quotaUsedUp', 'upstreamFault'],
    expert: [
      'In a HAR, look at the answers in their order: the first ones succeed, then 429 begins.',
      'The Booking Engine answers five requests of a second; Retry-After names a second, not hours, so it is no quota.',
      'Let the page send fewer requests at a time and wait as long as the answer says.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('booking');
      const count = draw.int(6, 9);
      const search = (): PracticeRequest => ({
        ...{ api: 'booking', headers: [bearer(token)] },
        path: `/listings?${new URLSearchParams({ ...stayOf(draw, service.now()), limit: '1', fields: 'title' })}`,
      });
      const exchanges = [await service.send(search())];
      for (let sent = 1; sent < count; sent += 1) exchanges.push(await service.send(search(), { atOnce: true }));
      const complaint = letter(draw, 'our calendar page shows prices for some weeks, and for the others nothing.');
      return { complaint, evidence: asHar(exchanges) };
    },
  },
  {
    ...{ id: 'now-and-then', source: 'customer', level: 1 },
    title: 'An import breaks off in the middle of the night',
    cause: 'upstreamFault',
    remedy: 'tryLater',
    near: ['networkFailure', 'intermediary'],
    expert: [
      'A 5xx with an error of the service’s own is a fault of the service, whatever was sent.',
      'A read may be sent again, with growing pauses; a booking may not, before somebody has looked.',
      'If it lasts, support needs the request id and the time in UTC.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('openApi');
      const status = draw.pick([500, 502, 503] as const);
      service.apply({ kind: 'addFault', target: 'listListings', effect: { kind: 'answer', status }, times: 1 });
      const exchange = await service.send(listingsRequest(draw, [bearer(token)]));
      const complaint = letter(draw, 'the import of last night broke off after some hundred listings.');
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
  {
    ...{ id: 'no-answer', source: 'customer', level: 2 },
    title: 'A program gets no answer at all',
    cause: 'networkFailure',
    remedy: 'tryLater',
    near: ['upstreamFault', 'intermediary', 'tlsFailure'],
    expert: [
      'Without a status, nobody answered: credentials and token cannot be the cause.',
      'The connection was closed: by the service, or by something on the way.',
      'A read is sent again with growing pauses; if it lasts, try from another network.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('openApi');
      service.apply({ kind: 'addFault', target: 'listListings', effect: { kind: 'drop', when: 'before' }, times: 1 });
      const exchange = await service.send(listingsRequest(draw, [bearer(token)]));
      const complaint = letter(
        draw,
        'our program stops at the first page of the listings, and there is not even an error.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
    },
  },
  {
    ...{ id: 'double-click', source: 'customer', level: 2 },
    title: 'A guest pays, and the second click fails',
    cause: 'quoteUsed',
    remedy: 'newQuote',
    near: ['quoteExpired', 'calendarBlocked'],
    expert: [
      'The answer says that the inquiry is fulfilled: the first click made a reservation.',
      'Look for that reservation before anything else, so that the guest does not pay twice.',
      'A quote books once. For another reservation, a new quote is created.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('booking');
      const stay = stayOf(draw, service.now());
      const [listingId = ''] = await bookable(service, token, stay);
      const quote = await service.send(quoteRequest(token, listingId, stay));
      const { _id: quoteId } = JSON.parse(quote.answer) as { _id: string };
      const booking = postJson(`/reservations/quotes/${quoteId}/instant`, token, {
        ratePlanId: ratePlanOf(quote.answer),
        guest: { firstName: 'Mira', lastName: 'Holm', email: 'mira.holm@guest.example' },
      });
      await service.send(booking);
      const exchange = await service.send(booking);
      const complaint = letter(draw, 'a guest pressed “Book now” twice, and sees an error. Is the stay booked or not?');
      return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
    },
  },
  {
    ...{ id: 'waited-too-long', source: 'customer', level: 2 },
    title: 'A booking fails after a guest thought it over',
    cause: 'quoteExpired',
    remedy: 'newQuote',
    near: ['quoteUsed', 'tokenExpired'],
    expert: [
      'The answer is a 400 about the quote; the token was accepted.',
      'A quote holds for about 24 hours, and its price with it.',
      'Create a new quote, and tell the guest if its price differs.',
    ],
    async raise({ draw, service }) {
      const first = await service.token('booking');
      const stay = stayOf(draw, service.now());
      const [listingId = ''] = await bookable(service, first, stay);
      const quote = await service.send(quoteRequest(first, listingId, stay));
      const { _id: quoteId } = JSON.parse(quote.answer) as { _id: string };
      service.pass(DAY_MS + draw.int(1, 40) * HOUR_MS);
      const token = await service.token('booking');
      const exchange = await service.send(
        postJson(`/reservations/quotes/${quoteId}/instant`, token, {
          ratePlanId: ratePlanOf(quote.answer),
          guest: { firstName: 'Mira', lastName: 'Holm', email: 'mira.holm@guest.example' },
        }),
      );
      const complaint = letter(
        draw,
        'a guest came back to her offer and wanted to book it. It was refused at the last step.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
    },
  },
  {
    ...{ id: 'weekend', source: 'customer', level: 1 },
    title: 'A short stay cannot be quoted',
    cause: 'minimumNights',
    remedy: 'otherStay',
    near: ['calendarBlocked', 'wrongParameters'],
    expert: [
      'The service’s code names the reason; token and permission are good, because the stay was looked at.',
      'The calendar of the listing names minNights for each day of arrival.',
      'Offer a longer stay, or change the calendar in the account.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('booking');
      const week = stayOf(draw, service.now(), 7);
      const night = { checkIn: week.checkIn, checkOut: plainDateOf(dayNumber(week.checkIn) + 1) };
      const listingIds = await bookable(service, token, week);
      for (const listingId of listingIds) {
        const exchange = await service.send(quoteRequest(token, listingId, night));
        if (!exchange.answer.includes('MIN_NIGHT_MISMATCH')) continue;
        const complaint = letter(
          draw,
          'a guest wants one night, and our website cannot offer it, although the calendar is free.',
        );
        return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
      }
      throw new Error('no listing has a minimum of nights');
    },
  },
];
