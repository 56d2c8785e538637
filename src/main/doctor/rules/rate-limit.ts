/** The rate limit is exceeded: too many requests in a second, a minute or an hour (service.md §4.2, §4.3). */

import { formatDuration } from '../../../shared/time/format-duration.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import { readReportedLimits, retryAfterMs, secondsMs } from '../../http/headers.ts';
import type { Facts } from '../facts/facts.ts';
import { type Finding, type Rule, say, saysText, statementIn } from '../rule.ts';
import { MAX_RATE_WAIT_MS } from './token-quota.ts';

export const rule: Rule = {
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
    const said = statementIn(facts, 'tooMany');
    const rateWords = said && !statementIn(facts, 'tokenQuota') && !statementIn(facts, 'renewalLimit') ? said : null;
    if (status !== 429 && !(said && (status === 403 || status === 503))) return null;
    const spoken = rateWords ? [say.moderate(saysText(rateWords))] : [];
    if (isToken) return [...tokenEndpoint(facts), ...(rateWords ? [say.weak(saysText(rateWords))] : [])];
    const blocked =
      answeredBy.kind === 'intermediary'
        ? [say.known('The answer came from a server in front of the service, which counts requests, too.')]
        : [];
    return [
      status === 429
        ? endpoint === 'unknown'
          ? (concernsRequests(facts) ? say.strong : say.weak)(
              'The answer is 429, which is documented for an exceeded rate limit.',
            )
          : isAnotherWall(facts, said !== null)
            ? say.moderate('The answer is 429, and the page is not one of the service.')
            : say.decisive('The service answered 429, which it documents for an exceeded rate limit.')
        : say.moderate(`Status ${status} is not that of a rate limit.`),
      ...spoken,
      ...windows(facts),
      ...blocked,
    ];
  },
};

/** Whether a page of an intermediary that does not mention a rate is the answer; the limit is then the intermediary's own. */
const isAnotherWall = ({ answeredBy }: Facts, isSaid: boolean): boolean =>
  answeredBy.kind === 'intermediary' && !isSaid;

/** Whether the limited request was one to an API, as far as its text tells. A 429 alone may also come from the token endpoint or another service. */
const concernsRequests = ({ failure, surroundings: { text } }: Facts): boolean =>
  failure.origin === 'journal' || text === null || text.concernsRequests;

function tokenEndpoint(facts: Facts): Finding[] {
  const waitMs = secondsMs(facts.header('retry-after'));
  const remaining = Number(
    facts.header('ratelimit-remaining') ?? facts.header('x-ratelimit-remaining-day') ?? Number.NaN,
  );
  const findings: Finding[] = [say.known('A 429 of a token endpoint is a used-up quota more often than a rate limit.')];
  if (remaining > 0) findings.push(say.strong(`The headers say that ${remaining} slots of the token quota are left.`));
  if (waitMs !== null && waitMs <= MAX_RATE_WAIT_MS)
    findings.push(say.strong(`The service asks to wait only ${formatDuration(waitMs)}; a slot takes hours.`));
  else if (waitMs !== null) findings.push(say.unlikely(`The service asks to wait ${formatDuration(waitMs)}.`));
  return [...findings, ...windows(facts)];
}

/** Findings about windows shorter than a day that the headers report as used up. */
function windows({ failure, serverNow }: Facts): Finding[] {
  const headers = new Headers();
  for (const [name, value] of failure.responseHeaders)
    if (/^(?:x-)?rate-?limit[\w-]*$/i.test(name)) headers.append(name, value.replace(/[^\x20-\x7e]/g, ''));
  const used = readReportedLimits(headers, serverNow ?? 0).find(
    ({ remaining, windowMs }) => remaining === 0 && windowMs !== null && windowMs < DAY_MS,
  );
  const waitMs = retryAfterMs(headers, serverNow ?? 0);
  if (used)
    return [
      say.strong(`The header “${used.header}” says that nothing is left of ${formatDuration(used.windowMs ?? 0)}.`),
    ];
  return waitMs === null ? [] : [say.known(`The limit resets in ${formatDuration(waitMs)}.`)];
}
