/** The results of a task as a table that draws only the rows in view. */
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaskRow } from '../../../../shared/model/task.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { LaterCellControls } from '../../../actions/table-cells/later-cell-controls.tsx';
import { tellCopied } from '../../../actions/table-cells/tell-copied.ts';
import { act } from '../../../ipc/client.ts';
import type { GridBlock } from '../../../ui/grid-block.ts';
import { HeadCell, SelectableCell } from '../../../ui/virtual-table/cells.tsx';
import { useTableCells } from '../../../ui/virtual-table/use-table-cells.ts';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import { cellText, copiedColumns, gridOf, isNumeric, type ShownColumn } from './result-columns.ts';
import styles from './results.module.css';
import { type ResultsQuery, useResultRows } from './use-result-rows.ts';

const ROW_PX = 34;

export function ResultsTable({
  query,
  count,
  columns,
  onOpen,
}: {
  query: ResultsQuery;
  count: number;
  columns: readonly ShownColumn[];
  onOpen: (row: TaskRow) => void;
}) {
  const rows = useVirtualRows({ count, rowHeight: ROW_PX });
  const results = useResultRows(query, rows);
  const { template, minWidth } = useMemo(() => gridOf(columns), [columns]);
  const keys = columns.map(({ key }) => key);
  const { cells, grid, onKey, marksOf } = useTableCells(rows, query, keys);
  const { copyCells, isPending } = useCopyResults(query, columns);
  const shownText = (index: number, column: number): string | null => {
    const row = results.rowAt(index)?.row;
    const shown = columns[column];
    return row && shown ? cellText(shown, row) : null;
  };
  const [first, ...others] = columns;
  return (
    <>
      {results.error ? <ErrorNotice error={results.error} onRetry={results.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        {...grid}
        aria-label="Results"
        banner={
          <LaterCellControls
            cells={cells}
            titleOf={(column) => columns[column]?.title ?? ''}
            textOf={shownText}
            isCopying={isPending}
            onCopy={copyCells}
          />
        }
        frameClassName={styles.frame}
        className={styles.grid}
        columns={template}
        minWidth={minWidth}
        head={columns.map((column) => (
          <HeadCell key={column.key} numeric={isNumeric(column)}>
            <span>{column.title}</span>
          </HeadCell>
        ))}
      >
        {rows.drawn.map(({ slot, place }) => {
          const row = results.rowAt(place.index)?.row ?? null;
          const textOf = (column: ShownColumn): string => (row ? cellText(column, row) || '–' : '');
          const title = first ? textOf(first) : '';
          const marks = marksOf(place);
          const open = () => {
            rows.setActive(place.index);
            if (row) onOpen(row);
          };
          return (
            <VirtualRow key={slot} {...place} onClick={open}>
              <SelectableCell at={0} marks={marks}>
                <RowButton {...place} title={title} onClick={open} onKeyDown={(event) => onKey(event, place.index)}>
                  {row ? title : null}
                </RowButton>
              </SelectableCell>
              {others.map((column, at) => (
                <SelectableCell key={column.key} at={at + 1} marks={marks} numeric={isNumeric(column)}>
                  <span
                    className={column.kind === 'text' || column.kind === 'json' ? undefined : 'lk-num'}
                    title={textOf(column)}
                  >
                    {textOf(column)}
                  </span>
                </SelectableCell>
              ))}
            </VirtualRow>
          );
        })}
      </VirtualTable>
    </>
  );
}

/** Copies result rows. Main copies, because it has all rows. */
function useCopyResults(query: ResultsQuery, columns: readonly ShownColumn[]) {
  const { mutate, isPending } = useMutation({
    ...act('tasks', 'copyCells'),
    onSuccess: (copied) => tellCopied(copied, 'Export them as CSV.'),
  });
  return {
    isPending,
    /** Copies a block of cells; with `headed`, the titles of its columns come first. */
    copyCells: ({ firstRow, lastRow, firstColumn, lastColumn }: GridBlock, headed: boolean) => {
      const copied = copiedColumns(columns.slice(firstColumn, lastColumn + 1));
      mutate({
        ...query,
        columns: copied.map(({ key }) => key),
        heads: headed ? copied.map(({ title }) => title) : null,
        offset: firstRow,
        count: lastRow - firstRow + 1,
      });
    },
  };
}
