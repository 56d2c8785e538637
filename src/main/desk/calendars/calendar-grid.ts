/** Makes the cells of the grid of all calendars, and sorts its rows. Pure. */
import type { GapFilter, GapRow, GridFilter, GridGroup } from '../../../shared/model/calendars.ts';
import {
  covers,
  guestStateOf,
  type HomeCalendar,
  isOfOther,
  isOfSeveral,
  type OwnBooking,
} from '../../../shared/stay/home-stays.ts';
import type { GridNight, GridWeek } from '../../../shared/stay/packed-cells.ts';
import type { Night } from '../../../shared/stay/stay-offers.ts';
import type { LoadedListing } from '../loaded-listings.ts';

export const DAYS_OF_WEEK = 7;

/** Returns the nights of a calendar from `from` to `until`, both included. `lost`: the days in gaps that cannot be sold. */
export function gridNights(
  calendar: HomeCalendar,
  { own, lost }: { readonly own: readonly OwnBooking[]; readonly lost: ReadonlySet<number> },
  from: number,
  until: number,
): GridNight[] {
  const { first, nights } = calendar;
  const isOfUnits = isOfSeveral(calendar);
  const cells: GridNight[] = [];
  for (let day = from; day <= until; day += 1) {
    const night = nights[day - first] ?? null;
    const mine = own.find((booking) => covers(booking, day) && !isOfOther(night, booking));
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
      isLost: lost.has(day),
    });
  }
  return cells;
}

function statusOf(night: Night | null, mine: OwnBooking | undefined): GridNight['status'] {
  const status = night?.use?.status ?? null;
  // A calendar that shows our booking's nights as free contradicts it; the service's word wins.
  if (mine && status !== 'free') return guestStateOf(night) ?? mine.state;
  if (night?.isFree === true) return 'free';
  if (night?.isFree !== false) return 'unknown';
  return status === null || status === 'free' ? 'blocked' : status;
}

/** Groups nights into weeks of seven days and counts the nights of each kind. */
export function weeksOf(nights: readonly GridNight[]): GridWeek[] {
  const weeks: GridWeek[] = [];
  for (let first = 0; first < nights.length; first += DAYS_OF_WEEK) {
    const week = { sold: 0, blocked: 0, free: 0 };
    for (const { status } of nights.slice(first, first + DAYS_OF_WEEK)) {
      if (status === 'booked' || status === 'reserved') week.sold += 1;
      else if (status !== 'unknown') week[status] += 1;
    }
    weeks.push(week);
  }
  return weeks;
}

const titles = new Intl.Collator();

export const byTitle = (one: LoadedListing, other: LoadedListing): number => titles.compare(one.title, other.title);

/** Compares rows by their values. Rows without a value come last; equal rows are sorted by title. */
export const compareHomes =
  ({ by, descending }: GridFilter['order'], ofHome: (home: LoadedListing) => string | number | null) =>
  (one: LoadedListing, other: LoadedListing): number => {
    const sign = descending ? -1 : 1;
    if (by === 'name') return sign * byTitle(one, other);
    const [mine, theirs] = [ofHome(one), ofHome(other)];
    if (mine === theirs) return byTitle(one, other);
    if (mine === null || theirs === null) return mine === null ? 1 : -1;
    return sign * (typeof mine === 'string' ? titles.compare(mine, String(theirs)) : mine - Number(theirs));
  };

/** Inserts a heading before the homes of each place. The homes must be sorted by place. */
export function withPlaces(homes: readonly LoadedListing[]): (LoadedListing | GridGroup)[] {
  const lines: (LoadedListing | GridGroup)[] = [];
  let heading = null as GridGroup | null;
  for (const home of homes) {
    if (heading?.group !== home.place) {
      heading = { group: home.place, homes: 0 };
      lines.push(heading);
    }
    heading.homes += 1;
    lines.push(home);
  }
  return lines;
}

/**
 * Compares gaps by the column of the order, amounts only within a currency. Gaps without a value come last; equal ones are ordered by day and title.
 */
export const compareGaps =
  ({ by, descending }: GapFilter['order']) =>
  (one: GapRow, other: GapRow): number => {
    const key = by === 'name' ? 'title' : by;
    const [mine, theirs] = [one[key], other[key]];
    const rest = () => one.first.localeCompare(other.first) || titles.compare(one.title, other.title);
    if (mine === theirs) return rest();
    if (mine === null || theirs === null) return mine === null ? 1 : -1;
    if (by === 'value' && one.currency !== other.currency)
      return (one.currency ?? '') < (other.currency ?? '') ? -1 : 1;
    const order = typeof mine === 'number' ? mine - Number(theirs) : titles.compare(mine, String(theirs));
    return (descending ? -order : order) || rest();
  };
