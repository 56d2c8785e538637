/**
 * The matrix as a grid of WAI-ARIA: rows are listings, columns are arrivals. Only the part in view is drawn. Arrow keys, Home, End, Page Up and Page
 * Down move; with Shift they select a block. Enter opens a cell, or sorts the rows on a heading.
 */
import { useCallbackRef } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { activeApplicationOf } from '../../../../shared/connection/account.ts';
import type { MatrixCell, MatrixQuestion, MatrixRow, MatrixView } from '../../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { useNotBookable } from '../../../actions/not-bookable.tsx';
import { useConnection } from '../../../ipc/current.ts';
import { type GridBlock, type GridPosition, isWithin } from '../../../ui/grid-block.ts';
import frame from '../../../ui/grid-frame.module.css';
import { positionOf, useGridCursor } from '../../../ui/use-grid-cursor.ts';
import { useStable } from '../../../ui/use-stable.ts';
import { COLUMN_PX, canBeQuoted, HEAD_PX, ROW_PX } from './cell-text.ts';
import { GridHead } from './grid-head.tsx';
import { GridCell, GridRow } from './grid-row.tsx';
import { useMatrixTiles } from './use-matrix-tiles.ts';

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
  target,
  onOpenCell,
  onOpenRow,
  onSort,
  onBlock,
  onCell,
}: {
  question: MatrixQuestion;
  view: MatrixView;
  arrivals: readonly PlainDate[];
  rowCount: number;
  label: string;
  /** The width of the first column in pixels. */
  titleWidth: number;
  /** The cell to move to; a new object moves again. Null to stay. */
  target: GridPosition | null;
  onOpenCell: (opened: OpenedCell) => void;
  onOpenRow: (row: MatrixRow) => void;
  onSort: (by: PlainDate | 'name') => void;
  onBlock: (block: GridBlock | null) => void;
  /** Called when the cursor moved or its cell changed; with null for a heading or a cell that loads. */
  onCell: (cell: OpenedCell | null) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const measures = { row: ROW_PX, column: COLUMN_PX, head: HEAD_PX, title: titleWidth };
  const cursor = useGridCursor(scroller, { rows: rowCount, columns: arrivals }, measures);
  const { at, idOf } = cursor;
  const { block: selected } = cursor.selection;
  const tiles = useMatrixTiles(question, arranged, cursor.rows, cursor.columns);

  const inUse = activeApplicationOf(useConnection())?.id;
  const notBookable = useNotBookable(question.applicationId ?? inUse);

  const openedAt = ({ row, column }: GridPosition): OpenedCell | null => {
    const [head, cell, arrival] = [tiles.rowAt(row), tiles.cellAt(row, column), arrivals[column]];
    return head && cell && arrival ? { row: head, arrival, cell } : null;
  };
  const current = useStable(openedAt(at));
  const block = useStable(selected);
  const goTo = useCallbackRef(cursor.goTo);
  useEffect(() => {
    if (target) goTo(target, false);
  }, [target, goTo]);
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
    if (opened && canBeQuoted(opened)) onOpenCell(opened);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey: shift } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    if (key === 'Enter') open(at);
    else if (key === 'Escape' && selected) cursor.selection.clear();
    else if (ctrl && key === 'a') cursor.selectAll();
    else if (!cursor.press(key, { ctrl, shift })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={scroller} className={frame.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: WAI-ARIA names this element for a grid
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={arrivals.length + 1}
        aria-multiselectable="true"
        className={frame.grid}
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
        <GridHead cursor={cursor} view={arranged} arrivals={arrivals} titleWidth={titleWidth} />
        <tbody className={frame.body}>
          {cursor.rows.map((row) => (
            <GridRow
              key={row}
              row={row}
              top={HEAD_PX + row * ROW_PX}
              head={tiles.rowAt(row)}
              refusal={notBookable.get(tiles.rowAt(row)?.listingId ?? '')}
              titleWidth={titleWidth}
              headId={idOf({ row, column: -1 })}
              isHeadActive={at.row === row && at.column < 0}
            >
              {cursor.columns.map((column) => (
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
                  isActive={at.row === row && at.column === column}
                  isMarked={isWithin(selected, row, column)}
                />
              ))}
            </GridRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}
