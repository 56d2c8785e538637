/** Texts about pending requests. Durations are in real time, even when the connection's clock runs faster. Pure. */

import type { OpenCircuit, PendingRequest, PendingSnapshot, ServicePause } from '../../../../shared/model/pending.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { formatCount } from '../../../text/format.ts';

/** A duration on the connection's clock as text in real time, rounded up to seconds. */
function localDuration(ms: number, face: ClockFace): string {
  const here = Math.max(0, ms) / face.rate;
  return here < 1_000 ? 'less than 1 s' : formatDuration(Math.ceil(here / 1_000) * 1_000);
}

/**
 * Writes the phase of a pending request: "waits for the rate limit: about 3 s", "next attempt in 4 s". `now` is in epoch ms on the connection's
 * clock.
 */
export function phaseText(request: PendingRequest, now: number, face: ClockFace): string {
  const left = request.until === null || request.until <= now ? null : localDuration(request.until - now, face);
  const since = localDuration(now - request.phaseSince, face);
  switch (request.phase) {
    case 'limit':
      return left ? `waits for the rate limit: about ${left}` : 'waits for the rate limit';
    case 'token':
      return left ? `waits for the access token: about ${left}` : 'waits for the access token';
    case 'answer':
      return `sent ${since} ago, waits for the response`;
    case 'backoff':
      return left ? `next attempt in ${left}` : 'next attempt now';
    case 'pause':
      return left ? `paused by the service: sent in ${left}` : 'paused by the service';
    case 'circuit':
      return left ? `paused after failures of its host: next attempt in ${left}` : 'paused after failures of its host';
  }
}

/** Writes the text about an open circuit: "Next attempt in 42 s." */
export const circuitText = (host: OpenCircuit, now: number, face: ClockFace): string =>
  host.until <= now
    ? 'The next request is the next attempt.'
    : `Next attempt in ${localDuration(host.until - now, face)}.`;

/** Writes the text about a pause: "asked for a pause (503) of “Search”. It ends in 42 s." */
export const pauseText = ({ operation, until, status }: ServicePause, now: number, face: ClockFace): string =>
  `asked for a pause (${status})${operation === null ? '' : ` of “${operation}”`}. It ends in ${localDuration(until - now, face)}.`;

/** Writes all pending requests, open circuits and pauses in one line. `now` is in epoch ms on the connection's clock. */
export function queueSummary(snapshot: PendingSnapshot, now: number): string {
  const { requests, openCircuits, pauses, total } = snapshot;
  const sent = requests.filter(({ phase }) => phase === 'answer').length;
  const queued = total - sent;
  const parts = [
    ...(sent > 0 ? [`${formatCount(sent, 'request')} in flight`] : []),
    ...(queued > 0 ? [`${formatCount(queued, 'request')} queued`] : []),
    ...openCircuits.map(
      ({ host, until }) => `${host} ${until <= now ? 'ready for the next attempt' : 'paused after failures'}`,
    ),
    ...pauses.map(({ host, operation }) => `${operation ?? host} paused by the service`),
  ];
  return parts.length === 0 ? 'No pending requests' : parts.join(' · ');
}

/** Whether a person may cancel a request. False for a write in flight, because cancelling it would hide whether it took effect. */
export const mayCancel = ({ phase, method }: PendingRequest): boolean =>
  phase !== 'answer' || method === 'GET' || method === 'HEAD';
