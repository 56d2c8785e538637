/** Loads the listings of a connection: automatically on the first visit, then on request. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { act, ask, keyOf } from '../../../ipc/client.ts';
import { putNewer } from '../../../ipc/event-bridge.ts';
import { quietly } from '../../../ui/quietly.ts';

export function useListingsLoad(connectionId: string, enabled: boolean) {
  const client = useQueryClient();
  const status = useQuery({ ...ask('listings', 'status', { connectionId }), enabled });
  const { mutate, error, isPending } = useMutation({
    ...quietly(act('listings', 'load')),
    onSuccess: (answer) => putNewer(client, keyOf('listings', 'status', { connectionId }), answer),
  });
  const cancel = useMutation(act('listings', 'cancel'));
  // A load also becomes idle when its source changes. One automatic load per revision, even if it fails.
  const idleAt = status.data?.phase === 'idle' ? status.data.revision : null;
  const askedAt = useRef<number | null>(null);
  useEffect(() => {
    if (idleAt === null || askedAt.current === idleAt) return;
    askedAt.current = idleAt;
    mutate({ connectionId });
  }, [idleAt, mutate, connectionId]);
  return {
    status: status.data,
    error: error ?? status.error,
    isPending,
    load: () => mutate({ connectionId }),
    cancel: () => cancel.mutate({ connectionId }),
  };
}
