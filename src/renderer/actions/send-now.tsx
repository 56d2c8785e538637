/** The button “Send now”: it ends the pause of a host, or the open state of the host's circuit breaker, and then calls `onSend`. */
import { Button } from '@mantine/core';
import type { ErrorData } from '../../shared/errors.ts';
import { useAct } from '../ipc/client.ts';
import { useCurrentConnectionId } from '../ipc/current.ts';

/** Returns the host that an error names as paused or with an open circuit; `null` for other errors. */
export const pausedHostOf = (data: ErrorData | null): string | null =>
  data?.code === 'servicePaused' || data?.code === 'circuitOpen' ? data.host : null;

export function SendNow({ host, onSend }: { host: string; onSend: () => void }) {
  const connectionId = useCurrentConnectionId();
  const end = useAct('traffic', 'tryHost', { quiet: true });
  return (
    <Button
      size="compact-sm"
      disabled={connectionId === undefined}
      loading={end.isPending}
      onClick={() => {
        if (connectionId !== undefined) end.mutate({ connectionId, host }, { onSettled: onSend });
      }}
    >
      Send now
    </Button>
  );
}
