/** The heading row of the matrix: the days. A heading shows when the rows are sorted by its day. */
import type { ReactNode } from 'react';
import type { MatrixView } from '../../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { isWeekendArrival } from '../../../../shared/stay/arrivals.ts';
import { useAudience } from '../../../ipc/current.ts';
import { formatPlainDate, formatWeekday } from '../../../text/format.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import frame from '../../../ui/grid-frame.module.css';
import { IconSortAscending, IconSortDescending } from '../../../ui/icons.ts';
import type { GridCursor } from '../../../ui/use-grid-cursor.ts';
import { COLUMN_PX, HEAD_PX } from './cell-text.ts';
import styles from './grid.module.css';

interface GridHeadProps {
  cursor: GridCursor;
  view: MatrixView;
  arrivals: readonly PlainDate[];
  titleWidth: number;
}

export function GridHead({ cursor: { at, idOf, columns }, view, arrivals, titleWidth }: GridHeadProps) {
  const audience = useAudience();
  const buttonOf = (column: number, by: string) => ({
    id: idOf({ row: -1, column }),
    column,
    isActive: at.row < 0 && at.column === column,
    sort: sortOf(view, by),
  });
  return (
    <thead className={`lk-table-head ${frame.head}`} style={{ height: HEAD_PX }}>
      <tr aria-rowindex={1} className={frame.headRow}>
        <th
          scope="col"
          aria-colindex={1}
          aria-sort={sortOf(view, 'name')}
          className={styles.corner}
          style={{ width: titleWidth }}
        >
          <HeadButton {...buttonOf(-1, 'name')}>{LISTING_WORD[audience]}</HeadButton>
        </th>
        {columns.map((index) => {
          const day = arrivals[index] ?? '';
          return (
            <th
              key={index}
              scope="col"
              aria-colindex={index + 2}
              aria-sort={sortOf(view, day)}
              className={styles.day}
              data-weekend={(day !== '' && isWeekendArrival(day)) || undefined}
              style={{ left: titleWidth + index * COLUMN_PX, width: COLUMN_PX }}
            >
              <HeadButton {...buttonOf(index, day)}>
                <span className={styles.weekday}>{formatWeekday(day)}</span>{' '}
                <span>{formatPlainDate(day, 'dayMonth')}</span>
              </HeadButton>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type AriaSort = 'ascending' | 'descending' | 'none';

const sortOf = ({ order }: MatrixView, by: string): AriaSort =>
  order?.by !== by ? 'none' : order.descending ? 'descending' : 'ascending';

interface HeadButtonProps {
  id: string;
  column: number;
  isActive: boolean;
  sort: AriaSort;
  children: ReactNode;
}

function HeadButton({ id, column, isActive, sort, children }: HeadButtonProps) {
  const Icon = sort === 'descending' ? IconSortDescending : IconSortAscending;
  return (
    <button
      type="button"
      id={id}
      tabIndex={isActive ? 0 : -1}
      data-row={-1}
      data-column={column}
      className={styles.sorter}
      title="Sort by this column"
    >
      <span className={styles.headText}>{children}</span>
      {sort === 'none' ? null : <Icon size={14} aria-hidden />}
    </button>
  );
}
