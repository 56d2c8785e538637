/** A column header that toggles between ascending, descending and unsorted. With the Shift key, the column is added to the present order. */

import type { CSSProperties } from 'react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../../../ui/icons.ts';
import { HeadCell } from '../../../ui/virtual-table/cells.tsx';
import styles from '../listings.module.css';
import { ResizeHandle } from './resize-handle.tsx';

export function SortHeader({
  title,
  numeric,
  sorted,
  rank,
  pin,
  width,
  onToggle,
  onResize,
}: {
  title: string;
  numeric: boolean;
  /** The order of the rows by this column; null when they have another order. */
  sorted: 'ascending' | 'descending' | null;
  /** The column's position in an order of several columns, from 1; 0 when the order has no or only one column. */
  rank: number;
  /** The style that pins the column; see {@link pinOf}. */
  pin: CSSProperties | undefined;
  width: number;
  /** Called to change the order; null when the column cannot be sorted. `isAdded`: the other columns of the order are kept. */
  onToggle: ((isAdded: boolean) => void) | null;
  /** Called with a new width; null for a column of a fixed width. */
  onResize: ((width: number | null) => void) | null;
}) {
  const Icon = sorted === 'ascending' ? IconArrowUp : sorted === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <HeadCell aria-sort={sorted ?? 'none'} numeric={numeric} style={pin} data-pinned={pin ? true : undefined}>
      {onToggle ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted ?? undefined}
          onClick={(event) => onToggle(event.shiftKey)}
          title={`${title}. Shift-click adds this column to the order.`}
        >
          <span className={styles.sortTitle}>{title}</span>
          <Icon size={14} aria-hidden />
          {rank > 0 ? (
            <>
              <span className={styles.rank} aria-hidden>
                {rank}
              </span>
              <span className="lk-unseen">, number {rank} of the order</span>
            </>
          ) : null}
        </button>
      ) : (
        <span className={styles.sortTitle}>{title}</span>
      )}
      {onResize ? <ResizeHandle title={title} width={width} onResize={onResize} /> : null}
    </HeadCell>
  );
}
