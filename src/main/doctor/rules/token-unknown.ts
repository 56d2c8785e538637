/** The service no longer knows a token that has not expired: forgotten after a restart, or revoked elsewhere. */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import type { Accepted } from '../history.ts';
import {
  acceptedFor,
  allOf,
  type Finding,
  type Rule,
  say,
  saysText,
  statementIn,
  tokenAliveAfter,
  when,
} from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { newTokenRemedy } from './new-token.ts';
import { noTokenFindings } from './sent-token.ts';

export const rule: Rule = {
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
    if (facts.isToken || !facts.isRefused) return null;
    return [
      ...noTokenFindings(facts),
      ...words(facts),
      ...lifetime(facts),
      ...otherRequests(facts),
      ...notByService(facts),
    ];
  },
};

function words(facts: Facts): Finding[] {
  const unknown = statementIn(facts, 'tokenUnknown');
  if (unknown) return [say.strong(saysText(unknown)), say.moderate('The answer names the token itself as the reason.')];
  const invalid = statementIn(facts, 'tokenInvalid');
  if (invalid) return [say.moderate(saysText(invalid))];
  return facts.status === 401
    ? [say.weak('A 401 concerns the token rather than a permission.')]
    : [say.known('A 403 may mean an invalid token or a missing permission.')];
}

function lifetime({ tokenLeftMs: left, status, surroundings: { token } }: Facts): Finding[] {
  if (left === null) return [];
  if (left <= 0) return [say.against('The token had expired anyway.')];
  const text =
    token?.ageMs != null
      ? `The token was issued ${formatDuration(token.ageMs)} before the request and had ${formatDuration(left)} left.`
      : `The token had ${formatDuration(left)} left.`;
  return [status === 401 && left > CLOCK_TOLERANCE_MS ? say.moderate(text) : say.known(text)];
}

function otherRequests(facts: Facts): Finding[] {
  const { history, ledger } = facts.surroundings;
  if (history === null) return [];
  const alive = tokenAliveAfter(facts);
  if (alive) return [say.excluded(`The same token was accepted for ${acceptedFor(alive)}.`, alive)];
  const { newerRefused, newerAccepted, olderRefused } = history;
  const isUnauthorized = facts.status === 401;
  const expired = facts.tokenLeftMs !== null && facts.tokenLeftMs <= 0;
  const before = latest(history.sameBefore, history.otherBefore);
  return allOf(
    newerRefused &&
      (isUnauthorized && statementIn(facts, 'tokenUnknown')
        ? say.known(
            'A newer token was refused for the same operation as well: the service forgets them one after another.',
          )
        : say.excluded('A newer token was refused for the same operation as well.')),
    newerAccepted &&
      !expired &&
      say.strong(`The same operation was accepted with a newer token ${when(newerAccepted)}.`, newerAccepted),
    before &&
      (isUnauthorized ? say.weak : say.known)(
        `The token still worked for ${acceptedFor(before)}; no request with it has been accepted since.`,
        before,
      ),
    ledger?.remaining === 0 && say.known('The token quota is used up, so that no new token could replace it.'),
    olderRefused && facts.status === 403 && say.unlikely('An older token was refused for the same operation before.'),
  );
}

/** The later of two acceptances before the failure. */
const latest = (one: Accepted | null, other: Accepted | null): Accepted | null =>
  one && other ? (one.offsetMs >= other.offsetMs ? one : other) : (one ?? other);
