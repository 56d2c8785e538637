/** The notes above the results: which places failed, what makes the answer doubtful, and what filters and order do not cover. */
import type { SearchInput } from '../../../../shared/model/availability.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { FoundPathLine } from '../../../actions/found-path.tsx';
import { formatNumber } from '../../../text/format.ts';
import { IconInfoCircle } from '../../../ui/icons.ts';
import styles from '../availability.module.css';
import type { useSearch } from '../search/use-search.ts';
import { isFiltered } from './rows.ts';
import type { ResultRows } from './use-results.ts';

export function AnswerNotes({
  inputs,
  search,
  pages,
  retryAt,
}: {
  inputs: readonly SearchInput[];
  search: ReturnType<typeof useSearch>;
  pages: ResultRows['pages'];
  /** When a failed search may be repeated (epoch ms); null for at once. */
  retryAt: number | null;
}) {
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

export function FilterNotes({
  rows: { last, loaded, total, filters, sort, filteredBy, orderedBy },
  hasMore,
}: {
  rows: ResultRows;
  hasMore: boolean;
}) {
  const partial =
    last && hasMore && (isFiltered(filters) || sort !== null)
      ? `Filters and order apply to the ${formatNumber(loaded)} results that are loaded${
          total === null ? '' : ` of ${formatNumber(total)}`
        }.`
      : null;
  return [partial, filteredBy, orderedBy].map((note) => (note ? <Note key={note}>{note}</Note> : null));
}

export const Note = ({ children }: { children: string }) => (
  <p className={styles.note}>
    <IconInfoCircle size={16} aria-hidden /> {children}
  </p>
);
