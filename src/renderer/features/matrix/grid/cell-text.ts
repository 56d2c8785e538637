/** Describes a cell: briefly within the cell, in full for its accessible name and its tooltip. Pure. */
import type { MatrixCell, MatrixRow } from '../../../../shared/model/matrix.ts';
import { formatCount, formatMoney, formatShortMoney } from '../../../text/format.ts';

const SHORT: Readonly<Record<Exclude<MatrixCell['state'], 'free' | 'minNights' | 'maxNights' | 'unknown'>, string>> = {
  taken: 'Taken',
  noCheckIn: 'No check-in',
  noCheckOut: 'No check-out',
  notOffered: 'Not free',
};

/** Writes the text within a cell: "€338", "Taken", "Min 3". */
export function shortCellText({ state, total, currency, limit, readAt }: MatrixCell): string {
  if (state === 'free') return total === null ? 'Free' : formatShortMoney({ amount: total, currency });
  if (state === 'minNights') return `Min ${limit ?? '?'}`;
  if (state === 'maxNights') return `Max ${limit ?? '?'}`;
  if (state === 'unknown') return readAt === null ? '·' : '?';
  return SHORT[state];
}

/** Writes the full text of a cell: "free, €338.40", "at least 3 nights from this day". */
export function cellText({ state, total, currency, limit, readAt }: MatrixCell): string {
  switch (state) {
    case 'free':
      return total === null ? 'free, price unknown' : `free, ${formatMoney({ amount: total, currency })}`;
    case 'taken':
      return 'already taken';
    case 'noCheckIn':
      return 'no check-in this day';
    case 'noCheckOut':
      return 'no check-out on the last day';
    case 'minNights':
      return `at least ${formatCount(limit ?? 0, 'night')} from this day`;
    case 'maxNights':
      return `at most ${formatCount(limit ?? 0, 'night')} from this day`;
    case 'notOffered':
      return 'not free for this stay';
    case 'unknown':
      return readAt === null ? 'not loaded yet' : 'not known: the service does not say';
  }
}

/** Whether a quote for a cell's stay may succeed: the stay is free, or it is unknown whether it is free. */
export const canBeQuoted = ({ cell: { state } }: { readonly cell: Pick<MatrixCell, 'state'> }): boolean =>
  state === 'free' || state === 'unknown';

const SHADES = 5;

/** Returns the shade of a price within its row, from 0 for the cheapest; null for a cell without a price in the row's currency. */
export function shadeOf(
  { total, currency }: Pick<MatrixCell, 'total' | 'currency'>,
  { cheapest, dearest, currency: ofRow }: Pick<MatrixRow, 'cheapest' | 'dearest' | 'currency'>,
): number | null {
  if (total === null || cheapest === null || dearest === null || currency !== ofRow) return null;
  const span = dearest - cheapest.total;
  return span <= 0 ? 0 : Math.min(SHADES - 1, Math.floor(((total - cheapest.total) / span) * SHADES));
}

/** The sizes of the matrix in px. They must equal those in grid.module.css. */
export const ROW_PX = 40;
export const HEAD_PX = 46;
export const COLUMN_PX = 92;
