/** Listings of both APIs, a listing with its access codes, and calendars. */
import { words } from '../../../../src/main/redact/name-list.ts';
import type { Dice } from '../../random.ts';
import { doorCode, password, signedUrl } from '../credentials.ts';
import type { ExchangeDraft, PartPlanter } from '../draft.ts';
import { ask, BOOKING_API, cursor, day, daysInARow, instant, OPEN_API, objectId, serviceHeaders } from '../service.ts';
import { type Json, jsonText, someOf } from '../shapes.ts';

const KINDS = ['Loft', 'Canal house', 'Studio', 'Villa', 'Chalet', 'Penthouse', 'Cottage', 'Houseboat', 'Apartamento'];
const PLACES = ['Jordaan', 'old port', 'Montmartre', 'Baixa', 'Trastevere', 'lake shore', 'Gràcia', 'Kreuzberg'];
const EXTRAS = ['with roof terrace', 'near the station', '| sleeps 6', '– sauna & view', 'No. 12', '(pets welcome)'];
const CITIES = ['Amsterdam', 'Lisbon', 'Barcelona', 'Berlin', 'Paris', 'Rome', 'Porto', 'Annecy'];
const AMENITIES = words(`
  WIFI KITCHEN AIR_CONDITIONING ELEVATOR_IN_BUILDING FREE_PARKING PRIVATE_ENTRANCE CRIB DOOR_LOCK`);

export const listingTitle = (dice: Dice): string => `${dice.pick(KINDS)} ${dice.pick(PLACES)} ${dice.pick(EXTRAS)}`;
const price = (dice: Dice): number => dice.int(10_000, 400_000) / 100;

export const keptPrice = (dice: Dice, { stay }: PartPlanter): number => Number(stay('price', String(price(dice))));

function listing(dice: Dice, planter: PartPlanter): Record<string, Json> {
  const { stay } = planter;
  const street = `Herengracht ${dice.int(2, 600)}`;
  const city = dice.pick(CITIES);
  return {
    _id: stay('listing id', objectId(dice)),
    title: stay('listing title', listingTitle(dice)),
    ...someOf(dice, {
      nickname: () =>
        stay(
          'listing nickname',
          `${dice.pick(CITIES).slice(0, 3).toUpperCase()}-${dice.int(10, 99)}-${dice.pick(PLACES)}`,
        ),
      type: () => dice.pick(['SINGLE', 'MTL', 'MTL_CHILD']),
      propertyType: () => stay('listing facts', dice.pick(['APARTMENT', 'TOWNHOUSE', 'BED_AND_BREAKFAST'])),
      roomType: () => stay('listing facts', dice.pick(['Entire home/apt', 'Private room'])),
      accommodates: () => dice.int(1, 12),
      bedrooms: () => dice.int(0, 6),
      bathrooms: () => dice.pick([1, 1.5, 2]),
      timezone: () => stay('listing facts', dice.pick(['Europe/Amsterdam', 'Europe/Lisbon', 'America/Los_Angeles'])),
      address: () => ({
        full: stay("a listing's address", `${street}, ${city}`),
        street,
        city: stay("a listing's address", city),
        country: 'Netherlands',
        lat: dice.int(41_000_000, 52_000_000) / 1e6,
        lng: dice.int(1_000_000, 13_000_000) / 1e6,
      }),
      amenities: () => dice.some(AMENITIES, 4).map((one) => stay('listing facts', one)),
      prices: () => ({
        basePrice: keptPrice(dice, planter),
        currency: stay('currency', dice.pick(['EUR', 'USD', 'GBP'])),
        cleaningFee: keptPrice(dice, planter),
      }),
      picture: () => ({
        thumbnail: stay(
          'picture address',
          `https://assets.guesty.com/image/upload/c_fit,h_200/v${dice.digits(10)}/production/${objectId(dice)}/${dice.alphanumeric(20)}.jpg`,
        ),
      }),
      publicDescription: () => ({
        summary: stay(
          'listing description',
          `${dice.pick(KINDS)} of ${dice.int(30, 190)} square metres, five minutes from the ${dice.pick(PLACES)}.`,
        ),
      }),
      lastUpdatedAt: () => stay('date', instant(dice)),
      tags: () => [stay('listing facts', dice.pick(['pet-friendly', 'long-stay', 'owner approved']))],
    }),
  };
}

/** Listings of the Open API. */
export function openListings(draft: ExchangeDraft): void {
  const { dice } = draft;
  const body = draft.in('responseBody');
  const query = dice.pick([
    () => ({ limit: '25', skip: String(dice.int(0, 900)) }),
    () => ({ fields: 'title nickname address.city', sort: '-createdAt' }),
    () => ({ available: `{"checkIn":"${day(dice)}","checkOut":"${day(dice)}","minOccupancy":2}` }),
    () => ({ city: dice.pick(CITIES), active: 'true', listed: 'true' }),
    () => ({}),
  ])();
  ask(draft, 'GET', `${OPEN_API}/listings`, query);
  const results = dice.times(dice.int(1, 5), () => listing(dice, body));
  draft.answer(
    200,
    jsonText(dice, {
      results,
      count: dice.int(5, 900),
      limit: 25,
      skip: 0,
      ...someOf(dice, { title: () => 'listings' }, 0.2),
    }),
    'application/json; charset=utf-8',
  );
  serviceHeaders(draft);
}

/** A search of the Booking Engine with its cursor. */
export function bookingSearch(draft: ExchangeDraft): void {
  const { dice } = draft;
  const body = draft.in('responseBody');
  const path = dice.pick(['/listings', '/v1/search']);
  ask(draft, 'GET', `${BOOKING_API}${path}`, {
    checkIn: day(dice),
    checkOut: day(dice),
    ...dice.pick([{ minOccupancy: '2' }, { guests: '4', location: dice.pick(CITIES) }, { adults: '2', children: '1' }]),
    ...(dice.chance(0.3) ? { cursor: cursor(dice) } : {}),
  });
  const next = dice.chance(0.7) ? body.stay('cursor', cursor(dice)) : null;
  const results = dice.times(dice.int(1, 5), () => ({
    ...listing(dice, body),
    ...someOf(
      dice,
      {
        nightlyRates: () =>
          Object.fromEntries(daysInARow(dice, 3).map((date) => [body.stay('date', date), keptPrice(dice, body)])),
      },
      0.5,
    ),
  }));
  draft.answer(
    200,
    jsonText(dice, { results, pagination: { total: dice.int(1, 80), cursor: { next } } }),
    'application/json',
  );
  serviceHeaders(draft);
  if (next && dice.chance(0.25)) {
    const address = `${BOOKING_API}${path}?limit=20&cursor=${encodeURIComponent(next)}`;
    draft.responseHeaders.push(['link', draft.in('responseHeaders').stay('Link', `<${address}>; rel="next"`)]);
  }
}

/** One listing for its managers: with the codes of doors and wifi. */
export function listingWithCodes(draft: ExchangeDraft): void {
  const { dice } = draft;
  const body = draft.in('responseBody');
  const one = listing(dice, body);
  ask(draft, 'GET', `${OPEN_API}/listings/${String(one._id)}`);
  const wifi = () => body.secret('wifi password', password(dice));
  const code = () => body.secret('door code', doorCode(dice));
  const access = someOf(
    dice,
    {
      wifiName: () => 'GuestNet',
      wifiPassword: wifi,
      wifi: () => ({ ssid: 'Loft-5G', password: wifi() }),
      doorCode: code,
      accessCode: code,
      lockbox: () => ({ location: 'left of the gate', code: code() }),
      smartLock: () => ({ provider: 'nuki', deviceId: dice.int(10_000_000, 99_999_999), pinCode: code() }),
      alarmCode: code,
      gateCode: code,
      checkInInstructions: () => ({
        primaryCheckIn: 'lockbox',
        notes: `The key safe is beside the door. Code: ${code()}`,
      }),
      entryInstructions: () => `Enter code ${code()} and turn the handle. WiFi password: ${wifi()}`,
      iCalUrl: () => signedUrl(dice, body.secret),
    },
    0.25,
  );
  const custom = dice.chance(0.3)
    ? { customFields: [{ fieldId: objectId(dice), fieldName: 'Door code', value: code() }] }
    : {};
  draft.answer(200, jsonText(dice, { ...one, ...access, ...custom }), 'application/json; charset=utf-8');
  serviceHeaders(draft);
}

/** Days of a listing's calendar: an array at the root or within `data`. */
export function calendar(draft: ExchangeDraft): void {
  const { dice } = draft;
  const body = draft.in('responseBody');
  const id = objectId(dice);
  ask(draft, 'GET', `${BOOKING_API}/listings/${id}/calendar`, { from: day(dice), to: day(dice) });
  const days = daysInARow(dice, dice.int(4, 14)).map((date) => ({
    date: body.stay('date', date),
    minNights: dice.int(1, 14),
    status: body.stay('calendar status', dice.pick(['available', 'unavailable', 'reserved', 'booked'])),
    cta: dice.chance(0.2),
    ctd: false,
    ...someOf(
      dice,
      {
        price: () => keptPrice(dice, body),
        listingId: () => body.stay('listing id', id),
        blocks: () => ({ m: false, r: true, b: false }),
      },
      0.6,
    ),
  }));
  draft.answer(
    200,
    jsonText(dice, dice.chance(0.6) ? days : { status: 200, data: { days }, message: 'OK' }),
    'application/json',
  );
  serviceHeaders(draft);
}
