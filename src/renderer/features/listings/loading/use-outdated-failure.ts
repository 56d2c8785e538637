/** Whether a failed load used credentials or addresses that have changed since. */
import { useEffect } from 'react';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { ListingsStatus } from '../../../../shared/model/listing.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';

/** The credentials and addresses that loading depends on. */
const sourceOf = ({ openApi, addresses }: Connection): string =>
  JSON.stringify([openApi?.clientId, openApi?.secret, openApi?.secretSetAt, addresses.baseUrl, addresses.authUrl]);

/** Remembers what a failed load used; true once that has changed, until the next load. */
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
