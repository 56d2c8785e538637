/** Decides which rows of the board a filter shows. */
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { BoardFilter } from '../../shared/model/quote-board.ts';
import { isReservation } from '../../shared/quote/quote-state.ts';
import type { Placed } from './placed-quotes.ts';

/** Whether a quote has a follow-up date. A replaced quote has none, because its replacement has it. */
export const hasFollowUp = ({ entry, state }: Placed): boolean =>
  entry.annotation.followUpOn !== null && state !== 'replaced';

export const isDue = (placed: Placed, today: PlainDate): boolean =>
  hasFollowUp(placed) && (placed.entry.annotation.followUpOn ?? today) <= today;

/** The rows that match the search and the view. */
export function finder({ search, view }: BoardFilter): (placed: Placed) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (placed) =>
    (view === 'quotes' || (view === 'reservations' ? isReservation(placed.state) : hasFollowUp(placed))) &&
    words.every((word) => placed.text.includes(word));
}

export function stateFilter({ states }: BoardFilter): (placed: Placed) => boolean {
  const chosen = new Set(states);
  return ({ state }) => chosen.size === 0 || chosen.has(state);
}
