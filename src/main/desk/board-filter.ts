/** Which rows of the board a filter shows. */
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { BoardFilter } from '../../shared/model/quote-board.ts';
import { isReservation } from '../../shared/quote-state.ts';
import type { Placed } from './placed-quotes.ts';

export const isDue = ({ entry, state }: Placed, today: PlainDate): boolean =>
  entry.annotation.followUpOn !== null && entry.annotation.followUpOn <= today && state !== 'replaced';

/** The rows of the search and the view. */
export function finder({ search, view, today }: BoardFilter): (placed: Placed) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (placed) =>
    (view === 'quotes' || (view === 'reservations' ? isReservation(placed.state) : isDue(placed, today))) &&
    words.every((word) => placed.text.includes(word));
}

export function stateFilter({ states }: BoardFilter): (placed: Placed) => boolean {
  const chosen = new Set(states);
  return ({ state }) => chosen.size === 0 || chosen.has(state);
}
