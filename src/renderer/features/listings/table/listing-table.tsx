/** A table of listings with chosen columns and an order, which draws only the rows in view. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ListingSort } from '../../../../shared/model/listing.ts';
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
import { listingColumns, TITLE_COLUMN, tracksOf } from './listing-columns.ts';
import { ListingHead } from './listing-head.tsx';
import { ListingRow } from './listing-row.tsx';
import { pinsOf } from './pins.ts';
import { cellText } from './row-text.ts';
import { useCopyCells } from './use-copy-cells.ts';
import { type TableQuery, useListingRows } from './use-listing-rows.ts';

const ROW_PX = 46;
const HEAD_PX = 38;

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
  count: number;
  /** When the listings were loaded (epoch ms); null when unknown. */
  loadedAt: number | null;
  columns: readonly TableColumn[];
  titlePath: string | null;
  /** The width in pixels; 0 when unknown. */
  width: number;
  currencies: ReadonlyMap<string, string>;
  /** The columns to sort by, the most important first. */
  sort: readonly ListingSort[];
  onSort: (sort: readonly ListingSort[]) => void;
  /** A width of null is the default width. */
  onResize: (path: string, width: number | null) => void;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const rememberAs = `listings.scroll.${query.connectionId}`;
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, headHeight: HEAD_PX, rememberAs });
  const records = useListingRows(query, rows);
  const title = LISTING_WORD[useAudience()];
  const noun = useListingNoun();
  const heads = useMemo(
    () => listingColumns(columns, { title, titlePath, tablePx: width }),
    [columns, title, titlePath, width],
  );
  const pins = useMemo(() => {
    const sizes = new Map(heads.map(({ id, size }) => [id, size]));
    const sizeOf = (id: string) => sizes.get(id) ?? 0;
    return pinsOf(columns, sizeOf, sizeOf(TITLE_COLUMN));
  }, [columns, heads]);
  const { setActive, scroller } = rows;
  const shownSearch = useRef(query.search);
  useEffect(() => {
    if (shownSearch.current === query.search) return;
    shownSearch.current = query.search;
    // The first rows come in the same answer as the count.
    scroller.current?.scrollTo?.({ top: 0 });
  }, [query.search, scroller]);
  const sortBy = (next: readonly ListingSort[]) => {
    onSort(next);
    rows.scrollTo(0);
  };
  const open = useCallback(
    (index: number, id: string | null) => {
      setActive(index);
      if (id !== null) onOpen(id);
    },
    [setActive, onOpen],
  );
  // Rows that arrive during a load move the other rows only in a sorted table.
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
        columns={tracksOf(heads, (id) => pins.has(id))}
        minWidth={heads.reduce((sum, { size }) => sum + size, 0)}
        head={heads.map((head) => (
          <ListingHead
            key={head.id}
            head={head}
            sort={sort}
            pin={pins.get(head.id)}
            onSort={sortBy}
            onResize={onResize}
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
