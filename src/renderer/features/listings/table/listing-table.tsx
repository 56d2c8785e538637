/** A table of listings with chosen columns and an order, which draws only the rows in view. */
import { type KeyboardEvent, memo, useCallback, useMemo } from 'react';
import type { ListingSort, ListingRow as Row } from '../../../../shared/model/listing.ts';
import type { Json } from '../../../../shared/model/primitives.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { FieldValue } from '../../../actions/field-value.tsx';
import { LaterCellControls } from '../../../actions/table-cells/later-cell-controls.tsx';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { useAudience } from '../../../ipc/current.ts';
import { withCurrency } from '../../../text/currency.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import { LoadingCell, SelectableCell } from '../../../ui/virtual-table/cells.tsx';
import { type CellMarks, useTableCells } from '../../../ui/virtual-table/use-table-cells.ts';
import { useViewFirst } from '../../../ui/virtual-table/use-view-first.ts';
import { type RowPlace, useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from '../listings.module.css';
import { ChangeMark } from './change-mark.tsx';
import { type Pins, pinsOf, type TableColumn } from './column-choice.ts';
import { isNumeric, TITLE_COLUMN, tableHeads, tracksOf } from './listing-columns.ts';
import { ListingHead } from './listing-head.tsx';
import { useCopyCells } from './use-copy-cells.ts';
import { cellText, type TableQuery, useListingRows } from './use-listing-rows.ts';

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
  /** The instant (epoch ms) at which the listings were loaded; null when unknown. */
  loadedAt: number | null;
  columns: readonly TableColumn[];
  titlePath: string | null;
  /** The width in pixels; 0 when unknown. */
  width: number;
  currencies: ReadonlyMap<string, string>;
  /** The columns to sort by, the most important first. */
  sort: readonly ListingSort[];
  onSort: (sort: readonly ListingSort[]) => void;
  /** Changes the width of a column in pixels; null resets it to the default. */
  onResize: (path: string, width: number | null) => void;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const rememberAs = `listings.scroll.${query.connectionId}`;
  const { columns: _, ...list } = query;
  const listKey = JSON.stringify(list);
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, headHeight: HEAD_PX, rememberAs, listKey });
  const records = useListingRows(query, rows);
  const lines = useViewFirst(rows, query, records.rowAt);
  const title = LISTING_WORD[useAudience()];
  const noun = useListingNoun();
  const heads = useMemo(
    () => tableHeads(columns, { title, titlePath, tablePx: width }),
    [columns, title, titlePath, width],
  );
  const pins = useMemo(() => {
    const sizes = new Map(heads.map(({ id, size }) => [id, size]));
    const sizeOf = (id: string) => sizes.get(id) ?? 0;
    return pinsOf(columns, sizeOf, sizeOf(TITLE_COLUMN));
  }, [columns, heads]);
  const { setActive } = rows;
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
            onSort={onSort}
            onResize={onResize}
          />
        ))}
      >
        {rows.drawn.map(({ slot, place }) => {
          const loaded = lines.get(place.index);
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

/** A row of the table of listings. It is rendered again only when its props change. */
const ListingRow = memo(function ListingRow({
  row,
  paths,
  columns,
  currencies,
  pins,
  cursor,
  firstSelected,
  lastSelected,
  isOpen,
  onOpen,
  onKey,
  ...place
}: RowPlace &
  CellMarks & {
    /** The listing; null while the row loads. */
    row: Row | null;
    paths: readonly string[];
    columns: readonly TableColumn[];
    currencies: ReadonlyMap<string, string>;
    pins: Pins;
    isOpen: boolean;
    onOpen: (index: number, id: string | null) => void;
    onKey: (event: KeyboardEvent, index: number) => void;
  }) {
  const valueAt = (path: string | undefined): Json =>
    path === undefined ? null : (row?.cells[paths.indexOf(path)] ?? null);
  // The cells of a newly chosen column are not read yet.
  const isRead = (path: string) => row !== null && paths.includes(path);
  const marks = { cursor, firstSelected, lastSelected };
  const open = () => onOpen(place.index, row?.id ?? null);
  return (
    <VirtualRow {...place} open={isOpen} onClick={open}>
      <SelectableCell at={0} marks={marks}>
        <PictureFrame src={row?.picture?.src ?? null} alt="" ratio={4 / 3} width={48} />
        <RowButton
          {...place}
          aria-current={isOpen}
          title={row?.title}
          onClick={open}
          onKeyDown={(event) => onKey(event, place.index)}
        >
          {row?.title ?? null}
        </RowButton>
        {row?.change ? <ChangeMark change={row.change} /> : null}
      </SelectableCell>
      {columns.map(({ path, kind }, at) => (
        <SelectableCell
          key={path}
          at={at + 1}
          marks={marks}
          numeric={isNumeric(kind)}
          style={pins.get(path)}
          data-pinned={pins.has(path) || undefined}
        >
          {isRead(path) ? (
            <FieldValue kind={kind} value={withCurrency(valueAt(path), valueAt(currencies.get(path)))} />
          ) : (
            <LoadingCell />
          )}
        </SelectableCell>
      ))}
    </VirtualRow>
  );
});
