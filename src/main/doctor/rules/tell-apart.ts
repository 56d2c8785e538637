/** The table of observations that separate two causes when the evidence cannot tell them apart. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';

type Pair = readonly [CauseId, CauseId, string];

const OTHER_READ =
  'Send a cheap read of another operation with the same token (1 request): if it works, the token is good and it is this operation; if it is refused as well, it is the token.';
const ISSUED_WHEN =
  'Ask when the token was issued: more than 24 hours before the request, it had expired; less, the service no longer knows it.';
const OTHER_LISTING =
  'Send the same request for a listing that the search returns (1 request): if it works, it is the listing.';
const ACCOUNT_BOOKINGS =
  'Look in the account for one direct booking and one reservation through a quote: if one is missing, it is the activation.';
const OPTION =
  'Read the booking option of the Booking Engine API instance: if it does not allow this step, that is it.';
const OTHER_NETWORK =
  'Send the same request from another network, such as a phone’s (1 request): if it works, something on the way answered.';

const RETRY_AFTER = 'Read Retry-After in the answer’s headers: a token or a renewal takes hours, a rate limit seconds.';

const PAIRS: readonly Pair[] = [
  ['tokenExpired', 'tokenUnknown', ISSUED_WHEN],
  ['tokenExpired', 'noPermission', OTHER_READ],
  ['tokenUnknown', 'noPermission', OTHER_READ],
  ['bearerMissing', 'noPermission', 'Look at the Authorization header as it was sent: without “Bearer ”, that is it.'],
  ['bearerMissing', 'tokenExpired', 'Look at the Authorization header as it was sent: without “Bearer ”, that is it.'],
  ['wrongEnvironment', 'wrongBasePath', 'Compare host and path with the documented addresses, one after the other.'],
  ['wrongEnvironment', 'networkFailure', 'Compare the host with the documented one, letter by letter.'],
  ['activationSteps', 'noPermission', ACCOUNT_BOOKINGS],
  ['activationSteps', 'listingNotBookable', OTHER_LISTING],
  ['listingNotBookable', 'noPermission', OTHER_LISTING],
  ['listingNotBookable', 'wrongBasePath', OTHER_LISTING],
  ['bookingOption', 'noPermission', OPTION],
  ['bookingOption', 'activationSteps', OPTION],
  [
    'quotaUsedUp',
    'renewalLimit',
    'Ask for which of the two APIs the token was requested: the Open API counts tokens, the Booking Engine renewals.',
  ],
  ['quotaUsedUp', 'rateLimit', RETRY_AFTER],
  ['renewalLimit', 'rateLimit', RETRY_AFTER],
  ['credentialsWrong', 'wrongApi', 'Ask for which of the two APIs the credentials were created.'],
  ['credentialsWrong', 'wrongParameters', 'Look at the names of the form’s fields: with all four, it is their values.'],
  ['intermediary', 'upstreamFault', OTHER_NETWORK],
  ['intermediary', 'noPermission', OTHER_NETWORK],
  ['intermediary', 'rateLimit', OTHER_NETWORK],
  [
    'intermediary',
    'tlsFailure',
    'Look at the issuer of the certificate that the machine is shown: a company’s or a product’s name means that something on the way opens connections.',
  ],
  ['tlsFailure', 'clockWrong', 'Compare the machine’s clock with the real time.'],
  ['quoteExpired', 'wrongBasePath', 'Read the same quote again at the documented path (1 request).'],
  ['quoteExpired', 'wrongEnvironment', 'Ask with which application and environment the quote was created.'],
];

/** Returns the observation that separates two causes, in either order; null when none is known. */
export const apartBy = (one: CauseId, two: CauseId): string | null =>
  PAIRS.find(([first, second]) => (first === one && second === two) || (first === two && second === one))?.[2] ?? null;
