/** Reservations and guests of the Open API, plain and in the envelopes of JSON:API, HAL, OData and GraphQL. */
import { words } from '../../../../src/main/redact/name-list.ts';
import type { Dice } from '../../random.ts';
import { doorCode } from '../credentials.ts';
import type { ExchangeDraft, PartPlanter } from '../draft.ts';
import { type Guest, guest, guestText, phone } from '../people.ts';
import { ask, cursor, day, instant, OPEN_API, objectId, requestId, serviceHeaders } from '../service.ts';
import { anyStyle, type Json, jsonText, restyled, someOf } from '../shapes.ts';
import { keptPrice, listingTitle } from './listings.ts';

function addressOf(who: Guest, planter: PartPlanter): Json {
  return {
    street: planter.guest('street', who.street),
    city: planter.guest('city of a guest', who.city),
    zipcode: planter.guest('postcode', who.zip),
    country: 'NL',
  };
}

/** The record of a guest, as full as the service has it. */
export function guestRecord(dice: Dice, planter: PartPlanter, who: Guest = guest(dice)): Record<string, Json> {
  const name = dice.pick<() => Record<string, Json>>([
    () => ({ firstName: planter.guest('first name', who.first), lastName: planter.guest('last name', who.last) }),
    () => ({ fullName: planter.guest('full name', who.full) }),
    () => ({ name: planter.guest('full name', who.full) }),
    () => ({ givenName: planter.guest('first name', who.first), familyName: planter.guest('last name', who.last) }),
    () => ({ name: { first: planter.guest('first name', who.first), last: planter.guest('last name', who.last) } }),
  ])();
  return {
    _id: planter.stay('guest id', objectId(dice)),
    ...name,
    ...someOf(
      dice,
      { email: () => planter.guest('mail', who.email), phone: () => planter.guest('phone', who.phone) },
      0.9,
    ),
    ...someOf(
      dice,
      {
        emails: () => [planter.guest('mail', who.email)],
        phones: () => [planter.guest('phone', phone(dice)), planter.guest('phone', who.phone)],
        mobilePhone: () => planter.guest('phone', phone(dice)),
        contactNumber: () => planter.guest('phone', phone(dice)),
        whatsapp: () => planter.guest('phone', phone(dice)),
        birthday: () => planter.guest('birthday', who.birthday),
        dateOfBirth: () => planter.guest('birthday', who.birthday),
        passportNumber: () => planter.guest('passport', who.passport),
        identityDocument: () => ({
          type: 'passport',
          number: planter.guest('passport', who.passport),
          issuingCountry: 'NL',
        }),
        address: () => addressOf(who, planter),
        homeAddress: () => planter.guest('address in one line', `${who.street}, ${who.zip} ${who.city}`),
        hometown: () => planter.guest('city of a guest', who.city),
        notes: () => planter.guest('note about a guest', guestText(dice)),
        goodToKnowNotes: () => planter.guest('note about a guest', guestText(dice)),
        preferredLanguage: () => 'nl',
        createdAt: () => planter.stay('date', instant(dice)),
      },
      0.16,
    ),
  };
}

function reservation(dice: Dice, planter: PartPlanter): Record<string, Json> {
  const who = guest(dice);
  const field = dice.pick(
    words(`
  guest guest guest primaryGuest customer contact booker traveller leadGuest`),
  );
  return {
    _id: planter.stay('reservation id', objectId(dice)),
    status: planter.stay('status', dice.pick(['reserved', 'confirmed', 'canceled', 'inquiry'])),
    checkIn: planter.stay('date', dice.chance(0.5) ? instant(dice) : day(dice)),
    checkOut: planter.stay('date', day(dice)),
    listing: {
      _id: planter.stay('listing id', objectId(dice)),
      title: planter.stay('listing title', listingTitle(dice)),
    },
    [field]: guestRecord(dice, planter, who),
    ...someOf(
      dice,
      {
        money: () => ({
          fareAccommodation: keptPrice(dice, planter),
          currency: planter.stay('currency', 'EUR'),
          balanceDue: keptPrice(dice, planter),
        }),
        source: () => planter.stay('source', dice.pick(['Airbnb', 'Booking.com', 'website', 'manual'])),
        nightsCount: () => dice.int(1, 30),
      },
      0.6,
    ),
    ...someOf(
      dice,
      {
        guestName: () => planter.guest('full name', who.full),
        guestEmail: () => planter.guest('mail', who.email),
        additionalGuests: () => dice.times(2, () => guestRecord(dice, planter)),
        keyCode: () => planter.secret('door code', doorCode(dice)),
        specialRequests: () => planter.guest('request of a guest', guestText(dice, phone(dice))),
        plannedArrival: () => '15:00',
      },
      0.12,
    ),
  };
}

/** What a person of the console asks of guests: by id, by mail, by name, or in the service's filters. */
function askForReservations(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { guest: plant } = draft.in('url');
  const who = guest(dice);
  const filters = (field: string, value: string) => JSON.stringify([{ operator: '$eq', field, value }]);
  const other = dice.weighted<() => Record<string, string>>([
    [8, () => ({})],
    [1, () => ({ filters: filters('guest.email', plant('mail in an address', who.email)) })],
    [1, () => ({ filters: filters('guest.fullName', plant('name in an address', `${who.first} ${who.last}`)) })],
    [1, () => ({ email: plant('mail in an address', who.email) })],
    [1, () => ({ guestName: plant('name in an address', `${who.first} ${who.last}`) })],
    [1, () => ({ phone: plant('phone in an address', who.phone) })],
  ])();
  ask(
    draft,
    'GET',
    `${OPEN_API}/${dice.pick(['reservations', 'reservations', 'guests-crud'])}`,
    { limit: '20', sort: '-checkIn' },
    other,
  );
}

export function reservations(draft: ExchangeDraft): void {
  const { dice } = draft;
  askForReservations(draft);
  const body = draft.in('responseBody');
  const several = () => dice.times(dice.int(1, 4), () => reservation(dice, body));
  const answer = dice.weighted<() => Json>([
    [7, () => ({ results: several(), limit: 20, skip: 0, count: dice.int(4, 400) })],
    [1, several],
    [1, () => reservation(dice, body)],
    [1, () => ({ success: true, data: { items: several() } })],
  ])();
  draft.answer(
    200,
    jsonText(dice, dice.chance(0.8) ? answer : restyled(answer, anyStyle(dice))),
    'application/json; charset=utf-8',
  );
  serviceHeaders(draft);
}

/** A guest or a reservation is written; the answer repeats it. */
export function writeGuest(draft: ExchangeDraft): void {
  const { dice } = draft;
  const id = objectId(dice);
  const isGuest = dice.chance(0.5);
  ask(draft, 'PUT', `${OPEN_API}/${isGuest ? 'guests-crud' : 'reservations'}/${id}`);
  const request = draft.in('requestBody');
  draft.send(
    jsonText(
      dice,
      isGuest
        ? guestRecord(dice, request)
        : { guest: guestRecord(dice, request), status: request.stay('status', 'confirmed') },
    ),
    'application/json',
  );
  const body = draft.in('responseBody');
  draft.answer(
    200,
    jsonText(dice, isGuest ? guestRecord(dice, body) : reservation(dice, body)),
    'application/json; charset=utf-8',
  );
  serviceHeaders(draft);
}

function envelope(dice: Dice, planter: PartPlanter): readonly [type: string, body: Json] {
  const { stay } = planter;
  const items = () => dice.times(dice.int(1, 3), () => reservation(dice, planter));
  const next = () => stay('cursor', cursor(dice));
  return dice.pick<() => readonly [string, Json]>([
    () => [
      'application/vnd.api+json',
      {
        data: items().map(({ _id, ...attributes }) => ({
          type: 'reservations',
          id: _id ?? '',
          attributes: restyled(attributes, 'kebab'),
        })),
        included: [{ type: 'guests', id: objectId(dice), attributes: restyled(guestRecord(dice, planter), 'kebab') }],
        links: {
          next: stay(
            'link in a body',
            `https://open-api.guesty.com/v1/reservations?page%5Bafter%5D=${dice.base64url(24)}`,
          ),
        },
        meta: { total: dice.int(1, 400) },
      },
    ],
    () => [
      'application/hal+json',
      {
        _links: {
          self: { href: stay('link in a body', `/v1/reservations?page=${dice.int(1, 40)}`) },
          next: { href: stay('link in a body', `/v1/reservations?cursor=${dice.base64url(24)}`) },
        },
        _embedded: { reservations: items(), guest: guestRecord(dice, planter) },
        page: { size: 20, totalElements: dice.int(20, 400) },
      },
    ],
    () => [
      'application/json;odata.metadata=minimal',
      {
        '@odata.context': stay('link in a body', 'https://open-api.guesty.com/odata/$metadata#Reservations(Guest())'),
        '@odata.nextLink': stay(
          'link in a body',
          `https://open-api.guesty.com/odata/Reservations?$skiptoken=${dice.alphanumeric(20)}`,
        ),
        value: items().map((item) => restyled(item, 'pascal')),
      },
    ],
    () => [
      'application/json',
      {
        data: {
          reservations: {
            edges: items().map((node) => ({ cursor: next(), node })),
            pageInfo: { hasNextPage: true, endCursor: next() },
          },
        },
        extensions: { requestId: stay('request id in a body', requestId(dice)) },
      },
    ],
    () => [
      'application/json',
      { object: 'list', has_more: true, next_cursor: next(), data: items().map((item) => restyled(item, 'snake')) },
    ],
    () => [
      'application/json',
      { columns: ['id', 'guest_name', 'email', 'phone'], rows: dice.times(3, () => row(dice, planter)) },
    ],
  ])();
}

function row(dice: Dice, planter: PartPlanter): Json {
  const who = guest(dice);
  return [
    planter.stay('reservation id', objectId(dice)),
    planter.guest('full name in a column', who.full),
    planter.guest('mail', who.email),
    planter.guest('phone in a column', who.phone),
  ];
}

/** Reservations in an envelope of another house. */
export function enveloped(draft: ExchangeDraft): void {
  const { dice } = draft;
  askForReservations(draft);
  const [type, body] = envelope(dice, draft.in('responseBody'));
  draft.answer(200, jsonText(dice, body), type);
  serviceHeaders(draft);
}

/** GraphQL with its variables, NDJSON, and the change feed of a webhook log. */
export function queried(draft: ExchangeDraft): void {
  const { dice } = draft;
  const [request, body] = [draft.in('requestBody'), draft.in('responseBody')];
  const who = guest(dice);
  if (dice.chance(0.5)) {
    ask(draft, 'POST', `${OPEN_API}/graphql`);
    draft.send(
      JSON.stringify({
        operationName: request.stay('operation', 'FindGuest'),
        query: dice.chance(0.5)
          ? 'query FindGuest($email: String!) { guest(email: $email) { id fullName } }'
          : `query FindGuest { guest(email: "${request.guest('mail in GraphQL text', who.email)}", phone: "${request.guest('phone in GraphQL text', who.phone)}") { id fullName } }`,
        variables: {
          email: request.guest('mail', who.email),
          input: { lastName: request.guest('last name', who.last) },
        },
      }),
      'application/json',
    );
    draft.answer(200, jsonText(dice, { data: { guest: guestRecord(dice, body, who) } }), 'application/json');
  } else {
    ask(draft, 'GET', `${OPEN_API}/exports/reservations.ndjson`);
    draft.answer(
      200,
      dice.times(dice.int(2, 5), () => JSON.stringify(reservation(dice, body))).join('\n'),
      'application/x-ndjson',
    );
  }
  serviceHeaders(draft);
}
