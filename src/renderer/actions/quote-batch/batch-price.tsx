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
  const duration = realMs(durationMs, face);
  if (audience === 'managers')
    return <span className="lk-num">Ready {duration < SECOND_MS ? 'at once' : `in ${about(duration)}`}</span>;
  const when = requests > 1 ? about(duration) : wait < SECOND_MS ? 'now' : `in ${about(wait)}`;
  return (
    <span className="lk-num">
      {formatCount(requests, 'request')}, {when}
    </span>
  );
}
