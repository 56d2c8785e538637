/** Single-line cells of a virtual table. */
import type { ComponentPropsWithoutRef } from 'react';
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

/** A cell that the arrow keys can choose and that can be part of the selection. */
export function SelectableCell({
  at,
  marks: { cursor, firstSelected, lastSelected },
  ...cell
}: Numeric & {
  /** The index of the column. */
  at: number;
  marks: CellMarks;
} & ComponentPropsWithoutRef<'td'>) {
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
