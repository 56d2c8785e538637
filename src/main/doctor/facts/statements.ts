/** Finds the statements of services in their errors by meaning: the concepts that one sentence names, in any spelling of a code (ADR 41). */
import { conceptsOf, isNamed, type Sentence } from './concepts.ts';

/**
 * The wordings of each meaning (concepts.ts), with their source: service.md with the mark of the fact, a standard, or `observed` for messages of
 * public clients and servers.
 */
const TABLE = {
  tokenExpired: [
    'service.md §8.1, spec',
    'token|jwt|session|credentials > expired',
    'expired > token|jwt',
    'tokenexpired|expiredtoken',
  ],
  tokenUnknown: [
    'observed',
    'token|jwt|session > not known|unknown|revoked|not found|no longer valid|not recogni*|not exist|invalidated|deactivated',
    'unknown|revoked|invalidated|unrecogni* > token|jwt',
  ],
  tokenInvalid: [
    'RFC 6750, section 3.1',
    'invalid token|invalid access token|invalid jwt|invalid signature|bad signature|signature verification failed',
    'token|jwt > invalid|not valid',
  ],
  tokenEarly: [
    'RFC 7519, sections 4.1.5 and 4.1.6; observed',
    'not yet valid|nbf|issued in the future|used too early|used before issued|used before it was issued|clock skew',
    'before + its|the + not before|validity',
    'iat > future',
  ],
  otherScope: [
    'RFC 6750, section 3.1; observed',
    'insufficient|another|wrong|different|missing|required|lacks|lack|lacks the|lack the + scope',
    'scope|scopes|scope is|scopes are + not|missing|insufficient',
    'wrong|invalid|unexpected + audience',
    'audience|audience is + invalid|mismatch|not',
    'not valid|not issued|not intended + for this + api|audience|resource',
  ],
  otherClient: [
    'service.md §2.1, spec',
    'client|credentials|key|keys > open api|booking engine|other api|another api',
    'client|application > not allowed|not permitted|not authori* > scope',
  ],
  otherEnvironment: [
    'service.md §3.9, observed',
    'not issued|not valid|not known + for|in + this environment',
    'wrong|different|another|other|invalid|unknown + environment|issuer|tenant|realm|region',
    'issuer|issuer is + invalid|unknown|mismatch|not',
    'iss > claim|invalid|mismatch',
  ],
  badCredentials: [
    'service.md §3.9, observed',
    'client + id|secret|credentials|authentication > wrong|invalid|incorrect|failed|unknown|not found|mismatch*',
    'wrong|invalid|incorrect|unknown|bad + client|credentials',
    'invalid value for client',
  ],
  badForm: [
    'service.md §3.9, spec',
    'content type > must|should|expected|not supported|unsupported|invalid',
    'unsupported media type|x www form urlencoded|missing form parameter',
  ],
  tokenQuota: [
    'service.md §3.9, observed',
    '#|five|too many|no more|maximum|limit|quota > token|tokens',
    'token|tokens > quota|limit|allowance',
  ],
  renewalLimit: [
    'service.md §3.6, spec',
    '#|three|too many|no more|maximum|limit > renew*',
    'renew* > limit|quota|exceeded|reached|times',
  ],
  tooMany: [
    'service.md §8.1, spec',
    'rate limit*|ratelimit*|too many requests|too many token requests|slow down|throttl*',
    'requests per + second|minute|hour',
  ],
  accountInactive: [
    'service.md §8.4, documented',
    'account > inactive|suspended|disabled|deactivated|blocked|not active|closed|expired|has no permission|lacks',
    'inactive|suspended|disabled|deactivated + account',
    'subscription|plan|licence|license > expired|inactive|not include|required|upgrade',
  ],
  writingForbidden: [
    'service.md §8.1, spec',
    'read only|readonly|write access|write permission*|write scope',
    'not allowed to|not permitted to|not authorized to|not authorised to|permission to|permissions to|may not|cannot|could not|must not + create|update|modify|change|edit|delete|write|book|make',
  ],
  permissionLacking: [
    'service.md §8.1, spec',
    'insufficient|not enough|missing + permission*|privilege*|rights|role|user permission*|account permission*|api permission*',
  ],
  /** The documented text of every 403, whatever its cause; so it is weak evidence for a missing permission. */
  anyRefusal: [
    'service.md §8.4, spec; the text of any 403',
    'permission*|privilege*|not authori*|unauthorized to|unauthorised to|not allowed to|access denied|forbidden',
  ],
  notActivated: [
    'service.md §7.9, spec',
    'not|not yet|not been|not yet been + activated|initiali*',
    'activate|activation > source|step*|booking|account|first',
    'manual + source|booking source',
    'source > not + active|activated|enabled|yet active|yet activated',
    'first|one|a + direct + booking|reservation',
    'booking engine source',
    'no active|inactive + source|reservation source|booking source|manual source',
    'not ready to accept + reservations|bookings',
  ],
  bookingForbidden: [
    'service.md §2.3, spec',
    'not allow*|not support*|not permit*|not enable*|disabled|forbid*|only|turned off|booking option & instant*|request to book|requests to book|request only|requests only|only request*|booking request*|inquir*|booking option',
  ],
  outsideEngine: [
    'service.md §8.3, documented',
    'outside|out of|not in|not part of|not within|not included in & scope|booking engine',
    'listing|property|unit & not + found|listed|active|published|bookable|enabled|connected|assigned|exist|belong',
    'listing|property|unit & not available for|not available in|not available through|inactive|unlisted|unpublished|access to',
  ],
  datesBlocked: [
    'service.md §8.3, documented',
    'blocked|unavailab*|not availab*|no availab*|no longer availab*|already booked|already reserved|already taken|closed|occupied & calendar|date|dates|night|nights|day|days|period|stay',
  ],
  stayTooShort: [
    'service.md §8.3, documented',
    'min|minimum|at least|too short|shorter than|fewer|below & night|nights|stay|stays|length of stay',
  ],
  couponRefused: [
    'service.md §8.3, documented',
    'coupon|promo|promo code|promotion|discount code > invalid|not valid|not found|not appli*|expired|unknown|dropped|not exist|not apply',
    'invalid|unknown|expired + coupon|promo',
  ],
  quoteExpired: [
    'service.md §7.7, documented',
    'quote|quotes & expired|no longer valid|out of date|outdated|timed out|lapsed|too old',
  ],
  quoteMissing: ['service.md §7.7, documented', 'quote > not found|not exist|unknown', 'no such quote'],
  quoteUsed: [
    'service.md §7.7, observed',
    'already fulfilled|already been fulfilled|*alreadyfulfilled*|fulfilled by a reservation',
    'quote|quotes|inquiry|reservation & already|already been + used|booked|confirmed|converted|consumed|has',
    'quote used',
    'quote|quotes & single use',
  ],
  tooManyApplications: [
    'service.md §2.2, spec',
    'max|maximum|limit|at most|more than|too many|up to|already|only|exceeded|quota & application|applications|instance|instances|integration|integrations|api key|api keys',
  ],
  deprecated: [
    'service.md §1.4, spec',
    'deprecat*|no longer supported|no longer available|no longer maintained|has been removed|has been retired|has been sunset',
    'use|use the|use new|use the new + quote|quotes|reservation quote|reservation quotes',
  ],
  badParameter: [
    'service.md §8.3, documented; observed',
    'is|are + required|missing|not allowed',
    'missing|missing required + parameter*|field*|property*',
    'must + be|have|contain|match|not',
    'should + be|have|not',
    'invalid|unexpected|unknown|wrong + value*|parameter*|field*|format*|date*|type*|json*|input*|argument*',
    'not|not a + valid + date|json|number|id|email|objectid',
    'validation failed|validation error|malformed|unexpected token|cannot be empty|cannot be blank|cannot be null',
    'expected > but',
    'cast to > failed',
    'given more than once|at most # guests',
  ],
  noRoute: [
    'observed',
    'cannot + get|post|put|patch|delete',
    'route not found|route was not found|no route|no such route|unknown path|unknown endpoint|unknown route',
    'resource|url|path|endpoint|page + not found|was not found|not be found|could not be found',
  ],
  noRecord: ['observed', 'listing*|quote*|property|reservation*|rate plan*|guest* > not found'],
  serviceFault: [
    'service.md §8.1, spec',
    'internal error|internal server error|unexpected error|something went wrong|service unavailable|maintenance|upstream*',
    'bad gateway|gateway timeout|gateway time out',
  ],
  httpsRequired: ['service.md §1.2, spec', 'https required|https is required|must use https'],
} as const satisfies Record<string, readonly [provenance: string, ...wordings: string[]]>;

export type Meaning = keyof typeof TABLE;

const CONCEPTS = new Map(
  Object.entries(TABLE).map(([meaning, [, ...wordings]]) => [meaning as Meaning, wordings.map(conceptsOf)]),
);

export const MEANINGS = [...CONCEPTS.keys()];

const MAX_WORDS = 200;

/** Returns the first sentence with this meaning, and the source that documents its wording; null without one. */
export function statementOf(
  sentences: readonly Sentence[],
  meaning: Meaning,
): { words: string; provenance: string } | null {
  const found = sentences.find(({ words }) => CONCEPTS.get(meaning)?.some((concepts) => isNamed(words, concepts)));
  return found ? { words: found.text.slice(0, MAX_WORDS), provenance: TABLE[meaning][0] } : null;
}
