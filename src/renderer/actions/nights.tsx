/** The calendar of one listing: its known nights, and the button that reads them with one request. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { DatedNight, NightsQuery } from '../../shared/model/matrix.ts';
import type { PlainDate } from '../../shared/model/primitives.ts';
import { type Night, type OfferState, type StayOffer, StayOffers } from '../../shared/stay/stay-offers.ts';
import { dayNumber, plainDateOf } from '../../shared/time/plain-date.ts';
import { keyOf, useAct, useAsk } from '../ipc/client.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconRefresh } from '../ui/icons.ts';
import { ErrorNotice } from './error-notice.tsx';

/** Returns the known nights of a listing by date (`byDay`), and `start`, which reads the nights from the service. */
export function useNights(query: NightsQuery) {
  const client = useQueryClient();
  const known = useAsk('matrix', 'nights', query);
  const read = useAct('matrix', 'readNights', {
    quiet: true,
    abortsOnLeave: true,
    onSuccess(nights) {
      client.setQueryData(keyOf('matrix', 'nights', query), nights);
      void client.invalidateQueries({ queryKey: ['matrix', 'window'] });
    },
  });
  const nights = known.data?.nights;
  const byDay = useMemo(() => new Map((nights ?? []).map((night) => [night.date, night])), [nights]);
  return { known, read, byDay, start: () => read.mutate(query) };
}

/** Asks main to read the calendar of a listing if it is missing or old and reading costs no issuance. */
export function useWantedCalendar(connectionId: string, listingId: string): void {
  const { mutate } = useAct('calendars', 'want', { quiet: true });
  useEffect(() => mutate({ connectionId, listingId }), [mutate, connectionId, listingId]);
  useLeftCalendars(connectionId);
}

/** Reports to main that a person left this page, so that the page's calendars are no longer read before others. */
export function useLeftCalendars(connectionId: string): void {
  const { mutate } = useAct('calendars', 'leave', { quiet: true });
  useEffect(() => () => mutate({ connectionId }), [mutate, connectionId]);
}

type KnownNights = ReturnType<typeof useNights>;

/** A button that reads the nights. `first` is its label while no nights are known. */
export function ReadNights({ read, byDay, start, first = 'Load' }: KnownNights & { readonly first?: string }) {
  return (
    <IconButton
      Icon={IconRefresh}
      size="compact-sm"
      variant={byDay.size > 0 ? 'default' : 'filled'}
      loading={read.isPending}
      onClick={start}
    >
      {byDay.size > 0 ? 'Refresh' : first}
    </IconButton>
  );
}

export function NightsErrors({ known, read }: KnownNights) {
  return (
    <>
      {read.error ? <ErrorNotice error={read.error} compact /> : null}
      {known.error ? <ErrorNotice error={known.error} compact onRetry={() => void known.refetch()} /> : null}
    </>
  );
}

/** A stay with its price. `amount` is the sum of the nights, before fees and taxes. */
export interface CheapestStay {
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate;
  readonly amount: number;
  readonly currency: string | null;
}

/** Returns functions that find stays of `nights` nights among the nights from `from` to `until`, both included. They take arrivals as day numbers. */
export function stayFinder(
  byDay: ReadonlyMap<PlainDate, DatedNight>,
  { from, until, nights }: { readonly from: PlainDate; readonly until: PlainDate; readonly nights: number },
) {
  const first = dayNumber(from);
  const known = Array.from(
    { length: Math.max(0, dayNumber(until) - first + 1) },
    (_, at): Night | null => byDay.get(plainDateOf(first + at)) ?? null,
  );
  const offers = new StayOffers(first, known);
  return {
    /** The cheapest stay, the earliest if several cost the same; `null` when no free stay has a price. */
    cheapest(arrivals: readonly number[]): CheapestStay | null {
      const best = offers.cheapest(arrivals, nights);
      if (best === null) return null;
      const { total, currency } = best.offer;
      const [checkIn, checkOut] = [plainDateOf(best.arrival), plainDateOf(best.arrival + nights)];
      return { checkIn, checkOut, amount: total ?? 0, currency };
    },
    offer: (arrival: number): StayOffer => offers.offer(arrival, nights),
    statesOf: (arrivals: readonly number[]): ReadonlySet<OfferState> =>
      new Set(arrivals.map((arrival) => offers.offer(arrival, nights).state)),
  };
}
