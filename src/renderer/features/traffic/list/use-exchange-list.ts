/** The exchanges that match a filter, read page by page as a person scrolls. New exchanges join at the top. */

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { AppError } from '../../../../shared/app-error.ts';
import type { ExchangeFilter, ExchangePage } from '../../../../shared/model/traffic.ts';
import { ask, call } from '../../../ipc/client.ts';
import { EXCHANGE_LISTS } from '../../../ipc/event-bridge.ts';
import { PAGE_GC_MS } from '../../../ui/virtual-table/use-row-pages.ts';
import { mergeHead, rowsOf } from './exchange-pages.ts';

const HEAD_ROWS = 200;
const PAGE_ROWS = 500;

export function useExchangeList(filter: ExchangeFilter) {
  const client = useQueryClient();
  const key = useMemo(() => [...EXCHANGE_LISTS, filter] as const, [filter]);
  const headOptions = useMemo(() => ask('traffic', 'exchanges', { filter, before: null, limit: HEAD_ROWS }), [filter]);
  const head = useQuery({ ...headOptions, placeholderData: keepPreviousData, gcTime: PAGE_GC_MS });
  const list = useInfiniteQuery<
    ExchangePage,
    AppError,
    InfiniteData<ExchangePage, number | null>,
    typeof key,
    number | null
  >({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      pageParam === null
        ? client.ensureQueryData(headOptions)
        : call('traffic', 'exchanges', { filter, before: pageParam, limit: PAGE_ROWS }),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    gcTime: PAGE_GC_MS,
  });
  const newHead = head.isPlaceholderData ? undefined : head.data;
  const listData = list.isPlaceholderData ? undefined : list.data;
  // This runs also after a further page: the query appends the page to the pages as they were when it was requested.
  useEffect(() => {
    if (newHead && listData)
      client.setQueryData<InfiniteData<ExchangePage, number | null>>(
        key,
        (loaded) => loaded && mergeHead(loaded, newHead),
      );
  }, [client, key, newHead, listData]);

  const rows = useMemo(() => rowsOf(list.data), [list.data]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return {
    rows,
    /** False until the first answer for this connection. */
    known: list.data !== undefined,
    /** True while rows of the previous filter are still shown. */
    outdated: list.isPlaceholderData,
    matched: head.data?.matched ?? { count: 0, more: false },
    total: head.data?.total ?? 0,
    hasMore: hasNextPage,
    error: list.error ?? head.error,
    retry: () => {
      void head.refetch();
      if (isFetchNextPageError) void fetchNextPage();
      else if (list.isError) void list.refetch();
    },
    readMore,
  };
}
