/**
 * One search with the pages loaded so far. The pages stay cached for an hour, so that a return to the page sends nothing. Leaving the page
 * aborts an unanswered search; a return starts it again.
 */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { AppError } from '../../../shared/errors.ts';
import type { SearchInput, SearchPage } from '../../../shared/model/availability.ts';
import { call, keyOf } from '../../ipc/client.ts';
import { nowOn } from '../../ipc/use-clock-face.ts';

const KEEP_MS = 3_600_000;
/** Differs from the key of a single page, whose cache entry has another shape. */
const pagesKeyOf = (input: SearchInput) => [...keyOf('availability', 'search', input), 'pages'] as const;

/** A page with the instant of its arrival, on the connection's clock. */
type DatedPage = SearchPage & { readonly answeredAt: number };

/** Sends nothing while `input` is null or the person has cancelled the search. */
export function useSearch(input: SearchInput | null, isCancelled: boolean) {
  const client = useQueryClient();
  const key = input === null ? (['availability', 'search', 'none', 'pages'] as const) : pagesKeyOf(input);
  const pages = useInfiniteQuery<DatedPage, AppError, DatedPage[], readonly unknown[], string | null>({
    queryKey: key,
    enabled: input !== null && !isCancelled,
    queryFn: async ({ pageParam, signal }) => {
      if (input === null) throw new Error('a search needs an input');
      const pageInput = pageParam === null ? input : { ...input, cursor: pageParam };
      const page = await call('availability', 'search', pageInput, signal);
      return { ...page, answeredAt: nowOn(client, input.connectionId) };
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
    select: (data) => data.pages,
    gcTime: KEEP_MS,
    retryOnMount: false,
  });
  return {
    pages: pages.data ?? [],
    error: pages.error,
    isSearching: pages.isFetching && !pages.isFetchingNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    hasMore: pages.hasNextPage,
    loadMore: () => void pages.fetchNextPage(),
    /** Aborts the search; a queued request is not sent. */
    cancel: () => void client.cancelQueries({ queryKey: key, exact: true }),
    /** Repeats the search from the first page. */
    searchAgain: () => void client.resetQueries({ queryKey: key, exact: true }),
  };
}
