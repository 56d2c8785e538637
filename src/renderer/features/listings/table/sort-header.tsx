/** A heading that sorts ascending, descending, or not at all. With the Shift key, its column is added to the current order. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { COLUMN_WIDTH } from '../../../../shared/input/max-input.ts';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../../../ui/icons.ts';
import { HeadCell } from '../../../ui/virtual-table/cells.tsx';
import styles from '../listings.module.css';

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

const STEP_PX = 16;

/** A handle at the edge of a heading. Dragging it or the arrow keys change the column's width; Home restores the default width. */
function ResizeHandle({
  title,
  width,
  onResize,
}: {
  title: string;
  /** The width in pixels. */
  width: number;
  /** Null restores the default width. */
  onResize: (width: number | null) => void;
}) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const set = (px: number) => onResize(Math.round(Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, px))));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') set(width - STEP_PX);
    else if (event.key === 'ArrowRight') set(width + STEP_PX);
    else if (event.key === 'Home') onResize(null);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    start.current = {
      x: event.clientX,
      width: event.currentTarget.parentElement?.getBoundingClientRect().width ?? width,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that has a value and takes the focus is no <hr>
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={COLUMN_WIDTH.min}
      aria-valuemax={COLUMN_WIDTH.max}
      tabIndex={0}
      className={styles.resize}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => start.current && set(start.current.width + event.clientX - start.current.x)}
      onPointerUp={() => {
        start.current = null;
      }}
      onDoubleClick={() => onResize(null)}
    />
  );
}
