/** A handle at the edge of a heading. Dragging it or the arrow keys change the column's width; Home restores the default width. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { COLUMN_WIDTH } from '../../../../shared/input/max-input.ts';
import styles from '../listings.module.css';

const STEP_PX = 16;

export function ResizeHandle({
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
