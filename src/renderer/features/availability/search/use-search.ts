/**
 * Runs a search and keeps its pages for an hour, so that returning to the page sends nothing. Each place is one request, because the service takes
 * one location. Leaving the page aborts an unanswered search; returning sends it again.
 */

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AppError, isAppError } from '../../../../shared/app-error.ts';
import type { SearchInput, SearchPage } from '../../../../shared/model/availability.ts';
import { HOUR_MS } from '../../../../shared/time/units.ts';
import { call, keyOf } from '../../../ipc/client.ts';
import { nowOn } from '../../../ipc/current.ts';

/** A page of the search for one place; a `cursor` of null is the first page. `place` is the index of the place. */
interface PageOfPlace {
  readonly place: number;
  readonly cursor: string | null;
}

/** The answer for one place: either `page` or `error`, the other is null. `answeredAt` is in epoch ms on the connection's clock. */
export interface PlaceAnswer extends PageOfPlace {
  readonly page: SearchPage | null;
  readonly error: AppError | null;
  readonly answeredAt: number;
}
type Round = readonly PlaceAnswer[];
const NO_ROUNDS: readonly Round[] = [];

/** Returns the next requests: the failed ones again, or else those for the next pages; null when all pages are loaded. */
function nextAsks(rounds: readonly Round[]): PageOfPlace[] | null {
  const latest = new Map(rounds.flat().map((answer) => [answer.place, answer]));
  const failed = [...latest.values()].filter(({ error }) => error !== null);
  if (failed.length > 0) return failed.map(({ place, cursor }) => ({ place, cursor }));
  const further = [...latest.values()].flatMap(({ place, page }) =>
    page?.nextCursor ? [{ place, cursor: page.nextCursor }] : [],
  );
  return further.length > 0 ? further : null;
}

/**
 * Runs the search with one request for each input; the inputs differ only in their locations. Sends nothing without inputs, or after the person
 * cancelled.
 */
export function useSearch(inputs: readonly SearchInput[], isCancelled: boolean) {
  const client = useQueryClient();
  const [first] = inputs;
  // The key differs from that of a single page, whose cache entry has another shape.
  const key = first
    ? ([...keyOf('availability', 'search', first), inputs.map(({ location }) => location ?? '')] as const)
    : (['availability', 'search', 'none'] as const);
  const query = useInfiniteQuery<Round, AppError, readonly Round[], readonly unknown[], PageOfPlace[] | null>({
    queryKey: key,
    enabled: first !== undefined && !isCancelled,
    queryFn: async ({ pageParam, signal }) => {
      const asks = pageParam ?? inputs.map((_, place) => ({ place, cursor: null }));
      const round = await Promise.all(asks.map((asked) => readPage(asked, signal)));
      const [failed] = round;
      // When other places succeed, the page shows the failure of a place beside their results.
      if (failed?.error && round.every(({ error }) => error !== null) && (pageParam === null || round.length === 1))
        throw failed.error;
      return round;
    },
    initialPageParam: null,
    getNextPageParam: (_, rounds) => nextAsks(rounds),
    select: (data) => data.pages,
    gcTime: HOUR_MS,
    retryOnMount: false,
  });

  async function readPage({ place, cursor }: PageOfPlace, signal: AbortSignal): Promise<PlaceAnswer> {
    const input = inputs[place];
    if (!input) throw new Error('a search needs an input');
    const answer = { place, cursor, answeredAt: 0, page: null, error: null };
    try {
      const page = await call('availability', 'search', cursor === null ? input : { ...input, cursor }, signal);
      return { ...answer, page, answeredAt: nowOn(client, input.connectionId) };
    } catch (error) {
      if (!isAppError(error) || signal.aborted) throw error;
      return { ...answer, error, answeredAt: nowOn(client, input.connectionId) };
    }
  }

  const rounds = query.data ?? NO_ROUNDS;
  const latest = new Map(rounds.flat().map((answer) => [answer.place, answer]));
  const { hasNextPage, isFetching, error } = query;
  const failures = [...latest.values()].filter((answer) => answer.error !== null);

  const [isLoadingAll, setIsLoadingAll] = useState(false);
  const goesOn = isLoadingAll && hasNextPage && error === null && failures.length === 0 && !isCancelled;
  const { fetchNextPage } = query;
  const count = rounds.length;
  useEffect(() => {
    // Each round starts the next one. A round that is answered at once is never rendered as fetching, so `isFetching` alone would not do.
    if (goesOn && !isFetching && count > 0) void fetchNextPage();
  }, [goesOn, isFetching, count, fetchNextPage]);

  return {
    /** The answers in rounds. The list stays the same object until another answer comes. */
    rounds,
    /** The places whose last request failed while other places were answered. */
    failures,
    error,
    isSearching: isFetching && !query.isFetchingNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isLoadingAll: goesOn,
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    loadAll: () => setIsLoadingAll(true),
    stopLoading: () => setIsLoadingAll(false),
    /** Aborts the search; queued requests are not sent. */
    cancel: () => void client.cancelQueries({ queryKey: key, exact: true }),
    /** Sends the search again from its first page. */
    searchAgain: () => void client.resetQueries({ queryKey: key, exact: true }),
  };
}
