/** Why a task that runs gets no further, in a sentence. Lengths of time are what passes on the reader's own clock. Pure. */

import type { PendingRequest } from '../../../shared/model/pending.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { formatCount, formatDuration } from '../../text/format.ts';
import { personMs } from '../../text/rate-text.ts';

/** An answer that takes so long is worth a word. Of the reader's clock. */
const SLOW_ANSWER_MS = 8_000;

/** `requests` are those of the task that are under way; `now` is on the connection's clock. `null` while they only wait their turn. */
export function stalledText(requests: readonly PendingRequest[], now: number, face: ClockFace): string | null {
  const resting = requests.find(({ phase }) => phase === 'circuit');
  if (resting) {
    const { until, reason } = resting;
    const tried = until === null || until <= now ? 'now' : `in ${length(until - now, face)}`;
    return [reason ?? 'Its host failed and is left alone.', `It is tried again ${tried}.`].join(' ');
  }
  const token = requests.find(({ phase }) => phase === 'token');
  if (token) return [token.reason, 'It waits for its access token.'].filter(Boolean).join(' ');
  const again = requests.filter(({ attempt }) => attempt > 1);
  if (again.length > 0) {
    const reason = again.find((request) => request.reason !== null)?.reason;
    return (
      reason ?? `${formatCount(again.length, 'request')} failed, and ${again.length === 1 ? 'is' : 'are'} sent again.`
    );
  }
  const sent = requests.filter(({ phase }) => phase === 'answer').map(({ phaseSince }) => phaseSince);
  const longestMs = sent.length === 0 ? 0 : personMs(now - Math.min(...sent), face);
  return longestMs < SLOW_ANSWER_MS ? null : `No answer for ${formatDuration(Math.floor(longestMs / 1_000) * 1_000)}.`;
}

const length = (ms: number, face: ClockFace): string =>
  formatDuration(Math.max(1_000, Math.ceil(personMs(ms, face) / 1_000) * 1_000));
