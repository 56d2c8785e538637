/** The results of a task, with a search, details, and an export. */
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PAGE_ROWS } from '../../../../shared/listing/listing-table.ts';
import type { Task, TaskRow } from '../../../../shared/model/task.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { JsonView } from '../../../actions/json-view.tsx';
import { LaterCellControls } from '../../../actions/table-cells/later-cell-controls.tsx';
import { tellCopied } from '../../../actions/table-cells/tell-copied.ts';
import { WrittenFile } from '../../../actions/written-file.tsx';
import { ask, useAct } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { formatBytes, formatCount, formatNumber } from '../../../text/format.ts';
import { WORDS } from '../../../text/words.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import type { GridBlock } from '../../../ui/grid-block.ts';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { LiveCount } from '../../../ui/live-count.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { TYPING_PAUSE_MS } from '../../../ui/typing-pause.ts';
import { HeadCell, SelectableCell } from '../../../ui/virtual-table/cells.tsx';
import { PAGE_GC_MS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';
import { useTableCells } from '../../../ui/virtual-table/use-table-cells.ts';
import { useVirtualRows, type VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import { isOver } from '../task-text.ts';
import { cellText, copiedColumns, gridOf, isNumeric, type ShownColumn, shownColumns } from './result-columns.ts';
import styles from './results.module.css';

/** The maximum number of shown rows, because browsers limit the height of an element. */
const MAX_ROWS = 900_000;

export function Results({ task }: { task: Task }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const [open, setOpen] = useState<TaskRow | null>(null);
  const query = useMemo(() => ({ id: task.id, search }), [task.id, search]);
  const first = useFirstRows(query);
  const exportTable = useAct('tasks', 'exportTable');
  const total = first.data?.total ?? 0;
  const shown = Math.min(total, MAX_ROWS);
  const known = first.data?.columns;
  const titles = WORDS[useAudience()].columns;
  const columns = useMemo(() => shownColumns(known ?? [], titles), [known, titles]);
  const heads = (known ?? []).map(({ key, title }) => titles[key] ?? title);
  const count =
    // While a task runs, its result rows may be newer than the task's snapshot.
    search === ''
      ? formatCount(total, 'result')
      : `${formatNumber(total)} of ${formatCount(Math.max(total, task.rows), 'result')}`;
  const empty = first.isSuccess && total === 0;
  return (
    <section className={styles.results} aria-labelledby="results-title">
      <div className={styles.bar}>
        <h2 id="results-title" className={styles.title}>
          Results
        </h2>
        <SearchInput
          className={styles.search ?? ''}
          label="Search the results"
          placeholder="Search all text"
          size="xs"
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
        <LiveCount text={count} className={styles.count} />
        <ExportButton
          size="xs"
          loading={exportTable.isPending}
          disabled={task.rows === 0 || (search !== '' && total === 0)}
          onWrite={(format) => exportTable.mutate({ id: task.id, search, heads, format })}
        >
          {search === '' ? 'Export' : 'Export these'}
        </ExportButton>
      </div>
      <WrittenFile
        file={
          exportTable.data
            ? {
                what: `${formatCount(exportTable.data.records, 'row')} (${formatBytes(exportTable.data.bytes)})`,
                path: exportTable.data.path,
              }
            : null
        }
      />
      {total > shown ? (
        <p className={styles.part}>
          {`The first ${formatNumber(shown)} are shown. Search or export the results to see the others.`}
        </p>
      ) : null}
      {first.error ? <ErrorNotice error={first.error} onRetry={() => void first.refetch()} /> : null}
      {empty ? (
        <p className={styles.nothing}>{emptyText(task, search)}</p>
      ) : columns.length > 0 ? (
        <ResultsTable query={query} count={shown} columns={columns} onOpen={setOpen} />
      ) : null}
      <ResultDrawer row={open} columns={columns} onClose={() => setOpen(null)} />
    </section>
  );
}

function emptyText(task: Task, search: string): string {
  if (search !== '' && task.rows > 0) return 'No results match.';
  if (isOver(task)) return 'The task returned no results.';
  return task.state === 'paused' ? 'No results so far.' : 'Results appear here as they arrive.';
}

interface ResultDrawerProps {
  row: TaskRow | null;
  columns: readonly ShownColumn[];
  onClose: () => void;
}

/** Shows one result: its fields and, for support, the record as the service sent it. */
function ResultDrawer({ row, columns, onClose }: ResultDrawerProps) {
  const audience = useAudience();
  return (
    <SideDrawer opened={row !== null} onClose={onClose} width={560} title={row ? row.step : 'Result'}>
      {row ? (
        <>
          <KeyValueGrid
            entries={columns.map((column) => ({
              key: column.key,
              name: column.title,
              value: cellText(column, row) || '–',
            }))}
          />
          {audience === 'support' ? <RawRecord value={row.raw} /> : null}
        </>
      ) : null}
    </SideDrawer>
  );
}

function RawRecord({ value }: { value: TaskRow['raw'] }) {
  return (
    <>
      <h3 className={styles.rawTitle}>As the service sent it</h3>
      {value === null ? (
        <Text size="sm" c="dimmed">
          The service sent nothing else for this result.
        </Text>
      ) : (
        <JsonView value={value} label="The record as the service sent it" maxHeight="60vh" />
      )}
    </>
  );
}

const ROW_PX = 34;

interface ResultsTableProps {
  query: ResultsQuery;
  count: number;
  columns: readonly ShownColumn[];
  onOpen: (row: TaskRow) => void;
}

/** The results of a task as a table that draws only the rows in view. */
function ResultsTable({ query, count, columns, onOpen }: ResultsTableProps) {
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, listKey: query.search });
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
  const { mutate, isPending } = useAct('tasks', 'copyCells', {
    onSuccess: (copied) => tellCopied(copied, 'Export them.'),
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

interface ResultsQuery {
  readonly id: string;
  readonly search: string;
}

const optionsOf = (query: ResultsQuery, page: number) => ({
  ...ask('tasks', 'rows', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
const isSameTable = (one: ResultsQuery, other: ResultsQuery): boolean => one.id === other.id;

/** The first page, which also has the columns and the number of matching rows. */
const useFirstRows = (query: ResultsQuery) => useQuery({ ...optionsOf(query, 0), placeholderData: keepPreviousData });

const useResultRows = (query: ResultsQuery, { count, first, last }: VirtualRows) =>
  useRowPages({ query, count, first, last, optionsOf, isSameTable });
