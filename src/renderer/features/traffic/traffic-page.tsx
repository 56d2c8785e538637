/** The Traffic page: all exchanges of the current connection, redacted and live, with filters and a drawer for one exchange. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useConnection } from '../../ipc/current.ts';
import type { SearchOf } from '../../navigation/search.ts';
import { ExchangeDrawer } from './drawer/exchange-drawer.tsx';
import { useRememberedFilters } from './filters/use-remembered-filters.ts';
import { TrafficList } from './list/traffic-list.tsx';
import { useExport } from './use-export.tsx';

export function TrafficPage() {
  const connection = useConnection();
  const params = useSearch({ from: '/traffic' });
  const navigate = useNavigate({ from: '/traffic' });
  const setParams = useCallback(
    (changes: SearchOf<'traffic'>) => void navigate({ search: (known) => ({ ...known, ...changes }), replace: true }),
    [navigate],
  );
  useRememberedFilters(connection.id, params, setParams);
  const open = useCallback((id: string) => setParams({ id }), [setParams]);
  const exporting = useExport();
  return (
    <>
      {exporting.error ? <ErrorNotice error={exporting.error} compact /> : null}
      <TrafficList
        key={connection.id}
        connectionId={connection.id}
        params={params}
        onParams={setParams}
        onOpen={open}
        exporting={exporting}
      />
      <ExchangeDrawer
        id={params.id ?? null}
        exporting={exporting}
        onClose={() => setParams({ id: undefined })}
        onOpen={open}
      />
    </>
  );
}
