/** The listing is outside the booking engine (service.md §8.3: FORBIDDEN, NOT_FOUND). */
import type { Endpoint } from '../facts/address.ts';
import { acceptedFor, type Finding, named, type Rule, say, stated, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { noTokenSent } from './sent-token.ts';

const OF_A_LISTING: ReadonlySet<Endpoint> = new Set(['listing', 'calendar', 'quoteCreate']);
export const rule: Rule = {
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
    const { endpoint, api, status, envelope } = facts;
    const said = statementIn(facts, 'outsideEngine');
    if (!said && (!OF_A_LISTING.has(endpoint) || api === 'openApi')) return null;
    if (facts.isToken || !(status === 403 || status === 404 || status === 400)) return null;
    const findings: Finding[] = [];
    if (said) findings.push(...named(said, 'the listing').map(stated));
    if (status === 404)
      findings.push(
        envelope.code === 'NOT_FOUND'
          ? say.moderate('The code NOT_FOUND at the address of one listing.')
          : say.weak('404 at the address of one listing.'),
      );
    if (status === 403 && envelope.code === 'FORBIDDEN') {
      const text = 'The code FORBIDDEN is documented as outside the booking engine’s scope.';
      findings.push(endpoint === 'quoteCreate' ? say.moderate(text) : say.strong(text));
    }
    if (findings.length === 0) return null;
    if (status === 403) findings.push(...noTokenSent(facts));
    const { history } = facts.surroundings;
    const same = history?.sameBefore ?? history?.sameAfter ?? null;
    if (same) {
      const text = `The same operation was accepted for another request: ${acceptedFor(same)}.`;
      findings.push((status === 403 && endpoint === 'quoteCreate' ? say.strong : say.moderate)(text, same));
    }
    if (
      history?.newerRefused === false &&
      history.otherAfter === null &&
      history.otherBefore === null &&
      status === 403 &&
      !said
    )
      findings.push(say.unlikely('No other request with this token was accepted.'));
    return [...findings, ...notByService(facts)];
  },
};
