/** A coupon has no effect: the service drops unknown codes without an error (service.md §7.5). */
import type { Facts } from '../facts/facts.ts';
import { jsonOf, recordOf } from '../facts/record-of.ts';
import { type Finding, type Rule, say, stated, told } from '../rule.ts';

export const couponDropped: Rule = {
  cause: 'couponDropped',
  title: 'The coupon was dropped',
  source: 'service.md §8.3 (COUPON_*), §7.5',
  confirm: { text: 'Compare the coupons of the quote with those that were sent.', cost: 'nothing' },
  remedy: ({ endpoint }) =>
    endpoint === 'quoteCoupons'
      ? 'Check the code with its dates and listings in the account. This endpoint takes an array: {"coupons":["CODE"]}.'
      : 'Check the code with its dates and listings in the account. When a quote is created, coupons are one comma-joined string; at …/coupons they are an array.',
  weigh: (facts) => {
    const { isToken, isSuccess, status, endpoint } = facts;
    if (isToken || facts.isRefused || (status !== null && status >= 500)) return null;
    if (facts.surroundings.text?.dropsCoupon && (status === null || isSuccess))
      return [say.clear('The text shows a coupon that was sent, and a quote whose list of coupons is empty.')];
    if (isSuccess) return endpoint.startsWith('quote') ? droppedCouponFindings(facts) : null;
    const [code] = /\bCOUPON_\w+/.exec(facts.said) ?? [];
    if (status === null) return null;
    return (code === undefined ? told(facts, 'couponRefused') : [say.clear(`The service’s code ${code}.`)]).map(stated);
  },
};

/** Returns findings about a quote that lacks a coupon of its request; null when no coupon is missing. */
export function droppedCouponFindings(facts: Facts): Finding[] | null {
  const sent = sentCodes(facts);
  if (sent.length === 0) return null;
  const kept = keptCodes(facts.json);
  if (kept === null) return [say.clear(`The request sent ${listed(sent)}, and the answer has no list of coupons.`)];
  const missing = sent.filter((code) => !kept.includes(code.toLowerCase()));
  if (missing.length === 0) return null;
  return [say.decisive(`The request sent ${listed(sent)}; the quote in the answer lacks ${listed(missing)}.`)];
}

const listed = (codes: readonly string[]): string =>
  `${codes.length === 1 ? 'coupon' : 'coupons'} “${codes.slice(0, 10).join('”, “')}”`;

function sentCodes({ failure: { requestBody } }: Facts): string[] {
  const coupons = recordOf(jsonOf(requestBody?.text ?? null))?.coupons;
  const list = typeof coupons === 'string' ? coupons.split(',') : Array.isArray(coupons) ? coupons : [];
  return list
    .filter((code) => typeof code === 'string')
    .map((code) => code.trim().slice(0, 60))
    .filter((code) => code !== '');
}

/** The coupon codes in the quote, in lower case; null when the answer lists no coupons at all. */
function keptCodes(json: unknown): string[] | null {
  const coupons = recordOf(json)?.coupons ?? recordOf(recordOf(json)?.quote)?.coupons;
  if (!Array.isArray(coupons)) return null;
  return coupons
    .flatMap((coupon) => [typeof coupon === 'string' ? coupon : recordOf(coupon)?.code])
    .filter((code) => typeof code === 'string')
    .map((code) => code.trim().toLowerCase());
}
