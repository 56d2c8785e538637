/** Quotes, reservations, guests and conversations. */
import { card, code, writtenCard } from '../credentials.ts';
import type { Draft, Planter } from '../draft.ts';
import { currency, date, errorCode, errorMessage, id, instant, price, requestId, title } from '../facts.ts';
import { birthday, iban, nationalId, passport, person, phone, sentence, street } from '../people.ts';
import { base64, queryOf, serialised } from '../spelling.ts';
import { answeringJson, BOOKING, baseOf, consoleRequest, OPEN, sending } from '../traffic.ts';

type Json = Record<string, unknown>;

const MAIL_NAMES = [
  'email',
  'email address',
  'mail',
  'contact email',
  'guest email',
  'alternative email',
  'booker mail',
];
const PHONE_NAMES = [
  'phone',
  'phone number',
  'mobile',
  'mobile phone',
  'tel',
  'contact number',
  'whatsapp number',
  'guest phone',
  'cell phone',
  'telephone',
];
const PASSPORT_NAMES = ['passport number', 'passport no', 'passport', 'document number', 'id number', 'id card number'];

/** A guest as a record shows them, with some of the fields that services keep. */
function guestRecord(draft: Draft, part: Planter): Json {
  const { dice } = draft;
  const one = person(dice);
  const name = (words: string) => draft.name(words);
  const all: readonly (() => readonly [string, unknown])[] = [
    () => [name('first name'), part.guest('name', one.first)],
    () => [name('last name'), part.guest('name', one.last)],
    () => [
      name(dice.pick(['full name', 'guest name', 'name on booking', 'display name'])),
      part.guest('name', one.full),
    ],
    () => [name(dice.pick(MAIL_NAMES)), part.guest('mail', one.mail)],
    () => ['emails', [part.guest('mail', one.mail)]],
    () => [name(dice.pick(PHONE_NAMES)), part.guest('phone', one.phone)],
    () => ['phones', [part.guest('phone', one.phone), part.guest('phone', phone(dice))]],
    () => [name(dice.pick(PASSPORT_NAMES)), part.guest('passport', passport(dice))],
    () => [
      name(dice.pick(['national id', 'tax id', 'identity number', 'social security number'])),
      part.guest('national id', nationalId(dice)),
    ],
    () => [name(dice.pick(['date of birth', 'birthday', 'birth date', 'dob'])), part.guest('birthday', birthday(dice))],
    () => [
      name(dice.pick(['hometown', 'home town'])),
      part.guest('home', `${dice.pick(['Oberammergau', 'Saint-Malo', 'Zakopane', 'Tavira'])}-${dice.letters(4)}`),
    ],
    () => [
      'address',
      {
        street: part.guest('street', street(dice)),
        [name('zip code')]: dice.digits(5),
        country: dice.pick(['DE', 'FR', 'PT']),
      },
    ],
    () => [
      name(dice.pick(['notes', 'guest notes', 'special requests', 'remarks', 'comments'])),
      part.guest('message', sentence(dice)),
    ],
    () => [name('iban'), part.guest('iban', iban(dice))],
    () => ['_id', part.stay('id', id(dice))],
    () => ['createdAt', part.stay('instant', instant(dice))],
  ];
  return Object.fromEntries(dice.some(all, dice.int(3, 7)).map((make) => make()));
}

function money(draft: Draft): Json {
  const { dice } = draft;
  const body = draft.at('responseBody');
  return {
    currency: body.stay('currency', currency(dice)),
    fareAccommodation: price(dice),
    hostPayout: price(dice),
    invoiceItems: [
      {
        title: body.stay(
          'invoice title',
          dice.pick(['Accommodation fare', 'Cleaning fee', 'Key handover', 'City tax (5%)']),
        ),
        amount: price(dice),
        type: 'AF',
      },
    ],
  };
}

function quote(draft: Draft): Json {
  const { dice } = draft;
  const body = draft.at('responseBody');
  const plan = {
    _id: body.stay('id', id(dice)),
    name: body.stay('rate plan', dice.pick(['Standard', 'Non-refundable', 'Flexible – pay at the desk'])),
    cancellationPolicy: body.stay('policy', dice.pick(['flexible', 'moderate', 'strict'])),
    days: dice.times(dice.int(1, 3), () => ({
      date: body.stay('date', date(dice)),
      price: price(dice),
      currency: 'EUR',
    })),
    money: dice.chance(0.5) ? money(draft) : { money: money(draft) },
  };
  return {
    _id: body.stay('id', id(dice)),
    createdAt: body.stay('instant', instant(dice)),
    expiresAt: body.stay('instant', instant(dice)),
    coupons: dice.chance(0.3)
      ? [{ name: 'Summer', type: 'percentage', code: body.stay('coupon', `SUMMER${dice.int(5, 40)}`), adjustment: -5 }]
      : [],
    rates: { ratePlans: [dice.chance(0.5) ? plan : { ratePlan: plan }] },
  };
}

export function createQuote(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${BOOKING}/reservations/quotes`;
  const part = draft.at('requestBody');
  const wanted = {
    listingId: part.stay('id', id(dice)),
    checkInDateLocalized: part.stay('date', date(dice)),
    checkOutDateLocalized: part.stay('date', date(dice)),
    guestsCount: dice.int(1, 8),
    coupons: 'SUMMER10,VIP',
    ...(dice.chance(0.7) ? { guest: guestRecord(draft, part) } : {}),
  };
  sending(draft, 'POST', 'application/json', serialised(dice, wanted));
  answeringJson(draft, dice.pick([200, 201]), serialised(dice, quote(draft)));
}

/** Instant bookings and requests to book: a card reference, a guest, and the service's answer or error. */
export function bookQuote(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${BOOKING}/reservations/quotes/${draft.at('url').stay('id in the path', id(dice))}/${dice.pick(['instant', 'inquiry'])}`;
  const part = draft.at('requestBody');
  const reference = dice.pick([
    () => `pm_1${dice.alphanumeric(23)}`,
    () => dice.uuid(),
    () => `tok_${dice.alphanumeric(24)}`,
    () => dice.hex(24),
  ])();
  sending(
    draft,
    'POST',
    'application/json',
    serialised(dice, {
      ratePlanId: part.stay('id', id(dice)),
      ccToken: part.secret('card reference', reference),
      guest: guestRecord(draft, part),
    }),
  );
  const body = draft.at('responseBody');
  if (dice.chance(0.6)) {
    const answer = {
      _id: body.stay('id', id(dice)),
      status: body.stay('status', dice.pick(['reserved', 'confirmed'])),
      createdAt: body.stay('instant', instant(dice)),
      guest: guestRecord(draft, body),
      ...(dice.chance(0.3)
        ? { payment: { ccToken: body.secret('card reference', reference), status: body.stay('status', 'SUCCEEDED') } }
        : {}),
    };
    answeringJson(draft, 200, serialised(dice, answer));
    return;
  }
  const message = body.stay('error message', errorMessage(dice));
  const data = { requestId: body.stay('request id', requestId(dice)), errors: [message] };
  answeringJson(
    draft,
    400,
    serialised(
      dice,
      dice.chance(0.5)
        ? { error_code: body.stay('error code', errorCode(dice)), message, data }
        : { error: { code: body.stay('error code', errorCode(dice)), message, data } },
    ),
  );
}

export function reservations(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  const url = draft.at('url');
  const filters = [
    { field: 'checkIn', operator: '$gte', value: url.stay('date in the query', date(dice)) },
    ...(dice.chance(0.4)
      ? [
          {
            field: dice.pick(['guest.fullName', 'guest.name']),
            operator: '$contains',
            value: url.guest('name in a filter', person(dice).full),
          },
        ]
      : []),
    ...(dice.chance(0.3)
      ? [{ field: 'guest.email', operator: '$eq', value: url.guest('mail in the query', person(dice).mail) }]
      : []),
  ];
  draft.url = `${OPEN}/reservations?${queryOf([
    ['filters', JSON.stringify(filters)],
    ['fields', 'guest money status'],
    ['limit', '25'],
  ])}`;
  const body = draft.at('responseBody');
  const results = dice.times(dice.int(1, 3), () => ({
    _id: body.stay('id', id(dice)),
    confirmationCode: `${dice.pick(['HM', 'GY-'])}${dice.alphanumeric(8).toUpperCase()}`,
    status: body.stay('status', dice.pick(['confirmed', 'inquiry', 'canceled'])),
    checkInDateLocalized: body.stay('date', date(dice)),
    listing: { _id: body.stay('id', id(dice)), title: body.stay('listing title', title(dice)) },
    guest: guestRecord(draft, body),
    ...(dice.chance(0.4) ? { money: money(draft) } : {}),
    ...(dice.chance(0.3) ? { keyCode: body.secret('door code', code(dice, 6)) } : {}),
    ...(dice.chance(0.3)
      ? { customFields: [{ fieldId: body.stay('id', id(dice)), fullText: body.guest('message', sentence(dice)) }] }
      : {}),
  }));
  answeringJson(
    draft,
    200,
    serialised(dice, { results, title: null, count: results.length, fields: 'guest money', limit: 25, skip: 0 }),
  );
}

/** Guests by themselves: the Open API's guest list, and SCIM, JSON:API and HAL variants of other services. */
export function guests(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  const url = draft.at('url');
  const wanted = person(dice);
  draft.url = `${OPEN}/guests-crud?${queryOf([[dice.pick(['q', 'email', 'search']), dice.chance(0.6) ? url.guest('mail in the query', wanted.mail) : url.guest('phone in the query', wanted.phone)]])}`;
  const body = draft.at('responseBody');
  const one = guestRecord(draft, body);
  const answer = dice.pick<() => Json>([
    () => ({ results: [one, guestRecord(draft, body)] }),
    () => ({ data: [{ type: 'guests', id: body.stay('id', id(dice)), attributes: one }] }),
    () => ({
      _embedded: { guests: [one] },
      _links: { self: { href: body.stay('restated path', '/v1/guests-crud?limit=20') } },
    }),
    () => ({
      totalResults: 1,
      Resources: [
        {
          userName: body.guest('mail', wanted.mail),
          name: { givenName: body.guest('name', wanted.first), familyName: body.guest('name', wanted.last) },
        },
      ],
    }),
    () => ({ hits: { hits: [{ _id: body.stay('id', id(dice)), _score: 1.2, _source: one }] } }),
  ])();
  answeringJson(draft, 200, serialised(dice, answer));
}

export function conversation(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${OPEN}/communication/conversations/${draft.at('url').stay('id in the path', id(dice))}/posts`;
  const body = draft.at('responseBody');
  const one = person(dice);
  const textName = dice.pick(['body', 'text', 'message', 'bodyHtml', 'content', 'plainText']);
  const posts = dice.times(dice.int(1, 4), () => {
    const said = body.guest('message', sentence(dice));
    return {
      _id: body.stay('id', id(dice)),
      createdAt: body.stay('instant', instant(dice)),
      module: {
        type: dice.pick(['email', 'airbnb2', 'sms', 'whatsapp']),
        ...(dice.chance(0.4) ? { subject: 'Re: your stay', to: [body.guest('mail', one.mail)] } : {}),
      },
      sentBy: 'guest',
      [textName]:
        textName === 'bodyHtml'
          ? `<div><p>${said}</p></div>`
          : dice.chance(0.3)
            ? `Hi team,\n\n${said}\n\n${body.guest('name', one.full)}\n${body.guest('phone', one.phone)}`
            : said,
      ...(dice.chance(0.2)
        ? { rawMime: base64(`From: ${body.guest('mail in base64', one.mail)}\r\nSubject: stay\r\n\r\n${said}`) }
        : {}),
    };
  });
  answeringJson(draft, 200, serialised(dice, { status: 200, data: { count: posts.length, posts } }));
}

/** A payment provider's record that the service passes on. */
export function payment(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/reservations/${draft.at('url').stay('id in the path', id(dice))}/payments`;
  const isRequest = dice.chance(0.5);
  const part = draft.at(isRequest ? 'requestBody' : 'responseBody');
  const name = (words: string) => draft.name(words);
  const holder = person(dice).full;
  const record = dice.pick<() => Json>([
    () => ({
      card: {
        number: part.secret('card', writtenCard(dice)),
        exp_month: dice.int(1, 12),
        exp_year: 2029,
        cvc: part.secret('card code', code(dice, 3)),
        name: part.guest('name', holder),
      },
    }),
    () => ({
      [name('card number')]: part.secret('card', writtenCard(dice)),
      [name(dice.pick(['cvv', 'cvv2', 'security code', 'card cvv']))]: part.secret('card code', code(dice, 3)),
      [name('card holder')]: part.guest('name', holder),
      [name('expiry date')]: '09/29',
    }),
    () => ({
      id: part.stay('id', `pi_3${dice.alphanumeric(23)}`),
      object: 'payment_intent',
      client_secret: part.secret('payment secret', `pi_3${dice.alphanumeric(23)}_secret_${dice.alphanumeric(25)}`),
      amount: dice.int(1_000, 900_000),
      status: part.stay('status', 'requires_payment_method'),
    }),
    () => ({
      paymentMethod: {
        type: 'scheme',
        encryptedCardNumber: part.secret('encrypted card', `adyenjs_0_1_25$${dice.base64url(172)}`),
        holderName: part.guest('name', holder),
      },
    }),
    () => ({
      method: 'bank_transfer',
      account: { iban: part.guest('iban', iban(dice)), accountHolder: part.guest('name', holder) },
      amount: price(dice),
    }),
    () => ({
      [name('pan')]: Number(part.secret('card as a number', card(dice))),
      [name('currency code')]: part.stay('currency', currency(dice)),
    }),
    () => ({ note: `paid with card ${part.secret('card in a text', writtenCard(dice))}, thanks`, amount: price(dice) }),
    () => ({
      tokenex: {
        [name('payment token')]: part.secret('card reference', dice.alphanumeric(32)),
        [name('billing address')]: {
          [name('line 1')]: part.guest('street', street(dice)),
          [name('postal code')]: dice.digits(5),
        },
      },
    }),
  ])();
  if (!isRequest) {
    answeringJson(draft, 200, serialised(dice, record));
    return;
  }
  sending(draft, 'POST', 'application/json', serialised(dice, record));
  const body = draft.at('responseBody');
  const ok = {
    _id: body.stay('id', id(dice)),
    status: body.stay('status', 'SUCCEEDED'),
    paidAt: body.stay('instant', instant(dice)),
  };
  answeringJson(draft, 200, serialised(dice, ok));
}
