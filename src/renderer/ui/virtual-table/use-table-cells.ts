/** The chosen cell in the active row of a virtual table, and the selected block of cells. Columns count from 0. */
import {
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { GridBlock } from '../grid-block.ts';
import type { CellDrag } from './use-cell-drag.ts';
import { type Selection, useSelection } from './use-selection.ts';
import type { RowPlace, VirtualRows } from './use-virtual-rows.ts';

/** The key and mouse handlers of a table's cells. Their code is loaded after the first drawing. */
export interface CellHandlers extends CellDrag {
  /** Handles a key in the active row. Returns false for a key without an effect. */
  readonly press: (event: KeyboardEvent, row: number) => boolean;
}

export interface TableCells {
  readonly rows: VirtualRows;
  readonly columnCount: number;
  readonly selection: Selection;
  /** The column of the chosen cell; null when the whole row is chosen. */
  readonly cursor: number | null;
  readonly chooseColumn: (column: number | null) => void;
  readonly handlers: RefObject<CellHandlers | null>;
}

/** The marked cells of one row, as primitive values for the props of a memoised row. */
export interface CellMarks {
  readonly cursor: number | null;
  /** The first and the last selected column; no column is selected when the last is less than the first. */
  readonly firstSelected: number;
  readonly lastSelected: number;
}

/**
 * Returns the cursor, the selection and the handlers of a table's cells. `table`, `columns`: as for {@link useSelection}, without columns of buttons.
 */
export function useTableCells(rows: VirtualRows, table: unknown, columns: readonly string[]) {
  const selection = useSelection(table, columns, rows.count);
  const [chosen, setChosen] = useState<string | null>(null);
  const handlers = useRef<CellHandlers | null>(null);
  const at = chosen === null ? -1 : columns.indexOf(chosen);
  const cursor = at < 0 ? null : at;
  const { move } = rows;
  const onKey = useCallback(
    (event: KeyboardEvent, row: number) => {
      const isUsed = handlers.current ? handlers.current.press(event, row) : move(event.key, row) !== null;
      if (isUsed) event.preventDefault();
    },
    [move],
  );
  const { block } = selection;
  const cells: TableCells = {
    rows,
    columnCount: columns.length,
    selection,
    cursor,
    chooseColumn: (column) => setChosen(column === null ? null : (columns[column] ?? null)),
    handlers,
  };
  return {
    cells,
    grid: useMemo(
      () =>
        ({
          role: 'grid',
          'aria-multiselectable': true,
          onMouseDown: (event) => handlers.current?.onMouseDown(event),
          onClickCapture: (event) => handlers.current?.onClickCapture(event),
          onDragStart: (event) => handlers.current?.onDragStart(event),
        }) satisfies ComponentPropsWithoutRef<'table'>,
      [],
    ),
    onKey,
    marksOf: ({ index, active }: RowPlace): CellMarks => ({
      cursor: active && !block ? cursor : null,
      ...selectedIn(block, index),
    }),
  };
}

const selectedIn = (block: GridBlock | null, row: number) =>
  block && block.firstRow <= row && row <= block.lastRow
    ? { firstSelected: block.firstColumn, lastSelected: block.lastColumn }
    : { firstSelected: 0, lastSelected: -1 };
