/** A heading that sorts ascending, descending, or not at all. With the Shift key, its column is added to the current order. */

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
  /** The direction of this column in the order; null when the order does not have it. */
  sorted: 'ascending' | 'descending' | null;
  /** The column's position in an order of several columns, from 1; else 0. */
  rank: number;
  /** The style that pins the column (see pins.ts); undefined for a column that is not pinned. */
  pin: CSSProperties | undefined;
  width: number;
  /** Changes the order. With `isAdded`, the other columns of the order stay. Null when the column cannot be sorted. */
  onToggle: ((isAdded: boolean) => void) | null;
  /** Null when the column's width cannot be changed. */
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
