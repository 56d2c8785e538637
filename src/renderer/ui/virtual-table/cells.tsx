/** Cells of a virtual table whose contents are one line. */
import type { ComponentPropsWithoutRef } from 'react';
import styles from './virtual-table.module.css';

/** Whether values are read down the column by their last digit. */
interface Numeric {
  numeric?: boolean;
}

export function HeadCell({ numeric = false, ...cell }: Numeric & ComponentPropsWithoutRef<'th'>) {
  return <th {...cell} scope="col" className={styles.cell} data-numeric={numeric || undefined} />;
}

export function Cell({ numeric = false, ...cell }: Numeric & ComponentPropsWithoutRef<'td'>) {
  return <td {...cell} className={styles.cell} data-numeric={numeric || undefined} />;
}

/** Stands in a cell whose row is read. */
export function LoadingCell() {
  return <span className={styles.loading} aria-hidden />;
}
