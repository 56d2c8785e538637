/** The cells of the grid, for nights or weeks. They are memoised, so that a move of the cursor draws the changed cells only. */
import { memo } from 'react';
import type { GridNight, GridWeek } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import styles from './calendars.module.css';
import { nightText, shortNight, shortWeek, weekText } from './night-text.ts';

interface CellProps {
  id: string;
  row: number;
  column: number;
  left: number;
  width: number;
  date: PlainDate;
  isActive: boolean;
  isMarked: boolean;
  /** Whether the column is today's, or before it. */
  time: 'past' | 'today' | undefined;
}

const common = ({ id, row, column, left, width, isActive, isMarked, time }: CellProps) => ({
  id,
  role: 'gridcell',
  'aria-colindex': column + 2,
  'aria-selected': isMarked || isActive,
  tabIndex: isActive ? 0 : -1,
  'data-row': row,
  'data-column': column,
  'data-marked': isMarked || undefined,
  'data-time': time,
  className: styles.cell,
  style: { left, width },
});

export const NightCell = memo(function Night({
  night,
  isWide,
  ...cell
}: CellProps & { night: GridNight | null; isWide: boolean }) {
  const whole = nightText(cell.date, night);
  const [first, second] = shortNight(night, isWide);
  return (
    <td
      {...common(cell)}
      aria-label={whole}
      title={whole}
      data-status={night?.status ?? 'loading'}
      data-own={night?.quoteId != null || undefined}
      data-lost={night?.isLost || undefined}
    >
      <span>{first}</span>
      {second === '' ? null : <small>{second}</small>}
    </td>
  );
});

/** How full a week is, in steps that a reader can tell apart. */
const STEPS = 4;

export const WeekCell = memo(function Week({ week, ...cell }: CellProps & { week: GridWeek | null }) {
  const whole = weekText(cell.date, week);
  const sum = week ? week.sold + week.free : 0;
  const step = week === null || sum === 0 ? undefined : Math.round((week.sold / sum) * STEPS);
  return (
    <td {...common(cell)} aria-label={whole} title={whole} data-step={step}>
      <span>{shortWeek(week)}</span>
    </td>
  );
});
