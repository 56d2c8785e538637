/** A table that draws only the rows in view. It scrolls inside its frame; its header and first column stay in view. */
import type { ComponentPropsWithoutRef, CSSProperties, ReactNode } from 'react';
import { ScrollsFast } from '../picture-frame.tsx';
import { useScrollPosition } from './use-scroll-position.ts';
import type { VirtualRows } from './use-virtual-rows.ts';
import styles from './virtual-table.module.css';

export function VirtualTable({
  rows,
  rowCount = rows.count,
  columns,
  minWidth,
  head,
  banner,
  rememberAs = null,
  frameClassName = '',
  className = '',
  onScrollTop,
  children,
  ...table
}: {
  rows: VirtualRows;
  /** The number of all rows, for assistive technology; null when it is unknown. */
  rowCount?: number | null;
  /** The value of `grid-template-columns`. Without it, a class must set `--columns`. */
  columns?: string;
  /** The width in px below which the table scrolls sideways. */
  minWidth?: number;
  head: ReactNode;
  banner?: ReactNode;
  rememberAs?: string | null;
  frameClassName?: string | undefined;
  onScrollTop?: (top: number) => void;
  /** A {@link VirtualRow} for each drawn row. */
  children: ReactNode;
} & ComponentPropsWithoutRef<'table'>) {
  const { scroller, headHeight, height, offset } = rows;
  const { overflows, isShifted, onScroll } = useScrollPosition(scroller, rememberAs, rows.count > 0);
  const sized = { minWidth, height: headHeight + height, '--columns': columns } as CSSProperties;
  return (
    <div
      className={`${styles.frame} ${frameClassName}`}
      data-overflows={overflows || undefined}
      data-shifted={isShifted || undefined}
    >
      {banner}
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          onScroll();
          rows.onScroll();
          onScrollTop?.(scrollTop);
        }}
      >
        <table
          {...table}
          className={`${styles.table} ${className}`}
          style={sized}
          aria-rowcount={rowCount === null ? -1 : rowCount + 1}
        >
          <thead className={`lk-table-head ${styles.head}`}>
            <tr aria-rowindex={1} className={styles.row} style={{ height: headHeight }}>
              {head}
            </tr>
          </thead>
          <tbody
            className={styles.body}
            // The focused row becomes the active row, which stays in the document, so that its nodes never draw another row.
            onFocus={(event) => {
              const row = event.target.closest('tr')?.getAttribute('aria-rowindex');
              if (row) rows.setActive(Number(row) - 2);
            }}
            style={{ top: headHeight, transform: `translateY(${offset}px)` }}
          >
            <ScrollsFast value={rows.isFlying}>{children}</ScrollsFast>
          </tbody>
        </table>
      </div>
    </div>
  );
}
