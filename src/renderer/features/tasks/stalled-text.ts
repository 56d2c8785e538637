/** Why a running task makes no progress, in a sentence. Durations are those of the reader’s own clock. Pure. */

import type { PendingRequest } from '../../../shared/model/pending.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { formatCount, formatDuration } from '../../text/format.ts';
import { personMs } from '../../text/rate-text.ts';

/** A response that takes this long is mentioned. On the reader's clock. */
const SLOW_ANSWER_MS = 8_000;

/** `requests` are the task's pending ones; `now` is on the connection's clock. Null while they only wait for the rate limit. */
export function stalledText(requests: readonly PendingRequest[], now: number, face: ClockFace): string | null {
  const resting = requests.find(({ phase }) => phase === 'circuit');
  if (resting) {
    const { until, reason } = resting;
    const tried = until === null || until <= now ? 'now' : `in ${length(until - now, face)}`;
    return [reason ?? 'Requests to its host are paused after failures.', `Next attempt ${tried}.`].join(' ');
  }
  const token = requests.find(({ phase }) => phase === 'token');
  if (token) return [token.reason, 'It waits for an access token.'].filter(Boolean).join(' ');
  const again = requests.filter(({ attempt }) => attempt > 1);
  if (again.length > 0) {
    const reason = again.find((request) => request.reason !== null)?.reason;
    return reason ?? `${formatCount(again.length, 'request')} failed and ${again.length === 1 ? 'is' : 'are'} retried.`;
  }
  const sent = requests.filter(({ phase }) => phase === 'answer').map(({ phaseSince }) => phaseSince);
  const longestMs = sent.length === 0 ? 0 : personMs(now - Math.min(...sent), face);
  return longestMs < SLOW_ANSWER_MS
    ? null
    : `No response for ${formatDuration(Math.floor(longestMs / 1_000) * 1_000)}.`;
}

const length = (ms: number, face: ClockFace): string =>
  formatDuration(Math.max(1_000, Math.ceil(personMs(ms, face) / 1_000) * 1_000));
