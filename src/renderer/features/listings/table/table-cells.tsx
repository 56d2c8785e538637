/**
 * The cells of the table under keys and mouse: the chosen cell of the active row, the selected block, and what is copied of them. Loaded when
 * the rows are drawn.
 */
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { cellText as safeText } from '../../../../shared/spreadsheet-cell.ts';
import { useCopy } from '../../../actions/use-copy.ts';
import { SelectionBar, selectedText } from '../../../ui/virtual-table/selection-bar.tsx';
import { pressSelectionKey } from '../../../ui/virtual-table/selection-keys.ts';
import { type CellDrag, useCellDrag } from '../../../ui/virtual-table/use-cell-drag.ts';
import type { Selection } from '../../../ui/virtual-table/use-selection.ts';
import type { VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import type { TableColumn } from './column-choice.ts';
import { cellText } from './row-text.ts';
import { useCopyCells } from './use-copy-cells.ts';
import type { TableQuery, useListingRows } from './use-listing-rows.ts';

const COPIED_MS = 1_500;

/** What the table tells this component. */
export interface CellHandlers extends CellDrag {
  /** Acts on a key of the active row. Returns false for a key that it does not use. */
  readonly press: (event: KeyboardEvent, row: number) => boolean;
}

export function TableCells({
  query,
  columns,
  currencies,
  rows,
  records,
  selection,
  cursor,
  onCursor,
  handlers,
}: {
  query: TableQuery;
  columns: readonly TableColumn[];
  /** Path of the currency by path of the amount. */
  currencies: ReadonlyMap<string, string>;
  rows: VirtualRows;
  records: ReturnType<typeof useListingRows>;
  selection: Selection;
  /** The path of the chosen cell's column; null when the whole row is chosen. */
  cursor: string | null;
  onCursor: (path: string | null) => void;
  handlers: RefObject<CellHandlers | null>;
}) {
  const { block } = selection;
  const drag = useCellDrag(rows, selection);
  const { copied, copy } = useCopy(COPIED_MS);
  const { copyCells, isPending } = useCopyCells(query, columns, currencies);
  const active = rows.drawn.find(({ place }) => place.active)?.place.index ?? 0;

  const scrollToColumn = (column: number) =>
    rows.scroller.current
      ?.querySelectorAll('thead th')
      [column]?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  const copyAt = (row: number, headed: boolean): boolean => {
    if (block) copyCells(block, headed);
    else {
      const loaded = records.rowAt(row);
      // A person may have selected a part of a text.
      if (!loaded || window.getSelection()?.isCollapsed === false) return false;
      const column = headed ? undefined : columns.find(({ path }) => path === cursor);
      if (column) copy(safeText(cellText(loaded.row, column, { columns, currencies, paths: loaded.query.columns })));
      else copyCells({ firstRow: row, lastRow: row, firstColumn: 0, lastColumn: columns.length }, headed);
    }
    return true;
  };
  const press = ({ key, shiftKey: shift, ctrlKey, metaKey }: KeyboardEvent, row: number): boolean => {
    const control = ctrlKey || metaKey;
    if (control && key.toLowerCase() === 'c') return copyAt(row, shift);
    const at = columns.findIndex(({ path }) => path === cursor);
    const column = at < 0 ? null : at + 1;
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (pressSelectionKey({ key, shift, control }, { row, column }, columns.length + 1, selection, rows)) {
      if (step !== 0) scrollToColumn((selection.end?.column ?? column ?? columns.length) + step);
      return true;
    }
    if (step !== 0) {
      const next = Math.min(columns.length - 1, Math.max(-1, at + step));
      onCursor(columns[next]?.path ?? null);
      scrollToColumn(next + 1);
    } else if (rows.move(key, row) === null) return false;
    selection.clear();
    return true;
  };
  useEffect(() => {
    handlers.current = { ...drag, press };
  });
  useEffect(
    () => () => {
      handlers.current = null;
    },
    [handlers],
  );
  /** What the arrow keys chose, for a screen reader. */
  function cursorText(): string {
    const column = columns.find(({ path }) => path === cursor);
    const loaded = records.rowAt(active);
    if (!column || !loaded) return '';
    const text = cellText(loaded.row, column, { columns, currencies, paths: loaded.query.columns });
    return `${column.title}: ${text === '' ? 'empty' : text}`;
  }
  return (
    <>
      <span className="lk-unseen" role="status">
        {copied ? 'Copied' : block ? selectedText(block) : cursorText()}
      </span>
      {block ? (
        <SelectionBar
          block={block}
          isCopying={isPending}
          onCopy={(what) =>
            what === 'cells'
              ? copyCells(block, false)
              : copyCells({ ...block, firstColumn: 0, lastColumn: columns.length }, true)
          }
          onClear={() => {
            selection.clear();
            // The button that was pressed is gone.
            rows.focusRow(active);
          }}
        />
      ) : null}
    </>
  );
}
