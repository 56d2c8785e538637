/** Base requests and answers from which the cases of the corpus are made. */
import type { CauseId } from '../../../src/shared/model/diagnosis.ts';
import type { FailureCase } from '../case.ts';

export type Request = NonNullable<FailureCase['request']>;
export type Response = NonNullable<FailureCase['response']>;
type Parts = Omit<FailureCase, 'name' | 'cause' | 'nearMissOf'>;
type Lines = Record<string, string>;

/** Makes the cases of one cause: each with its name, the cause that it resembles (null for none) and its parts. */
export const casesOf = (
  cause: CauseId,
  list: readonly (readonly [name: string, nearMissOf: CauseId | null, parts: Parts])[],
): FailureCase[] =>
  list.map(([name, nearMissOf, parts]) => ({
    name: `${cause}: ${name}`,
    cause,
    ...(nearMissOf ? { nearMissOf } : {}),
    ...parts,
  }));

const SENT = '2026-11-22T09:00:00Z';
const DATE = 'Sun, 22 Nov 2026 09:00:01 GMT';
export const OPEN = 'https://open-api.guesty.com';
export const BOOKING = 'https://booking.guesty.com/api';
export const BEARER = 'Bearer TOKEN';
export const LISTING = '64f0a1b2c3d4e5f6a7b8c9d0';
const QUOTE = '65a1b2c3d4e5f6a7b8c9d0e1';
export const NO_PERMISSION = "You don't have permission to access, please contact support";

/** A token of the Open API and one of the Booking Engine, alive at `SENT`. */
export const ALIVE = {
  issuedAt: '2026-11-22T06:00:00Z',
  expiresAt: '2026-11-23T06:00:00Z',
  scopes: ['open-api'],
};
export const ALIVE_BOOKING = { ...ALIVE, scopes: ['booking_engine:api'] };
/** One whose 24 hours ended two hours before `SENT`. */
export const EXPIRED = { issuedAt: '2026-11-21T07:00:00Z', expiresAt: '2026-11-22T07:00:00Z', scopes: ['open-api'] };
export const EXPIRED_BOOKING = { ...EXPIRED, scopes: ['booking_engine:api'] };

const authorized = (authorization: string | null): Lines => ({
  Accept: 'application/json',
  ...(authorization === null ? {} : { Authorization: authorization }),
});

export const get = (url: string, authorization: string | null = BEARER, headers: Lines = {}): Request => ({
  method: 'GET',
  url,
  headers: { ...authorized(authorization), ...headers },
  sentAt: SENT,
});
export const post = (url: string, body: Record<string, unknown>, authorization: string | null = BEARER): Request => ({
  method: 'POST',
  url,
  headers: { ...authorized(authorization), 'Content-Type': 'application/json' },
  body,
  sentAt: SENT,
});
export const listings = (authorization: string | null = BEARER): Request =>
  get(`${OPEN}/v1/listings?limit=20&skip=0`, authorization);
export const search = (authorization: string | null = BEARER): Request =>
  get(`${BOOKING}/v1/search?checkIn=2026-12-01&checkOut=2026-12-05&guests=2`, authorization);
export const calendar = (authorization: string | null = BEARER): Request =>
  get(`${BOOKING}/listings/${LISTING}/calendar?from=2026-12-01&to=2026-12-31`, authorization);
export const NEW_QUOTE = {
  listingId: LISTING,
  checkInDateLocalized: '2026-12-01',
  checkOutDateLocalized: '2026-12-05',
  guestsCount: 2,
};
export const quote = (changes: Record<string, unknown> = {}, authorization: string | null = BEARER): Request =>
  post(`${BOOKING}/reservations/quotes`, { ...NEW_QUOTE, ...changes }, authorization);
export const step = (name: 'instant' | 'inquiry', authorization: string | null = BEARER): Request =>
  post(
    `${BOOKING}/reservations/quotes/${QUOTE}/${name}`,
    {
      ratePlanId: 'default-rateplan-id',
      ccToken: 'pm_reference',
      guest: { firstName: 'A', lastName: 'B', email: 'a@example.com' },
    },
    authorization,
  );
export const readQuote = (): Request => get(`${BOOKING}/reservations/quotes/${QUOTE}`);
export const coupons = (codes: string[]): Request =>
  post(`${BOOKING}/reservations/quotes/${QUOTE}/coupons`, { coupons: codes });

const FORM = 'application/x-www-form-urlencoded';
export const SCOPE = { openApi: 'open-api', booking: 'booking_engine:api' } as const;
export const TOKEN_ADDRESS = {
  openApi: `${OPEN}/oauth2/token`,
  booking: 'https://booking.guesty.com/oauth2/token',
} as const;
/** A token request; a field of `null` is left out. */
export function tokenRequest(
  api: 'openApi' | 'booking',
  changes: Record<string, string | null> = {},
  { type = FORM, url = TOKEN_ADDRESS[api], ...headers }: { type?: string | null; url?: string } & Lines = {},
): Request {
  const fields = {
    grant_type: 'client_credentials',
    scope: SCOPE[api],
    client_id: 'ID',
    client_secret: 'SECRET',
    ...changes,
  };
  const present = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
  return {
    method: 'POST',
    url,
    headers: { Accept: 'application/json', ...(type === null ? {} : { 'Content-Type': type }), ...headers },
    body: type === 'application/json' ? Object.fromEntries(present) : new URLSearchParams(present).toString(),
    sentAt: SENT,
  };
}

const respond = (status: number, type: string, body: string | Record<string, unknown>, headers: Lines): Response => ({
  status,
  headers: { 'content-type': type, date: DATE, ...headers },
  body,
});
export const json = (status: number, body: Record<string, unknown>, headers: Lines = {}): Response =>
  respond(status, 'application/json; charset=utf-8', body, headers);
export const html = (status: number, body: string, headers: Lines = {}): Response =>
  respond(status, 'text/html; charset=utf-8', body, headers);
export const plain = (status: number, body: string, headers: Lines = {}): Response =>
  respond(status, 'text/plain', body, headers);
/** The Booking Engine's envelope of 401, 403, 404 and 429. */
export const booking = (
  status: number,
  code: string,
  message: string,
  moreDetails: unknown = null,
  headers: Lines = {},
): Response => json(status, { error: { code, message, data: { requestId: 'req-4711', moreDetails } } }, headers);
/** The Booking Engine's envelope of 400. */
export const wrong = (error_code: string, message: string, errors: string[] = []): Response =>
  json(400, { error_code, message, data: { errors, requestId: 'req-4711' } });
export const openApi = (status: number, message: string, headers: Lines = {}): Response =>
  json(status, { message }, headers);
export const oauth = (status: number, error: string, error_description: string | null = null, headers: Lines = {}) =>
  json(status, { error, ...(error_description === null ? {} : { error_description }) }, headers);
export const refused403 = openApi(403, NO_PERMISSION);
export const forbidden = booking(403, 'FORBIDDEN', NO_PERMISSION);
/** Without its response headers and times, as people send it. */
export const bare = ({ status, body }: Response): Response => ({
  ...(status === undefined ? {} : { status }),
  ...(body === undefined ? {} : { body }),
});
export const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
export const later = (operation: string) => ({ operation, offsetMs: 20_000 });
export const earlier = (operation: string) => ({ operation, offsetMs: -600_000 });
