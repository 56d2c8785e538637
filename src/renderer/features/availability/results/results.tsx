/** The answer of a search: its count, notes, filters, the listings as list, gallery or table, further pages, and listings that do not fit. */
import { Button, Loader, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { isAppError } from '../../../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { SearchInput, SearchItem } from '../../../../shared/model/availability.ts';
import { doubtText } from '../../../../shared/text/paging-text.ts';
import { readClock } from '../../../../shared/time/clock-face.ts';
import { nightsBetween } from '../../../../shared/time/plain-date.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { FoundPathLine } from '../../../actions/found-path.tsx';
import { useNotBookable } from '../../../actions/not-bookable.tsx';
import { ask } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { useClockFace } from '../../../ipc/use-clock-face.ts';
import { useTokenRetryAt } from '../../../ipc/use-token-retry-at.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { ClockTime } from '../../../ui/clock-time.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconCalendarOff, IconFilterOff, IconInfoCircle } from '../../../ui/icons.ts';
import { useStable } from '../../../ui/use-stable.ts';
import styles from '../availability.module.css';
import { filtersIn, paramOfSort, paramsOfFilters, sortIn, viewIn } from '../search/address.ts';
import { peopleIn } from '../search/search-form.ts';
import type { useSearch } from '../search/use-search.ts';
import { searchText } from '../search-text.ts';
import { BookedSince } from './booked-since.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { DetailsDrawer } from './details-drawer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RESULTS } from './focus-results.ts';
import { Misfits } from './misfits.tsx';
import { quotedByListing } from './quoted.ts';
import { ResultGallery, ResultList } from './result-cards.tsx';
import { ResultTable } from './result-table.tsx';
import {
  coversInOrder,
  filterItems,
  filterNote,
  isFiltered,
  mergedItems,
  misfitOf,
  orderNote,
  type Sort,
  sortItems,
} from './rows.ts';
import { useChosenResults } from './use-chosen-results.ts';

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'gallery', label: 'Gallery' },
  { value: 'table', label: 'Table' },
];
/** The usual time for one page of results. */
const PAGE_MS = 400;

export function Results({
  params,
  inputs,
  search,
  isCancelled,
  applicationId,
  actions,
  onSearchAgain,
  onCancel,
  onQuote,
  onQuotes,
}: {
  /** The parameters of the page's address: the search, the filters and the view. */
  params: SearchOf<'availability'>;
  inputs: readonly SearchInput[];
  search: ReturnType<typeof useSearch>;
  /** Whether the person cancelled the search on this page. */
  isCancelled: boolean;
  /** The application whose credential is used. */
  applicationId: string;
  /** The actions for the search, shown beside its count. */
  actions: ReactNode;
  onSearchAgain: () => void;
  onCancel: () => void;
  onQuote: (listingId: string) => void;
  /** Requests the quotes of several listings; with `toOffer`, their offer opens. */
  onQuotes: (
    listings: readonly { readonly listingId: string; readonly title: string }[],
    options: { readonly toOffer: boolean },
  ) => void;
}) {
  const navigate = useNavigate({ from: '/availability' });
  const forSupport = useAudience() === 'support';
  const [openItem, setOpenItem] = useState<SearchItem | null>(null);
  const { rounds, error, isSearching } = search;
  const answers = rounds.flat().filter(({ page }) => page !== null);
  const connectionId = inputs[0]?.connectionId ?? '';
  const face = useClockFace(connectionId);
  const application = useConnection().applications.find(({ id }) => id === applicationId);
  const notBookable = useNotBookable(connectionId, applicationId);
  const retryAt = useTokenRetryAt(connectionId, applicationId, error);
  const quotes = useQuery(ask('quotes', 'list', { connectionId })).data?.quotes;
  // A search cancelled here or in the list of pending requests is no error.
  const showsCancelled = isCancelled || isAppError(error, 'cancelled');
  const pages = answers.flatMap(({ page }) => page ?? []);
  const [first] = answers;
  const last = pages.at(-1);

  const people = peopleIn(params);
  const { checkIn, checkOut } = params;
  const nights = checkIn && checkOut ? nightsBetween(checkIn, checkOut) : null;
  const filters = useStable(filtersIn(params));
  const sort = useStable(sortIn(params));
  const view = viewIn(params);
  const { fitting, misfits, found } = useMemo(() => {
    const items = mergedItems(rounds.flat().map(({ page }) => page?.items ?? []));
    const judged = items.map((item) => ({ item, reason: misfitOf(item, { people, nights }) }));
    return {
      fitting: judged.filter(({ reason }) => reason === null).map(({ item }) => item),
      misfits: judged.flatMap(({ item, reason }) => (reason === null ? [] : [{ item, reason }])),
      found: new Set(items.flatMap(({ listingId }) => listingId ?? [])),
    };
  }, [rounds, people, nights]);
  const quoted = useMemo(
    () => quotedByListing(quotes ?? [], { checkIn, checkOut, people }, face ? readClock(face, Date.now()) : Date.now()),
    [quotes, checkIn, checkOut, people, face],
  );
  const quotedOf = ({ listingId }: SearchItem) => (listingId === null ? undefined : quoted.get(listingId));
  const { kept, facets, compared, filteredBy, orderedBy } = useMemo(() => {
    const quotedTotal = ({ listingId }: SearchItem) => quoted.get(listingId ?? '')?.total ?? null;
    const filtered = filterItems(fitting, filters);
    return {
      ...filtered,
      kept: sortItems(filtered.kept, sort, filtered.facets.currencies, quotedTotal),
      compared: coversInOrder(filtered.kept, 'total', quotedTotal)[0],
      filteredBy: filterNote(fitting, filters),
      orderedBy: orderNote(filtered.kept, sort, quotedTotal),
    };
  }, [fitting, filters, sort, quoted]);

  const totals = [...new Map(answers.map(({ place, page }) => [place, page?.total ?? null])).values()];
  const sum = totals.some((total) => total === null)
    ? null
    : totals.reduce<number>((all, total) => all + (total ?? 0), 0);
  const loaded = fitting.length + misfits.length;
  const doubts = search.hasMore ? [] : pages.flatMap((page) => (page.nextCursor === null ? page.doubts : []));
  const total = sum === null || doubts.length > 0 || (!search.hasMore && sum !== loaded) ? null : sum;
  const notes = [
    ...new Set(pages.flatMap((page) => page.notes)),
    ...(doubts.length > 0 ? [`The results may be incomplete. ${doubtText([...new Set(doubts)])}`] : []),
  ];
  const things = (count: number) => formatCount(count, 'property', 'properties');
  const countText =
    kept.length < fitting.length
      ? `${formatNumber(kept.length)} of ${things(fitting.length)}${search.hasMore ? ' so far' : ''}`
      : total !== null && misfits.length === 0
        ? things(total)
        : `${things(fitting.length)}${search.hasMore ? ' so far' : ''}`;
  const remaining = total === null ? null : Math.max(0, total - loaded);
  const pageSize = Math.max(1, ...pages.map(({ items }) => items.length));
  const seconds =
    remaining === null ? null : Math.max(1, Math.ceil((Math.ceil(remaining / pageSize) * PAGE_MS) / 1_000));

  const show = (changes: SearchOf<'availability'>, replace = false) =>
    void navigate({ search: (known) => ({ ...known, ...changes }), replace, resetScroll: false });
  const setSort = (next: Sort | null) => show({ sort: paramOfSort(next) });
  const { chosen, choose, clear } = useChosenResults(kept, inputs);
  const askFor = (toOffer: boolean) => {
    if (nights === null || chosen.size === 0 || chosen.size > MAX_ENTRIES.quotesAtOnce) return;
    onQuotes(
      [...chosen].map(([listingId, title]) => ({ listingId, title })),
      { toOffer },
    );
  };
  const shared = {
    connectionId,
    notBookable,
    items: kept,
    quotedOf,
    onQuote,
    onOpen: setOpenItem,
    chosen: new Set(chosen.keys()),
    onChoose: choose,
    onEnter: () => askFor(chosen.size <= MAX_ENTRIES.offeredQuotes),
  };
  const text = searchText(params);
  return (
    <section aria-label={RESULTS} aria-busy={isSearching}>
      <div className={styles.found}>
        <div className={styles.foundText} role="status">
          {isSearching && !last ? (
            <>
              <Loader size="xs" aria-hidden /> <span>Searching {text}</span>
              <Button size="compact-xs" variant="default" onClick={onCancel}>
                Cancel
              </Button>
            </>
          ) : showsCancelled && !last ? (
            <>
              <span>The search for {text} was cancelled.</span>
              <Button size="compact-xs" variant="default" onClick={onSearchAgain}>
                Search again
              </Button>
            </>
          ) : last ? (
            <>
              <h2 className={styles.foundTitle} tabIndex={-1}>
                {countText}
              </h2>
              <span>{text}</span>
              {first ? (
                <span>
                  searched <ClockTime face={face} at={first.answeredAt} />
                </span>
              ) : null}
            </>
          ) : null}
        </div>
        {last ? (
          <div className={styles.foundActions}>
            {forSupport ? (
              <span>
                Answered by “{last.variant}”,{' '}
                <PageLink to="/traffic" search={{ id: last.exchangeId }} inherit underline="always">
                  see the exchange
                </PageLink>
              </span>
            ) : null}
            {actions}
            <SegmentedControl
              size="xs"
              aria-label="View"
              data={VIEWS}
              value={view}
              onChange={(value) => show({ view: value === 'list' ? undefined : (value as 'gallery' | 'table') })}
            />
          </div>
        ) : null}
      </div>
      {pages.find((page) => page.found)?.found ? (
        <FoundPathLine
          connectionId={connectionId}
          operation="search"
          found={pages.find((page) => page.found)?.found ?? { from: '', to: '' }}
        />
      ) : null}
      {error && !showsCancelled && pages.length === 0 ? (
        <ErrorNotice error={error} onRetry={onSearchAgain} retryAt={retryAt} />
      ) : null}
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
      {first ? (
        <BookedSince
          connectionId={connectionId}
          listingIds={[...found]}
          checkIn={checkIn}
          checkOut={checkOut}
          answeredAt={first.answeredAt}
          onSearchAgain={onSearchAgain}
        />
      ) : null}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <IconInfoCircle size={16} aria-hidden /> {note}
        </p>
      ))}
      {fitting.length > 0 ? (
        <FilterBar
          filters={filters}
          facets={facets}
          sort={sort}
          onFilters={(changed) => show(paramsOfFilters(changed), true)}
          onSort={setSort}
        />
      ) : null}
      {last && search.hasMore && (isFiltered(filters) || sort !== null) ? (
        <p className={styles.note}>
          <IconInfoCircle size={16} aria-hidden /> Filters and order apply to the {formatNumber(loaded)} results that
          are loaded{total === null ? '' : ` of ${formatNumber(total)}`}.
        </p>
      ) : null}
      {filteredBy ? (
        <p className={styles.note}>
          <IconInfoCircle size={16} aria-hidden /> {filteredBy}
        </p>
      ) : null}
      {orderedBy ? (
        <p className={styles.note}>
          <IconInfoCircle size={16} aria-hidden /> {orderedBy}
        </p>
      ) : null}
      {last && fitting.length === 0 ? (
        <div className={styles.nothing}>
          {search.hasMore || rounds.flat().some(({ page }) => page === null) ? (
            <EmptyState icon={<IconCalendarOff size={28} />} title="Nothing is available so far" compact>
              Not every result is read yet.
            </EmptyState>
          ) : (
            <EmptyState icon={<IconCalendarOff size={28} />} title="Nothing is available" compact>
              Try other dates, fewer guests or another place.
            </EmptyState>
          )}
        </div>
      ) : last && kept.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState icon={<IconFilterOff size={28} />} title="No results match your filters" compact>
            {things(fitting.length)} are available without them.
          </EmptyState>
        </div>
      ) : last ? (
        view === 'table' ? (
          <ResultTable {...shared} compared={compared} sort={sort} onSort={setSort} />
        ) : view === 'gallery' ? (
          <ResultGallery {...shared} />
        ) : (
          <ResultList {...shared} />
        )
      ) : null}
      {error && !showsCancelled && pages.length > 0 ? (
        <ErrorNotice error={error} compact onRetry={search.loadMore} retryAt={retryAt} />
      ) : null}
      {search.hasMore && search.failures.length === 0 ? (
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
      ) : null}
      <ChosenBar
        connectionId={connectionId}
        count={chosen.size}
        hasStay={nights !== null}
        onQuotes={() => askFor(false)}
        onOffer={() => askFor(true)}
        onClear={clear}
      />
      {last ? (
        <Misfits
          connectionId={connectionId}
          applicationId={applicationId}
          params={params}
          people={people}
          tooSmall={misfits}
          found={found}
          isAlone={fitting.length === 0}
        />
      ) : null}
      <DetailsDrawer
        connectionId={connectionId}
        item={openItem}
        quoted={openItem ? quotedOf(openItem) : undefined}
        refusal={notBookable.get(openItem?.listingId ?? '')}
        application={application}
        onQuote={onQuote}
        onClose={() => setOpenItem(null)}
      />
    </section>
  );
}
