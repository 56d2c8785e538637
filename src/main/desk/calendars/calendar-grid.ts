/** Makes the cells of the grid of all calendars, and sorts its rows. Pure. */
import type { GridFilter, GridNight, GridRow, GridWeek } from '../../../shared/model/calendars.ts';
import { type HomeCalendar, type OwnBooking, occupancyOf } from '../../../shared/stay/home-stays.ts';
import { hasSeveralUnits, type Night } from '../../../shared/stay/stay-offers.ts';
import type { LoadedListing } from '../loaded-listings.ts';

export const DAYS_OF_WEEK = 7;

/** The nights from the day `from` to `until`, both included. */
export function gridNights(calendar: HomeCalendar, own: readonly OwnBooking[], from: number, until: number) {
  const { first, nights } = calendar;
  const isOfUnits = hasSeveralUnits(nights);
  const cells: GridNight[] = [];
  for (let day = from; day <= until; day += 1) {
    const night = nights[day - first] ?? null;
    const mine = own.find(({ checkIn, checkOut }) => checkIn <= day && day < checkOut);
    cells.push({
      status: statusOf(night, mine),
      price: night?.price ?? null,
      currency: night?.currency ?? null,
      minNights: night?.minNights ?? null,
      noCheckIn: night?.noCheckIn === true,
      noCheckOut: night?.noCheckOut === true,
      units: isOfUnits ? (night?.use?.allotment ?? null) : null,
      blocks: [...(night?.use?.blocks ?? [])],
      quoteId: mine?.quoteId ?? null,
    });
  }
  return cells;
}

function statusOf(night: Night | null, mine: OwnBooking | undefined): GridNight['status'] {
  const status = night?.use?.status ?? null;
  // A calendar that shows our booking's nights as free contradicts it; the service's word wins.
  if (mine && status !== 'free') return mine.state;
  if (night?.isFree === true) return 'free';
  if (night?.isFree !== false) return 'unknown';
  return status === null || status === 'free' ? 'blocked' : status;
}

/** The weeks that begin on `from` and every seven days after it; the last one ends on `until`. */
export function gridWeeks(calendar: HomeCalendar, own: readonly OwnBooking[], from: number, until: number): GridWeek[] {
  const weeks: GridWeek[] = [];
  for (let day = from; day <= until; day += DAYS_OF_WEEK) {
    const full = occupancyOf(calendar, own, day, Math.min(until, day + DAYS_OF_WEEK - 1));
    weeks.push({ sold: full?.sold ?? 0, blocked: full?.blocked ?? 0, free: full?.free ?? 0 });
  }
  return weeks;
}

type Sortable = { readonly home: LoadedListing; readonly facts: Pick<GridRow, 'occupancy' | 'gaps'> };

/** Compares rows. Rows without a value come last, and equal rows are in the order of their titles. */
export const compareHomes =
  ({ by, descending }: GridFilter['order']) =>
  (one: Sortable, other: Sortable): number => {
    const sign = descending ? -1 : 1;
    const byTitle = one.home.title.localeCompare(other.home.title);
    if (by === 'name') return sign * byTitle;
    const [mine, theirs] = [one, other].map(({ home, facts }) => (by === 'place' ? home.place : facts[by]));
    if (mine === theirs) return byTitle;
    if (mine == null || theirs == null) return mine == null ? 1 : -1;
    if (typeof mine === 'string') return sign * mine.localeCompare(String(theirs)) || byTitle;
    return sign * (mine - Number(theirs));
  };
