/** The access token had expired (service.md §3.4; §8.4: reported as 401 in one place, as 403 in another). */

import { formatDuration } from '../../../shared/time/format-duration.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import {
  acceptedFor,
  allOf,
  type Finding,
  named,
  type Rule,
  say,
  saysText,
  statementIn,
  tokenAliveAfter,
} from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { newTokenRemedy } from './new-token.ts';
import { noTokenFindings } from './sent-token.ts';

export const rule: Rule = {
  cause: 'tokenExpired',
  title: 'The access token had expired',
  source: 'service.md §3.4, §8.4',
  confirm: {
    text: 'Compare the time at which the token was issued, plus 24 hours, with the time of the request.',
    cost: 'customer',
  },
  remedy: (facts) =>
    facts.surroundings.token?.replaced
      ? 'Nothing: a newer token is in use. Send the request again.'
      : facts.failure.origin === 'journal' && facts.surroundings.ledger?.remaining !== 0
        ? 'Send the request again: the app renews a token that is due before it sends. Renewing by hand costs one slot.'
        : newTokenRemedy(facts),
  weigh: (facts) => {
    if (facts.isUnanswered && !facts.isToken) return longExpired(facts);
    if (facts.isToken || !facts.isRefused) return null;
    const { history } = facts.surroundings;
    const alive = tokenAliveAfter(facts);
    return allOf(
      noTokenFindings(facts),
      alive && say.excluded(`The same token was accepted for ${acceptedFor(alive)}.`, alive),
      lifetime(facts),
      words(facts),
      history?.newerRefused && say.excluded('A newer token was refused for the same operation as well.'),
      notByService(facts),
    );
  },
};

/** The minimum time from a token's expiry to the reading of its text after which the token had certainly expired when it was sent. */
const LONG_MS = 365 * DAY_MS;

function longExpired({ failure: { tokenClaims }, surroundings: { readAt } }: Facts): Finding[] | null {
  const expiresAt = tokenClaims?.expiresAt ?? null;
  if (expiresAt === null || readAt === null || readAt - expiresAt < LONG_MS) return null;
  return [say.strong(`By its own claim the token expired ${formatDuration(readAt - expiresAt)} before it was read.`)];
}

/** Whether the token had expired by the service's clock, but not by the sender's. */
const isAliveBySender = ({ tokenLeftMs, skewMs }: Facts): boolean =>
  tokenLeftMs !== null && tokenLeftMs <= -CLOCK_TOLERANCE_MS && skewMs !== null && tokenLeftMs + skewMs > 0;

function lifetime(facts: Facts): Finding[] {
  const { tokenLeftMs: left, failure } = facts;
  if (left === null) return [say.known('When the token was issued is not shown.')];
  const measured = failure.tokenClaims?.expiresAt != null ? 'its own claim' : 'its lifetime';
  const over = `By ${measured} the token had expired ${formatDuration(-left)} before the request.`;
  if (left <= -CLOCK_TOLERANCE_MS)
    return allOf(
      say.decisive(over),
      isAliveBySender(facts) && say.against('By the sender’s own clock it had not: the clocks differ.'),
    );
  if (left <= 0) return [say.strong(over)];
  if (left < CLOCK_TOLERANCE_MS)
    return [say.known(`By ${measured} the token had ${formatDuration(left)} left; two clocks differ by as much.`)];
  const text = `By ${measured} the token had ${formatDuration(left)} left when the request was sent.`;
  return [statementIn(facts, 'tokenExpired') ? say.unlikely(text) : say.excluded(text)];
}

function words(facts: Facts): Finding[] {
  const expired = statementIn(facts, 'tokenExpired');
  // The expiry is counted above; why the token was sent all the same, only the sender's clock explains.
  if (expired && isAliveBySender(facts)) return [say.known(saysText(expired))];
  if (expired) return named(expired, 'the expiry');
  if (statementIn(facts, 'tokenUnknown')) return [say.against('The service names another reason than expiry.')];
  if (facts.status === 403)
    return [say.known('The service signals expiry with 401 in one statement and with 403 in another.')];
  return [
    facts.api === 'openApi'
      ? say.moderate('The Open API answers an expired token with 401.')
      : say.weak('An expired token is the most frequent reason of a 401.'),
  ];
}
