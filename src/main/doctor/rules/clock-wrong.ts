/** The sender's clock is wrong: it uses an expired token or one that is not valid yet, or refuses a certificate because of its dates. */

import { formatDuration } from '../../../shared/time/format-duration.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts';
import { utcText } from '../../../shared/time/utc-text.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import { allOf, type Finding, named, type Rule, say, statementIn } from '../rule.ts';
import { noTokenFindings } from './sent-token.ts';

/** How far the date of a request may be after the time when it was read, because of time zones. A later date is impossible. */
const FUTURE_MS = DAY_MS;
/**
 * The earliest credible date. Machines without a battery for their clock begin in 1970, in 2000 or in the year of their firmware, all long before
 * both APIs.
 */
const EARLIEST_MS = Date.parse('2015-01-01T00:00:00Z');
/** The maximum time before the expiry at which clients renew a token (service.md §3.10). */
const MAX_MARGIN_MS = HOUR_MS;
export const rule: Rule = {
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
    const { status, failure } = facts;
    if (facts.surroundings.text?.clocks && status === null && failure.networkError === null) return offset(facts);
    if (facts.isSuccess || !(facts.isRefused || status === 400 || status === null)) return null;
    if (status === null) return certificate(facts);
    const early = statementIn(facts, 'tokenEarly');
    const skew = offset(facts);
    if (!early && skew.length === 0) return null;
    return allOf(
      failure.origin === 'paste' && noTokenFindings(facts),
      early && named(early, 'the time of the token'),
      skew,
    );
  },
};

function offset(facts: Facts): Finding[] {
  const { skewMs, serverNow } = facts;
  const { tokenClaims } = facts.failure;
  const start = tokenClaims?.notBefore ?? tokenClaims?.issuedAt ?? null;
  const isEarly = start !== null && serverNow !== null && start - serverNow > CLOCK_TOLERANCE_MS;
  const early = allOf(
    isEarly &&
      say.decisive(`By its own claim the token becomes valid ${formatDuration(start - serverNow)} after the request.`),
  );
  if (skewMs === null) return early;
  if (Math.abs(skewMs) > CLOCK_TOLERANCE_MS) return [...early, ...difference(facts, skewMs)];
  const agree = `The clocks of sender and service agree (${formatDuration(Math.abs(skewMs))} apart).`;
  // The token’s issuer has a clock, too: what the token or the answer says of its time still counts.
  return [...early, (isEarly || statementIn(facts, 'tokenEarly') ? say.known : say.excluded)(agree)];
}

/** Findings from two clocks that differ by more than the tolerance. */
function difference(facts: Facts, skewMs: number): Finding[] {
  const { tokenLeftMs: left, failure } = facts;
  const differ = `The sender’s clock is ${formatDuration(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead of'} the service’s`;
  if (left !== null && failure.sentAt !== null && left <= 0 !== left + skewMs <= 0)
    return [say.decisive(`${differ}: by one of them the token had expired, by the other it had not.`)];
  if (left !== null) return [say.weak(`${differ}; the token’s life is the same by both.`)];
  if (skewMs <= 0 || !statementIn(facts, 'tokenExpired'))
    return [(Math.abs(skewMs) > MAX_MARGIN_MS ? say.strong : say.moderate)(`${differ}.`)];
  return allOf(
    say.strong(`${differ}: a client renews by its own clock, so the token expires before its time there.`),
    skewMs > MAX_MARGIN_MS && say.strong('The difference is longer than any documented margin of renewal.'),
  );
}

/** Returns a sentence about a request whose date no correct clock can have given; null for a possible date. */
export function impossibleDate({ failure, surroundings: { readAt, text } }: Facts): string | null {
  const sentAt = failure.sentAt ?? text?.lastAt ?? null;
  if (sentAt === null) return null;
  if (sentAt < EARLIEST_MS) return `The request is dated ${utcText(sentAt)}, before there was such a service.`;
  if (readAt === null || sentAt - readAt <= FUTURE_MS) return null;
  return `The request is dated ${utcText(sentAt)}, which has not come yet.`;
}

const WRONG_CLOCK = 'A clock that is wrong refuses certificates that are right.';

function certificate(facts: Facts): Finding[] | null {
  const { networkError } = facts.failure;
  const code = networkError && failedPartOf(networkError).code;
  if (code !== 'CERT_NOT_YET_VALID' && code !== 'CERT_HAS_EXPIRED') return null;
  const apartMs = facts.skewMs === null ? null : Math.abs(facts.skewMs);
  const date = impossibleDate(facts);
  if (date) return [say.decisive(date), say.moderate(WRONG_CLOCK)];
  if (apartMs !== null)
    return apartMs > CLOCK_TOLERANCE_MS
      ? [
          say.moderate(WRONG_CLOCK),
          say.decisive(
            `The certificate was refused by its dates, and the clocks are ${formatDuration(apartMs)} apart.`,
          ),
        ]
      : [say.excluded('The certificate was refused by its dates, and the clocks agree.')];
  return code === 'CERT_NOT_YET_VALID'
    ? [
        say.strong(
          'The certificate is “not yet valid”: a certificate in use seldom is, a clock that is behind says so.',
        ),
        say.moderate('Services install certificates after their first day.'),
      ]
    : [say.weak('The certificate was refused by its dates; a clock that is ahead says so as well.')];
}
