/** The listing is outside the booking engine (service.md §8.3: FORBIDDEN, NOT_FOUND). */
import type { Endpoint } from '../facts/address.ts';
import { acceptedFor, allOf, named, type Rule, say, stated, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { noTokenFindings } from './sent-token.ts';

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
    const isForbidden = status === 403;
    const ofScope = 'The code FORBIDDEN is documented as outside the booking engine’s scope.';
    const signs = allOf(
      said && named(said, 'the listing').map(stated),
      status === 404 &&
        (envelope.code === 'NOT_FOUND'
          ? say.moderate('The code NOT_FOUND at the address of one listing.')
          : say.weak('404 at the address of one listing.')),
      isForbidden && envelope.code === 'FORBIDDEN' && (endpoint === 'quoteCreate' ? say.moderate : say.strong)(ofScope),
    );
    if (signs.length === 0) return null;
    const { history } = facts.surroundings;
    const same = history?.sameBefore ?? history?.sameAfter ?? null;
    const isOnly = history?.newerRefused === false && history.otherAfter === null && history.otherBefore === null;
    return allOf(
      signs,
      isForbidden && noTokenFindings(facts),
      same &&
        (isForbidden && endpoint === 'quoteCreate' ? say.strong : say.moderate)(
          `The same operation was accepted for another request: ${acceptedFor(same)}.`,
          same,
        ),
      isOnly && isForbidden && !said && say.unlikely('No other request with this token was accepted.'),
      notByService(facts),
    );
  },
};
