/** The catalogue of causes, for people who look a cause up without a failure at hand. It takes title, source and remedy from the rules. */
import type { CauseEntry } from '../../shared/model/cause-entry.ts';
import type { CauseId } from '../../shared/model/diagnosis.ts';
import { readFacts } from './facts/facts.ts';
import { NO_SURROUNDINGS, NOTHING_SHOWN } from './failure.ts';
import { RULES } from './rules/index.ts';

/** A cause in the catalogue, which leaves out the outcomes “nothing wrong” and “not enough”. */
export type CataloguedCause = Exclude<CauseId, 'nothingWrong' | 'notEnough'>;

/** How the failure looks to a person. */
const LOOKS: Readonly<Record<CataloguedCause, string>> = {
  bearerMissing:
    'A 403 whose message says that permission is lacking, on every request of a new client. Its Authorization header holds the token without the word Bearer.',
  headerMalformed:
    'A 401 or 403 on every request. The Authorization header has the prefix twice, quotes, a line break, spaces or a placeholder such as {{token}} instead of a token.',
  tokenExpired:
    'Requests work for a day and are then refused with 401, or with 403, until the client gets a new token. The token is older than 24 hours.',
  tokenUnknown:
    'A token that is younger than a day is refused with 401 or 403 by every operation, although it worked before.',
  clockWrong:
    'One machine is refused and another one is not, or a library says that a token is not valid yet. The Date header of an answer differs from the machine’s clock by minutes or hours.',
  wrongApi:
    'All requests to one API are refused with 401 or 403, while the other API works. The token was issued by the token endpoint, or with the scope, of the other API.',
  wrongEnvironment:
    'Correct-looking credentials or tokens are refused at once, or the host is not one of the service: a test system, an old copy of the address, a typing error.',
  wrongBasePath:
    'A 404, or a 403 without a body of the service, for an operation that exists. The path has /v1 twice or not at all, or /api where the service has none.',
  deprecatedEndpoint:
    'A request to /reservations of the Booking Engine API that is no quote, and a 4xx or a Deprecation header.',
  oldApi:
    'A request to the host of the older open API, often with Basic in the Authorization header. It is refused, or its operation was withdrawn.',
  notHttps: 'The address begins with http://. The request is redirected, refused, or never answered.',
  wrongContentType: 'The token endpoint answers 400 or 415. The token request sends JSON, or names no Content-Type.',
  credentialsWrong:
    'The token endpoint answers 401 or 400 with invalid_client, on the first try and on every further one.',
  scopeMisspelt: 'The token endpoint answers 400 with invalid_scope, or issues a token that every operation refuses.',
  quotaUsedUp:
    'The token endpoint answers 429, or says that the limit of tokens is reached. Often after restarts, deployments, or a client that requests a token for each call.',
  renewalLimit:
    'The token endpoint of the Booking Engine API answers 429 for one application, after 3 renewals in 24 hours.',
  sixthApplication:
    'A new Booking Engine API instance cannot be created, or its credentials do not work, in an account with five.',
  rateLimit:
    'Some requests of a fast series are answered 429, with Retry-After or X-RateLimit headers; slower ones work. The token endpoint is not concerned.',
  bookingOption: 'An instant booking or a request to book is refused with 403, while the other one of the two works.',
  activationSteps:
    'The first reservation of an account is refused, or quotes come without prices: no items and amounts of 0.',
  listingNotBookable:
    'A quote or a calendar of one listing is answered 403 or 404, with NOT_FOUND or FORBIDDEN; other listings work.',
  noPermission:
    'A 403 whose message says that permission is lacking and support should be asked, for one operation or for all, with a token that is valid.',
  intermediary:
    'The answer is a web page, or has a header of a proxy, a firewall or a captive portal, instead of JSON of the service.',
  browserRefused:
    'The browser’s console names CORS, mixed content, a content security policy or a blocker. There is no status, or a 200 that the page cannot read.',
  upstreamFault: 'A 500, 502, 503 or 504 with a correct request; the same request works before or after.',
  calendarBlocked: 'A quote is answered 400 with LISTING_CALENDAR_BLOCKED, often inside data.errors.',
  minimumNights: 'A quote is answered 400 with MIN_NIGHT_MISMATCH, often inside data.errors.',
  couponDropped: 'A quote succeeds, but its price has no discount and its coupons lack the code that was sent.',
  quoteUsed: 'A booking step is refused because the quote is already fulfilled; the same step succeeded before.',
  quoteExpired: 'A booking step is refused, and the quote is older than its expiresAt, about 24 hours.',
  wrongParameters:
    'A 400 with WRONG_REQUEST_PARAMETERS, or a message such as “"x" is not allowed”; or parameters have no effect because their names are wrong.',
  networkFailure:
    'There is no answer: the host is not found, the connection is refused or reset, or a time-out passes.',
  tlsFailure: 'There is no answer, and the error names a certificate, TLS or SSL; often behind a proxy of a company.',
};

/** The advice for a cause whose rule speaks of the request of one failure. */
const REMEDIES: Partial<Record<CauseId, string>> = {
  wrongEnvironment: 'Use host, token address and credentials of the same environment.',
  wrongBasePath: 'Correct the base address. In the app, the path doctor of Connections finds which path answers.',
  deprecatedEndpoint:
    'Use the quote flow: POST /reservations/quotes, then …/{quoteId}/instant or …/{quoteId}/inquiry. Do the two activation steps before the first reservation.',
  bookingOption: 'Send the step that the booking option allows, or use an application whose option allows both.',
  upstreamFault:
    'Send a read again after a pause. Look up whether a write took effect before it is sent again. Give the request id to support when it goes on.',
  networkFailure:
    'Check that the host is spelt right and reachable from the machine (name server, firewall, VPN). Look up whether a write took effect before it is sent again.',
};

/** The facts of a failure that shows nothing. With them, the remedy of a rule is general advice. */
const NO_FACTS = readFacts(NOTHING_SHOWN, NO_SURROUNDINGS);

/** All entries of the catalogue of causes, in the order of the rules: the cheapest check first. */
export const CATALOGUE: readonly CauseEntry[] = RULES.flatMap(({ cause, title, confirm, source, remedy }) =>
  cause === 'nothingWrong' || cause === 'notEnough'
    ? []
    : [{ cause, title, looks: LOOKS[cause], remedy: REMEDIES[cause] ?? remedy(NO_FACTS), confirm, source }],
);
