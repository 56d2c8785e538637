/**
 * One search with the pages read so far. Its answer stays while the window is open: coming back to the page sends nothing. A search that
 * is not answered when the page is left is aborted, and begins anew when the person comes back.
 */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { AppError } from '../../../shared/errors.ts';
import type { SearchInput, SearchPage } from '../../../shared/model/availability.ts';
import { call, keyOf } from '../../ipc/client.ts';
import { nowOn } from '../../ipc/use-clock-face.ts';

const KEEP_MS = 3_600_000;
/** Apart from single answers of the same input, whose cache entries have another shape. */
const pagesKeyOf = (input: SearchInput) => [...keyOf('availability', 'search', input), 'pages'] as const;

/** A page with the instant it came, on the connection's clock. */
type DatedPage = SearchPage & { readonly answeredAt: number };

/** `stopped` after the person cancelled the search: nothing is asked until they want it again. */
export function useSearch(input: SearchInput | null, isCancelled: boolean) {
  const client = useQueryClient();
  const key = input === null ? (['availability', 'search', 'none', 'pages'] as const) : pagesKeyOf(input);
  const pages = useInfiniteQuery<DatedPage, AppError, DatedPage[], readonly unknown[], string | null>({
    queryKey: key,
    enabled: input !== null && !isCancelled,
    queryFn: async ({ pageParam, signal }) => {
      if (input === null) throw new Error('there is nothing to search for');
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
    /** Aborts the search: a request that is not sent yet never is. */
    cancel: () => void client.cancelQueries({ queryKey: key, exact: true }),
    /** Asks the same again, from the first page. */
    searchAgain: () => void client.resetQueries({ queryKey: key, exact: true }),
  };
}
