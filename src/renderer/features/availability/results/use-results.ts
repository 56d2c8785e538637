/** The filtered and sorted results of a search, how many there are, and the remarks above them. */
import { useMemo } from 'react';
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { Quote } from '../../../../shared/model/quote.ts';
import { doubtText } from '../../../../shared/text/paging-text.ts';
import { readClock } from '../../../../shared/time/clock-face.ts';
import { nightsBetween } from '../../../../shared/time/plain-date.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { useStable } from '../../../ui/use-stable.ts';
import { filtersIn, sortIn } from '../search/address.ts';
import { peopleIn } from '../search/search-form.ts';
import type { useSearch } from '../search/use-search.ts';
import { quotedByListing } from './quoted.ts';
import { coversInOrder, filterItems, filterNote, mergedItems, misfitOf, orderNote, sortItems } from './rows.ts';

/** The usual time in ms to load one page of results. */
const PAGE_MS = 400;

type Rounds = ReturnType<typeof useSearch>['rounds'];

export const countOfProperties = (count: number): string => formatCount(count, 'property', 'properties');

const NOT_QUOTED: ReturnType<typeof quotedByListing> = new Map();

interface UseResultsOptions {
  params: SearchOf<'availability'>;
  search: Pick<ReturnType<typeof useSearch>, 'rounds' | 'hasMore'>;
  quotes: readonly Quote[] | undefined;
  face: ClockFace | undefined;
}

export function useResults({ params, search: { rounds, hasMore }, quotes, face }: UseResultsOptions) {
  const people = peopleIn(params);
  const { checkIn, checkOut } = params;
  const nights = checkIn && checkOut ? nightsBetween(checkIn, checkOut) : null;
  const filters = useStable(filtersIn(params));
  const sort = useStable(sortIn(params));
  const { fitting, misfits, found } = useMemo(() => {
    const items = mergedItems(rounds.flat().map(({ page }) => page?.items ?? []));
    const judged = items.map((item) => ({ item, reason: misfitOf(item, { people, nights }) }));
    return {
      fitting: judged.filter(({ reason }) => reason === null).map(({ item }) => item),
      misfits: judged.flatMap(({ item, reason }) => (reason === null ? [] : [{ item, reason }])),
      found: new Set(items.flatMap(({ listingId }) => listingId ?? [])),
    };
  }, [rounds, people, nights]);
  const quoted = useMemo(() => {
    const now = face ? readClock(face, Date.now()) : Date.now();
    const known = quotedByListing(quotes ?? [], { checkIn, checkOut, people }, now);
    // Otherwise quotes of other stays that arrive late would make new rows, and the selected cells would be lost.
    return known.size === 0 ? NOT_QUOTED : known;
  }, [quotes, checkIn, checkOut, people, face]);
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

  return {
    people,
    nights,
    filters,
    sort,
    fitting,
    misfits,
    found,
    quotedOf,
    kept,
    facets,
    compared,
    filteredBy,
    orderedBy,
    ...countsOf(rounds, { hasMore, kept: kept.length, fitting: fitting.length, misfits: misfits.length }),
  };
}

function countsOf(
  rounds: Rounds,
  { hasMore, kept, fitting, misfits }: { hasMore: boolean; kept: number; fitting: number; misfits: number },
) {
  const answers = rounds.flat().filter(({ page }) => page !== null);
  const pages = answers.flatMap(({ page }) => page ?? []);
  const totals = [...new Map(answers.map(({ place, page }) => [place, page?.total ?? null])).values()];
  const sum = totals.some((total) => total === null)
    ? null
    : totals.reduce<number>((all, total) => all + (total ?? 0), 0);
  const loaded = fitting + misfits;
  const doubts = hasMore ? [] : pages.flatMap((page) => (page.nextCursor === null ? page.doubts : []));
  const total = sum === null || doubts.length > 0 || (!hasMore && sum !== loaded) ? null : sum;
  const notes = [
    ...new Set(pages.flatMap((page) => page.notes)),
    ...(doubts.length > 0 ? [`The results may be incomplete. ${doubtText([...new Set(doubts)])}`] : []),
  ];
  const countText =
    kept < fitting
      ? `${formatNumber(kept)} of ${countOfProperties(fitting)}${hasMore ? ' so far' : ''}`
      : total !== null && misfits === 0
        ? countOfProperties(total)
        : `${countOfProperties(fitting)}${hasMore ? ' so far' : ''}`;
  const remaining = total === null ? null : Math.max(0, total - loaded);
  const pageSize = Math.max(1, ...pages.map(({ items }) => items.length));
  const seconds =
    remaining === null ? null : Math.max(1, Math.ceil((Math.ceil(remaining / pageSize) * PAGE_MS) / 1_000));
  return {
    /** The first answer, and the page that was loaded last. */
    first: answers[0],
    last: pages.at(-1),
    pages,
    notes,
    countText,
    loaded,
    /** The number of results on all pages; null when unknown. */
    total,
    /** The time in seconds to load the other pages; null when unknown. */
    seconds,
  };
}

export type ResultRows = ReturnType<typeof useResults>;
