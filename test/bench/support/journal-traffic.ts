/** Generates the exchanges of an office: two APIs, ten operations, JSON bodies of 0.5 to 4 KB, 2 % failures. The same seed gives the same traffic. */
import type { RawExchange } from '../../../src/main/http/raw-exchange.ts';
import type { Api } from '../../../src/shared/model/primitives.ts';

/** The time between two requests. */
const EVERY_MS = 218;
const BOOKING = 'booking.guesty.com';
const OPEN = 'open-api.guesty.com';
const CITIES = ['Lisbon', 'Porto', 'Zürich', 'Valencia', 'Ghent', 'Kraków', 'Aarhus', 'Bologna', 'Split', 'Nantes'];
const NOUNS = ['loft', 'cottage', 'villa', 'studio', 'penthouse', 'cabin', 'townhouse', 'chalet', 'bungalow', 'barn'];
const ADJECTIVES = [
  'sunny',
  'quiet',
  'modern',
  'rustic',
  'bright',
  'cosy',
  'spacious',
  'elegant',
  'central',
  'charming',
];
const AMENITIES = [
  'WIRELESS_INTERNET',
  'KITCHEN',
  'HEATING',
  'WASHER',
  'POOL',
  'TV',
  'ELEVATOR',
  'PARKING',
  'GARDEN',
  'CRIB',
];

interface Kind {
  readonly api: Api;
  readonly operation: string;
  readonly method: string;
  readonly share: number;
  path(make: TrafficGenerator): string;
  request?(make: TrafficGenerator): object;
  answer(make: TrafficGenerator): object;
}

/** Fast pseudo-random numbers in [0, 1) (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class TrafficGenerator {
  readonly fraction: () => number;
  readonly listings: string[];
  constructor(seed: number) {
    this.fraction = numbers(seed);
    this.listings = Array.from({ length: 500 }, () => this.hex(24));
  }
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }
  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
  hex(length: number): string {
    let text = '';
    while (text.length < length) text += (0x10000000 + this.below(0xefffffff)).toString(16);
    return text.slice(0, length);
  }
  uuid(): string {
    const hex = this.hex(32);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
  day(): string {
    return new Date(Date.UTC(2026, 10, 1) + this.below(300) * 86_400_000).toISOString().slice(0, 10);
  }
  listing(): object {
    return {
      _id: this.of(this.listings),
      title: `${this.of(ADJECTIVES)} ${this.of(NOUNS)} ${this.below(400)}`,
      address: { city: this.of(CITIES), zipcode: String(10_000 + this.below(89_999)), country: 'Portugal' },
      accommodates: 1 + this.below(9),
      bedrooms: this.below(5),
      amenities: Array.from({ length: 3 + this.below(6) }, () => this.of(AMENITIES)),
      prices: { basePrice: 40 + this.below(400), currency: 'EUR', cleaningFee: this.below(90) },
      picture: `https://assets.guesty.com/image/upload/v1/${this.hex(20)}.jpg`,
    };
  }
  nights(count: number): object[] {
    return Array.from({ length: count }, () => ({
      date: this.day(),
      status: this.of(['available', 'booked', 'unavailable']),
      minNights: 1 + this.below(6),
      price: 40 + this.below(400),
      cta: this.below(2) === 0,
    }));
  }
  quote(): object {
    return {
      _id: this.hex(24),
      createdAt: `${this.day()}T10:12:${10 + this.below(49)}.000Z`,
      unitTypeId: this.of(this.listings),
      checkInDateLocalized: this.day(),
      checkOutDateLocalized: this.day(),
      guestsCount: 1 + this.below(6),
      guest: {
        firstName: 'Inês',
        lastName: 'Almeida',
        email: `guest${this.below(9_999)}@mail.example`,
        phone: '+351 912 345 678',
      },
      rates: {
        ratePlans: [{ ratePlan: { _id: this.hex(24), name: 'Standard' }, days: this.nights(3 + this.below(8)) }],
      },
      status: 'valid',
    };
  }
}

const many = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);

const KINDS: readonly Kind[] = [
  {
    api: 'booking',
    operation: 'listings',
    method: 'GET',
    share: 12,
    path: (it) => `/api/listings?limit=20&cursor=${it.hex(16)}`,
    answer: (it) => ({ results: many(2 + it.below(5), () => it.listing()), pagination: { total: 500 } }),
  },
  {
    api: 'booking',
    operation: 'search',
    method: 'GET',
    share: 20,
    path: (it) =>
      `/api/listings?checkIn=${it.day()}&checkOut=${it.day()}&minOccupancy=${1 + it.below(6)}&city=${encodeURIComponent(it.of(CITIES))}`,
    answer: (it) => ({ results: many(1 + it.below(6), () => it.listing()) }),
  },
  {
    api: 'booking',
    operation: 'listing',
    method: 'GET',
    share: 12,
    path: (it) => `/api/listings/${it.of(it.listings)}`,
    answer: (it) => it.listing(),
  },
  {
    api: 'booking',
    operation: 'calendar',
    method: 'GET',
    share: 22,
    path: (it) => `/api/listings/${it.of(it.listings)}/calendar?from=${it.day()}&to=${it.day()}`,
    answer: (it) => it.nights(6 + it.below(30)),
  },
  {
    api: 'booking',
    operation: 'quoteCreate',
    method: 'POST',
    share: 10,
    path: () => '/api/reservations/quotes',
    request: (it) => ({
      listingId: it.of(it.listings),
      checkInDateLocalized: it.day(),
      checkOutDateLocalized: it.day(),
      guestsCount: 2,
    }),
    answer: (it) => it.quote(),
  },
  {
    api: 'booking',
    operation: 'quote',
    method: 'GET',
    share: 6,
    path: (it) => `/api/reservations/quotes/${it.hex(24)}`,
    answer: (it) => it.quote(),
  },
  {
    api: 'booking',
    operation: 'quoteInstant',
    method: 'POST',
    share: 1,
    path: (it) => `/api/reservations/quotes/${it.hex(24)}/instant`,
    request: (it) => ({
      ratePlanId: it.hex(24),
      ccToken: it.hex(28),
      guest: { firstName: 'Inês', lastName: 'Almeida', email: 'ines@mail.example' },
    }),
    answer: (it) => ({ ...it.quote(), reservationId: it.hex(24), confirmationCode: `GY-${it.hex(8)}` }),
  },
  {
    api: 'openApi',
    operation: 'openListings',
    method: 'GET',
    share: 10,
    path: (it) => `/v1/listings?limit=25&skip=${25 * it.below(20)}`,
    answer: (it) => ({ results: many(2 + it.below(5), () => it.listing()), count: 500 }),
  },
  {
    api: 'openApi',
    operation: 'openReservations',
    method: 'GET',
    share: 6,
    path: (it) => `/v1/reservations?limit=10&skip=${10 * it.below(90)}`,
    answer: (it) => ({ results: many(1 + it.below(3), () => it.quote()) }),
  },
  {
    api: 'openApi',
    operation: 'token',
    method: 'POST',
    share: 1,
    path: () => '/oauth2/token',
    request: () => ({ grant_type: 'client_credentials', scope: 'open-api' }),
    answer: (it) => ({ token_type: 'Bearer', expires_in: 86_400, access_token: it.hex(64), scope: 'open-api' }),
  },
];
const WEIGHTED_KINDS = KINDS.flatMap((kind) => many(kind.share, () => kind));
const FAILURES = [401, 403, 429, 429, 500, 502, 503, 404, 400, null] as const;

export interface JournalTraffic {
  readonly startsAt: number;
  /** The next exchange, later than the one before. */
  next(): RawExchange;
}

/** Traffic of one connection that begins at `startsAt`, epoch ms. */
export function journalTraffic(seed: number, startsAt: number, connectionId = 'office'): JournalTraffic {
  const make = new TrafficGenerator(seed);
  let at = startsAt;
  const next = (): RawExchange => {
    at += EVERY_MS;
    const kind = make.of(WEIGHTED_KINDS);
    const failed = make.fraction() < 0.02;
    const status = failed ? make.of(FAILURES) : 200;
    const request = kind.request ? JSON.stringify(kind.request(make)) : null;
    const requestId = make.uuid();
    const answer = answerOf(kind, make, status, requestId);
    const host = kind.api === 'booking' ? BOOKING : OPEN;
    const path = kind.path(make);
    const id = make.uuid();
    const durationMs = 40 + make.below(400);
    const sentAt = at - durationMs;
    return {
      id,
      chainId: id,
      attempt: 1,
      connectionId,
      credentialId: `key-${kind.api}`,
      api: kind.api,
      operation: kind.operation,
      lane: make.below(4) === 0 ? 'interactive' : 'bulk',
      taskId: make.below(3) === 0 ? `task-${make.below(40)}` : null,
      method: kind.method,
      host,
      url: `https://${host}${path}`,
      status,
      error: status === 200 ? null : errorOf(status),
      requestId: status === null ? null : requestId,
      tokenGeneration: 1 + Math.floor((at - startsAt) / 86_400_000),
      queuedAt: sentAt - 2 - make.below(400),
      grantedAt: sentAt - 2,
      sentAt,
      firstByteMs: status === null ? null : durationMs - make.below(30),
      durationMs,
      requestBytes: request === null ? null : request.length,
      responseBytes: answer === null ? null : answer.length,
      requestHeaders: [
        ['accept', 'application/json'],
        ['authorization', `Bearer ${TOKEN}`],
        ['content-type', 'application/json'],
        ['user-agent', 'Latchkey/0.1.0'],
      ],
      requestBody: request === null ? null : { text: request, bytes: request.length },
      responseHeaders: status === null ? null : headersOf(at, requestId, make),
      responseBody: answer === null ? null : { text: answer, bytes: answer.length },
      failure: null,
      secrets: [TOKEN],
    };
  };
  return { startsAt, next };
}

const TOKEN = 'eyJraWQiOiJiZW5jaCJ9.eyJzdWIiOiJiZW5jaCJ9.b0c1d2e3f4';

function answerOf(kind: Kind, make: TrafficGenerator, status: number | null, requestId: string): string | null {
  if (status === null) return null;
  if (status === 200) return JSON.stringify(kind.answer(make));
  return JSON.stringify({
    error: { code: errorOf(status), message: 'The request was not carried out.', data: { requestId } },
  });
}

function errorOf(status: number | null): string {
  if (status === null) return 'unreachable';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rateLimited';
  return status >= 500 ? 'serverFailed' : 'refused';
}

function headersOf(at: number, requestId: string, make: TrafficGenerator): [string, string][] {
  return [
    ['content-type', 'application/json; charset=utf-8'],
    ['date', new Date(at).toUTCString()],
    ['server', 'cloudflare'],
    ['cf-ray', `${make.hex(16)}-LIS`],
    ['etag', `W/"${make.hex(24)}"`],
    ['x-request-id', requestId],
    ['x-ratelimit-limit-second', '5'],
    ['x-ratelimit-remaining-second', String(make.below(6))],
    ['strict-transport-security', 'max-age=15552000; includeSubDomains'],
    ['vary', 'Accept-Encoding'],
  ];
}
