/** The Listings page: a table of all listings of the Open API, up to 50,000 rows, and a drawer for one listing. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { ListingsStatus } from '../../../shared/model/listing.ts';
import { ClockTime } from '../../actions/clock-time.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useListingNoun } from '../../actions/use-listing-noun.ts';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { putNewer } from '../../ipc/event-bridge.ts';
import { useTokenRetryAt } from '../../ipc/use-token-retry-at.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconBuildingCommunity, IconPlayerStop, IconRefresh } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useIdle } from '../../ui/use-idle.ts';
import styles from './listings.module.css';
import { LoadState } from './loading/load-state.tsx';
import { progressText } from './loading/progress-text.ts';
import { ListingsBrowser } from './table/listings-browser.tsx';

const LoadProgress = lazy(() =>
  import('./loading/load-progress.tsx').then((module) => ({ default: module.LoadProgress })),
);
const ListingDrawer = lazy(() =>
  import('./drawer/listing-drawer.tsx').then((module) => ({ default: module.ListingDrawer })),
);

export function ListingsPage() {
  const connection = useConnection();
  const isIdle = useIdle();
  const { id: openId = null, search, view } = useSearch({ from: '/listings' });
  const navigate = useNavigate({ from: '/listings' });
  const open = useCallback(
    (id: string | undefined) => void navigate({ search: (known) => ({ ...known, id }), replace: true }),
    [navigate],
  );
  const dropView = useCallback(
    () => void navigate({ search: (known) => ({ ...known, view: undefined }), replace: true }),
    [navigate],
  );
  return (
    <>
      {connection.openApi ? (
        <Listings
          key={`${connection.id} ${search ?? ''}`}
          connection={connection}
          firstSearch={search}
          wantedView={view}
          onViewApplied={dropView}
          openId={openId}
          onOpen={open}
        />
      ) : (
        <>
          <PageHeader title="Listings" />
          <EmptyState
            icon={<IconBuildingCommunity size={30} />}
            title="This connection has no Open API client"
            action={
              <PageLink to="/connections" search={{ id: connection.id }}>
                Enter its Client ID and Client Secret
              </PageLink>
            }
          >
            Listings come from the Open API, which has its own credentials.
          </EmptyState>
        </>
      )}
      {isIdle || openId !== null ? (
        <Suspense fallback={null}>
          <ListingDrawer
            connectionId={connection.id}
            id={openId}
            canBook={connection.applications.length > 0}
            onClose={() => open(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The number of listings in the table. While the kept list is being read, it is the number of listings in that list. */
const countOf = ({ phase, shown, expected }: ListingsStatus): number =>
  phase === 'opening' ? Math.max(shown, expected ?? 0) : shown;

interface ListingsProps {
  connection: Connection;
  firstSearch: string | undefined;
  wantedView: string | undefined;
  onViewApplied: () => void;
  openId: string | null;
  onOpen: (id: string) => void;
}

function Listings({ connection, firstSearch, wantedView, onViewApplied, openId, onOpen }: ListingsProps) {
  const connectionId = connection.id;
  const noun = useListingNoun();
  const { status, error, isPending, load, reload, cancel } = useListingsLoad(connectionId);
  const retryAt = useTokenRetryAt(connectionId, null, error ?? status?.error);
  const shown = status?.shown ?? 0;
  const loading = status?.phase === 'loading' || isPending;
  const settled = status?.phase === 'done' || status?.phase === 'failed' || status?.phase === 'cancelled';
  // The previous list is shown during a refresh.
  const isRefreshing = status?.phase === 'loading' && status.shownAt !== null && shown > 0;
  const description =
    status && status.shownAt !== null && shown > 0 ? (
      <>
        {noun.count(countOf(status))}
        {status.doubts.length > 0 ? ', may be incomplete' : ''}, loaded <ClockTime at={status.shownAt} />
        {isRefreshing ? <span className="lk-num"> · refreshing: {progressText(status)}</span> : null}
      </>
    ) : (
      `All ${noun.many} of this account${noun.many === 'listings' ? ' in the Open API' : ''}.`
    );
  return (
    <div className={styles.page}>
      <PageHeader
        title="Listings"
        description={description}
        actions={
          isRefreshing ? (
            <IconButton Icon={IconPlayerStop} onClick={cancel}>
              Stop refreshing
            </IconButton>
          ) : (
            <IconButton Icon={IconRefresh} onClick={reload} disabled={loading || status === undefined}>
              Refresh
            </IconButton>
          )
        }
      />
      {error ? <ErrorNotice error={error} onRetry={load} retryAt={retryAt} /> : null}
      {status ? <LoadState status={status} shown={shown} retryAt={retryAt} onLoad={load} onReload={reload} /> : null}
      {status && settled && shown === 0 && status.loaded === 0 ? (
        status.phase === 'done' ? (
          <div className={styles.nothing}>
            <EmptyState
              icon={<IconBuildingCommunity size={30} />}
              title={`The account has no ${noun.many}`}
              action={<Button onClick={load}>Load again</Button>}
            >
              The service returned an empty list.
            </EmptyState>
          </div>
        ) : null
      ) : status && (status.phase !== 'idle' || isPending) ? (
        <ListingsBrowser
          status={status}
          firstSearch={firstSearch}
          wantedView={wantedView}
          onViewApplied={onViewApplied}
          openId={openId}
          onOpen={onOpen}
        />
      ) : null}
      {/* Beside an earlier list, the title has the progress, unless the refresh waits. */}
      {status?.phase === 'loading' && (status.shownAt === null || status.waiting) ? (
        <Suspense fallback={null}>
          <LoadProgress status={status} onCancel={cancel} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Loads the listings of a connection: by itself at the first visit and after a change of credentials or addresses, otherwise on request. */
function useListingsLoad(connectionId: string) {
  const client = useQueryClient();
  const status = useAsk('listings', 'status', { connectionId });
  const { mutate, error, isPending } = useAct('listings', 'load', {
    quiet: true,
    onSuccess: (answer) => putNewer(client, keyOf('listings', 'status', { connectionId }), answer),
  });
  const cancel = useAct('listings', 'cancel');
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
