/** The Traffic page: all exchanges of the current connection, redacted and live, with filters and a drawer for one exchange. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useConnection } from '../../ipc/current.ts';
import type { SearchOf } from '../../navigation/search.ts';
import { later } from '../../ui/later.tsx';
import { ExchangeDrawer } from './drawer/exchange-drawer.tsx';
import { useRememberedFilters } from './filters/use-remembered-filters.ts';
import { TrafficList } from './list/traffic-list.tsx';
import { useExport } from './use-export.tsx';

const ComposeRequest = later(async () => (await import('./compose/compose-request.tsx')).ComposeRequest);
const CompareDrawer = later(async () => (await import('./compare/compare-drawer.tsx')).CompareDrawer);

export function TrafficPage() {
  const connection = useConnection();
  const params = useSearch({ from: '/traffic' });
  const navigate = useNavigate({ from: '/traffic' });
  const setParams = useCallback(
    (changes: SearchOf<'traffic'>) => void navigate({ search: (known) => ({ ...known, ...changes }), replace: true }),
    [navigate],
  );
  useRememberedFilters(connection.id, params, setParams);
  const open = useCallback((id: string) => setParams({ id, with: undefined }), [setParams]);
  const compare = useCallback((id: string, other: string) => setParams({ id, with: other }), [setParams]);
  const close = useCallback(() => setParams({ id: undefined, with: undefined }), [setParams]);
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
        onCompare={compare}
        onCompose={() => setParams({ id: undefined, with: undefined, compose: 'new' })}
        exporting={exporting}
      />
      <ExchangeDrawer
        id={params.with === undefined ? (params.id ?? null) : null}
        exporting={exporting}
        onClose={close}
        onOpen={open}
        onCompare={compare}
        onCompose={(id) => setParams({ id: undefined, with: undefined, compose: id })}
      />
      {params.compose !== undefined && params.id === undefined ? (
        <Suspense>
          <ComposeRequest
            key={params.compose}
            exchangeId={params.compose === 'new' ? null : params.compose}
            onSent={(id) => setParams({ id, with: undefined, compose: undefined })}
            onClose={() => setParams({ compose: undefined })}
          />
        </Suspense>
      ) : null}
      {params.id !== undefined && params.with !== undefined ? (
        <Suspense>
          <CompareDrawer leftId={params.id} rightId={params.with} onClose={close} onOpen={open} />
        </Suspense>
      ) : null}
    </>
  );
}
