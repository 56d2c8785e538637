/** Loads the listings of a connection: automatically on the first visit, then on request. Also detects outdated failures. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { ListingsStatus } from '../../../../shared/model/listing.ts';
import { act, ask, keyOf, quietly } from '../../../ipc/client.ts';
import { putNewer } from '../../../ipc/event-bridge.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';

export function useListingsLoad(connectionId: string) {
  const client = useQueryClient();
  const status = useQuery(ask('listings', 'status', { connectionId }));
  const { mutate, error, isPending } = useMutation({
    ...quietly(act('listings', 'load')),
    onSuccess: (answer) => putNewer(client, keyOf('listings', 'status', { connectionId }), answer),
  });
  const cancel = useMutation(act('listings', 'cancel'));
  // The status becomes idle again when credentials or addresses change. One automatic load per revision, even if it fails.
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
    /** Loads, or goes on where an interrupted load stopped. */
    load: () => mutate({ connectionId }),
    reload: () => mutate({ connectionId, startOver: true }),
    cancel: () => cancel.mutate({ connectionId }),
  };
}

/** The credentials and addresses that loading depends on. */
const sourceOf = ({ openApi, addresses }: Connection): string =>
  JSON.stringify([openApi?.clientId, openApi?.secret, openApi?.secretSetAt, addresses.baseUrl, addresses.authUrl]);

/** True when credentials or addresses changed after a load failed, until the next load. */
export function useOutdatedFailure(connection: Connection, status: ListingsStatus | undefined): boolean {
  const [failure, setFailure] = useRememberedState<{ key: string; source: string } | null>(
    `listings.failure.${connection.id}`,
    () => null,
  );
  const source = sourceOf(connection);
  const key = status?.phase === 'failed' ? `${status.startedAt} ${status.finishedAt}` : null;
  useEffect(() => {
    if (key !== null && failure?.key !== key) setFailure(() => ({ key, source }));
  }, [key, failure, source, setFailure]);
  return key !== null && failure?.key === key && failure.source !== source;
}
