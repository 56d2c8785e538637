/** A virtual table of listings with chosen columns and an order. */
import { useTable } from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { ListingSort, ListingRow as Row } from '../../../../shared/model/listing.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { LaterCellControls } from '../../../actions/table-cells/later-cell-controls.tsx';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { useTableCells } from '../../../ui/virtual-table/use-table-cells.ts';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from '../listings.module.css';
import type { TableColumn } from './column-choice.ts';
import { features, isNumeric, listingColumns, TITLE_COLUMN, widthShareOf } from './listing-columns.ts';
import { ListingRow } from './listing-row.tsx';
import { pinsOf } from './pins.ts';
import { cellText } from './row-text.ts';
import { SortHeader } from './sort-header.tsx';
import { useCopyCells } from './use-copy-cells.ts';
import { type TableQuery, useListingRows } from './use-listing-rows.ts';

const ROW_PX = 46;
const HEAD_PX = 38;
/** The table library manages the columns only, so it gets no rows. */
const NO_ROWS: Row[] = [];

export function ListingTable({
  query,
  count,
  loadedAt,
  columns,
  titlePath,
  width,
  currencies,
  sort,
  onSort,
  onResize,
  openId,
  onOpen,
}: {
  query: TableQuery;
  /** The number of matching rows. */
  count: number;
  /** The time when the listings were loaded. */
  loadedAt: number | null;
  columns: readonly TableColumn[];
  titlePath: string | null;
  /** The width of the table in pixels; 0 when it is unknown. */
  width: number;
  /** The path of the currency, by the path of the amount. */
  currencies: ReadonlyMap<string, string>;
  /** The columns to sort by, in their order of precedence. */
  sort: readonly ListingSort[];
  onSort: (sort: readonly ListingSort[]) => void;
  /** Called with the new width, or with `null` for the default width. */
  onResize: (path: string, width: number | null) => void;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const rememberAs = `listings.scroll.${query.connectionId}`;
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, headHeight: HEAD_PX, rememberAs });
  const records = useListingRows(query, rows);
  const title = LISTING_WORD[useAudience()];
  const noun = useListingNoun();
  const definitions = useMemo(
    () => listingColumns(columns, { title, titlePath, tablePx: width }),
    [columns, title, titlePath, width],
  );
  const kinds = useMemo(() => new Map(columns.map((column) => [column.path, column.kind])), [columns]);
  const widths = useMemo(() => new Map(columns.map((column) => [column.path, column.width])), [columns]);
  const isNumericColumn = (columnId: string) => isNumeric(kinds.get(columnId) ?? 'text');
  const pathOf = (columnId: string) => (columnId === TITLE_COLUMN ? titlePath : columnId);
  const columnOf = (path: string) => (path === titlePath ? TITLE_COLUMN : path);
  const sorting = sort.map(({ path, descending }) => ({ id: columnOf(path), desc: descending }));
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    manualSorting: true,
    maxMultiSortColCount: MAX_ENTRIES.sortedColumns,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      onSort(
        next.flatMap(({ id, desc }) => {
          const path = pathOf(id);
          return path === null ? [] : [{ path, descending: desc }];
        }),
      );
      rows.scrollTo(0);
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const sizes = headers.map((header) => `${header.column.id}\n${header.getSize()}`).join('\n');
  const pins = useMemo(() => {
    const parts = sizes.split('\n');
    const sizeOf = (id: string) => Number(parts[parts.indexOf(id) + 1] ?? 0);
    return pinsOf(columns, sizeOf, sizeOf(TITLE_COLUMN));
  }, [columns, sizes]);
  // Beside pinned columns the title keeps its width: they begin where it ends.
  const trackOf = (id: string, px: number) =>
    (id === TITLE_COLUMN && pins.size > 0) || pins.has(id) || widths.get(id) != null
      ? `${px}px`
      : `minmax(${px}px, ${widthShareOf(id)}fr)`;
  const { setActive, scroller } = rows;
  const shownSearch = useRef(query.search);
  useEffect(() => {
    if (shownSearch.current === query.search) return;
    shownSearch.current = query.search;
    // The first rows are in the answer with the count.
    scroller.current?.scrollTo?.({ top: 0 });
  }, [query.search, scroller]);
  const open = useCallback(
    (index: number, id: string | null) => {
      setActive(index);
      if (id !== null) onOpen(id);
    },
    [setActive, onOpen],
  );
  // While rows arrive, only a sorted table moves those that are there.
  const shown = JSON.stringify([query, loadedAt, sort.length > 0 && count]);
  const { cells, grid, onKey, marksOf } = useTableCells(rows, shown, [
    TITLE_COLUMN,
    ...columns.map(({ path }) => path),
  ]);
  const { copyCells, isPending } = useCopyCells(query, columns, currencies);
  const textOf = (index: number, column: number): string | null => {
    const loaded = records.rowAt(index);
    const shownColumn = columns[column - 1];
    if (!loaded || !shownColumn) return loaded?.row.title ?? null;
    return cellText(loaded.row, shownColumn, { columns, currencies, paths: loaded.query.columns });
  };
  return (
    <>
      {records.error ? <ErrorNotice error={records.error} onRetry={records.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        rememberAs={rememberAs}
        frameClassName={styles.table}
        {...grid}
        aria-label={noun.title}
        banner={
          <LaterCellControls
            cells={cells}
            titleOf={(column) => columns[column - 1]?.title ?? title}
            textOf={textOf}
            isCopying={isPending}
            onCopy={copyCells}
          />
        }
        columns={headers.map((header) => trackOf(header.column.id, header.getSize())).join(' ')}
        minWidth={table.getTotalSize()}
        head={headers.map((header) => (
          <SortHeader
            key={header.id}
            title={String(header.column.columnDef.header)}
            numeric={isNumericColumn(header.id)}
            sorted={header.column.getIsSorted()}
            pin={pins.get(header.column.id)}
            width={header.getSize()}
            onResize={header.id === TITLE_COLUMN ? null : (px) => onResize(header.column.id, px)}
            rank={sorting.length > 1 ? header.column.getSortIndex() + 1 : 0}
            onToggle={header.column.getCanSort() ? (isAdded) => header.column.toggleSorting(undefined, isAdded) : null}
          />
        ))}
      >
        {rows.drawn.map(({ slot, place }) => {
          const loaded = records.rowAt(place.index);
          return (
            <ListingRow
              key={slot}
              {...place}
              row={loaded?.row ?? null}
              paths={loaded?.query.columns ?? query.columns}
              columns={columns}
              currencies={currencies}
              isOpen={openId !== null && loaded?.row.id === openId}
              onOpen={open}
              pins={pins}
              {...marksOf(place)}
              onKey={onKey}
            />
          );
        })}
      </VirtualTable>
    </>
  );
}
