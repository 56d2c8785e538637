/** The request itself is wrong: a field is missing or malformed, or the body cannot be read (service.md §8.3: WRONG_REQUEST_PARAMETERS). */
import type { Facts } from '../facts/facts.ts';
import { allOf, type Finding, type Rule, say, told } from '../rule.ts';
import { isBasic } from './authorization-header.ts';

/** Messages that other rules explain better. */
const ELSEWHERE = /fulfilled|\bexpired\b|COUPON_|coupon|LISTING_CALENDAR_BLOCKED|MIN_NIGHT_MISMATCH|deprecat/i;
/** Error codes of a token endpoint for a malformed request (RFC 6749 §5.2). */
const FORM_CODES = new Set(['invalid_request', 'unsupported_grant_type', 'invalid_grant']);

export const wrongParameters: Rule = {
  cause: 'wrongParameters',
  title: 'The parameters are wrong',
  source: 'service.md §8.3 (WRONG_REQUEST_PARAMETERS), §7.2, §6.1',
  confirm: {
    text: 'Compare the request with the documented names and forms: dates as YYYY-MM-DD, counts as whole numbers.',
    cost: 'nothing',
  },
  remedy: (facts) =>
    facts.isToken
      ? 'Send the four fields grant_type=client_credentials, scope, client_id and client_secret, each once, in a POST.'
      : `Correct what the answer names${facts.envelope.message ? `: “${facts.envelope.message.slice(0, 200)}”` : ''}. The token is not the reason.`,
  weigh: (facts) => {
    const { status, isToken, said } = facts;
    if (status === null || ![400, 405, 406, 409, 411, 413, 414, 415, 422, 431].includes(status)) return null;
    return allOf(
      ofCode(facts, status),
      told(facts, 'badParameter', say.strong),
      isToken ? form(facts) : stay(facts),
      status === 409 && say.unlikely('Status 409 is a conflict with the state of a record.'),
      ELSEWHERE.test(said) && say.against('The answer names a more particular reason.'),
    );
  },
};

function ofCode({ envelope, isToken, failure }: Facts, status: number): Finding {
  const { code, oauthCode } = envelope;
  if (code === 'WRONG_REQUEST_PARAMETERS') return say.strong('The service’s code WRONG_REQUEST_PARAMETERS.');
  if (isToken && oauthCode !== null)
    return FORM_CODES.has(oauthCode)
      ? say.strong(`The service’s code ${oauthCode}: a field is missing or has another value than documented.`)
      : say.against(`The service’s code ${oauthCode} names another reason.`);
  if (status === 405) return say.strong(`Status 405: this address does not take ${failure.method ?? 'the method'}.`);
  if (status === 415 && !isToken) return say.strong('Status 415: this endpoint takes another type of body, JSON.');
  if (status === 422) return say.strong('Status 422: the service read the request and found a value wrong.');
  return say.weak(`Status ${status}: the request itself is wrong, for a reason that the status does not name.`);
}

const DATES = ['checkIn', 'checkOut', 'checkInDateLocalized', 'checkOutDateLocalized', 'from', 'to'];

/** Findings about the days of a stay, which the request shows without asking the service. */
function stay({ address, field }: Facts): Finding[] {
  const given = (name: string): string | null => address.query.get(name) ?? field(name);
  const isWrong = (name: string) => !/^\d{4}-\d\d-\d\d$|\[/.test(given(name) ?? '[');
  const wrong = DATES.find(isWrong);
  if (wrong) return [say.strong(`“${wrong}” is not written YYYY-MM-DD.`)];
  const from = given('checkIn') ?? given('checkInDateLocalized');
  const to = given('checkOut') ?? given('checkOutDateLocalized');
  return allOf(from !== null && to !== null && from >= to && say.strong('The departure is not after the arrival.'));
}

/** Findings about the form of a token request. */
function form(facts: Facts): Finding[] {
  const { field, failure } = facts;
  const needed = ['grant_type', ...(isBasic(facts) ? [] : ['client_id', 'client_secret'])];
  const missing = failure.requestBody?.fields ? needed.filter((name) => field(name) === null) : [];
  const grant = field('grant_type');
  return allOf(
    missing.length > 0 && say.decisive(`The form has no ${missing.join(', no ')}.`),
    grant !== null &&
      grant !== 'client_credentials' &&
      say.decisive(`The form asks for the grant “${grant.slice(0, 40)}”; the service documents client_credentials.`),
    failure.method !== null &&
      failure.method !== 'POST' &&
      say.decisive(`The token endpoint takes POST, not ${failure.method}.`),
  );
}
