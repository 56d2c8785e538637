/** The sender's clock is wrong: it uses an expired token or one that is not valid yet, or refuses a certificate because of its dates. */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts';
import { utcText } from '../../../shared/time/utc-text.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import { allOf, type Finding, type Rule, say, statementIn, told } from '../rule.ts';

/** The tolerance for a request that is dated after it was read, which is impossible; a smaller difference may be a time zone. */
const FUTURE_MS = DAY_MS;
/** The earliest credible date: machines without a battery for their clock begin in 1970, in 2000 or in the year of their firmware. */
const EARLIEST_MS = Date.parse('2015-01-01T00:00:00Z');
/** The largest time before the expiry at which clients renew (service.md §3.10). */
const MAX_MARGIN_MS = HOUR_MS;

export const clockWrong: Rule = {
  cause: 'clockWrong',
  title: 'The clock of the sender is wrong',
  source: 'service.md §3.10 (expires_in is counted on the client’s clock)',
  confirm: {
    text: 'Compare the Date header of any answer of the service with the machine’s clock at that moment.',
    cost: 'request',
  },
  remedy: () =>
    'Let the machine take its time from a time server (NTP), then send the request again. Count a token’s life from the moment of its answer, not from a clock of the service.',
  weigh: (facts) => {
    const { status } = facts;
    if (status === null) return certificate(facts);
    return facts.isRefused || status === 400 ? [...told(facts, 'tokenEarly'), ...offset(facts)] : null;
  },
};

function offset(facts: Facts): Finding[] {
  const { skewMs, serverNow, tokenLeftMs: left, failure } = facts;
  const start = failure.tokenClaims?.notBefore ?? failure.tokenClaims?.issuedAt ?? null;
  const early = start === null || serverNow === null ? 0 : start - serverNow;
  const found = allOf(
    early > CLOCK_TOLERANCE_MS &&
      say.decisive(`By its own claim the token becomes valid ${formatDuration(early)} after the request.`),
  );
  if (skewMs === null || Math.abs(skewMs) <= CLOCK_TOLERANCE_MS) return found;
  const differ = `The sender’s clock is ${formatDuration(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead of'} the service’s`;
  if (left !== null && failure.sentAt !== null && left <= 0 !== left + skewMs <= 0)
    return [...found, say.decisive(`${differ}: by one of them the token had expired, by the other it had not.`)];
  if (left !== null) return found;
  if (skewMs <= 0 || !statementIn(facts, 'tokenExpired')) return [...found, say.strong(`${differ}.`)];
  const text = `${differ}: a client renews by its own clock, so the token expires before its time there.`;
  return [...found, (skewMs > MAX_MARGIN_MS ? say.decisive : say.strong)(text)];
}

/** Returns a sentence about a request whose date no correct clock can have given; null for a possible date. */
export function impossibleDate({ failure, surroundings: { readAt, text } }: Facts): string | null {
  const sentAt = failure.sentAt ?? text?.lastAt ?? null;
  if (sentAt === null) return null;
  if (sentAt < EARLIEST_MS) return `The request is dated ${utcText(sentAt)}, before there was such a service.`;
  if (readAt === null || sentAt - readAt <= FUTURE_MS) return null;
  return `The request is dated ${utcText(sentAt)}, which has not come yet.`;
}

function certificate(facts: Facts): Finding[] | null {
  const { networkError } = facts.failure;
  const code = networkError && failedPartOf(networkError).code;
  if (code !== 'CERT_NOT_YET_VALID' && code !== 'CERT_HAS_EXPIRED') return null;
  const apartMs = facts.skewMs === null ? null : Math.abs(facts.skewMs);
  const date = impossibleDate(facts);
  const wrong = say.moderate('A clock that is wrong refuses certificates that are right.');
  if (date) return [say.decisive(date), wrong];
  if (apartMs !== null)
    return apartMs <= CLOCK_TOLERANCE_MS
      ? null
      : [say.decisive(`The clocks of sender and service are ${formatDuration(apartMs)} apart.`), wrong];
  return code === 'CERT_NOT_YET_VALID'
    ? [say.clear('The certificate is “not yet valid”: one in use seldom is, and a clock that is behind says so.')]
    : null;
}
