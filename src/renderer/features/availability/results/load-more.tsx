/** The buttons that load more results, and how many are loaded. */
import { Button, Loader } from '@mantine/core';
import { formatNumber } from '../../../text/format.ts';
import styles from '../availability.module.css';
import type { useSearch } from '../search/use-search.ts';
import type { ResultRows } from './use-results.ts';

export function LoadMore({
  search,
  rows: { loaded, total, seconds },
}: {
  search: ReturnType<typeof useSearch>;
  rows: Pick<ResultRows, 'loaded' | 'total' | 'seconds'>;
}) {
  return (
    <div className={styles.loadMore}>
      <Button variant="default" loading={search.isLoadingMore && !search.isLoadingAll} onClick={search.loadMore}>
        Load more
      </Button>
      {search.isLoadingAll ? (
        <Button variant="default" onClick={search.stopLoading} leftSection={<Loader size="xs" aria-hidden />}>
          Stop loading
        </Button>
      ) : (
        <Button variant="default" onClick={search.loadAll}>
          {total === null || seconds === null ? 'Load all' : `Load all ${formatNumber(total)}, about ${seconds} s`}
        </Button>
      )}
      <span className="lk-num" role="status">
        {formatNumber(loaded)}
        {total === null ? '' : ` of ${formatNumber(total)}`} loaded
      </span>
    </div>
  );
}
