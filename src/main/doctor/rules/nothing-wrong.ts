/** The exchange is in order: the answer is a success with the expected content. */
import type { Facts } from '../facts/facts.ts';
import { recordOf } from '../facts/record-of.ts';
import { isUnpricedQuote, UNPRICED_QUOTE } from '../facts/unpriced-quote.ts';
import { allOf, type Rule, say, stated } from '../rule.ts';
import { droppedCouponFindings } from './coupon-dropped.ts';
import { MADE_GOOD } from './made-good.ts';

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
    if (facts.isMadeGood) return [say.strong(MADE_GOOD), say.weak('The last event of the text is a success.')];
    if (status === 304) return [say.strong('Status 304: the copy that the client has is current.')];
    if (!isSuccess) return null;
    const body = facts.failure.responseBody?.trim() ?? '';
    return allOf(
      answeredBy.kind === 'intermediary'
        ? say.excluded('The answer is not the service’s own.')
        : answeredBy.kind === 'service'
          ? say.decisive(`The service answered ${status} with JSON.`)
          : [
              say.strong(`Status ${status}.`),
              body === '' ? say.moderate('No error is shown.') : say.known('The body is no JSON.'),
            ],
      isUnpricedQuote(facts.json) && say.excluded(UNPRICED_QUOTE),
      (facts.surroundings.text?.dropsCoupon || (facts.endpoint.startsWith('quote') && droppedCouponFindings(facts))) &&
        say.against('A coupon that was sent has no effect, and the service reports none as an error.'),
      saysError(facts) && say.against('The body names an error in spite of the status.'),
      isToken && !hasToken(facts) && say.against('The answer of the token endpoint holds no token.'),
    );
  },
};

const saysError = ({ json }: Facts): boolean => {
  const { error, error_code: code, errors } = recordOf(json) ?? {};
  return (error != null && error !== false) || code !== undefined || (Array.isArray(errors) && errors.length > 0);
};

const hasToken = ({ json, failure }: Facts): boolean =>
  failure.responseBody === null || recordOf(json)?.access_token !== undefined;
