/**
 * The matrix as a grid of WAI-ARIA: rows are listings, columns are arrivals. Only the part in view is drawn, in both directions. Arrow keys,
 * Home, End, Page Up and Page Down move; with Shift they mark a block. Enter opens a cell, or sorts the rows when a column header has the focus.
 */

import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react';
import { activeApplicationOf } from '../../../../shared/connection/account.ts';
import type { NotBookable } from '../../../../shared/model/booking-notes.ts';
import type { MatrixCell, MatrixQuestion, MatrixRow, MatrixView } from '../../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { isWeekendArrival } from '../../../../shared/stay/arrivals.ts';
import { NotBookableMark, useNotBookable } from '../../../actions/not-bookable.tsx';
import { useConnection } from '../../../ipc/current.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { formatPlainDate, formatWeekday } from '../../../text/format.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { type GridBlock, type GridPosition, isWithin } from '../../../ui/grid-block.ts';
import { IconArrowNarrowDown, IconSortAscending, IconSortDescending } from '../../../ui/icons.ts';
import { useStable } from '../../../ui/use-stable.ts';
import { cellText, shadeOf, shortCellText } from './cell-text.ts';
import styles from './grid.module.css';
import { useGridCursor } from './use-grid-cursor.ts';
import { positionsIn, useGridView } from './use-grid-view.ts';
import { useMatrixTiles } from './use-matrix-tiles.ts';

/** The sizes in px, which grid.module.css repeats. */
const ROW_PX = 34;
const HEAD_PX = 46;
const COLUMN_PX = 92;
/**
 * The length from which a cell's text is drawn smaller, so that no amount is truncated. The limit is lower for the cheapest price, which is bold
 * and has an arrow beside it.
 */
const LONG_TEXT = 11;
const LONG_CHEAPEST = 7;

export interface OpenedCell {
  readonly row: MatrixRow;
  readonly arrival: PlainDate;
  readonly cell: MatrixCell;
}

export function MatrixGrid({
  question,
  view: arranged,
  arrivals,
  rowCount,
  label,
  titleWidth,
  onOpenCell,
  onOpenRow,
  onSort,
  onBlock,
  onCell,
}: {
  question: MatrixQuestion;
  view: MatrixView;
  /** The days of all columns. */
  arrivals: readonly PlainDate[];
  rowCount: number;
  label: string;
  /** The width of the first column, in px. */
  titleWidth: number;
  onOpenCell: (opened: OpenedCell) => void;
  onOpenRow: (row: MatrixRow) => void;
  /** Called to sort by the name or by an arrival. */
  onSort: (by: PlainDate | 'name') => void;
  /** Called when the marked block changed. */
  onBlock: (block: GridBlock | null) => void;
  /** Called when the cursor moved to a cell, or that cell changed; with `null` for a row header or a cell that loads. */
  onCell: (cell: OpenedCell | null) => void;
}) {
  const audience = useAudience();
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const idOf = useCallback(({ row, column }: GridPosition) => `${gridId}-${row}-${column}`, [gridId]);
  const size = { rows: rowCount, columns: arrivals.length };
  const measures = { row: ROW_PX, column: COLUMN_PX, head: HEAD_PX, title: titleWidth };
  const view = useGridView(scroller, size, measures);
  const cursor = useGridCursor({ ...size, page: view.page }, idOf, view.show);
  const drawnRows = positionsIn(view.rows, cursor.at.row);
  const drawnColumns = positionsIn(view.columns, cursor.at.column);
  const tiles = useMatrixTiles(question, arranged, view.rows, view.columns);

  const inUse = activeApplicationOf(useConnection())?.id;
  const notBookable = useNotBookable(question.connectionId, question.applicationId ?? inUse);

  const openedAt = ({ row, column }: GridPosition): OpenedCell | null => {
    const [head, cell, arrival] = [tiles.rowAt(row), tiles.cellAt(row, column), arrivals[column]];
    return head && cell && arrival ? { row: head, arrival, cell } : null;
  };
  const current = useStable(openedAt(cursor.at));
  const block = useStable(cursor.block);
  useEffect(() => onBlock(block), [block, onBlock]);
  useEffect(() => onCell(current), [current, onCell]);

  const sort = ({ column }: GridPosition) => {
    onSort(column < 0 ? 'name' : (arrivals[column] ?? 'name'));
    if (scroller.current) scroller.current.scrollTop = 0;
  };
  const open = ({ row, column }: GridPosition) => {
    if (row < 0) return sort({ row, column });
    const head = tiles.rowAt(row);
    if (column < 0) return head ? onOpenRow(head) : undefined;
    const opened = openedAt({ row, column });
    if (opened) onOpenCell(opened);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey: shift } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    if (key === 'Enter') open(cursor.at);
    else if (key === 'Escape' && cursor.block) cursor.clear();
    else if (ctrl && key === 'a') cursor.markAll();
    else if (!cursor.press(key, { ctrl, shift })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const positionOf = (event: MouseEvent): GridPosition | null => {
    const element = event.target instanceof Element ? event.target.closest('[data-column]') : null;
    if (!(element instanceof HTMLElement)) return null;
    return { row: Number(element.dataset.row), column: Number(element.dataset.column) };
  };
  return (
    <div ref={scroller} className={styles.scroller} onScroll={view.measure}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: WAI-ARIA names this element for a grid
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={arrivals.length + 1}
        aria-multiselectable="true"
        className={styles.grid}
        style={{ width: titleWidth + arrivals.length * COLUMN_PX, height: HEAD_PX + rowCount * ROW_PX }}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const position = positionOf(event);
          if (!position) return;
          cursor.goTo(position, event.shiftKey && position.row >= 0);
          if (position.row < 0) sort(position);
        }}
        onDoubleClick={(event) => {
          const position = positionOf(event);
          if (position && position.row >= 0) open(position);
        }}
      >
        <thead className={`lk-table-head ${styles.head}`} style={{ height: HEAD_PX }}>
          <tr aria-rowindex={1} className={styles.headRow}>
            <th
              scope="col"
              aria-colindex={1}
              aria-sort={sortOf(arranged, 'name')}
              className={styles.corner}
              style={{ width: titleWidth }}
            >
              <HeadButton
                id={idOf({ row: -1, column: -1 })}
                column={-1}
                isActive={cursor.at.row < 0 && cursor.at.column < 0}
                sort={sortOf(arranged, 'name')}
              >
                {LISTING_WORD[audience]}
              </HeadButton>
            </th>
            {drawnColumns.map((index) => {
              const day = arrivals[index] ?? '';
              return (
                <th
                  key={index}
                  scope="col"
                  aria-colindex={index + 2}
                  aria-sort={sortOf(arranged, day)}
                  className={styles.day}
                  data-weekend={(day !== '' && isWeekendArrival(day)) || undefined}
                  style={{ left: titleWidth + index * COLUMN_PX, width: COLUMN_PX }}
                >
                  <HeadButton
                    id={idOf({ row: -1, column: index })}
                    column={index}
                    isActive={cursor.at.row < 0 && cursor.at.column === index}
                    sort={sortOf(arranged, day)}
                  >
                    <span className={styles.weekday}>{formatWeekday(day)}</span>{' '}
                    <span>{formatPlainDate(day, 'dayMonth')}</span>
                  </HeadButton>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className={styles.body}>
          {drawnRows.map((row) => (
            <GridRow
              key={row}
              row={row}
              top={HEAD_PX + row * ROW_PX}
              head={tiles.rowAt(row)}
              connectionId={question.connectionId}
              refusal={notBookable.get(tiles.rowAt(row)?.listingId ?? '')}
              titleWidth={titleWidth}
              headId={idOf({ row, column: -1 })}
              isHeadActive={cursor.at.row === row && cursor.at.column < 0}
            >
              {drawnColumns.map((column) => (
                <GridCell
                  key={column}
                  id={idOf({ row, column })}
                  row={row}
                  column={column}
                  left={titleWidth + column * COLUMN_PX}
                  head={tiles.rowAt(row)}
                  cell={tiles.cellAt(row, column)}
                  arrival={arrivals[column] ?? ''}
                  maxTotal={arranged.maxPerNight === null ? null : arranged.maxPerNight * question.stays.nights}
                  isActive={cursor.at.row === row && cursor.at.column === column}
                  isMarked={isWithin(cursor.block, row, column)}
                />
              ))}
            </GridRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type AriaSort = 'ascending' | 'descending' | 'none';

const sortOf = ({ order }: MatrixView, by: string): AriaSort =>
  order?.by !== by ? 'none' : order.descending ? 'descending' : 'ascending';

/** The button in a column header: its name, and the order of the rows if they are sorted by this column. */
function HeadButton({
  id,
  column,
  isActive,
  sort,
  children,
}: {
  id: string;
  column: number;
  isActive: boolean;
  sort: AriaSort;
  children: ReactNode;
}) {
  const Icon = sort === 'descending' ? IconSortDescending : IconSortAscending;
  return (
    <button
      type="button"
      id={id}
      tabIndex={isActive ? 0 : -1}
      data-row={-1}
      data-column={column}
      className={styles.sorter}
      title="Sort by this column"
    >
      <span className={styles.headText}>{children}</span>
      {sort === 'none' ? null : <Icon size={14} aria-hidden />}
    </button>
  );
}

function GridRow({
  row,
  top,
  head,
  connectionId,
  refusal,
  titleWidth,
  headId,
  isHeadActive,
  children,
}: {
  row: number;
  top: number;
  head: MatrixRow | null;
  connectionId: string;
  /** The note that the service refused a quote for the listing before. */
  refusal: NotBookable | undefined;
  titleWidth: number;
  headId: string;
  isHeadActive: boolean;
  children: ReactNode;
}) {
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
        title={head ? [head.title, head.place].filter(Boolean).join(', ') : undefined}
      >
        <span className={styles.name}>{head?.title ?? '…'}</span>
        <NotBookableMark connectionId={connectionId} note={refusal} brief />
      </th>
      {children}
    </tr>
  );
}

/** A cell, memoised, so that only changed cells are rendered again when the cursor moves. */
const GridCell = memo(function Cell({
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
  /** The largest affordable total; a greater one is drawn as too expensive. */
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
