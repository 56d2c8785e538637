/** Joins the cells of a part of a row into the pieces that are drawn: a run of taken nights is one piece. Pure. */
import type { GridNight, GridWeek } from '../../../shared/stay/packed-cells.ts';
import { type GuestNames, shortNight, shortWeek } from './night-text.ts';

/**
 * A piece of a property's row in the grid of calendars, `span` columns wide: some equal nights, or a week. `time`: `past`, or `today` if it begins
 * today. `step`: the sold share of a week, from 0 for no night to 4 for all; undefined for nights, and for a week without known nights.
 */
export interface Piece {
  readonly column: number;
  readonly span: number;
  readonly text: string;
  readonly status?: GridNight['status'];
  readonly isOwn?: boolean;
  readonly isLost?: boolean;
  readonly step?: number | undefined;
  readonly time: 'past' | 'today' | undefined;
}

/** The columns in a part of a grid row: from `first` to before `end`, each `width` pixels wide. */
export interface PartColumns {
  readonly first: number;
  readonly end: number;
  readonly today: number;
  readonly width: number;
}

/** The minimum width in pixels of a piece that has room for words. */
const WORDS_PX = 70;

const timeOf = (column: number, today: number): Piece['time'] =>
  column === today ? 'today' : column < today ? 'past' : undefined;

const isSame = (one: GridNight, other: GridNight): boolean =>
  one.status === other.status &&
  one.quoteId === other.quoteId &&
  (one.status !== 'blocked' || one.blocks.join() === other.blocks.join());

/** Makes the pieces of a part of a row. `nights` has the nights of a tile; the part begins at index `from`. */
export function nightPieces(
  nights: readonly GridNight[],
  from: number,
  columns: PartColumns,
  names: GuestNames = {},
): Piece[] {
  const { first, end, today, width } = columns;
  const pieces: Piece[] = [];
  for (let column = first; column < end; ) {
    const night = nights[from + column - first];
    if (!night) break;
    const isTaken = night.status !== 'free' && night.status !== 'unknown';
    let next = column + 1;
    const isOfRun = (other: GridNight | undefined) => other !== undefined && isTaken && isSame(night, other);
    while (next < end && next !== today && isOfRun(nights[from + next - first])) next += 1;
    const span = next - column;
    pieces.push({
      ...{ column, span, status: night.status, isOwn: night.quoteId !== null, isLost: night.isLost },
      text: shortNight(night, span * width >= WORDS_PX, names)
        .filter((line) => line !== '')
        .join('\n'),
      time: timeOf(column, today),
    });
    column = next;
  }
  return pieces;
}

/** The number of steps in which the occupancy of a week is drawn. */
const STEPS = 4;

export function weekPieces(weeks: readonly GridWeek[], from: number, columns: PartColumns): Piece[] {
  const { first, end, today } = columns;
  return weeks.slice(from, from + end - first).map((week, at) => {
    const sum = week.sold + week.free;
    const step = sum === 0 ? undefined : Math.round((week.sold / sum) * STEPS);
    return { column: first + at, span: 1, text: shortWeek(week), step, time: timeOf(first + at, today) };
  });
}
