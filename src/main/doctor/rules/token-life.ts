/** The token had expired (service.md §3.4, §8.4), or the service no longer knew it: forgotten after a restart, or revoked elsewhere (§8.1, §8.5). */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import { acceptedFor, allOf, type Finding, type Rule, say, statementIn, tokenAliveAfter, told, when } from '../rule.ts';
import { newTokenRemedy } from './new-token.ts';

/** Requests after the failure which show that the token was good, or that a newer one is no better. */
function proofsOfLife(facts: Facts): Finding[] {
  const alive = tokenAliveAfter(facts);
  return allOf(
    alive && say.excluded(`The same token was accepted for ${acceptedFor(alive)}.`, alive),
    facts.surroundings.history?.newerRefused &&
      !(facts.status === 401 && statementIn(facts, 'tokenUnknown')) &&
      say.excluded('A newer token was refused for the same operation as well.'),
  );
}

export const tokenExpired: Rule = {
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
    if (facts.isToken || !facts.isRefused) return null;
    const isOther = !statementIn(facts, 'tokenExpired') && statementIn(facts, 'tokenUnknown');
    return allOf(
      proofsOfLife(facts),
      lifetime(facts),
      !isAliveBySender(facts) && told(facts, 'tokenExpired'),
      isOther && say.against('The service names another reason than expiry.'),
      facts.status === 401 && !isOther && say.weak('An expired token is the most frequent reason of a 401.'),
    );
  },
};

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
  const text = `By ${measured} the token had ${formatDuration(left)} left when the request was sent.`;
  if (left < CLOCK_TOLERANCE_MS) return [say.known(text)];
  return [statementIn(facts, 'tokenExpired') ? say.unlikely(text) : say.excluded(text)];
}

export const tokenUnknown: Rule = {
  cause: 'tokenUnknown',
  title: 'The service no longer knew the token',
  source: 'service.md §8.1 (“expired or is invalid”), §8.5',
  confirm: {
    text: 'Send one cheap read with the same token; if it is refused as well, the token is dead.',
    cost: 'request',
  },
  remedy: (facts) =>
    facts.surroundings.token?.replaced
      ? 'Nothing: a newer token is in use. If it happens again, ask support whether tokens of these credentials are revoked elsewhere.'
      : `${newTokenRemedy(facts)} If it happens again, ask whether somebody revokes tokens of these credentials.`,
  weigh: (facts) => {
    const { isToken, isRefused, status, tokenLeftMs: left, surroundings } = facts;
    if (isToken || !isRefused) return null;
    const { newerAccepted: newer, sameBefore, otherBefore } = surroundings.history ?? {};
    const before = [sameBefore, otherBefore].filter((one) => one != null).sort((a, b) => b.offsetMs - a.offsetMs)[0];
    return allOf(
      told(facts, 'tokenUnknown'),
      !statementIn(facts, 'tokenUnknown') && told(facts, 'tokenInvalid', say.moderate),
      status === 401
        ? say.weak('A 401 concerns the token rather than a permission.')
        : say.known('A 403 may mean an invalid token or a missing permission.'),
      left !== null && left <= 0 && say.against('The token had expired anyway.'),
      left !== null &&
        left > 0 &&
        (status === 401 && left > CLOCK_TOLERANCE_MS ? say.moderate : say.known)(
          `The token had ${formatDuration(left)} left.`,
        ),
      proofsOfLife(facts),
      before &&
        say.known(
          `The token still worked for ${acceptedFor(before)}; no request with it has been accepted since.`,
          before,
        ),
      newer &&
        !(left !== null && left <= 0) &&
        say.strong(`The same operation was accepted with a newer token ${when(newer)}.`, newer),
    );
  },
};
