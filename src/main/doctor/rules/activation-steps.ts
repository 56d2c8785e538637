/** The activation steps before reservations are not done (service.md §7.9). */

import { BOOKING_ENDPOINTS } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { isUnpricedQuote, UNPRICED_QUOTE } from '../facts/unpriced-quote.ts';
import type { HistoryFacts } from '../history.ts';
import { acceptedFor, allOf, type Finding, named, type Rule, say, stated, statementIn, when } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { noTokenFindings } from './sent-token.ts';

const QUOTE_OPERATIONS: ReadonlySet<string> = BOOKING_ENDPOINTS;

export const rule: Rule = {
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
    if (facts.isSuccess) return isUnpricedQuote(facts.json) ? unpriced(facts) : null;
    const said = statementIn(facts, 'notActivated');
    if (!(BOOKING_ENDPOINTS.has(facts.endpoint) || (said && facts.endpoint === 'unknown')) || facts.api === 'openApi')
      return null;
    if (!(facts.status === 403 || facts.status === 401 || (said && facts.status === 400))) return null;
    return allOf(
      noTokenFindings(facts),
      said && named(said, 'the activation').map(stated),
      otherRequests(facts),
      say.known('Whether the account has a direct booking is not known.'),
      notByService(facts),
    );
  },
};

/** Findings about a success: before the activation, the service answers a quote without a price. */
const unpriced = (facts: Facts): Finding[] => [
  say.strong(`${UNPRICED_QUOTE} The service answers so while the booking source is not activated.`),
  say.weak('Nothing else is known to make a quote without a price.'),
  ...reservationBefore(facts.surroundings.history),
];

const reservationBefore = (history: HistoryFacts | null): Finding[] => {
  const before = history?.reservationBefore;
  return allOf(
    before &&
      say.excluded(`A reservation was made through a quote ${when(before)}, so the source is activated.`, before),
  );
};

/** Findings from other tokens and applications: without activation all of them are refused, because it belongs to the account. */
function otherTokens({ newerRefused, olderRefused, refusedElsewhere }: HistoryFacts): Finding[] {
  if (newerRefused) return [say.strong('A newer token was refused for the same step as well.')];
  if (olderRefused) return [say.moderate('An older token was refused for the same step before.')];
  if (!refusedElsewhere) return [];
  return [
    say.moderate(`Another application was refused for ${acceptedFor(refusedElsewhere)} as well.`, refusedElsewhere),
  ];
}

function otherRequests({ surroundings: { history }, status, endpoint }: Facts): Finding[] {
  const isForbidden = status === 403;
  const refused = isForbidden && say.weak('A 403 of a quote step is documented for an account without activation.');
  if (history === null) return allOf(refused);
  if (history.reservationBefore) return reservationBefore(history);
  const { acceptedElsewhere: elsewhere } = history;
  const others = [history.otherAfter, history.otherBefore].filter((other) => other !== null);
  const quote =
    history.sameAfter ?? history.sameBefore ?? others.find(({ operation }) => QUOTE_OPERATIONS.has(operation));
  const search = others.find(({ operation }) => !QUOTE_OPERATIONS.has(operation));
  const isBooking = endpoint === 'quoteInstant' || endpoint === 'quoteRequest';
  const strength = isBooking && isForbidden && quote?.operation === 'quoteCreate' ? say.moderate : say.known;
  return allOf(
    refused,
    say.known('The journal has no reservation that was made through a quote.'),
    elsewhere &&
      isForbidden &&
      say.against(
        `Another application was accepted for ${acceptedFor(elsewhere)}: the account is activated.`,
        elsewhere,
      ),
    isForbidden && otherTokens(history),
    quote && strength(`A quote step was accepted: ${acceptedFor(quote)}.`, quote),
    !quote &&
      search &&
      isForbidden &&
      say.strong(`The same token was accepted for ${acceptedFor(search)}; only quote steps are refused.`, search),
  );
}
