/** Loads the listings of a connection: by itself at the first visit and after a change of credentials or addresses, otherwise on request. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { act, ask, keyOf, quietly } from '../../../ipc/client.ts';
import { putNewer } from '../../../ipc/event-bridge.ts';

export function useListingsLoad(connectionId: string) {
  const client = useQueryClient();
  const status = useQuery(ask('listings', 'status', { connectionId }));
  const { mutate, error, isPending } = useMutation({
    ...quietly(act('listings', 'load')),
    onSuccess: (answer) => putNewer(client, keyOf('listings', 'status', { connectionId }), answer),
  });
  const cancel = useMutation(act('listings', 'cancel'));
  // The status is idle again after a change of credentials or addresses. Each revision loads once by itself, even when the load fails.
  const idleRevision = status.data?.phase === 'idle' ? status.data.revision : null;
  const loadedRevision = useRef<number | null>(null);
  useEffect(() => {
    if (idleRevision === null || loadedRevision.current === idleRevision) return;
    loadedRevision.current = idleRevision;
    mutate({ connectionId });
  }, [idleRevision, mutate, connectionId]);
  return {
    status: status.data,
    error: error ?? status.error,
    isPending,
    /** Loads the listings, or continues an interrupted load. */
    load: () => mutate({ connectionId }),
    reload: () => mutate({ connectionId, startOver: true }),
    cancel: () => cancel.mutate({ connectionId }),
  };
}
