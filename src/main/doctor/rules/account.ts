/** The account or an application may not do what was asked: permission, booking option, activation, listing, number of applications. */
import { allowedSteps } from '../../../shared/connection/account.ts';
import { MAX_APPLICATIONS } from '../../../shared/input/max-input.ts';
import type { BookingOption } from '../../../shared/model/connection.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/text/api-names.ts';
import { BOOKING_ENDPOINTS, type Endpoint } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { isUnpricedQuote, UNPRICED_QUOTE } from '../facts/unpriced-quote.ts';
import { acceptedFor, allOf, type Finding, type Rule, say, stated, statementIn, told, when } from '../rule.ts';

/** Whether the endpoint may be refused for reasons of its own: a listing outside the booking engine, or a forbidden quote step. */
const isSpecific = ({ endpoint }: Facts): boolean =>
  endpoint.startsWith('quote') || endpoint === 'listing' || endpoint === 'calendar';
const isBookingStep = ({ endpoint }: Facts): boolean => endpoint === 'quoteInstant' || endpoint === 'quoteRequest';
const isAllowed = (option: BookingOption, { endpoint }: Facts): boolean =>
  allowedSteps(option)[endpoint === 'quoteInstant' ? 'instant' : 'request'];

export const noPermission: Rule = {
  cause: 'noPermission',
  title: 'The account lacks permission',
  source: 'service.md §8.1, §8.4',
  confirm: {
    text: 'Send a cheap read of another operation with the same token; if that works, it is this permission.',
    cost: 'request',
  },
  remedy: ({ surroundings: { history } }) =>
    `${history?.acceptedElsewhere ? 'Another application of this account may do it: use that one, or compare what the two may do in the account. ' : ''}Ask the account’s owner, then support, whether the account is active and allowed to do this; quote the request id. A new token does not help.`,
  weigh: (facts) => {
    const { isToken, isRefused, status, failure, surroundings } = facts;
    if (isToken || !isRefused) return null;
    const account = told(facts, 'accountInactive').map(stated);
    if (status === 401) return [...account, say.unlikely('A 401 concerns the token rather than a permission.')];
    const isWrite = account.length === 0 && failure.method !== 'GET';
    const writing = isWrite ? told(facts, 'writingForbidden').map(stated) : [];
    const isUnnamed = account.length + writing.length === 0;
    const option = surroundings.connection?.bookingOption ?? null;
    return allOf(
      account,
      writing,
      isUnnamed && told(facts, 'permissionLacking'),
      general403(facts, account.length > 0),
      option !== null &&
        isBookingStep(facts) &&
        isAllowed(option, facts) &&
        say.unlikely(`The application’s option “${BOOKING_OPTION_NAMES[option]}” permits this step.`),
      otherRequests(facts),
    );
  },
};

/** Findings that any 403 gives for a missing permission. */
function general403(facts: Facts, isAccountNamed: boolean): Finding[] {
  const { envelope, failure, tokenLeftMs } = facts;
  const isCode = envelope.code === 'FORBIDDEN';
  const isNamed = isAccountNamed || isCode || statementIn(facts, 'permissionLacking');
  const isAlive = failure.authorization.kind === 'bearer' && tokenLeftMs !== null && tokenLeftMs > 0;
  const strength = isSpecific(facts) ? say.weak : say.moderate;
  return allOf(
    say.weak('A 403 concerns what the account may do, unless it means an expired or invalid token.'),
    isCode && strength('The service’s code FORBIDDEN is documented as outside what this application may do.'),
    !isNamed && told(facts, 'anyRefusal', say.weak),
    isAlive && strength('A token of this form, alive by its own expiry, was sent, and the answer is 403.'),
  );
}

/** Findings from the journal about a 403. */
function otherRequests({ surroundings: { history }, endpoint }: Facts): Finding[] {
  if (history === null) return [];
  const { sameAfter, newerAccepted, refusedElsewhere, newerRefused, olderRefused } = history;
  const other = history.otherAfter ?? history.otherBefore;
  // A quote step may also be refused because the account is not activated.
  const strength = endpoint.startsWith('quote') ? say.weak : say.strong;
  return allOf(
    sameAfter && say.unlikely(`The same operation was accepted with the same token ${when(sameAfter)}.`, sameAfter),
    !sameAfter &&
      other &&
      strength(`The same token was accepted for ${acceptedFor(other)}, so this operation is refused.`, other),
    newerRefused
      ? say.strong('A newer token was refused for the same operation as well.')
      : olderRefused && say.moderate('An older token was refused for the same operation before.'),
    refusedElsewhere &&
      say.moderate(
        `Another application was refused for ${acceptedFor(refusedElsewhere)} as well: it is the account rather than one token.`,
        refusedElsewhere,
      ),
    newerAccepted &&
      !sameAfter &&
      say.excluded(`The same operation was accepted with a newer token ${when(newerAccepted)}.`, newerAccepted),
  );
}

export const bookingOption: Rule = {
  cause: 'bookingOption',
  title: 'The booking option forbids this step',
  source: 'service.md §2.3',
  confirm: { text: 'Read the booking option of the Booking Engine API instance in the account.', cost: 'customer' },
  remedy: ({ endpoint }) =>
    endpoint === 'quoteInstant'
      ? 'Send a request to book (…/{quoteId}/inquiry) instead, or use an application whose option allows instant booking.'
      : 'Book instantly (…/{quoteId}/instant) instead, or use an application whose option allows requests to book.',
  weigh: (facts) => {
    const { endpoint, status, surroundings } = facts;
    const said = told(facts, 'bookingForbidden').map(stated);
    if (!isBookingStep(facts) && !(said.length > 0 && endpoint === 'unknown')) return null;
    if (!(status === 403 || status === 400 || status === 405 || status === 422)) return null;
    const option = surroundings.connection?.bookingOption ?? null;
    return allOf(
      option !== null &&
        (isAllowed(option, facts) ? say.excluded : say.decisive)(
          `The application’s option is “${BOOKING_OPTION_NAMES[option]}”.`,
        ),
      surroundings.connection === null && ownOption(facts),
      said,
      status === 403 && say.weak('A 403 of a booking step may be its option.'),
    );
  },
};

/**
 * Weighs the booking option of the person's own connections to the host of a customer's request, if all their applications have the same option.
 * This evidence is never decisive, because the customer may use another application.
 */
function ownOption(facts: Facts): Finding[] {
  const { address, surroundings } = facts;
  const here = surroundings.services.filter(({ addresses: { bookingBaseUrl }, bookingOptions = [] }) => {
    const isHere =
      bookingBaseUrl !== null && URL.canParse(bookingBaseUrl) && new URL(bookingBaseUrl).host === address.host;
    return isHere && bookingOptions.length > 0;
  });
  const [option, ...others] = new Set(here.flatMap(({ bookingOptions = [] }) => bookingOptions));
  if (option === undefined || others.length > 0) return [];
  const text = `The applications of your connection “${here[0]?.name}” at this host have the option “${BOOKING_OPTION_NAMES[option]}”.`;
  return [(isAllowed(option, facts) ? say.unlikely : say.moderate)(text)];
}

export const activationSteps: Rule = {
  cause: 'activationSteps',
  title: 'The activation steps are not done',
  source: 'service.md §7.9 (activation before using reservation endpoints)',
  confirm: {
    text: 'Look in the account for one direct booking and for a reservation through a quote.',
    cost: 'customer',
  },
  remedy: ({ isSuccess }) =>
    `Create one direct booking in the account, which activates the manual booking source; then ${isSuccess ? 'ask for a new quote, and ' : ''}make a first reservation through a quote.`,
  weigh: (facts) => {
    const { isSuccess, json, endpoint, api, status, surroundings } = facts;
    const before = surroundings.history?.reservationBefore;
    const activated = before
      ? [say.excluded(`A reservation was made through a quote ${when(before)}, so the source is activated.`, before)]
      : [];
    if (isSuccess)
      return isUnpricedQuote(json)
        ? [
            say.strong(`${UNPRICED_QUOTE} The service answers so while the booking source is not activated.`),
            ...activated,
          ]
        : null;
    const said = told(facts, 'notActivated').map(stated);
    const isSaid = said.length > 0;
    if (!(BOOKING_ENDPOINTS.has(endpoint) || (isSaid && endpoint === 'unknown')) || api === 'openApi') return null;
    if (!(status === 403 || status === 401 || (isSaid && status === 400))) return null;
    return allOf(said, activated.length > 0 ? activated : status === 403 && otherQuoteSteps(facts));
  },
};

const QUOTE_OPERATIONS: ReadonlySet<string> = BOOKING_ENDPOINTS;

/** Findings about a 403 of a quote step. Without activation all tokens and applications are refused, because it belongs to the account. */
function otherQuoteSteps(facts: Facts): Finding[] {
  const { history } = facts.surroundings;
  const refused = say.weak('A 403 of a quote step is documented for an account without activation.');
  if (history === null) return [refused];
  const { acceptedElsewhere: elsewhere, refusedElsewhere, newerRefused, olderRefused } = history;
  const others = [history.otherAfter, history.otherBefore].filter((other) => other !== null);
  const isQuote = ({ operation }: { operation: string }): boolean => QUOTE_OPERATIONS.has(operation);
  const quote = history.sameAfter ?? history.sameBefore ?? others.find(isQuote);
  const search = others.find((other) => !isQuote(other));
  const strength = isBookingStep(facts) && quote?.operation === 'quoteCreate' ? say.moderate : say.known;
  return allOf(
    refused,
    elsewhere &&
      say.against(
        `Another application was accepted for ${acceptedFor(elsewhere)}: the account is activated.`,
        elsewhere,
      ),
    (newerRefused || olderRefused) && say.moderate('Another token was refused for the same step as well.'),
    refusedElsewhere &&
      say.moderate(`Another application was refused for ${acceptedFor(refusedElsewhere)} as well.`, refusedElsewhere),
    quote && strength(`A quote step was accepted: ${acceptedFor(quote)}.`, quote),
    !quote &&
      search &&
      say.strong(`The same token was accepted for ${acceptedFor(search)}; only quote steps are refused.`, search),
  );
}

const OF_A_LISTING: ReadonlySet<Endpoint> = new Set(['listing', 'calendar', 'quoteCreate']);

export const listingNotBookable: Rule = {
  cause: 'listingNotBookable',
  title: 'The listing is outside the booking engine',
  source: 'service.md §8.3 (FORBIDDEN, NOT_FOUND)',
  confirm: {
    text: 'Search without dates with the same token; a listing of the booking engine is in the results.',
    cost: 'request',
  },
  remedy: () =>
    'In the account, list the property, set it active and include it in the Booking Engine API instance; or use the id of a listing that the search returns.',
  weigh: (facts) => {
    const { endpoint, api, status, envelope, isToken, surroundings } = facts;
    const said = told(facts, 'outsideEngine').map(stated);
    if (said.length === 0 && (!OF_A_LISTING.has(endpoint) || api === 'openApi')) return null;
    if (isToken || !(status === 403 || status === 404 || status === 400)) return null;
    const strength = endpoint === 'quoteCreate' ? say.moderate : say.strong;
    const signs = allOf(
      said,
      status === 404 &&
        envelope.code === 'NOT_FOUND' &&
        say.moderate('The code NOT_FOUND at the address of a listing.'),
      status === 403 &&
        envelope.code === 'FORBIDDEN' &&
        strength('The code FORBIDDEN is documented as outside the booking engine’s scope.'),
    );
    const same = surroundings.history?.sameBefore ?? surroundings.history?.sameAfter ?? null;
    if (same !== null && signs.length > 0)
      signs.push(
        (status === 403 && endpoint === 'quoteCreate' ? say.strong : say.moderate)(
          `The same operation was accepted for another request: ${acceptedFor(same)}.`,
          same,
        ),
      );
    return signs;
  },
};

export const sixthApplication: Rule = {
  cause: 'sixthApplication',
  title: 'The account already has five applications',
  source: 'service.md §2.2',
  confirm: { text: 'Count the Booking Engine API instances of the account.', cost: 'customer' },
  remedy: () =>
    `An account may have ${MAX_APPLICATIONS} applications. Use the credentials of one of them (each needs its own token), or delete one that nothing uses and create the new one then.`,
  weigh: (facts) => {
    const { status, endpoint, isToken, surroundings, failure, envelope } = facts;
    if (status === null || status < 400 || status >= 500) return null;
    const isQuota = statementIn(facts, 'renewalLimit') ?? statementIn(facts, 'tokenQuota');
    const said = isQuota ? [] : told(facts, 'tooManyApplications').map(stated);
    const isSaid = said.length > 0 && (endpoint === 'applications' || isToken || status === 403 || status === 409);
    const count = surroundings.connection?.applications ?? 0;
    // The console keeps five applications; an account may say that it has more.
    const isBeyond = isToken && facts.api !== 'openApi' && count > MAX_APPLICATIONS && envelope.oauthCode === null;
    const isCreating = endpoint === 'applications' && failure.method === 'POST';
    if (!isCreating && !isBeyond && !isSaid) return null;
    return allOf(
      said,
      isCreating && status !== 401 && say.moderate('The request creates an application.'),
      count >= MAX_APPLICATIONS && (isBeyond ? say.clear : say.decisive)(`This account has ${count} applications.`),
    );
  },
};
