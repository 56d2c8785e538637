/** The notes above the results: which places failed, what makes the answer doubtful, and what filters and order do not cover. */
import { Button, Loader } from '@mantine/core';
import type { SearchInput } from '../../../../shared/model/availability.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { FoundPathLine } from '../../../actions/found-path.tsx';
import { formatNumber } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconCalendarOff, IconFilterOff, IconInfoCircle } from '../../../ui/icons.ts';
import styles from '../availability.module.css';
import type { useSearch } from '../search/use-search.ts';
import { isFiltered } from './rows.ts';
import { countOfProperties, type ResultRows } from './use-results.ts';

interface AnswerNotesProps {
  inputs: readonly SearchInput[];
  search: ReturnType<typeof useSearch>;
  pages: ResultRows['pages'];
  /** The instant (epoch ms) from which a failed search may be repeated; null for at once. */
  retryAt: number | null;
}

export function AnswerNotes({ inputs, search, pages, retryAt }: AnswerNotesProps) {
  const found = pages.find((page) => page.found)?.found;
  return (
    <>
      {found ? <FoundPathLine connectionId={inputs[0]?.connectionId ?? ''} operation="search" found={found} /> : null}
      {search.failures.map((failure) => (
        <section
          key={failure.place}
          aria-label={`Failure of ${inputs[failure.place]?.location ?? 'the search'}`}
          className={styles.failure}
        >
          <p>{inputs[failure.place]?.location} could not be searched; what follows is without it.</p>
          <ErrorNotice error={failure.error} compact onRetry={search.loadMore} retryAt={retryAt} />
        </section>
      ))}
    </>
  );
}

/** Says that filters and order apply to only a part of the results; null when they apply to all. */
export const partialNote = ({ last, loaded, total, filters, sort }: ResultRows, hasMore: boolean): string | null =>
  last && hasMore && (isFiltered(filters) || sort !== null)
    ? `Filters and order apply to the ${formatNumber(loaded)} results that are loaded${
        total === null ? '' : ` of ${formatNumber(total)}`
      }.`
    : null;

export const FilterNotes = ({ rows: { filteredBy, orderedBy } }: { rows: ResultRows }) =>
  [filteredBy, orderedBy].map((note) => (note ? <Note key={note}>{note}</Note> : null));

export const Note = ({ children }: { children: string }) => (
  <p className={styles.note}>
    <IconInfoCircle size={16} aria-hidden /> {children}
  </p>
);

/** Says that no results match. `available` counts the results without the filters. */
export function NoResults({ available, isComplete }: { available: number; isComplete: boolean }) {
  return (
    <div className={styles.nothing}>
      {available > 0 ? (
        <EmptyState icon={<IconFilterOff size={28} />} title="No results match your filters" compact>
          {countOfProperties(available)} are available without them.
        </EmptyState>
      ) : isComplete ? (
        <EmptyState icon={<IconCalendarOff size={28} />} title="Nothing is available" compact>
          Try other dates, fewer guests or another place.
        </EmptyState>
      ) : (
        <EmptyState icon={<IconCalendarOff size={28} />} title="Nothing is available so far" compact>
          Not every result is loaded yet.
        </EmptyState>
      )}
    </div>
  );
}

interface LoadMoreProps {
  search: ReturnType<typeof useSearch>;
  rows: Pick<ResultRows, 'loaded' | 'total' | 'seconds'>;
}

/** Buttons that load more results, with the number of loaded results. */
export function LoadMore({ search, rows: { loaded, total, seconds } }: LoadMoreProps) {
  return (
    <div className={styles.loadMore}>
      <Button loading={search.isLoadingMore && !search.isLoadingAll} onClick={search.loadMore}>
        Load more
      </Button>
      {search.isLoadingAll ? (
        <Button onClick={search.stopLoading} leftSection={<Loader size="xs" aria-hidden />}>
          Stop loading
        </Button>
      ) : (
        <Button onClick={search.loadAll}>
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
