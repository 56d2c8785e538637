/** One row of the listings table. The title is a button that takes the keyboard; the row only widens what the pointer can hit. */
import type { KeyboardEvent, ReactNode } from 'react';
import { PictureFrame } from '../../ui/picture-frame.tsx';
import styles from './listings.module.css';
import type { RowInView } from './use-row-window.ts';

export function ListingRowView({
  id,
  index,
  view,
  top,
  height,
  template,
  active,
  open,
  onOpen,
  onKeyDown,
  children,
}: {
  id: string;
  index: number;
  /** `null` while the row is being read. */
  view: RowInView | null;
  top: number;
  height: number;
  template: string;
  active: boolean;
  open: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The other cells. */
  children: ReactNode;
}) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={`${styles.row} ${styles.item} ${open ? styles.open : ''}`}
      style={{ gridTemplateColumns: template, height, transform: `translateY(${top}px)` }}
      onClick={(event) => {
        // A link inside a cell has a job of its own.
        if (event.target instanceof Element && event.target.closest('a, button')) return;
        onOpen();
      }}
      onKeyDown={() => {}}
    >
      <td>
        <PictureFrame src={view?.row.picture?.src ?? null} alt="" ratio={4 / 3} width={48} />
        <button
          type="button"
          id={id}
          className={styles.opener}
          tabIndex={active ? 0 : -1}
          aria-haspopup="dialog"
          aria-current={open}
          title={view?.row.title}
          onKeyDown={onKeyDown}
          onClick={onOpen}
        >
          {view ? (
            view.row.title
          ) : (
            <span className={styles.waiting} role="img" aria-label={`Reading row ${index + 1}`} />
          )}
        </button>
      </td>
      {children}
    </tr>
  );
}
