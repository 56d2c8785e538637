/** The exchange is in order: the answer is a success with the expected content. */
import type { Facts } from '../facts/facts.ts';
import { recordOf } from '../facts/record-of.ts';
import { isUnpricedQuote, UNPRICED_QUOTE } from '../facts/unpriced-quote.ts';
import { allOf, type Rule, say, stated } from '../rule.ts';
import { droppedCouponFindings } from './coupon-dropped.ts';
import { MADE_GOOD } from './general-evidence.ts';

export const nothingWrong: Rule = {
  cause: 'nothingWrong',
  title: 'Nothing is wrong with this exchange',
  source: 'service.md §3.3 (success)',
  confirm: null,
  remedy: ({ surroundings: { recovered } }) =>
    recovered !== null
      ? 'Nothing: the client handled the failure as it should, and the request succeeded. A failure that recovers now and then is no fault.'
      : 'Look at the request before or after it: this one was accepted. If the result is empty, look at the filters and dates.',
  weigh: (facts) => {
    const { status, isSuccess, answeredBy, standing, endpoint, surroundings } = facts;
    if (standing.kind === 'well') return [stated(say.decisive(standing.because))];
    if (facts.isMadeGood) return [say.strong(MADE_GOOD)];
    if (status === 304) return [say.strong('Status 304: the copy that the client has is current.')];
    if (!isSuccess) return null;
    const isBare = (facts.failure.responseBody?.trim() ?? '') === '';
    const isDropped =
      surroundings.text?.dropsCoupon || (endpoint.startsWith('quote') && droppedCouponFindings(facts) !== null);
    return allOf(
      answeredBy.kind === 'intermediary' && say.excluded('The answer is not the service’s own.'),
      answeredBy.kind === 'service'
        ? say.decisive(`The service answered ${status} with JSON.`)
        : (isBare ? say.clear : say.strong)(`Status ${status}${isBare ? ', and no error is shown' : ''}.`),
      isUnpricedQuote(facts.json) && say.excluded(UNPRICED_QUOTE),
      isDropped && say.against('A coupon that was sent has no effect, and the service reports none as an error.'),
      hasOddBody(facts) && say.against('The body names an error, or lacks the token, in spite of the status.'),
    );
  },
};

/** Whether the body of a success names an error, or whether that of the token endpoint lacks the token. */
function hasOddBody({ json, isToken, failure }: Facts): boolean {
  const { error, error_code: code, errors, access_token: token } = recordOf(json) ?? {};
  if (isToken && failure.responseBody !== null && token === undefined) return true;
  return (error != null && error !== false) || code !== undefined || (Array.isArray(errors) && errors.length > 0);
}
