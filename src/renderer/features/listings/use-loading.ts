/** Loading of a connection's listings: starts by itself on the first visit, and again when asked. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { act, ask, keyOf } from '../../ipc/client.ts';
import { putNewer } from '../../ipc/event-bridge.ts';
import { quietly } from '../../ui/quietly.ts';

export function useLoading(connectionId: string, enabled: boolean) {
  const client = useQueryClient();
  const status = useQuery({ ...ask('listings', 'status', { connectionId }), enabled });
  const { mutate, error, isIdle, isPending } = useMutation({
    ...quietly(act('listings', 'load')),
    onSuccess: (answer) => putNewer(client, keyOf('listings', 'status', { connectionId }), answer),
  });
  const cancel = useMutation(act('listings', 'cancel'));
  const first = status.data?.phase === 'idle' && isIdle;
  useEffect(() => {
    if (first) mutate({ connectionId });
  }, [first, mutate, connectionId]);
  return {
    status: status.data,
    error: error ?? status.error,
    isPending,
    load: () => mutate({ connectionId }),
    cancel: () => cancel.mutate({ connectionId }),
  };
}
