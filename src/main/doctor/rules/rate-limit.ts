/** The rate limit is exceeded: too many requests in a second, a minute or an hour (service.md §4.2, §4.3). */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import { readReportedLimits, secondsMs } from '../../http/headers.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Finding, type Rule, say, statementIn, told } from '../rule.ts';
import { MAX_RATE_WAIT_MS } from './token-quota.ts';

export const rateLimit: Rule = {
  cause: 'rateLimit',
  title: 'The rate limit was exceeded',
  source: 'service.md §8.1, §4.2, §4.4',
  confirm: { text: 'Read the rate-limit headers of the next answer that succeeds.', cost: 'request' },
  remedy: (facts) => {
    const waitMs = secondsMs(facts.header('retry-after'));
    const first = waitMs === null ? 'Wait before the next attempt' : `Wait ${formatDuration(waitMs)}`;
    return `${first}, then retry with exponential backoff, jitter and a cap, and pace the requests: 5 in a second and 275 in a minute for the Booking Engine. A new token does not help.`;
  },
  weigh: (facts) => {
    const { status, isToken, answeredBy, endpoint } = facts;
    const isSaid = statementIn(facts, 'tooMany') !== null;
    if (status !== 429 && !(isSaid && (status === 403 || status === 503))) return null;
    if (isToken) return tokenEndpoint(facts);
    const isOfQuota = statementIn(facts, 'tokenQuota') ?? statementIn(facts, 'renewalLimit');
    // Something else that answers has its own limit, unless its page speaks of a rate.
    const isAnother = answeredBy.kind === 'intermediary' && !isSaid;
    const strength =
      status !== 429 || isAnother
        ? say.moderate
        : endpoint !== 'unknown'
          ? say.decisive
          : concernsRequests(facts)
            ? say.strong
            : say.weak;
    return allOf(
      strength(`The answer is ${status}; 429 is documented for an exceeded rate limit.`),
      !isOfQuota && told(facts, 'tooMany', say.moderate),
      shortWindows(facts),
    );
  },
};

/** Whether a text without a visible request tells what was asked for; a 429 alone may be that of the token endpoint, or of another service. */
const concernsRequests = ({ failure, surroundings: { text } }: Facts): boolean =>
  failure.origin === 'journal' || text === null || text.concernsRequests;

function tokenEndpoint(facts: Facts): Finding[] {
  const { header } = facts;
  const waitMs = secondsMs(header('retry-after'));
  const remaining = Number(header('ratelimit-remaining') ?? header('x-ratelimit-remaining-day') ?? Number.NaN);
  return allOf(
    say.known('A 429 of a token endpoint is a used-up quota more often than a rate limit.'),
    remaining > 0 && say.strong(`The headers say that ${remaining} slots of the token quota are left.`),
    waitMs !== null &&
      waitMs <= MAX_RATE_WAIT_MS &&
      say.strong(`The service asks to wait only ${formatDuration(waitMs)}; a slot takes hours.`),
    shortWindows(facts),
  );
}

/** The finding about a window shorter than a day that the headers report as used up. */
function shortWindows({ failure, serverNow }: Facts): Finding[] {
  const headers = new Headers();
  for (const [name, value] of failure.responseHeaders)
    if (/^(?:x-)?rate-?limit[\w-]*$/i.test(name)) headers.append(name, value.replace(/[^\x20-\x7e]/g, ''));
  const used = readReportedLimits(headers, serverNow ?? 0).find(
    ({ remaining, windowMs }) => remaining === 0 && windowMs !== null && windowMs < DAY_MS,
  );
  return used
    ? [say.strong(`The header “${used.header}” says that nothing is left of ${formatDuration(used.windowMs ?? 0)}.`)]
    : [];
}
