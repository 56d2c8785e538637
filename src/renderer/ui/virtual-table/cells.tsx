/** Single-line cells of a virtual table. */

import type { ComponentPropsWithoutRef } from 'react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../icons.ts';
import type { CellMarks } from './use-table-cells.ts';
import styles from './virtual-table.module.css';

interface Numeric {
  numeric?: boolean;
}

export function HeadCell({ numeric = false, ...cell }: Numeric & ComponentPropsWithoutRef<'th'>) {
  return <th {...cell} scope="col" className={styles.cell} data-numeric={numeric || undefined} />;
}

export function Cell({ numeric = false, ...cell }: Numeric & ComponentPropsWithoutRef<'td'>) {
  return <td {...cell} className={styles.cell} data-numeric={numeric || undefined} />;
}

interface SortHeadProps extends Numeric, ComponentPropsWithoutRef<'th'> {
  title: string;
  /** The direction in which this column sorts the rows; null when it does not. */
  sorted: 'ascending' | 'descending' | null;
  /** Sorts by the column. With `isAdded`, which the Shift key sets, the column is added to the present order. */
  onSort: (isAdded: boolean) => void;
  rank?: number;
  hint?: string;
}

/** A heading that sorts the rows by its column. `rank` is the column's place (from 1) when several columns sort the rows, else 0. */
export function SortHead({ title, sorted, onSort, rank = 0, hint, children, ...cell }: SortHeadProps) {
  const Icon = sorted === 'ascending' ? IconArrowUp : sorted === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <HeadCell {...cell} aria-sort={sorted ?? 'none'}>
      <button
        type="button"
        className={styles.sort}
        data-sorted={sorted ?? undefined}
        title={hint}
        onClick={(event) => onSort(event.shiftKey)}
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
      {children}
    </HeadCell>
  );
}

interface SelectableCellProps extends Numeric, ComponentPropsWithoutRef<'td'> {
  /** The index of the column. */
  at: number;
  marks: CellMarks;
}

/** A cell that the arrow keys can choose and that can be part of the selection. */
export function SelectableCell({ at, marks: { cursor, firstSelected, lastSelected }, ...cell }: SelectableCellProps) {
  return (
    <Cell
      {...cell}
      role="gridcell"
      aria-selected={firstSelected <= at && at <= lastSelected}
      data-cursor={cursor === at || undefined}
    />
  );
}

export function LoadingCell() {
  return <span className={styles.loading} aria-hidden />;
}
