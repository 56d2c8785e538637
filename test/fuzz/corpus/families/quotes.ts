/** The quote flow of the Booking Engine: quotes, coupons, instant bookings and requests to book. */
import type { Dice } from '../../random.ts';
import { paymentMethod } from '../credentials.ts';
import type { ExchangeDraft, PartPlanter } from '../draft.ts';
import { type Guest, guest } from '../people.ts';
import { ask, BOOKING_API, day, instant, objectId, serviceHeaders } from '../service.ts';
import { type Json, jsonText, someOf } from '../shapes.ts';
import { keptPrice } from './listings.ts';

const QUOTES = `${BOOKING_API}/reservations/quotes`;

function contact(who: Guest, planter: PartPlanter): Json {
  return {
    firstName: planter.guest('first name', who.first),
    lastName: planter.guest('last name', who.last),
    phone: planter.guest('phone', who.phone),
    email: planter.guest('mail', who.email),
  };
}

function ratePlan(dice: Dice, planter: PartPlanter): Json {
  const { stay } = planter;
  const money = {
    currency: stay('currency', dice.pick(['EUR', 'USD'])),
    fareAccommodation: keptPrice(dice, planter),
    fareCleaning: keptPrice(dice, planter),
    totalTaxes: keptPrice(dice, planter),
    hostPayout: keptPrice(dice, planter),
    invoiceItems: [
      {
        title: stay('invoice item', dice.pick(['Accommodation fare', 'Cleaning fee', 'City tax', 'Linen fee'])),
        amount: keptPrice(dice, planter),
        currency: 'EUR',
        type: 'ACCOMMODATION_FARE',
      },
    ],
  };
  const plan = {
    _id: stay('rate plan id', objectId(dice)),
    name: stay('rate plan name', dice.pick(['Flexible rate', 'Non-refundable', 'Weekly stay'])),
    cancellationPolicy: stay('policy', dice.pick(['flexible', 'strict', 'super_strict_60'])),
  };
  const days = dice.times(3, () => ({
    date: stay('date', day(dice)),
    price: keptPrice(dice, planter),
    currency: 'EUR',
  }));
  return dice.chance(0.5) ? { ...plan, days, money } : { ratePlan: plan, days, money: { _id: objectId(dice), money } };
}

function quote(dice: Dice, planter: PartPlanter, id: string): Record<string, Json> {
  const { stay } = planter;
  return {
    _id: stay('quote id', id),
    createdAt: stay('date', instant(dice)),
    expiresAt: stay('date', instant(dice)),
    unitTypeId: stay('listing id', objectId(dice)),
    checkInDateLocalized: stay('date', day(dice)),
    checkOutDateLocalized: stay('date', day(dice)),
    guestsCount: dice.int(1, 8),
    status: stay('status', 'valid'),
    promotions: {},
    coupons: dice.chance(0.3)
      ? [
          {
            name: 'Autumn',
            type: 'percentage',
            code: stay('coupon code', `AUTUMN${dice.int(10, 40)}`),
            adjustment: -10.5,
          },
        ]
      : [],
    rates: { ratePlans: dice.times(dice.int(1, 2), () => ratePlan(dice, planter)) },
  };
}

/** A quote is created, with or without its guest. */
export function createQuote(draft: ExchangeDraft): void {
  const { dice } = draft;
  ask(draft, 'POST', QUOTES);
  const request = draft.in('requestBody');
  const who = guest(dice);
  const isNamed = dice.chance(0.5);
  draft.send(
    jsonText(dice, {
      listingId: request.stay('listing id', objectId(dice)),
      checkInDateLocalized: request.stay('date', day(dice)),
      checkOutDateLocalized: request.stay('date', day(dice)),
      guestsCount: dice.int(1, 8),
      ...someOf(
        dice,
        {
          numberOfGuests: () => ({ numberOfAdults: 2, numberOfChildren: 1, numberOfInfants: 0 }),
          coupons: () => request.stay('coupon code', 'AUTUMN10,LONGSTAY'),
        },
        0.4,
      ),
      ...(isNamed ? { guest: contact(who, request) } : {}),
    }),
    'application/json',
  );
  const body = draft.in('responseBody');
  const answer = quote(dice, body, objectId(dice));
  draft.answer(
    201,
    jsonText(dice, isNamed && dice.chance(0.6) ? { ...answer, guest: contact(who, body) } : answer),
    'application/json; charset=utf-8',
  );
  serviceHeaders(draft);
  if (dice.chance(0.3))
    draft.responseHeaders.push([
      'location',
      draft.in('responseHeaders').stay('Location', `/api/reservations/quotes/${String(answer._id)}`),
    ]);
}

/** A quote is read again, or gets a coupon. */
export function readQuote(draft: ExchangeDraft): void {
  const { dice } = draft;
  const id = objectId(dice);
  if (dice.chance(0.7)) ask(draft, 'GET', `${QUOTES}/${id}`);
  else {
    ask(draft, 'POST', `${QUOTES}/${id}/coupons`);
    draft.send(
      JSON.stringify({ coupons: [draft.in('requestBody').stay('coupon code', `SPRING${dice.int(10, 99)}`)] }),
      'application/json',
    );
  }
  draft.answer(200, jsonText(dice, quote(dice, draft.in('responseBody'), id)), 'application/json; charset=utf-8');
  serviceHeaders(draft);
}

/** An instant booking with its payment method, or a request to book with the hours it holds. */
export function book(draft: ExchangeDraft): void {
  const { dice } = draft;
  const isInstant = dice.chance(0.6);
  ask(draft, 'POST', `${QUOTES}/${objectId(dice)}/${isInstant ? 'instant' : 'inquiry'}`);
  const who = guest(dice);
  const [request, body] = [draft.in('requestBody'), draft.in('responseBody')];
  draft.send(
    jsonText(dice, {
      ratePlanId: request.stay('rate plan id', objectId(dice)),
      ...(isInstant
        ? { ccToken: request.secret('card token', paymentMethod(dice)) }
        : { reservedUntil: dice.pick([-1, 12, 24, 48]) }),
      guest: contact(who, request),
    }),
    'application/json',
  );
  draft.answer(
    200,
    jsonText(dice, {
      _id: body.stay('reservation id', objectId(dice)),
      status: body.stay('status', isInstant ? 'confirmed' : 'reserved'),
      platform: body.stay('source', 'booking_engine'),
      createdAt: body.stay('date', instant(dice)),
      guestId: objectId(dice),
      ...someOf(dice, {
        guest: () => ({
          _id: objectId(dice),
          fullName: body.guest('full name', who.full),
          email: body.guest('mail', who.email),
        }),
        money: () => ({
          netIncome: keptPrice(dice, body),
          balanceDue: keptPrice(dice, body),
          payments: [{ paymentMethodId: body.secret('card token', paymentMethod(dice)), status: 'SUCCEEDED' }],
        }),
        listing: () => ({ _id: body.stay('listing id', objectId(dice)) }),
      }),
    }),
    'application/json; charset=utf-8',
  );
  serviceHeaders(draft);
}
