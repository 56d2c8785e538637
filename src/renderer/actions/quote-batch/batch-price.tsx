/** Shows the cost of quotes before they are requested: "1 request, now", "1 request, in about 4 s", "3 requests, about 1 s". */

import { formatDuration } from '../../../shared/time/format-duration.ts';
import { SECOND_MS } from '../../../shared/time/units.ts';
import { useAsk } from '../../ipc/client.ts';
import { useClockFace, useConnection } from '../../ipc/current.ts';
import { formatCount, wholeSeconds } from '../../text/format.ts';
import { realMs } from '../../text/rate-text.ts';

export function BatchPrice({ quotes }: { quotes: number }) {
  const { id: connectionId } = useConnection();
  const face = useClockFace(connectionId);
  // The plan depends on the requests of the last seconds, so it is stale at once.
  const plan = useAsk('quotes', 'plan', { connectionId, quotes }, { keepsPrevious: true, staleTime: 0 });
  if (!plan.data) return null;
  const { requests, waitMs, durationMs } = plan.data;
  const about = (ms: number) => `about ${formatDuration(wholeSeconds(ms))}`;
  const wait = realMs(waitMs, face);
  const time = requests > 1 ? about(realMs(durationMs, face)) : wait < SECOND_MS ? 'now' : `in ${about(wait)}`;
  return (
    <span className="lk-num">
      {formatCount(requests, 'request')}, {time}
    </span>
  );
}
