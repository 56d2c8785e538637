/** A heading of the table of listings: it sorts the rows, and its handle changes the column's width. */

import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { COLUMN_WIDTH } from '../../../../shared/input/max-input.ts';
import type { ListingSort } from '../../../../shared/model/listing.ts';
import { HeadCell, SortHead } from '../../../ui/virtual-table/cells.tsx';
import styles from '../listings.module.css';
import { type ColumnHead, nextSort, TITLE_COLUMN } from './listing-columns.ts';

export function ListingHead({
  head: { id, title, size, path, isNumeric },
  sort,
  pin,
  onSort,
  onResize,
}: {
  head: ColumnHead;
  sort: readonly ListingSort[];
  /** The style that pins the column (see `pinsOf`); undefined for a column that is not pinned. */
  pin: CSSProperties | undefined;
  onSort: (sort: readonly ListingSort[]) => void;
  /** Changes the width of a column in pixels; null resets it to the default. */
  onResize: (path: string, width: number | null) => void;
}) {
  const cell = { numeric: isNumeric, style: pin, 'data-pinned': pin ? true : undefined };
  const handle =
    id === TITLE_COLUMN ? null : <ResizeHandle title={title} width={size} onResize={(px) => onResize(id, px)} />;
  if (path === null)
    return (
      <HeadCell {...cell}>
        <span className={styles.headTitle}>{title}</span>
        {handle}
      </HeadCell>
    );
  const at = sort.findIndex((one) => one.path === path);
  const sorted = sort[at];
  return (
    <SortHead
      {...cell}
      title={title}
      hint={`${title}. Shift-click adds this column to the order.`}
      sorted={sorted ? (sorted.descending ? 'descending' : 'ascending') : null}
      rank={sort.length > 1 ? at + 1 : 0}
      onSort={(isAdded) => onSort(nextSort(sort, path, isAdded))}
    >
      {handle}
    </SortHead>
  );
}

const STEP_PX = 16;

interface ResizeHandleProps {
  title: string;
  /** The width in pixels. */
  width: number;
  /** Changes the width; null restores the default. */
  onResize: (width: number | null) => void;
}

/** A handle at the edge of a heading. Dragging it or the arrow keys change the column's width; Home restores the default width. */
function ResizeHandle({ title, width, onResize }: ResizeHandleProps) {
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
