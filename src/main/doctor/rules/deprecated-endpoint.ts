/** The request uses the deprecated Reservations V1 endpoint (service.md §1.4). */
import { allOf, type Rule, say, saysText, stated, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

export const rule: Rule = {
  cause: 'deprecatedEndpoint',
  title: 'The deprecated Reservations V1 endpoint was called',
  source: 'service.md §1.4',
  confirm: { text: 'Create a quote for the same stay with POST /reservations/quotes.', cost: 'request' },
  remedy: () =>
    'Use the quote flow: POST /reservations/quotes, then …/{quoteId}/instant or …/{quoteId}/inquiry. Before the first reservation, do the two activation steps.',
  weigh: (facts) => {
    const { endpoint, api, status, header, isSuccess } = facts;
    const announced = ['deprecation', 'sunset'].find((name) => header(name) !== null);
    if (
      isSuccess
        ? !announced || endpoint !== 'reservationsV1'
        : status === null || status < 400 || status >= 500 || status === 429
    )
      return null;
    const said = statementIn(facts, 'deprecated');
    const isV1 = endpoint === 'reservationsV1' && api !== 'openApi';
    const findings = allOf(
      announced !== undefined && say.strong(`The answer carries the header “${announced}”.`),
      said && stated(say.strong(saysText(said))),
      status === 410 && say.strong('Status 410: what was here is gone for good.'),
      isV1 &&
        (status === 401
          ? say.unlikely('A 401 is an answer about the token.')
          : say.decisive('The path is that of reservations without a quote, which is being deprecated.')),
      isV1 &&
        (status === 404 || status === 405) &&
        say.moderate(`Status ${status}: the endpoint does not take this request.`),
    );
    return findings.length === 0 ? null : [...findings, ...(isV1 ? notByService(facts) : [])];
  },
};
