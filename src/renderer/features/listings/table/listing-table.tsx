/** A virtual table of listings with chosen columns and an order. */
import { useTable } from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { MAX_ENTRIES } from '../../../../shared/model/bounds.ts';
import type { Column } from '../../../../shared/model/field.ts';
import type { ListingSort, ListingRow as Row } from '../../../../shared/model/listing.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from '../listings.module.css';
import { features, isNumeric, listingColumns, TITLE_COLUMN, widthShareOf } from './listing-columns.ts';
import { ListingRow } from './listing-row.tsx';
import { SortHeader } from './sort-header.tsx';
import { type TableQuery, useListingRows } from './use-listing-rows.ts';

const ROW_PX = 46;
const HEAD_PX = 38;
/** The table library manages the columns only. */
const NO_ROWS: Row[] = [];

export function ListingTable({
  query,
  count,
  columns,
  titlePath,
  currencies,
  sort,
  onSort,
  openId,
  onOpen,
}: {
  query: TableQuery;
  /** Rows that match. */
  count: number;
  columns: readonly Column[];
  titlePath: string | null;
  /** Path of the currency by path of the amount. */
  currencies: ReadonlyMap<string, string>;
  /** The first column first. */
  sort: readonly ListingSort[];
  onSort: (sort: readonly ListingSort[]) => void;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const rememberAs = `listings.scroll.${query.connectionId}`;
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, headHeight: HEAD_PX, rememberAs });
  const records = useListingRows(query, rows.first, rows.last);
  const definitions = useMemo(() => listingColumns(columns, titlePath), [columns, titlePath]);
  const kinds = useMemo(() => new Map(columns.map((column) => [column.path, column.kind])), [columns]);
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
  return (
    <>
      {records.error ? <ErrorNotice error={records.error} onRetry={records.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        rememberAs={rememberAs}
        frameClassName={styles.table}
        aria-label="Listings"
        columns={headers
          .map((header) => `minmax(${header.getSize()}px, ${widthShareOf(header.column.id)}fr)`)
          .join(' ')}
        minWidth={table.getTotalSize()}
        head={headers.map((header) => (
          <SortHeader
            key={header.id}
            title={String(header.column.columnDef.header)}
            numeric={isNumericColumn(header.id)}
            sorted={header.column.getIsSorted()}
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
              onMove={rows.move}
            />
          );
        })}
      </VirtualTable>
    </>
  );
}
