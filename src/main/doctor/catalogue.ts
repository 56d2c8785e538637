/** The catalogue of causes, for people who look a cause up without a failure at hand. Titles, confirmations and sources are those of the rules. */
import type { CauseEntry } from '../../shared/model/cause-entry.ts';
import type { CauseId } from '../../shared/model/diagnosis.ts';
import { RULES } from './rules/index.ts';

/** The causes that a person looks up; the other two are outcomes, not causes. */
export type CataloguedCause = Exclude<CauseId, 'nothingWrong' | 'notEnough'>;

const TEXTS: Readonly<Record<CataloguedCause, { readonly looks: string; readonly remedy: string }>> = {
  bearerMissing: {
    looks:
      'A 403 whose message says that permission is lacking, on every request of a new client. Its Authorization header holds the token without the word Bearer.',
    remedy: 'Put the word Bearer and one space before the token. The same token works; no new one is needed.',
  },
  headerMalformed: {
    looks:
      'A 401 or 403 on every request. The Authorization header has the prefix twice, quotes, a line break, spaces or a placeholder such as {{token}} instead of a token.',
    remedy:
      'Send exactly the word Bearer, one space and the token. Trim the token, and let only one place of the client add the prefix. No new token is needed.',
  },
  tokenExpired: {
    looks:
      'Requests work for a day and are then refused with 401, or with 403, until the client gets a new token. The token is older than 24 hours.',
    remedy:
      'Request one new token, keep it until shortly before it expires, and send the request again. A new token costs one slot of the quota.',
  },
  tokenUnknown: {
    looks:
      'A token that is younger than a day is refused with 401 or 403 by every operation, although it worked before.',
    remedy:
      'Request one new token and keep it over restarts. Ask who else requests tokens with the same credentials. A new token costs one slot of the quota.',
  },
  clockWrong: {
    looks:
      'One machine is refused and another one is not, or a library says that a token is not valid yet. The Date header of an answer differs from the machine’s clock by minutes or hours.',
    remedy:
      'Let the machine take its time from a time server (NTP). Count a token’s life from the moment of its answer.',
  },
  wrongApi: {
    looks:
      'All requests to one API are refused with 401 or 403, while the other API works. The token was issued by the token endpoint, or with the scope, of the other API.',
    remedy:
      'Use a token of the API that is called: scope open-api for the Open API, booking_engine:api for the Booking Engine API.',
  },
  wrongEnvironment: {
    looks:
      'Correct-looking credentials or tokens are refused at once, or the host is not one of the service: a test system, an old copy of the address, a typing error.',
    remedy: 'Use host, token address and credentials of the same environment.',
  },
  wrongBasePath: {
    looks:
      'A 404, or a 403 without a body of the service, for an operation that exists. The path has /v1 twice or not at all, or /api where the service has none.',
    remedy: 'Correct the base address. In the app, the path doctor of Connections finds which path answers.',
  },
  deprecatedEndpoint: {
    looks: 'A request to /reservations of the Booking Engine API that is no quote, and a 4xx or a Deprecation header.',
    remedy:
      'Use the quote flow: POST /reservations/quotes, then …/{quoteId}/instant or …/{quoteId}/inquiry. Do the two activation steps before the first reservation.',
  },
  oldApi: {
    looks:
      'A request to the host of the older open API, often with Basic in the Authorization header. It is refused, or its operation was withdrawn.',
    remedy:
      'Move to the new Open API: create client credentials, request a token with the scope open-api, and send it with Bearer. Keys of the older API are no client credentials.',
  },
  notHttps: {
    looks: 'The address begins with http://. The request is redirected, refused, or never answered.',
    remedy:
      'Write https:// in the address. A token or a client secret that was sent over http:// was readable on the way: replace it.',
  },
  wrongContentType: {
    looks: 'The token endpoint answers 400 or 415. The token request sends JSON, or names no Content-Type.',
    remedy: 'Send the fields of a token request as application/x-www-form-urlencoded.',
  },
  credentialsWrong: {
    looks: 'The token endpoint answers 401 or 400 with invalid_client, on the first try and on every further one.',
    remedy:
      'Enter the Client Secret again, without spaces around it. The service shows it only once, so create a new one if it is lost.',
  },
  scopeMisspelt: {
    looks: 'The token endpoint answers 400 with invalid_scope, or issues a token that every operation refuses.',
    remedy: 'Send the scope exactly: open-api for the Open API, booking_engine:api for the Booking Engine API.',
  },
  quotaUsedUp: {
    looks:
      'The token endpoint answers 429, or says that the limit of tokens is reached. Often after restarts, deployments, or a client that requests a token for each call.',
    remedy:
      'Wait until a slot is free; tokens that were issued still work until they expire. Then keep tokens over restarts, and request none after a 403.',
  },
  renewalLimit: {
    looks:
      'The token endpoint of the Booking Engine API answers 429 for one application, after 3 renewals in 24 hours.',
    remedy:
      'Wait until a renewal is free, or use another application of the account. The present token works until it expires; adopting it costs nothing.',
  },
  sixthApplication: {
    looks:
      'A new Booking Engine API instance cannot be created, or its credentials do not work, in an account with five.',
    remedy: 'Remove an instance that is no longer used, or use one of the five.',
  },
  rateLimit: {
    looks:
      'Some requests of a fast series are answered 429, with Retry-After or X-RateLimit headers; slower ones work. The token endpoint is not concerned.',
    remedy:
      'Wait as long as Retry-After says, then retry with exponential backoff, jitter and a cap, and pace the requests: 5 in a second and 275 in a minute for the Booking Engine. A new token does not help.',
  },
  bookingOption: {
    looks: 'An instant booking or a request to book is refused with 403, while the other one of the two works.',
    remedy: 'Send the step that the booking option allows, or use an application whose option allows both.',
  },
  activationSteps: {
    looks: 'The first reservation of an account is refused, or quotes come without prices: no items and amounts of 0.',
    remedy:
      'Create one direct booking in the account, which activates the manual booking source; then make a first reservation through a quote.',
  },
  listingNotBookable: {
    looks:
      'A quote or a calendar of one listing is answered 403 or 404, with NOT_FOUND or FORBIDDEN; other listings work.',
    remedy:
      'In the account, list the property, set it active and include it in the Booking Engine API instance; or use the id of a listing that the search returns.',
  },
  noPermission: {
    looks:
      'A 403 whose message says that permission is lacking and support should be asked, for one operation or for all, with a token that is valid.',
    remedy:
      'Ask the account’s owner, then support, whether the account is active and allowed to do this; quote the request id. A new token does not help.',
  },
  intermediary: {
    looks:
      'The answer is a web page, or has a header of a proxy, a firewall or a captive portal, instead of JSON of the service.',
    remedy:
      'Let the network’s administrator allow the service’s host, sign in to the network, or set the proxy that the machine needs. Do not request a new token.',
  },
  browserRefused: {
    looks:
      'The browser’s console names CORS, mixed content, a content security policy or a blocker. There is no status, or a 200 that the page cannot read.',
    remedy:
      'Call the API from a server, never from a page. Replace a Client Secret that stood in the page: each view may have used one of the day’s tokens.',
  },
  upstreamFault: {
    looks: 'A 500, 502, 503 or 504 with a correct request; the same request works before or after.',
    remedy:
      'Send a read again after a pause. Look up whether a write took effect before it is sent again. Give the request id to support when it goes on.',
  },
  calendarBlocked: {
    looks: 'A quote is answered 400 with LISTING_CALENDAR_BLOCKED, often inside data.errors.',
    remedy:
      'Offer other dates: read the calendar, which also shows closed arrivals and departures. The request itself is right.',
  },
  minimumNights: {
    looks: 'A quote is answered 400 with MIN_NIGHT_MISMATCH, often inside data.errors.',
    remedy: 'Offer a longer stay: the calendar names minNights for each day of arrival. The request itself is right.',
  },
  couponDropped: {
    looks: 'A quote succeeds, but its price has no discount and its coupons lack the code that was sent.',
    remedy:
      'Check the code with its dates and listings in the account. When a quote is created, coupons are one comma-joined string; at …/coupons they are an array.',
  },
  quoteUsed: {
    looks: 'A booking step is refused because the quote is already fulfilled; the same step succeeded before.',
    remedy:
      'Look for the reservation first: the stay may be booked. For another reservation create a new quote; a used one cannot be used again.',
  },
  quoteExpired: {
    looks: 'A booking step is refused, and the quote is older than its expiresAt, about 24 hours.',
    remedy: 'Create a new quote for the same stay and book that one within 24 hours; its price may differ.',
  },
  wrongParameters: {
    looks:
      'A 400 with WRONG_REQUEST_PARAMETERS, or a message such as “"x" is not allowed”; or parameters have no effect because their names are wrong.',
    remedy: 'Use the documented names and forms: dates as YYYY-MM-DD, counts as whole numbers.',
  },
  networkFailure: {
    looks: 'There is no answer: the host is not found, the connection is refused or reset, or a time-out passes.',
    remedy:
      'Check that the host is spelt right and reachable from the machine (name server, firewall, VPN). Look up whether a write took effect before it is sent again.',
  },
  tlsFailure: {
    looks: 'There is no answer, and the error names a certificate, TLS or SSL; often behind a proxy of a company.',
    remedy:
      'Install the certificate authority of the proxy on the machine, or correct its clock. Never switch the verification off.',
  },
};

/** All entries, in the order of the rules: the cheapest check first. */
export const CATALOGUE: readonly CauseEntry[] = RULES.flatMap(({ cause, title, confirm, source }) =>
  cause === 'nothingWrong' || cause === 'notEnough' ? [] : [{ cause, title, ...TEXTS[cause], confirm, source }],
);
