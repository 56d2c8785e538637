/** The top bar: search and the status for managers; a separate bar for support. */
import { spotlight } from '@mantine/spotlight';
import { Suspense } from 'react';
import { useAsk } from '../ipc/client.ts';
import { useAudience, useConnection } from '../ipc/current.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { IconSearch } from '../ui/icons.ts';
import { later } from '../ui/later.tsx';
import { useIdle } from '../ui/use-idle.ts';
import styles from './top-bar.module.css';
import { useSearchKeys } from './use-search-keys.ts';

/** The top bar for support, whose code and that of the pages, which it needs, would delay the first drawing. */
const SupportBar = later(() => import('./support-bar.tsx').then((module) => module.SupportBar));

/** Loads the status after the first drawing, because its data is not known earlier. */
const AccessStatus = later(() => import('./access-status.tsx').then((module) => module.AccessStatus));

export function TopBar() {
  const isForSupport = useAudience() === 'support';
  const isIdle = useIdle(isForSupport);
  if (!isForSupport) return <ManagersBar />;
  return (
    <Suspense fallback={<div className={styles.bar} />}>
      {isIdle ? <SupportBar /> : <div className={styles.bar} />}
    </Suspense>
  );
}

function ManagersBar() {
  const connection = useConnection();
  const tokens = useAsk('tokens', 'status', { connectionId: connection.id }).data;
  const keys = useSearchKeys();
  const isIdle = useIdle();
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.searchWide} onClick={spotlight.open} aria-label="Search the app">
        <IconSearch size={17} aria-hidden />
        <span>Search or go to…</span>
        <span className={styles.searchKeys} aria-hidden>
          {keys}
        </span>
      </button>
      {tokens && tokens.tokens.length > 0 ? (
        <Suspense fallback={null}>{isIdle ? <AccessStatus connection={connection} tokens={tokens} /> : null}</Suspense>
      ) : tokens ? (
        <PageLink to="/connections" search={{ id: connection.id }} size="sm" ml="auto">
          Add credentials
        </PageLink>
      ) : null}
    </div>
  );
}
