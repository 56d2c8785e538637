/** Says why a running task makes no progress. Durations are in real time, even when the connection's clock runs faster. Pure. */
import type { Audience } from '../../../shared/model/app.ts';
import type { PendingRequest } from '../../../shared/model/pending.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { formatCount, wholeSeconds } from '../../text/format.ts';
import { realMs } from '../../text/rate-text.ts';
import { WORDS } from '../../text/words.ts';

/** An answer that takes longer than this, in real time, is called slow. */
const SLOW_ANSWER_MS = 8_000;

/** The most serious reason among a task's pending `requests`; null while they only wait for a permit. `now` is on the connection's clock. */
export function stalledText(
  requests: readonly PendingRequest[],
  now: number,
  face: ClockFace,
  audience: Audience = 'support',
): string | null {
  const paused = requests.find(({ phase }) => phase === 'circuit');
  if (paused) {
    const { until, reason } = paused;
    const when = until === null || until <= now ? 'now' : `in ${durationText(until - now, face)}`;
    const cause = audience === 'support' ? reason : null;
    return [cause ?? 'Requests to its host are paused after failures.', `Next attempt ${when}.`].join(' ');
  }
  const token = requests.find(({ phase }) => phase === 'token');
  if (token) {
    const reason = audience === 'support' ? token.reason : null;
    return [reason, WORDS[audience].waitsForToken].filter(Boolean).join(' ');
  }
  const retried = requests.filter(({ attempt }) => attempt > 1);
  if (retried.length > 0) {
    const reason = audience === 'support' ? retried.find((request) => request.reason !== null)?.reason : null;
    return (
      reason ?? `${formatCount(retried.length, 'request')} failed and ${retried.length === 1 ? 'is' : 'are'} retried.`
    );
  }
  const sent = requests.filter(({ phase }) => phase === 'answer').map(({ phaseSince }) => phaseSince);
  const longestMs = sent.length === 0 ? 0 : realMs(now - Math.min(...sent), face);
  return longestMs < SLOW_ANSWER_MS
    ? null
    : `No response for ${formatDuration(Math.floor(longestMs / 1_000) * 1_000)}.`;
}

const durationText = (ms: number, face: ClockFace): string => formatDuration(wholeSeconds(realMs(ms, face)));
