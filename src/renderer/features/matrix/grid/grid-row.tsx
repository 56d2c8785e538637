/** A row of the matrix, and its cells. */
import { memo, type ReactNode } from 'react';
import type { NotBookable } from '../../../../shared/model/booking-notes.ts';
import type { MatrixCell, MatrixRow } from '../../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { NotBookableMark } from '../../../actions/not-bookable.tsx';
import { IconArrowNarrowDown } from '../../../ui/icons.ts';
import { COLUMN_PX, cellText, ROW_PX, shadeOf, shortCellText } from './cell-text.ts';
import styles from './grid.module.css';

/** Longer texts than these are drawn smaller. The cheapest price is bold and has an arrow, so it has less room. */
const LONG_TEXT = 11;
const LONG_CHEAPEST = 7;

interface Props {
  row: number;
  top: number;
  head: MatrixRow | null;
  /** The note that the service refused an earlier quote for the listing. */
  refusal: NotBookable | undefined;
  titleWidth: number;
  headId: string;
  isHeadActive: boolean;
  children: ReactNode;
}

export function GridRow({ row, top, head, refusal, titleWidth, headId, isHeadActive, children }: Props) {
  return (
    <tr aria-rowindex={row + 2} className={styles.row} style={{ transform: `translateY(${top}px)`, height: ROW_PX }}>
      <th
        id={headId}
        scope="row"
        aria-colindex={1}
        tabIndex={isHeadActive ? 0 : -1}
        data-row={row}
        data-column={-1}
        className={styles.title}
        style={{ width: titleWidth }}
        title={head ? [head.title, head.nickname, head.place].filter(Boolean).join(', ') : undefined}
      >
        <span className={styles.names}>
          <span className={styles.name}>{head?.title ?? '…'}</span>
          <small className={styles.name}>{[head?.nickname, head?.place].filter(Boolean).join(' · ')}</small>
        </span>
        <NotBookableMark note={refusal} brief />
      </th>
      {children}
    </tr>
  );
}

/** A cell of the matrix. It is memoised, so that a move of the cursor renders only the changed cells. */
export const GridCell = memo(function Cell({
  id,
  row,
  column,
  left,
  head,
  cell,
  arrival,
  maxTotal,
  isActive,
  isMarked,
}: {
  id: string;
  row: number;
  column: number;
  left: number;
  head: MatrixRow | null;
  cell: MatrixCell | null;
  arrival: PlainDate;
  /** The price limit, above which a total is drawn as too expensive; null for no limit. */
  maxTotal: number | null;
  isActive: boolean;
  isMarked: boolean;
}) {
  const shade = cell && head ? shadeOf(cell, head) : null;
  const isCheapest = cell !== null && cell.total !== null && head?.cheapest?.arrival === arrival;
  const isOver = maxTotal !== null && (cell?.total ?? 0) > maxTotal;
  const remarks = `${isCheapest ? ', the cheapest of this row' : ''}${isOver ? ', above the chosen price' : ''}`;
  const whole = cell ? `${cellText(cell)}${remarks}` : 'loading';
  const text = cell ? shortCellText(cell) : '';
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid has the focus and can be selected
      role="gridcell"
      id={id}
      aria-colindex={column + 2}
      aria-selected={isMarked || isActive}
      aria-label={whole}
      title={whole}
      tabIndex={isActive ? 0 : -1}
      data-row={row}
      data-column={column}
      data-state={cell?.state ?? 'loading'}
      data-shade={isOver ? undefined : (shade ?? undefined)}
      data-over={isOver || undefined}
      data-long={text.length > (isCheapest ? LONG_CHEAPEST : LONG_TEXT) || undefined}
      data-marked={isMarked || undefined}
      data-cheapest={isCheapest || undefined}
      className={styles.cell}
      style={{ left, width: COLUMN_PX }}
    >
      {isCheapest ? <IconArrowNarrowDown size={13} stroke={2.4} aria-hidden /> : null}
      <span className={styles.text}>{text}</span>
    </td>
  );
});
