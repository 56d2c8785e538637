/**
 * One search with the pages loaded so far. It sends a request for each place, because the service takes one location. The pages stay cached for
 * an hour, so that a return to the page sends nothing. Leaving the page aborts an unanswered search; a return starts it again.
 */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AppError, isAppError } from '../../../../shared/app-error.ts';
import type { SearchInput, SearchPage } from '../../../../shared/model/availability.ts';
import { call, keyOf } from '../../../ipc/client.ts';
import { nowOn } from '../../../ipc/use-clock-face.ts';

const KEEP_MS = 3_600_000;

/** The request for one place: its first page, or the page of a cursor. */
interface PageOfPlace {
  readonly place: number;
  readonly cursor: string | null;
}

/** The answer for one place, with its arrival on the connection's clock. Either `page` or `error` is null. */
export interface PlaceAnswer extends PageOfPlace {
  readonly page: SearchPage | null;
  readonly error: AppError | null;
  readonly answeredAt: number;
}
type Round = readonly PlaceAnswer[];
const NO_ROUNDS: readonly Round[] = [];

/** The requests of the next round: the failed ones again, else the next pages; null when no page is left. */
function nextAsks(rounds: readonly Round[]): PageOfPlace[] | null {
  const latest = new Map(rounds.flat().map((answer) => [answer.place, answer]));
  const failed = [...latest.values()].filter(({ error }) => error !== null);
  if (failed.length > 0) return failed.map(({ place, cursor }) => ({ place, cursor }));
  const further = [...latest.values()].flatMap(({ place, page }) =>
    page?.nextCursor ? [{ place, cursor: page.nextCursor }] : [],
  );
  return further.length > 0 ? further : null;
}

/** Runs the search. Sends nothing without inputs, or while the person has cancelled the search. The inputs differ in their locations only. */
export function useSearch(inputs: readonly SearchInput[], isCancelled: boolean) {
  const client = useQueryClient();
  const [first] = inputs;
  // Differs from the key of a single page, whose cache entry has another shape.
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
      // A place that fails beside others is said beside their results.
      if (failed?.error && round.every(({ error }) => error !== null) && (pageParam === null || round.length === 1))
        throw failed.error;
      return round;
    },
    initialPageParam: null,
    getNextPageParam: (_, rounds) => nextAsks(rounds),
    select: (data) => data.pages,
    gcTime: KEEP_MS,
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
    // Each round starts the next one here: a round that is answered at once is never rendered as fetching.
    if (goesOn && !isFetching && count > 0) void fetchNextPage();
  }, [goesOn, isFetching, count, fetchNextPage]);

  return {
    /** The answers so far, round by round; the list is the same object until another answer comes. */
    rounds,
    /** The places whose latest page failed while others were answered. */
    failures,
    error,
    isSearching: isFetching && !query.isFetchingNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isLoadingAll: goesOn,
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    loadAll: () => setIsLoadingAll(true),
    stopLoading: () => setIsLoadingAll(false),
    /** Aborts the search; a queued request is not sent. */
    cancel: () => void client.cancelQueries({ queryKey: key, exact: true }),
    /** Repeats the search from its first page. */
    searchAgain: () => void client.resetQueries({ queryKey: key, exact: true }),
  };
}
