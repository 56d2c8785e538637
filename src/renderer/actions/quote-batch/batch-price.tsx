/** What quotes cost before they are asked for: "3 requests, about 1 s". */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatDuration } from '../../../shared/format-duration.ts';
import { ask } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/use-clock-face.ts';
import { formatCount, wholeSeconds } from '../../text/format.ts';
import { realMs } from '../../text/rate-text.ts';

export function BatchPrice({ connectionId, quotes }: { connectionId: string; quotes: number }) {
  const face = useClockFace(connectionId);
  const plan = useQuery({
    ...ask('quotes', 'plan', { connectionId, quotes }),
    placeholderData: keepPreviousData,
    // It depends on the requests of the last seconds.
    staleTime: 0,
  });
  if (!plan.data) return null;
  const { requests, durationMs } = plan.data;
  return (
    <span className="lk-num">
      {formatCount(requests, 'request')}, about {formatDuration(wholeSeconds(realMs(durationMs, face)))}
    </span>
  );
}
