/**
 * Shows the cost of quotes before they are requested. Support: "1 request, now", "1 request, in about 4 s", "3 requests, about 1 s". Managers: "Ready at
 * once", "Ready in about 4 s".
 */

import { formatDuration } from '../../../shared/time/format-duration.ts';
import { SECOND_MS } from '../../../shared/time/units.ts';
import { useAsk } from '../../ipc/client.ts';
import { useAudience, useClockFace, useConnection } from '../../ipc/current.ts';
import { formatCount, wholeSeconds } from '../../text/format.ts';
import { realMs } from '../../text/rate-text.ts';

export function BatchPrice({ quotes }: { quotes: number }) {
  const { id: connectionId } = useConnection();
  const audience = useAudience();
  const face = useClockFace(connectionId);
  // The plan depends on the requests of the last seconds, so it is stale at once.
  const plan = useAsk('quotes', 'plan', { connectionId, quotes }, { keepsPrevious: true, staleTime: 0 });
  if (!plan.data) return null;
  const { requests, waitMs, durationMs } = plan.data;
  const about = (ms: number) => `about ${formatDuration(wholeSeconds(ms))}`;
  const wait = realMs(waitMs, face);
  const isAtOnce = requests === 1 && wait < SECOND_MS;
  const time = about(requests > 1 ? realMs(durationMs, face) : wait);
  if (audience === 'managers') return <span className="lk-num">Ready {isAtOnce ? 'at once' : `in ${time}`}</span>;
  const when = isAtOnce ? 'now' : requests > 1 ? time : `in ${time}`;
  return (
    <span className="lk-num">
      {formatCount(requests, 'request')}, {when}
    </span>
  );
}
