/** The results of a search: their number, notes, filters, a list, gallery or table, further pages, and the misfits. */
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react';
import { isAppError } from '../../../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { SearchInput, SearchItem } from '../../../../shared/model/availability.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useNotBookable } from '../../../actions/not-bookable.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useClockFace, useConnection } from '../../../ipc/current.ts';
import { useTokenRetryAt } from '../../../ipc/use-token-retry-at.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { paramOfSort, paramsOfFilters, viewIn } from '../search/address.ts';
import type { useSearch } from '../search/use-search.ts';
import { searchText } from '../search-text.ts';
import { BookedSince } from './booked-since.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { DetailsDrawer } from './details-drawer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RESULTS } from './focus-results.ts';
import { FoundLine } from './found-line.tsx';
import { GroupStays, type HomeOfGroup } from './group-stays.tsx';
import { Misfits } from './misfits.tsx';
import { commonRemark } from './price.tsx';
import { ResultGallery, ResultList } from './result-cards.tsx';
import { AnswerNotes, FilterNotes, LoadMore, NoResults, Note, partialNote } from './result-notes.tsx';
import { ResultTable } from './result-table.tsx';
import type { Sort } from './rows.ts';
import { useResults } from './use-results.ts';

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
  onGroup,
}: {
  params: SearchOf<'availability'>;
  inputs: readonly SearchInput[];
  search: ReturnType<typeof useSearch>;
  isCancelled: boolean;
  applicationId: string;
  actions: ReactNode;
  onSearchAgain: () => void;
  onCancel: () => void;
  onQuote: (listingId: string) => void;
  /** Requests quotes for listings. With `toOffer`, an offer of these quotes then opens. */
  onQuotes: (
    listings: readonly { readonly listingId: string; readonly title: string }[],
    options: { readonly toOffer: boolean },
  ) => void;
  /** Requests a quote for each home of a group. */
  onGroup: (homes: readonly HomeOfGroup[]) => void;
}) {
  const navigate = useNavigate({ from: '/availability' });
  const [openItem, setOpenItem] = useState<SearchItem | null>(null);
  const { error, isSearching } = search;
  const connectionId = inputs[0]?.connectionId ?? '';
  const face = useClockFace(connectionId);
  const application = useConnection().applications.find(({ id }) => id === applicationId);
  const notBookable = useNotBookable(applicationId);
  const retryAt = useTokenRetryAt(connectionId, applicationId, error);
  const quotes = useAsk('quotes', 'list', { connectionId }).data?.quotes;
  const rows = useResults({ params, search, quotes, face });
  const { pages, first, last, people, nights, fitting, kept, sort, quotedOf } = rows;
  // The person cancelled the search, here or in the list of pending requests.
  const showsCancelled = isCancelled || isAppError(error, 'cancelled');
  const show = (changes: SearchOf<'availability'>, replace = false) =>
    void navigate({ search: (known) => ({ ...known, ...changes }), replace, resetScroll: false });
  const setSort = (next: Sort | null) => show({ sort: paramOfSort(next) });
  const { chosen, choose, clear } = useChosenResults(kept, inputs);
  const askFor = (toOffer: boolean) => {
    if (nights === null || chosen.size === 0 || chosen.size > MAX_ENTRIES.quotesAtOnce) return;
    const listings = [...chosen].map(([listingId, title]) => ({ listingId, title }));
    onQuotes(listings, { toOffer });
  };
  const view = viewIn(params);
  // The table has a column for each of these facts.
  const said = useMemo(() => (view === 'table' ? null : commonRemark(kept)), [view, kept]);
  const shared = {
    notBookable,
    said,
    items: kept,
    quotedOf,
    onQuote,
    onOpen: setOpenItem,
    chosen: new Set(chosen.keys()),
    onChoose: choose,
    onEnter: () => askFor(chosen.size <= MAX_ENTRIES.offeredQuotes),
  };
  const isComplete = !search.hasMore && search.failures.length === 0;
  return (
    <section aria-label={RESULTS} aria-busy={isSearching}>
      <FoundLine
        text={searchText(params)}
        rows={rows}
        said={said}
        partial={partialNote(rows, search.hasMore)}
        isSearching={isSearching}
        isCancelled={showsCancelled}
        actions={actions}
        view={view}
        onView={(next) => show({ view: next })}
        onCancel={onCancel}
        onSearchAgain={onSearchAgain}
      />
      {error && !showsCancelled && pages.length === 0 ? (
        <ErrorNotice error={error} onRetry={onSearchAgain} retryAt={retryAt} />
      ) : null}
      <AnswerNotes inputs={inputs} search={search} pages={pages} retryAt={retryAt} />
      {first ? (
        <BookedSince
          connectionId={connectionId}
          listingIds={[...rows.found]}
          checkIn={params.checkIn}
          checkOut={params.checkOut}
          answeredAt={first.answeredAt}
          onSearchAgain={onSearchAgain}
        />
      ) : null}
      {rows.notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {fitting.length > 0 ? (
        <FilterBar
          filters={rows.filters}
          facets={rows.facets}
          sort={sort}
          onFilters={(changed) => show(paramsOfFilters(changed), true)}
          onSort={setSort}
        />
      ) : null}
      <FilterNotes rows={rows} />
      {!last ? null : kept.length === 0 ? (
        <NoResults available={fitting.length} isComplete={isComplete} />
      ) : (
        <ResultsInView view={view} {...shared} compared={rows.compared} sort={sort} onSort={setSort} />
      )}
      {last && isComplete ? <GroupsIfNone inputs={inputs} rows={rows} onQuotes={onGroup} /> : null}
      {error && !showsCancelled && pages.length > 0 ? (
        <ErrorNotice error={error} compact onRetry={search.loadMore} retryAt={retryAt} />
      ) : null}
      {search.hasMore && search.failures.length === 0 ? <LoadMore search={search} rows={rows} /> : null}
      <ChosenBar
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
          tooSmall={rows.misfits}
          found={rows.found}
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

function ResultsInView({
  view,
  compared,
  sort,
  onSort,
  ...shared
}: ComponentProps<typeof ResultTable> & { view: ReturnType<typeof viewIn> }) {
  if (view === 'table') return <ResultTable {...shared} compared={compared} sort={sort} onSort={onSort} />;
  return view === 'gallery' ? <ResultGallery {...shared} /> : <ResultList {...shared} />;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Returns the results that a person has chosen for quotes, with their titles. A new search clears the choice. */
export function useChosenResults(items: readonly SearchItem[], search: unknown) {
  const key = JSON.stringify(search);
  const [all, setAll] = useState({ key, chosen: NONE });
  const chosen = all.key === key ? all.chosen : NONE;
  const setChosen = (next: ReadonlyMap<string, string>) => setAll({ key, chosen: next });
  const anchor = useRef<string | null>(null);
  return {
    chosen,
    clear: () => setChosen(new Map()),
    /** Toggles one result. With `isRange`, chooses all results from the previously chosen one to this one. */
    choose({ listingId, title }: SearchItem, isRange: boolean) {
      if (listingId === null) return;
      const next = new Map(chosen);
      const [from, to] = [anchor.current, listingId].map((id) => items.findIndex((item) => item.listingId === id));
      anchor.current = listingId;
      if (isRange && from !== undefined && to !== undefined && from >= 0) {
        for (const item of items.slice(Math.min(from, to), Math.max(from, to) + 1))
          if (item.listingId !== null) next.set(item.listingId, item.title);
      } else if (!next.delete(listingId)) next.set(listingId, title);
      setChosen(next);
    },
  };
}

/** Shows groups of homes when no single home fits a search for several people. */
function GroupsIfNone({
  inputs,
  rows: { people, nights, fitting, misfits },
  onQuotes,
}: {
  inputs: readonly SearchInput[];
  rows: ReturnType<typeof useResults>;
  onQuotes: (homes: readonly HomeOfGroup[]) => void;
}) {
  if (fitting.length > 0 || nights === null || people === null || people <= 1) return null;
  const known = misfits.map(({ item }) => item);
  return <GroupStays inputs={inputs} people={people} nights={nights} known={known} onQuotes={onQuotes} />;
}
