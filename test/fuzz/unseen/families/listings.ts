/** Listings, searches and calendars of both APIs: mostly what must stay, and the secrets that owners keep in a listing. */
import type { Dice } from '../../random.ts';
import { code, password } from '../credentials.ts';
import type { Draft } from '../draft.ts';
import {
  amenity,
  city,
  currency,
  cursor,
  date,
  id,
  instant,
  nickname,
  picture,
  price,
  priceText,
  title,
} from '../facts.ts';
import { person, sentence, street } from '../people.ts';
import { queryOf, serialised } from '../spelling.ts';
import { answeringJson, BOOKING, baseOf, consoleRequest, linkHeader, listingPath, OPEN } from '../traffic.ts';

type Json = Record<string, unknown>;
type Field = readonly [name: string, make: () => unknown];

const subset = (dice: Dice, fields: readonly Field[], count: number): Json =>
  Object.fromEntries(dice.some(fields, count).map(([name, make]) => [name, make()]));

/** One listing as a search shows it. */
function listing(draft: Draft): Json {
  const { dice } = draft;
  const body = draft.at('responseBody');
  const nights = () => dice.times(dice.int(1, 4), () => [body.stay('date', date(dice)), price(dice)] as const);
  const all: Field[] = [
    ['_id', () => body.stay('id', id(dice))],
    ['title', () => body.stay('listing title', title(dice))],
    ['nickname', () => body.stay('listing title', nickname(dice))],
    ['type', () => 'SINGLE'],
    ['roomType', () => dice.pick(['Entire home/apt', 'Private room'])],
    ['accommodates', () => dice.int(1, 12)],
    [
      'address',
      () => ({
        full: `${street(dice)}, ${city(dice)}`,
        city: city(dice),
        country: dice.pick(['Portugal', 'Germany', 'France']),
        lat: 38.7 + dice.fraction(),
        lng: -9.1,
      }),
    ],
    ['timezone', () => dice.pick(['Europe/Lisbon', 'America/Chicago', 'Asia/Jerusalem'])],
    ['amenities', () => dice.times(dice.int(1, 4), () => body.stay('amenity', amenity(dice)))],
    [
      'picture',
      () => ({ thumbnail: body.stay('picture address', picture(dice)), caption: dice.pick(['Kitchen', 'View', '']) }),
    ],
    [
      'prices',
      () => ({ basePrice: price(dice), currency: body.stay('currency', currency(dice)), cleaningFee: price(dice) }),
    ],
    ['nightlyRates', () => Object.fromEntries(nights())],
    [
      'tags',
      () =>
        dice
          .some(['sea-view', 'key-box', 'pin-code-door', 'no-card', 'guest-favourite'], 2)
          .map((tag) => body.stay('tag', tag)),
    ],
    ['createdAt', () => body.stay('instant', instant(dice))],
    ['priceText', () => body.stay('price text', priceText(dice))],
  ];
  return subset(dice, all, dice.int(4, 12));
}

/** What a property manager keeps in a listing of the Open API, beside what guests see. */
function privateParts(draft: Draft): Json {
  const { dice } = draft;
  const body = draft.at('responseBody');
  const owner = person(dice);
  const all: Field[] = [
    [draft.name('wifi password'), () => body.secret('wifi password', password(dice))],
    [draft.name('wifi name'), () => body.stay('wifi name', `Harbour-${dice.int(2, 99)}`)],
    [draft.name('door code'), () => body.secret('door code', code(dice, dice.int(5, 8)))],
    [draft.name('alarm code'), () => body.secret('door code', code(dice, 6))],
    [
      'owner',
      () => ({
        [draft.name('full name')]: body.guest('name', owner.full),
        [draft.name('email')]: body.guest('mail', owner.mail),
      }),
    ],
    [
      draft.name('emergency contact'),
      () => ({ name: body.guest('name', person(dice).full), phone: body.guest('phone', owner.phone) }),
    ],
    [draft.name('contact phone'), () => body.guest('phone', person(dice).phone)],
  ];
  return subset(dice, all, dice.int(1, 3));
}

export function openListings(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  const url = draft.at('url');
  const available = {
    checkIn: url.stay('date in the query', date(dice)),
    checkOut: url.stay('date in the query', date(dice)),
    minOccupancy: 2,
  };
  draft.url = `${OPEN}/listings?${queryOf([
    ['fields', 'title nickname address prices'],
    ['available', JSON.stringify(available)],
    ['limit', '100'],
    ['skip', String(dice.int(0, 9) * 100)],
    ['q', url.stay('search words', dice.pick(['harbour', 'ático', 'loft 14']))],
  ])}`;
  const results = dice.times(dice.int(1, 3), () => ({
    ...listing(draft),
    ...(dice.chance(0.6) ? privateParts(draft) : {}),
  }));
  answeringJson(draft, 200, serialised(dice, { results, count: dice.int(1, 900), limit: 100, skip: 0 }));
}

export function bookingSearch(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  const url = draft.at('url');
  draft.url = `${BOOKING}/${dice.pick(['v1/search', 'listings', 'search'])}?${queryOf([
    ['checkIn', url.stay('date in the query', date(dice))],
    ['checkOut', url.stay('date in the query', date(dice))],
    ['minOccupancy', String(dice.int(1, 8))],
    ['city', url.stay('city in the query', city(dice))],
    ['cursor', url.stay('cursor in the query', cursor(dice))],
  ])}`;
  const body = draft.at('responseBody');
  const results = dice.times(dice.int(1, 4), () => listing(draft));
  const next = body.stay('cursor', cursor(dice));
  const pagination = dice.pick([
    () => ({ total: dice.int(1, 900), cursor: { next } }),
    () => ({ next_cursor: next, has_more: true }),
    () => ({ pageInfo: { endCursor: next, hasNextPage: true } }),
    () => ({ nextPageToken: next }),
    () => ({ continuation_token: next }),
  ])();
  answeringJson(
    draft,
    200,
    serialised(dice, { results, pagination }),
    dice.chance(0.3) ? [linkHeader(draft, `${BOOKING}/listings`)] : [],
  );
}

export function calendar(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}${listingPath(draft)}`;
  const body = draft.at('responseBody');
  const days = dice.times(dice.int(2, 5), () => ({
    date: body.stay('date', date(dice)),
    minNights: dice.int(1, 7),
    status: body.stay('status', dice.pick(['available', 'unavailable', 'reserved', 'booked'])),
    cta: dice.chance(0.5),
    ctd: false,
    price: price(dice),
    ...(dice.chance(0.3)
      ? { note: body.guest('note', sentence(dice)), blocks: { o: true }, reservationId: body.stay('id', id(dice)) }
      : {}),
  }));
  answeringJson(
    draft,
    200,
    serialised(
      dice,
      dice.chance(0.5) ? days : { status: 200, data: { days }, message: 'Calendar retrieved successfully' },
    ),
  );
}

/** Reviews: texts by guests under their names. */
export function reviews(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}${listingPath(draft)}`;
  const body = draft.at('responseBody');
  const data = dice.times(dice.int(1, 3), () => ({
    _id: body.stay('id', id(dice)),
    listingId: body.stay('id', id(dice)),
    [draft.name('guest name')]: body.guest('name', person(dice).full),
    [dice.pick(
      ['private feedback', 'privateNote', 'guest comments', 'reviewText'].map((name) =>
        name.includes(' ') ? draft.name(name) : name,
      ),
    )]: body.guest('message', sentence(dice)),
    overallRating: dice.int(1, 5),
    createdAt: body.stay('instant', instant(dice)),
  }));
  answeringJson(draft, 200, serialised(dice, { data, limit: 20 }));
}
