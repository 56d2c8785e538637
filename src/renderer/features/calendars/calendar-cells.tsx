/** Draws the visible parts of a grid row. The cells for the keyboard and for screen readers lie over them. */
import { memo } from 'react';
import type { GridRow } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { GridNight, GridWeek } from '../../../shared/stay/packed-cells.ts';
import styles from './calendars.module.css';
import { type GuestNames, nightText, rowText, weekText } from './night-text.ts';
import { nightPieces, type PartColumns, weekPieces } from './row-pieces.ts';

interface PartProps extends PartColumns {
  nights: readonly GridNight[] | null;
  weeks: readonly GridWeek[] | null;
  /** The position of the part's first column in `nights` or `weeks`. */
  from: number;
  names: GuestNames;
}

/** A part of a row in the grid of calendars. It is memoised, so that a part in view is not drawn again. */
export const RowPart = memo(function RowPart({ nights, weeks, from, names, ...columns }: PartProps) {
  const { first, end, width } = columns;
  const pieces = nights ? nightPieces(nights, from, columns, names) : weeks ? weekPieces(weeks, from, columns) : [];
  return (
    <div className={styles.part} style={{ width: (end - first) * width }}>
      {pieces.map(({ column, span, text, status, isOwn, isLost, step, time }) => (
        <span
          key={column}
          className={styles.piece}
          style={{ width: span * width }}
          data-status={status}
          data-own={isOwn || undefined}
          data-lost={isLost || undefined}
          data-step={step}
          data-time={time}
        >
          {text}
        </span>
      ))}
    </div>
  );
});

interface CellProps {
  id: string;
  column: number;
  left: number;
  width: number;
  date: PlainDate;
  isActive: boolean;
  isMarked: boolean;
}

const common = ({ id, column, left, width, isActive, isMarked }: CellProps, text: string) => ({
  id,
  role: 'gridcell',
  'aria-colindex': column + 2,
  'aria-selected': isMarked || isActive,
  'aria-label': text,
  title: text,
  tabIndex: isActive ? 0 : -1,
  'data-column': column,
  className: styles.cell,
  style: { left, width },
});

type NightProps = CellProps & { night: GridNight | null; names: GuestNames };

export const NightCell = memo(function Night({ night, names, ...cell }: NightProps) {
  return <td {...common(cell, nightText(cell.date, night, names))} />;
});

export const WeekCell = memo(function Week({ week, ...cell }: CellProps & { week: GridWeek | null }) {
  return <td {...common(cell, weekText(cell.date, week))} />;
});

/** The heading of a row, with a property and its facts. */
export const RowTitle = memo(function RowTitle({
  id,
  row,
  width,
  isActive,
}: {
  id: string;
  row: GridRow | null;
  width: number;
  isActive: boolean;
}) {
  return (
    <th
      id={id}
      scope="row"
      aria-colindex={1}
      tabIndex={isActive ? 0 : -1}
      data-column={-1}
      className={styles.title}
      style={{ width }}
      title={row ? [row.title, row.place].filter(Boolean).join(', ') : undefined}
    >
      <span className={styles.name}>{row?.title ?? '…'}</span>
      <small className={styles.facts}>{row ? rowText(row) : ''}</small>
    </th>
  );
});
