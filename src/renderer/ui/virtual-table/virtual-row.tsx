/** A row of a virtual table, with the button that has the keyboard focus. */
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react';
import type { RowPlace } from './use-virtual-rows.ts';
import styles from './virtual-table.module.css';

/** A row of a virtual table. A click in it calls `onClick`, except on a link, a button or an input. */
export function VirtualRow({
  index,
  top,
  height,
  open = false,
  marked = false,
  className = '',
  onClick,
  children,
}: Pick<RowPlace, 'index' | 'top' | 'height'> & {
  /** Whether the drawer shows this row. */
  open?: boolean;
  marked?: boolean;
  className?: string | undefined;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
}) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={`${styles.row} ${styles.item} ${className}`}
      data-open={open || undefined}
      data-marked={marked || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a, button, input')) return;
        onClick(event);
      }}
      onKeyDown={() => {}}
    >
      {children}
    </tr>
  );
}

export function RowButton({
  index,
  active,
  children,
  ...button
}: Pick<RowPlace, 'index' | 'id' | 'active'> & {
  /** The text of the button; null while the row loads. */
  children: ReactNode;
} & ComponentPropsWithoutRef<'button'>) {
  return (
    <button {...button} type="button" className={styles.opener} tabIndex={active ? 0 : -1} aria-haspopup="dialog">
      {children ?? <span className={styles.loading} role="img" aria-label={`Loading row ${index + 1}`} />}
    </button>
  );
}
