/** The orders and groups of the board's rows. */
import type { Money } from '../../shared/model/field.ts';
import type { BoardFilter } from '../../shared/model/quote-board.ts';
import { compareMoney } from '../../shared/money.ts';
import { QuoteState } from '../../shared/quote-state.ts';
import type { Placed } from './placed-quotes.ts';

export function inOrder(
  quotes: readonly Placed[],
  { sort, group }: Pick<BoardFilter, 'sort' | 'group'>,
): readonly Placed[] {
  const value = VALUES[sort.by];
  const direction = sort.descending ? -1 : 1;
  const keyed = quotes.map((placed) => ({
    placed,
    group: group === 'none' ? '' : groupOf(placed, { group }),
    value: value(placed),
  }));
  keyed.sort(
    (one, other) =>
      // The latest week first, guests by name, those without a guest at the end.
      (group === 'week' ? compare(other.group, one.group) : compareGuests(one.group, other.group)) ||
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

export const groupOf = ({ guestName, week }: Placed, { group }: Pick<BoardFilter, 'group'>): string =>
  group === 'week' ? week : (guestName ?? '');

/** The rows of each group. */
export function groupsOf(rows: readonly Placed[], filter: BoardFilter): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(groupOf(row, filter), (counts.get(groupOf(row, filter)) ?? 0) + 1);
  return counts;
}
