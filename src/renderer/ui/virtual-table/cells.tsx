/** Single-line cells of a virtual table. */
import type { ComponentPropsWithoutRef } from 'react';
import styles from './virtual-table.module.css';

interface Numeric {
  /** Aligns the content to the right. */
  numeric?: boolean;
}

export function HeadCell({ numeric = false, ...cell }: Numeric & ComponentPropsWithoutRef<'th'>) {
  return <th {...cell} scope="col" className={styles.cell} data-numeric={numeric || undefined} />;
}

export function Cell({ numeric = false, ...cell }: Numeric & ComponentPropsWithoutRef<'td'>) {
  return <td {...cell} className={styles.cell} data-numeric={numeric || undefined} />;
}

/** The placeholder in a cell whose row is loading. */
export function LoadingCell() {
  return <span className={styles.loading} aria-hidden />;
}
