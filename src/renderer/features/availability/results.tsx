/** The results of a search: count, notes, listings, and further pages by the service's cursor. */
import { Button, Loader } from '@mantine/core';
import { IconCalendarOff, IconInfoCircle } from '@tabler/icons-react';
import { isAppError } from '../../../shared/errors.ts';
import type { SearchInput } from '../../../shared/model/availability.ts';
import { doubtText } from '../../../shared/model/paging.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { FoundPathLine } from '../../actions/found-path.tsx';
import { useClockFace } from '../../ipc/use-clock-face.ts';
import { useTokenRetryAt } from '../../ipc/use-token-retry-at.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber, formatPlainRange } from '../../text/format.ts';
import { ClockTime } from '../../ui/clock-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './availability.module.css';
import { BookedSince } from './booked-since.tsx';
import { ResultCard } from './result-card.tsx';
import type { useSearch } from './use-search.ts';

/** The search input as text: "4–9 Dec 2026, 2 guests, Lisbon". */
function inputText(input: SearchInput): string {
  const party = [
    input.guests === undefined ? '' : formatCount(input.guests, 'guest'),
    input.adults === undefined ? '' : formatCount(input.adults, 'adult'),
    input.children === undefined ? '' : formatCount(input.children, 'child', 'children'),
  ];
  const stay = input.checkIn && input.checkOut ? formatPlainRange(input.checkIn, input.checkOut) : 'any dates';
  return [stay, ...party, input.location ?? ''].filter(Boolean).join(', ');
}

export function Results({
  input,
  search,
  isCancelled,
  applicationId,
  onSearchAgain,
  onCancel,
  onQuote,
}: {
  input: SearchInput;
  search: ReturnType<typeof useSearch>;
  /** True after the person cancelled the search on this page. */
  isCancelled: boolean;
  /** The application whose credential is used. */
  applicationId: string;
  onSearchAgain: () => void;
  onCancel: () => void;
  onQuote: (listingId: string) => void;
}) {
  const { pages, error, isSearching } = search;
  const face = useClockFace(input.connectionId);
  const retryAt = useTokenRetryAt(input.connectionId, applicationId, error);
  // A search cancelled here or in the list of pending requests is no error.
  const showsCancelled = isCancelled || isAppError(error, 'cancelled');
  const [first] = pages;
  const last = pages.at(-1);
  const items = pages.flatMap((page) => page.items);
  const total = last?.total ?? null;
  const doubts = search.hasMore ? [] : (last?.doubts ?? []);
  const notes = [
    ...new Set(pages.flatMap((page) => page.notes)),
    ...(doubts.length > 0 ? [`The results may be incomplete. ${doubtText(doubts)}`] : []),
  ];
  const countText =
    total === null || doubts.length > 0
      ? `${formatCount(items.length, 'listing')}${search.hasMore ? ' so far' : ''}`
      : formatCount(total, 'listing');
  return (
    <section aria-label="Results" aria-busy={isSearching}>
      <div className={styles.found} role="status">
        {isSearching && pages.length === 0 ? (
          <>
            <Loader size="xs" aria-hidden /> <span>Searching {inputText(input)}</span>
            <Button size="compact-xs" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </>
        ) : showsCancelled && !last ? (
          <>
            <span>The search for {inputText(input)} was cancelled.</span>
            <Button size="compact-xs" variant="default" onClick={onSearchAgain}>
              Search again
            </Button>
          </>
        ) : last ? (
          <>
            <h2 className={styles.foundTitle}>{countText}</h2>
            <span>{inputText(input)}</span>
            {first ? (
              <span>
                searched <ClockTime face={face} at={first.answeredAt} />
              </span>
            ) : null}
          </>
        ) : null}
        {last ? (
          <span className={styles.source}>
            Answered by “{last.variant}”,{' '}
            <PageLink to="/traffic" search={{ id: last.exchangeId }} inherit underline="always">
              see the exchange
            </PageLink>
          </span>
        ) : null}
      </div>
      {first?.found ? <FoundPathLine connectionId={input.connectionId} operation="search" found={first.found} /> : null}
      {error && !showsCancelled && pages.length === 0 ? (
        <ErrorNotice error={error} onRetry={onSearchAgain} retryAt={retryAt} />
      ) : null}
      {first ? (
        <BookedSince
          connectionId={input.connectionId}
          listingIds={items.map(({ listingId }) => listingId)}
          answeredAt={first.answeredAt}
          onSearchAgain={onSearchAgain}
        />
      ) : null}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <IconInfoCircle size={16} aria-hidden /> {note}
        </p>
      ))}
      {last && items.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState icon={<IconCalendarOff size={28} />} title="No listing is available">
            Try other dates, fewer guests or a wider location.
          </EmptyState>
        </div>
      ) : (
        <ul className={styles.list}>
          {items.map((item, index) => (
            <ResultCard key={`${index} ${item.listingId ?? ''}`} item={item} onQuote={onQuote} />
          ))}
        </ul>
      )}
      {error && !showsCancelled && pages.length > 0 ? (
        <ErrorNotice error={error} compact onRetry={search.loadMore} retryAt={retryAt} />
      ) : null}
      {search.hasMore ? (
        <div className={styles.loadMore}>
          <Button variant="default" loading={search.isLoadingMore} onClick={search.loadMore}>
            Load more
          </Button>
          <span className="lk-num">
            {formatNumber(items.length)}
            {total === null ? '' : ` of ${formatNumber(total)}`} shown
          </span>
        </div>
      ) : null}
    </section>
  );
}
