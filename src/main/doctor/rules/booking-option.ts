/** The option of the Booking Engine API instance forbids this way to book (service.md §2.3). */
import { allowedSteps } from '../../../shared/connection/account.ts';
import type { BookingOption } from '../../../shared/model/connection.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/text/api-names.ts';
import type { Endpoint } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Finding, named, type Rule, say, stated, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

export const rule: Rule = {
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
    const said = statementIn(facts, 'bookingForbidden');
    if (!(endpoint === 'quoteInstant' || endpoint === 'quoteRequest' || (said && endpoint === 'unknown'))) return null;
    if (!(status === 403 || status === 400 || status === 405 || status === 422)) return null;
    const option = surroundings.connection?.bookingOption ?? null;
    const findings = allOf(
      option !== null &&
        (isAllowed(option, endpoint) ? say.excluded : say.decisive)(
          `The application’s option is “${BOOKING_OPTION_NAMES[option]}”.`,
        ),
      surroundings.connection === null && ownOption(facts),
      said && named(said, 'the way to book').map(stated),
    );
    if (status === 403 && findings.length === 0) findings.push(say.weak('A 403 of a booking step may be its option.'));
    return findings.length === 0 ? null : [...findings, ...notByService(facts)];
  },
};

/**
 * Weighs the booking option of the person's own connections to the host of a customer's request, if all their applications have the same option.
 * This evidence is never decisive, because the customer may use another application.
 */
function ownOption({ endpoint, address: { host }, surroundings: { services } }: Facts): Finding[] {
  const here = services.filter(({ addresses: { bookingBaseUrl }, bookingOptions = [] }) => {
    const isHere = bookingBaseUrl !== null && URL.canParse(bookingBaseUrl) && new URL(bookingBaseUrl).host === host;
    return isHere && bookingOptions.length > 0;
  });
  const [option, ...others] = new Set(here.flatMap(({ bookingOptions = [] }) => bookingOptions));
  if (option === undefined || others.length > 0) return [];
  const [{ name } = { name: '' }] = here;
  const text = `The applications of your connection “${name}” at this host have the option “${BOOKING_OPTION_NAMES[option]}”.`;
  return [(isAllowed(option, endpoint) ? say.unlikely : say.moderate)(text)];
}

const isAllowed = (option: BookingOption, endpoint: Endpoint): boolean =>
  allowedSteps(option)[endpoint === 'quoteInstant' ? 'instant' : 'request'];
