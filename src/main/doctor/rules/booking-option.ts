/** The option of the Booking Engine API instance forbids this way to book (spec.md, "Booking Engine API instance option"). */
import { allowedSteps } from '../../../shared/account.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/api-names.ts';
import { decisive, excluded, type Finding, heard, named, type Rule, type Saying, weak } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

const FORBIDS: readonly Saying[] = [
  {
    pattern:
      /(?:does(?: not|n't) (?:allow|support|permit)|not (?:allowed|enabled|supported|permitted)|disabled|forbid\w*)[^.·]{0,60}(?:instant|request|inquir|book)\w*|(?:instant(?: booking)?|requests? to book|inquir(?:y|ies))[^.·]{0,40}(?:not (?:allowed|enabled|supported|permitted)|disabled|forbidden)|only (?:(?:allows?|permits?|supports?|accepts?)[^.·]{0,20})?(?:instant|requests?|inquir)\w*|bookingOption/i,
    provenance: 'spec.md, Booking Engine API instance option',
  },
];

export const rule: Rule = {
  cause: 'bookingOption',
  title: 'The booking option forbids this step',
  source: 'spec.md, Booking Engine API instance option',
  confirm: { text: 'Read the booking option of the Booking Engine API instance in the account.', cost: 'customer' },
  remedy: ({ endpoint }) =>
    endpoint === 'quoteInstant'
      ? 'Send a request to book (…/{quoteId}/inquiry) instead, or use an application whose option allows instant booking.'
      : 'Book instantly (…/{quoteId}/instant) instead, or use an application whose option allows requests to book.',
  weigh: (facts) => {
    const { endpoint, status, surroundings } = facts;
    if (!(endpoint === 'quoteInstant' || endpoint === 'quoteRequest')) return null;
    if (!(status === 403 || status === 400 || status === 405 || status === 422)) return null;
    const findings: Finding[] = [];
    const option = surroundings.connection?.bookingOption ?? null;
    if (option !== null) {
      const allowed = allowedSteps(option)[endpoint === 'quoteInstant' ? 'instant' : 'request'];
      const text = `The application’s option is “${BOOKING_OPTION_NAMES[option]}”.`;
      findings.push(allowed ? excluded(text) : decisive(text));
    }
    const said = heard(facts, FORBIDS);
    if (said) findings.push(...named(said, 'the way to book'));
    if (status === 403 && findings.length === 0) findings.push(weak('A 403 of a booking step may be its option.'));
    return findings.length === 0 ? null : [...findings, ...notByService(facts)];
  },
};
