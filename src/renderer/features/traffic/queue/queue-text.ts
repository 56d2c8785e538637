/** What a request waits for, in words. Lengths of time are what passes on the reader's own clock. Pure. */

import type { OpenCircuit, PendingRequest, PendingSnapshot } from '../../../../shared/model/pending.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import { formatCount, formatDuration } from '../../../text/format.ts';

/** A length of the connection's clock as it passes here, in whole seconds from one on. */
function localDuration(ms: number, face: ClockFace): string {
  const here = Math.max(0, ms) / face.rate;
  return here < 1_000 ? 'less than 1 s' : formatDuration(Math.ceil(here / 1_000) * 1_000);
}

/** "waits for a place: about 3 s", "sent again in 4 s". `now` is on the connection's clock. */
export function phaseText(request: PendingRequest, now: number, face: ClockFace): string {
  const left = request.until === null || request.until <= now ? null : localDuration(request.until - now, face);
  const since = localDuration(now - request.phaseSince, face);
  switch (request.phase) {
    case 'limit':
      return left ? `waits for a place: about ${left}` : 'waits for a place';
    case 'token':
      return left ? `waits for its access token: about ${left}` : 'waits for its access token';
    case 'answer':
      return `sent ${since} ago, waits for the answer`;
    case 'backoff':
      return left ? `sent again in ${left}` : 'is sent again now';
    case 'circuit':
      return left ? `waits for its host to recover: tried in ${left}` : 'waits for its host to recover';
  }
}

/** "42 s more" while a host rests, or that it is tried with the next request. */
export const circuitText = (host: OpenCircuit, now: number, face: ClockFace): string =>
  host.until <= now
    ? 'It may be tried: the next request does that.'
    : `Left alone for ${localDuration(host.until - now, face)} more, then one request tries it.`;

/** One line about all of it. `now` is on the connection's clock. */
export function queueSummary(snapshot: PendingSnapshot, now: number): string {
  const { requests, openCircuits, total } = snapshot;
  const sent = requests.filter(({ phase }) => phase === 'answer').length;
  const waiting = total - sent;
  const parts = [
    ...(sent > 0 ? [`${formatCount(sent, 'request')} under way`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting, 'request')} ${waiting === 1 ? 'waits' : 'wait'}`] : []),
    ...openCircuits.map(({ host, until }) => `${host} ${until <= now ? 'may be tried' : 'rests'}`),
  ];
  return parts.length === 0 ? 'Nothing waits' : parts.join(' · ');
}

/** A write that was sent ends by itself: taking it back would hide whether it was done. */
export const mayCancel = ({ phase, method }: PendingRequest): boolean =>
  phase !== 'answer' || method === 'GET' || method === 'HEAD';
