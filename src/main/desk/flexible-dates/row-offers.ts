/** Calculates the cells of one listing for all arrivals of a matrix from the kept calendars and searches. */
import type { MatrixCell, MatrixStays } from '../../../shared/model/matrix.ts';
import { type Night, StayOffers } from '../../../shared/stay/stay-offers.ts';
import type { FoundOffer } from './answer.ts';
import type { ReadCalendar } from './answer-store.ts';

/**
 * The merged nights of a listing from the day number `first` on. Each night is from the newest calendar that has it; `null` when none has. `readAt`:
 * the time of that calendar, or of the newest that covers a missing night; `null` when none does.
 */
export interface MergedNights {
  readonly first: number;
  readonly nights: readonly (Night | null)[];
  readonly readAt: readonly (number | null)[];
}

/** Merges the nights of calendars, which are sorted oldest first, over the days from `first` to `last`. */
export function mergeNights(calendars: readonly ReadCalendar[], first: number, last: number): MergedNights {
  const length = Math.max(0, last - first + 1);
  const nights = new Array<Night | null>(length).fill(null);
  const readAt = new Array<number | null>(length).fill(null);
  for (const calendar of calendars) {
    calendar.nights.forEach((night, index) => {
      const at = calendar.firstDay + index - first;
      if (at < 0 || at >= length || (night === null && nights[at] !== null)) return;
      nights[at] = night;
      readAt[at] = calendar.readAt;
    });
  }
  return { first, nights, readAt };
}

/** The stored search for one arrival: the time of its answer, and its results by listing id. */
export interface SearchedArrival {
  readonly readAt: number;
  readonly offers: ReadonlyMap<string, FoundOffer>;
}

const UNKNOWN: MatrixCell = { state: 'unknown', total: null, currency: null, limit: null, readAt: null };

/** Calculates the cell of each arrival from the calendar or the search, whichever is newer; from the search if the calendar lacks the stay. */
export function cellsOf(
  listingId: string,
  arrivals: readonly number[],
  { nights }: Pick<MatrixStays, 'nights'>,
  merged: MergedNights,
  searched: (arrival: number) => SearchedArrival | null,
): MatrixCell[] {
  const offers = new StayOffers(merged.first, merged.nights);
  return arrivals.map((arrival) => {
    const search = searched(arrival);
    const offer = offers.offer(arrival, nights);
    const isUnknown = offer.state === 'unknown';
    const readAt = oldest(merged, arrival, arrival + nights, isUnknown);
    if (search === null || (!isUnknown && readAt !== null && search.readAt <= readAt)) return { ...offer, readAt };
    const found = search.offers.get(listingId);
    if (!found) return { ...UNKNOWN, state: 'notOffered', readAt: search.readAt };
    const { total, currency } = found;
    return { state: 'free', total, currency: total === null ? null : currency, limit: null, readAt: search.readAt };
  });
}

/** The earliest time at which a night from `from` to `to` was read; `null` when none was, or when `needsAll` is set and a night is missing. */
function oldest({ first, readAt }: MergedNights, from: number, to: number, needsAll: boolean): number | null {
  let at: number | null = null;
  for (let day = from - first; day <= to - first; day += 1) {
    const read = readAt[day] ?? null;
    if (read === null && needsAll) return null;
    if (read !== null && (at === null || read < at)) at = read;
  }
  return at;
}
