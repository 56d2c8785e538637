/** The exchange is in order: the answer is a success with the expected content. */
import type { Facts } from '../facts/facts.ts';
import { isUnpricedQuote, UNPRICED_QUOTE } from '../facts/unpriced-quote.ts';
import { type Finding, type Rule, say, stated } from '../rule.ts';
import { dropped } from './coupon-dropped.ts';

export const rule: Rule = {
  cause: 'nothingWrong',
  title: 'Nothing is wrong with this exchange',
  source: 'service.md §3.3 (success)',
  confirm: null,
  remedy: ({ surroundings: { recovered } }) =>
    recovered !== null
      ? 'Nothing: the client handled the failure as it should, and the request succeeded. A failure that recovers now and then is no fault.'
      : 'Look at the request before or after it: this one was accepted. If the result is empty, look at the filters and dates.',
  weigh: (facts) => {
    const { status, isSuccess, answeredBy, isToken, standing } = facts;
    if (standing.kind === 'well') return [stated(say.decisive(standing.because))];
    if (status === 304) return [say.strong('Status 304: the copy that the client has is current.')];
    if (!isSuccess) return null;
    const findings: Finding[] = [];
    if (answeredBy.kind === 'intermediary') findings.push(say.excluded('The answer is not the service’s own.'));
    else if (answeredBy.kind === 'service') findings.push(say.decisive(`The service answered ${status} with JSON.`));
    else if (facts.failure.responseBody === null || facts.failure.responseBody.trim() === '')
      findings.push(say.strong(`Status ${status}.`), say.moderate('No error is shown.'));
    else findings.push(say.strong(`Status ${status}.`), say.known('The body is no JSON.'));
    if (isUnpricedQuote(facts.json)) findings.push(say.excluded(UNPRICED_QUOTE));
    if (facts.endpoint.startsWith('quote') && dropped(facts)) {
      findings.push(say.against('A coupon that was sent has no effect, and the service reports none as an error.'));
    }
    if (facts.failure.responseBody === null && facts.surroundings.hypotheses.some(({ isVague }) => !isVague))
      findings.push(say.against('The message tells of a failure.'));
    if (saysError(facts)) findings.push(say.against('The body names an error in spite of the status.'));
    if (isToken && !hasToken(facts)) findings.push(say.against('The answer of the token endpoint holds no token.'));
    return findings;
  },
};

const saysError = ({ json }: Facts): boolean =>
  typeof json === 'object' &&
  json !== null &&
  (('error' in json && json.error !== null && json.error !== false) ||
    'error_code' in json ||
    ('errors' in json && Array.isArray(json.errors) && json.errors.length > 0));

const hasToken = ({ json, failure }: Facts): boolean =>
  failure.responseBody === null || (typeof json === 'object' && json !== null && 'access_token' in json);
