/** Orders and groups the rows of the board. */
import type { Money } from '../../shared/model/field.ts';
import type { BoardFilter } from '../../shared/model/quote-board.ts';
import { compareMoney } from '../../shared/money/money.ts';
import { QuoteState } from '../../shared/quote/quote-state.ts';
import type { Placed } from './placed-quotes.ts';

export function inOrder(
  quotes: readonly Placed[],
  { sort, group, view }: Pick<BoardFilter, 'sort' | 'group' | 'view'>,
): readonly Placed[] {
  const value = VALUES[sort.by];
  const direction = sort.descending ? -1 : 1;
  // Guests by name, those without a guest at the end; the first arrivals first; of other weeks, the latest first.
  const compareGroups =
    group === 'guest' ? compareGuests : view === 'reservations' ? compare<string> : flipped(compare<string>);
  const keyed = quotes.map((placed) => ({
    placed,
    group: group === 'none' ? '' : groupOf(placed, { group, view }),
    value: value(placed),
  }));
  keyed.sort(
    (one, other) =>
      compareGroups(one.group, other.group) ||
      // What has no value comes last in either direction.
      Number(one.value === null) - Number(other.value === null) ||
      direction * compareValues(one.value, other.value) ||
      other.placed.entry.number - one.placed.entry.number,
  );
  return keyed.map(({ placed }) => placed);
}

type Value = string | number | Money | null;

const VALUES: Record<BoardFilter['sort']['by'], (placed: Placed) => Value> = {
  createdAt: ({ entry }) => entry.summary.createdAt,
  expiresAt: ({ entry }) => entry.summary.expiresAt,
  state: ({ state }) => QuoteState.options.indexOf(state),
  guest: ({ guestName }) => guestName?.toLowerCase() ?? null,
  place: ({ entry }) => (entry.summary.listingTitle ?? entry.summary.listingId).toLowerCase(),
  checkIn: ({ entry }) => entry.summary.checkIn,
  // Amounts of two currencies have no order, so they are sorted within each.
  total: ({ entry }) => entry.summary.total,
  followUpOn: ({ entry }) => entry.annotation.followUpOn,
};

const compare = <One extends string | number>(one: One, other: One): number => (one < other ? -1 : one > other ? 1 : 0);

function compareValues(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return compare(one, other);
  if (typeof one === 'number' && typeof other === 'number') return compare(one, other);
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null)
    return compare(one.currency ?? '', other.currency ?? '') || compareMoney(one, other);
  return 0;
}

const compareGuests = (one: string, other: string): number =>
  Number(one === '') - Number(other === '') || compare(one.toLowerCase(), other.toLowerCase());

const flipped =
  (order: (one: string, other: string) => number) =>
  (one: string, other: string): number =>
    order(other, one);

/** The group of a row: its guest; or its week: that of the arrival for a reservation, else that in which the quote was created. */
export function groupOf(
  { guestName, week, arrivalWeek }: Placed,
  { group, view }: Pick<BoardFilter, 'group' | 'view'>,
): string {
  if (group === 'guest') return guestName ?? '';
  return view === 'reservations' ? arrivalWeek : week;
}

/** The groups, with the number of their rows. */
export function groupsOf(rows: readonly Placed[], filter: BoardFilter): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(groupOf(row, filter), (counts.get(groupOf(row, filter)) ?? 0) + 1);
  return counts;
}
