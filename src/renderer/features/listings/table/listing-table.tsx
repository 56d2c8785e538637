/** A virtual table of listings with chosen columns and an order. */
import { useTable } from '@tanstack/react-table';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MAX_ENTRIES } from '../../../../shared/max-input.ts';
import type { ListingSort, ListingRow as Row } from '../../../../shared/model/listing.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useCopy } from '../../../actions/use-copy.ts';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from '../listings.module.css';
import type { TableColumn } from './column-choice.ts';
import { features, isNumeric, listingColumns, TITLE_COLUMN, widthShareOf } from './listing-columns.ts';
import { ListingRow } from './listing-row.tsx';
import { pinsOf } from './pins.ts';
import { cellText, headText, rowsText } from './row-text.ts';
import { SortHeader } from './sort-header.tsx';
import { type TableQuery, useListingRows } from './use-listing-rows.ts';

const ROW_PX = 46;
const HEAD_PX = 38;
const COPIED_MS = 1_500;
/** The table library manages the columns only. */
const NO_ROWS: Row[] = [];

export function ListingTable({
  query,
  count,
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
  /** Rows that match. */
  count: number;
  columns: readonly TableColumn[];
  titlePath: string | null;
  /** The width of the table in pixels; 0 when it is unknown. */
  width: number;
  /** Path of the currency by path of the amount. */
  currencies: ReadonlyMap<string, string>;
  /** The first column first. */
  sort: readonly ListingSort[];
  onSort: (sort: readonly ListingSort[]) => void;
  /** `null`: the width of the column's kind. */
  onResize: (path: string, width: number | null) => void;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const rememberAs = `listings.scroll.${query.connectionId}`;
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, headHeight: HEAD_PX, rememberAs });
  const records = useListingRows(query, rows);
  const definitions = useMemo(() => listingColumns(columns, titlePath, width), [columns, titlePath, width]);
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
  const [cursor, setCursor] = useState<string | null>(null);
  const { copied, copy } = useCopy(COPIED_MS);
  const { move } = rows;
  const scrollToColumn = useCallback(
    (column: number) =>
      scroller.current
        ?.querySelectorAll('thead th')
        [column + 1]?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    [scroller],
  );
  const handlers = useRef({ records, columns, currencies, cursor, copy });
  useEffect(() => {
    handlers.current = { records, columns, currencies, cursor, copy };
  });
  const onKey = useCallback(
    (event: KeyboardEvent, index: number) => {
      const known = handlers.current;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
        const loaded = known.records.rowAt(index);
        if (!loaded || window.getSelection()?.isCollapsed === false) return;
        const format = { columns: known.columns, currencies: known.currencies, paths: loaded.query.columns };
        const column = known.columns.find(({ path }) => path === known.cursor);
        const row = rowsText([loaded.row], format);
        known.copy(
          event.shiftKey ? `${headText(known.columns)}\n${row}` : column ? cellText(loaded.row, column, format) : row,
        );
        event.preventDefault();
      } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        const at = known.columns.findIndex(({ path }) => path === known.cursor);
        const next = Math.min(known.columns.length - 1, Math.max(-1, at + (event.key === 'ArrowRight' ? 1 : -1)));
        const path = known.columns[next]?.path ?? null;
        setCursor(path);
        scrollToColumn(next);
        event.preventDefault();
      } else if (move(event.key, index) !== null) event.preventDefault();
    },
    [move, scrollToColumn],
  );
  /** What the arrow keys chose, for a screen reader. */
  function cursorText(): string {
    const column = columns.find(({ path }) => path === cursor);
    const active = rows.drawn.find(({ place }) => place.active);
    const loaded = active && records.rowAt(active.place.index);
    if (!column || !loaded) return '';
    const text = cellText(loaded.row, column, { columns, currencies, paths: loaded.query.columns });
    return `${column.title}: ${text === '' ? 'empty' : text}`;
  }
  return (
    <>
      <span className="lk-unseen" role="status">
        {copied ? 'Copied' : cursorText()}
      </span>
      {records.error ? <ErrorNotice error={records.error} onRetry={records.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        rememberAs={rememberAs}
        frameClassName={styles.table}
        aria-label="Listings"
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
              cursor={place.active ? cursor : null}
              onKey={onKey}
            />
          );
        })}
      </VirtualTable>
    </>
  );
}
