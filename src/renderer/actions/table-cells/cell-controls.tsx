/** Keyboard, mouse, screen-reader texts and copying for the cells of a virtual table. */
import { type KeyboardEvent, useEffect } from 'react';
import { cellText as safeText } from '../../../shared/text/spreadsheet-cell.ts';
import type { GridBlock } from '../../ui/grid-block.ts';
import { SelectionBar, selectedText } from '../../ui/virtual-table/selection-bar.tsx';
import { pressSelectionKey } from '../../ui/virtual-table/selection-keys.ts';
import { useCellDrag } from '../../ui/virtual-table/use-cell-drag.ts';
import type { TableCells } from '../../ui/virtual-table/use-table-cells.ts';
import { useCopy } from '../use-copy.ts';

const COPIED_MS = 1_500;

export interface CellControlsProps {
  cells: TableCells;
  titleOf: (column: number) => string;
  /** The displayed text of a cell; null while its row loads. */
  textOf: (row: number, column: number) => string | null;
  isCopying: boolean;
  /** Copies a block of cells. `headed`: the titles of the columns come first. */
  onCopy: (block: GridBlock, headed: boolean) => void;
}

export function CellControls({ cells, titleOf, textOf, isCopying, onCopy }: CellControlsProps) {
  const { rows, columnCount, selection, cursor, chooseColumn, handlers } = cells;
  const { block } = selection;
  const drag = useCellDrag(rows, selection);
  const { copied, copy } = useCopy(COPIED_MS);
  const active = rows.drawn.find(({ place }) => place.active)?.place.index ?? 0;
  const last = columnCount - 1;

  const scrollToColumn = (column: number) =>
    rows.scroller.current
      ?.querySelectorAll('thead th')
      [column]?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  const copyAt = (row: number, headed: boolean): boolean => {
    if (block) onCopy(block, headed);
    else {
      const text = textOf(row, cursor ?? 0);
      // When a person has selected a part of a text, the browser copies that part.
      if (text === null || window.getSelection()?.isCollapsed === false) return false;
      if (cursor !== null && !headed) copy(safeText(text));
      else onCopy({ firstRow: row, lastRow: row, firstColumn: 0, lastColumn: last }, headed);
    }
    return true;
  };
  const press = ({ key, shiftKey: shift, ctrlKey, metaKey }: KeyboardEvent, row: number): boolean => {
    const control = ctrlKey || metaKey;
    if (control && key.toLowerCase() === 'c') return copyAt(row, shift);
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (pressSelectionKey({ key, shift, control }, { row, column: cursor }, columnCount, selection, rows)) {
      if (step !== 0) scrollToColumn((selection.end?.column ?? cursor ?? last) + step);
      return true;
    }
    if (step !== 0) {
      const next = Math.max(0, Math.min(last, (cursor ?? 0) + step));
      chooseColumn(next === 0 ? null : next);
      scrollToColumn(next);
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
  function cursorText(): string {
    const text = cursor === null ? null : textOf(active, cursor);
    return cursor === null || text === null ? '' : `${titleOf(cursor)}: ${text === '' ? 'empty' : text}`;
  }
  return (
    <>
      <span className="lk-unseen" role="status">
        {copied ? 'Copied' : block ? selectedText(block) : cursorText()}
      </span>
      {block ? (
        <SelectionBar
          block={block}
          isCopying={isCopying}
          onCopy={(what) =>
            what === 'cells' ? onCopy(block, false) : onCopy({ ...block, firstColumn: 0, lastColumn: last }, true)
          }
          onClear={() => {
            selection.clear();
            // The pressed button disappears with the selection, so the row takes the focus.
            rows.focusRow(active);
          }}
        />
      ) : null}
    </>
  );
}
