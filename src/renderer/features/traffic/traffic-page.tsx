/** Traffic: every exchange of the current connection, redacted and live, filtered as you type, with a drawer that shows one whole. */
import { useCallback } from 'react';
import { useConnection } from '../../ipc/current.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useSearchParams } from '../../ui/navigation.ts';
import { ExchangeDrawer } from './drawer/exchange-drawer.tsx';
import { useKeptFilters } from './filters/use-remembered-filters.ts';
import { TrafficList } from './list/traffic-list.tsx';
import { useExport } from './use-export.tsx';

export function TrafficPage() {
  const connection = useConnection();
  const [params, setParams] = useSearchParams('traffic');
  useKeptFilters(connection.id, params, setParams);
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
        onClose={() => setParams({ id: '' })}
        onOpen={open}
      />
    </>
  );
}
