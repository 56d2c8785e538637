/** The request itself is wrong: a field is missing or malformed, or the body cannot be read (service.md §8.3: WRONG_REQUEST_PARAMETERS). */
import type { Facts } from '../facts/facts.ts';
import { type Finding, type Rule, say, saysText, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { isBasic } from './sent-token.ts';

/** Messages that other rules explain better. */
const ELSEWHERE = /fulfilled|\bexpired\b|COUPON_|coupon|LISTING_CALENDAR_BLOCKED|MIN_NIGHT_MISMATCH|deprecat/i;
/** Error codes of a token endpoint for a malformed request (RFC 6749 §5.2). */
const FORM_CODES = new Set(['invalid_request', 'unsupported_grant_type', 'invalid_grant']);

export const rule: Rule = {
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
    const { status } = facts;
    if (status === null || ![400, 405, 406, 409, 411, 413, 414, 415, 422, 431].includes(status)) return null;
    const findings = [...codes(facts), ...spoken(facts), ...shape(facts)];
    if (ELSEWHERE.test(facts.said)) findings.push(say.against('The answer names a more particular reason.'));
    return [...findings, ...notByService(facts)];
  },
};

function codes({ status, envelope, isToken, failure }: Facts): Finding[] {
  if (envelope.code === 'WRONG_REQUEST_PARAMETERS') return [say.strong('The service’s code WRONG_REQUEST_PARAMETERS.')];
  if (isToken && envelope.oauthCode !== null) {
    return FORM_CODES.has(envelope.oauthCode)
      ? [
          say.strong(
            `The service’s code ${envelope.oauthCode}: a field is missing or has another value than documented.`,
          ),
        ]
      : [say.against(`The service’s code ${envelope.oauthCode} names another reason.`)];
  }
  if (status === 405) return [say.strong(`Status 405: this address does not take ${failure.method ?? 'the method'}.`)];
  if (status === 415 && !isToken)
    return [
      say.strong('Status 415: this endpoint takes another type of body, which is JSON for all but the token request.'),
    ];
  if (status === 422) return [say.strong('Status 422: the service read the request and found a value wrong.')];
  if (status === 400)
    return [say.weak('Status 400: the request itself is wrong, for a reason that the status does not name.')];
  return [say.weak(`Status ${status}: the request itself is wrong.`)];
}

function spoken(facts: Facts): Finding[] {
  const said = statementIn(facts, 'badParameter');
  return said ? [say.strong(saysText(said))] : [];
}

const DATES = ['checkIn', 'checkOut', 'checkInDateLocalized', 'checkOutDateLocalized', 'from', 'to'];

/** Findings about errors that are visible in the request without asking the service. */
function shape(facts: Facts): Finding[] {
  const { address, field, isToken, failure, endpoint, status } = facts;
  const given = (name: string): string | null => address.query.get(name) ?? field(name);
  const findings: Finding[] = [];
  const date = DATES.map((name) => ({ name, value: given(name) })).find(
    ({ value }) => value !== null && !/^\d{4}-\d\d-\d\d$/.test(value) && !value.includes('['),
  );
  if (date) findings.push(say.strong(`“${date.name}” is not written YYYY-MM-DD.`));
  const [from, to] = [
    given('checkIn') ?? given('checkInDateLocalized'),
    given('checkOut') ?? given('checkOutDateLocalized'),
  ];
  if (!date && from !== null && to !== null && from >= to)
    findings.push(say.strong('The departure is not after the arrival.'));
  if (isToken && failure.requestBody?.fields) {
    const missing = ['grant_type', 'scope', 'client_id', 'client_secret'].filter(
      (name) => field(name) === null && !(name.startsWith('client_') && isBasic(facts)),
    );
    if (missing.length === 1 && missing[0] === 'scope') findings.push(say.known('The form has no scope.'));
    else if (missing.length > 0) findings.push(say.decisive(`The form has no ${missing.join(', no ')}.`));
    const grant = field('grant_type');
    if (grant !== null && grant !== 'client_credentials')
      findings.push(
        say.decisive(`The form asks for the grant “${grant.slice(0, 40)}”; the service documents client_credentials.`),
      );
  }
  if (isToken && failure.method !== null && failure.method !== 'POST')
    findings.push(say.decisive(`The token endpoint takes POST, not ${failure.method}.`));
  if (status === 409) findings.push(say.unlikely('Status 409 is a conflict with the state of a record.'));
  if (endpoint === 'unknown') findings.push(say.known('The address of the request is not known.'));
  return findings;
}
