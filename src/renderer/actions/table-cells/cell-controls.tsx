/** Keyboard, mouse, screen-reader texts and copying for the cells of a virtual table. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, type KeyboardEvent, useEffect } from 'react';
import { cellText as safeText } from '../../../shared/text/spreadsheet-cell.ts';
import { formatCount } from '../../text/format.ts';
import type { GridBlock } from '../../ui/grid-block.ts';
import { IconCopy, IconTableRow, IconX } from '../../ui/icons.ts';
import { useCellDrag } from '../../ui/virtual-table/use-cell-drag.ts';
import type { Selection } from '../../ui/virtual-table/use-selection.ts';
import type { TableCells } from '../../ui/virtual-table/use-table-cells.ts';
import type { VirtualRows } from '../../ui/virtual-table/use-virtual-rows.ts';
import styles from '../../ui/virtual-table/virtual-table.module.css';
import { useCopy } from '../use-copy.ts';

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
  const { copied, copy } = useCopy();
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

/** The size of the selection: "3 rows by 2 columns selected". */
const selectedText = ({ firstRow, lastRow, firstColumn, lastColumn }: GridBlock): string =>
  `${formatCount(lastRow - firstRow + 1, 'row')} by ${formatCount(lastColumn - firstColumn + 1, 'column')} selected`;

interface SelectionBarProps {
  block: GridBlock;
  isCopying: boolean;
  onCopy: (what: 'cells' | 'rows') => void;
  onClear: () => void;
}

/** The bar over the last rows of a table: the size of the selection, and its actions. */
function SelectionBar({ block, isCopying, onCopy, onClear }: SelectionBarProps) {
  return (
    <div className={styles.selection}>
      {/* `CellControls` announces this text to screen readers. */}
      <span className="lk-num" aria-hidden>
        {selectedText(block)}
      </span>
      <BarButton
        Icon={IconCopy}
        variant="filled"
        loading={isCopying}
        title="Ctrl+C; with Shift, the titles of the columns are copied as well"
        onClick={() => onCopy('cells')}
      >
        Copy cells
      </BarButton>
      <BarButton
        Icon={IconTableRow}
        disabled={isCopying}
        title="All columns of these rows, with their titles"
        onClick={() => onCopy('rows')}
      >
        Copy rows
      </BarButton>
      <BarButton Icon={IconX} variant="subtle" color="gray" title="Escape" onClick={onClear}>
        Clear
      </BarButton>
    </div>
  );
}

function BarButton({ Icon, ...button }: { Icon: typeof IconX } & ButtonProps & ComponentPropsWithoutRef<'button'>) {
  return <Button size="compact-sm" variant="default" leftSection={<Icon size={15} aria-hidden />} {...button} />;
}

/** A pressed key, which may select cells of a virtual table. */
interface SelectionKey {
  readonly key: string;
  readonly shift: boolean;
  /** Whether Ctrl, or Command on a Mac, is pressed. */
  readonly control: boolean;
}

/** Handles a key in the active row. `column` is the chosen cell, or null for the whole row. Returns false for a key that selects nothing. */
function pressSelectionKey(
  { key, shift, control }: SelectionKey,
  { row, column }: { row: number; column: number | null },
  columns: number,
  { block, start, end, select, clear }: Selection,
  { count, move }: Pick<VirtualRows, 'count' | 'move'>,
): boolean {
  const last = columns - 1;
  if (control && key.toLowerCase() === 'a') select({ row: 0, column: 0 }, { row: count - 1, column: last });
  else if (key === ' ' && shift) select({ row, column: 0 }, { row, column: last });
  else if (key === ' ' && control && column !== null) select({ row: 0, column }, { row: count - 1, column });
  else if (key === 'Escape' && block !== null) clear();
  else if (shift) {
    const from = start ?? { row, column: column ?? 0 };
    const to = end ?? { row, column: column ?? last };
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const target = step === 0 ? move(key, to.row) : to.row;
    if (target === null) return false;
    select(from, { row: target, column: Math.max(0, Math.min(last, to.column + step)) });
  } else return false;
  return true;
}
