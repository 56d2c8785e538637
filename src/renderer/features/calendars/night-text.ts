/** Describes a night or a week of the grid: briefly within its piece, in full for its cell's accessible name. Pure. */
import type { GridRow } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { GridNight, GridWeek } from '../../../shared/stay/packed-cells.ts';
import {
  formatCount,
  formatMoney,
  formatNumber,
  formatPlainDate,
  formatShortMoney,
  formatShortNumber,
} from '../../text/format.ts';

/** The reasons of a block: briefly, and within a sentence. */
const REASONS: Readonly<Record<string, readonly [short: string, long: string]>> = {
  m: ['By hand', 'blocked by hand'],
  o: ['Owner', 'kept for the owner'],
  pt: ['Prepare', 'kept to prepare the home'],
  bd: ['Default', 'blocked by default'],
  sr: ['Rule', 'blocked by a rule'],
  abl: ['Year full', 'above the yearly maximum'],
  a: ['No unit', 'no unit is left'],
  bw: ['Too far', 'outside the time for bookings'],
  ic: ['iCal', 'blocked by an imported calendar'],
  an: ['Notice', 'too soon to be booked'],
};

const reasonOf = ({ blocks }: GridNight) =>
  blocks.map((letter) => REASONS[letter]).find((known) => known !== undefined);

/** The names of guests by quote, as far as they are known. */
export type GuestNames = Readonly<Record<string, string>>;

const guestOf = ({ quoteId }: GridNight, names: GuestNames): string | undefined =>
  quoteId === null ? undefined : names[quoteId];

/** Returns the two lines of text within a piece of a row. `isWide`: the piece has room for words. */
export function shortNight(night: GridNight, isWide: boolean, names: GuestNames = {}): readonly [string, string] {
  const { status, price, currency, minNights, noCheckIn, noCheckOut, units } = night;
  if (status === 'unknown') return ['·', ''];
  if (status === 'blocked') return [isWide ? (reasonOf(night)?.[0] ?? 'Blocked') : '', ''];
  if (status !== 'free')
    return [isWide ? (guestOf(night, names) ?? (status === 'booked' ? 'Booked' : 'Reserved')) : '', ''];
  const rules = [
    units === null ? '' : `×${units}`,
    (minNights ?? 1) > 1 ? `${minNights} n` : '',
    noCheckIn && noCheckOut ? '⇄' : noCheckIn ? '⇥' : noCheckOut ? '⇤' : '',
  ];
  const amount = price === null ? 'Free' : isWide ? formatShortMoney({ amount: price, currency }) : narrowAmount(price);
  return [amount, rules.filter((rule) => rule !== '').join(' ')];
}

/** An amount without its currency, rounded; from 10,000 on in thousands: "12.5k". */
const narrowAmount = (price: number): string =>
  price < 10_000 ? formatNumber(Math.round(price)) : formatShortNumber(price);

/** Describes a night: "Fri, Nov 27: free, €120.00, at least 3 nights from this day, no check-in". */
export function nightText(date: PlainDate, night: GridNight | null, names: GuestNames = {}): string {
  const day = formatPlainDate(date, 'weekdayDay');
  if (night === null) return `${day}: loading`;
  const { status, price, currency, minNights, noCheckIn, noCheckOut, units, quoteId, isLost } = night;
  if (status === 'unknown') return `${day}: not loaded yet`;
  if (status === 'blocked') return `${day}: ${reasonOf(night)?.[1] ?? 'blocked'}`;
  if (status !== 'free') {
    const guest = guestOf(night, names);
    const by = quoteId === null ? '' : guest === undefined ? ' in this app' : ` in this app for ${guest}`;
    return `${day}: ${status === 'booked' ? 'booked' : 'reserved, awaits approval'}${by}`;
  }
  const parts = [
    'free',
    price === null ? '' : formatMoney({ amount: price, currency }),
    units === null ? '' : `${formatCount(units, 'unit')} left`,
    (minNights ?? 1) > 1 ? `at least ${formatCount(minNights ?? 1, 'night')} from this day` : '',
    noCheckIn ? 'no check-in' : '',
    noCheckOut ? 'no check-out' : '',
    isLost ? 'in a gap that these rules forbid to sell' : '',
  ];
  return `${day}: ${parts.filter((part) => part !== '').join(', ')}`;
}

export function shortWeek({ sold, blocked, free }: GridWeek): string {
  const sum = sold + free;
  return sum === 0 ? (blocked > 0 ? '–' : '·') : `${sold}/${sum}`;
}

export function weekText(date: PlainDate, week: GridWeek | null): string {
  const day = `Week from ${formatPlainDate(date, 'weekdayDay')}`;
  if (week === null) return `${day}: loading`;
  const { sold, free, blocked } = week;
  if (sold + free + blocked === 0) return `${day}: not loaded yet`;
  const rest = blocked > 0 ? `, ${formatNumber(blocked)} blocked` : '';
  return `${day}: ${formatCount(sold, 'night')} sold, ${formatNumber(free)} free${rest}`;
}

/** Writes the second line of a row's heading, with place, occupancy and gaps. */
export function rowText({ place, readAt, occupancy, gaps, unsellable }: GridRow): string {
  if (readAt === null) return place === null ? 'not loaded yet' : `${place} · not loaded yet`;
  const lost = unsellable > 0 ? ` (${unsellable} cannot be sold)` : '';
  return [
    occupancy === null ? place : `${Math.round(occupancy * 100)} % sold`,
    gaps > 0 ? `${formatCount(gaps, 'gap')}${lost}` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
