/** The listings as a table that reads and draws only the rows in view, however many there are. */
import { useTable } from '@tanstack/react-table';
import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { Column } from '../../../shared/model/field.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useActiveRow, withActiveRow } from '../../ui/use-active-row.ts';
import { features, isNumeric, listingColumns, shareOf, TITLE_COLUMN } from './listing-columns.tsx';
import { ListingRowView } from './listing-row.tsx';
import styles from './listings.module.css';
import { SortHeader } from './sort-header.tsx';
import type { Sort } from './use-listings-view.ts';
import { type RowsWanted, useRowWindow } from './use-row-window.ts';
import { keptPlace, useScrollPlace } from './use-scroll-place.ts';

const ROW_PX = 46;
const HEAD_PX = 38;

export function ListingTable({
  wanted,
  count,
  columns,
  titlePath,
  currencies,
  sort,
  onSort,
  openId,
  onOpen,
}: {
  wanted: RowsWanted;
  /** Rows that match what is wanted. */
  count: number;
  columns: readonly Column[];
  titlePath: string | null;
  /** Path of the currency by path of the amount. */
  currencies: ReadonlyMap<string, string>;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { active, setActive, idOf, onKeys } = useActiveRow(count);
  const placeKey = `listings.place.${wanted.connectionId}`;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollPaddingStart: HEAD_PX,
    initialOffset: () => keptPlace(placeKey).top,
    initialRect: { width: 1000, height: 560 },
    rangeExtractor: (range: Range) => withActiveRow(range, active, count),
  });
  const { more, onScroll } = useScrollPlace(scroller, placeKey, count > 0);
  const items = virtual.getVirtualItems();
  const inView = items.filter((item) => item.index !== active);
  const rows = useRowWindow(wanted, (inView[0] ?? items[0])?.index ?? 0, (inView.at(-1) ?? items[0])?.index ?? 0);
  const definitions = useMemo(() => listingColumns(columns, titlePath, currencies), [columns, titlePath, currencies]);
  const kinds = useMemo(() => new Map(columns.map((column) => [column.path, column.kind])), [columns]);
  const pathOf = (columnId: string) => (columnId === TITLE_COLUMN ? titlePath : columnId);
  const columnOf = (path: string) => (path === titlePath ? TITLE_COLUMN : path);
  const sorting = sort ? [{ id: columnOf(sort.path), desc: sort.descending }] : [];
  const table = useTable({
    features,
    columns: definitions,
    data: items.map((item) => ({ index: item.index, view: rows.rowAt(item.index) })),
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change;
      const path = next && pathOf(next.id);
      onSort(path ? { path, descending: next.desc } : null);
      virtual.scrollToIndex(0);
    },
  });
  const template = table
    .getHeaderGroups()[0]
    ?.headers.map((header) => `minmax(${header.getSize()}px, ${shareOf(header.column.id)}fr)`)
    .join(' ');
  const width = table.getTotalSize();

  const open = (index: number) => {
    setActive(index);
    const id = rows.rowAt(index)?.row.id;
    if (id !== undefined) onOpen(id);
  };
  const onKeyDown = onKeys((index) => virtual.scrollToIndex(index));
  return (
    <>
      {rows.error ? <ErrorNotice error={rows.error} onRetry={rows.retry} compact /> : null}
      <div className={styles.frame} data-more={more || undefined}>
        <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
          <table className={styles.grid} style={{ minWidth: width }} aria-label="Listings" aria-rowcount={count + 1}>
            <thead className={styles.head}>
              <tr aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns: template, height: HEAD_PX }}>
                {table.getHeaderGroups()[0]?.headers.map((header) => (
                  <SortHeader
                    key={header.id}
                    title={String(header.column.columnDef.header)}
                    numeric={isNumeric(kinds.get(header.id) ?? 'text')}
                    sorted={header.column.getIsSorted()}
                    onToggle={header.column.getCanSort() ? () => header.column.toggleSorting() : null}
                  />
                ))}
              </tr>
            </thead>
            <tbody className={styles.body} style={{ height: virtual.getTotalSize() }}>
              {table.getRowModel().rows.map((row, at) => (
                <ListingRowView
                  key={row.original.index}
                  id={idOf(row.original.index)}
                  view={row.original.view}
                  index={row.original.index}
                  top={items[at]?.start ?? 0}
                  height={ROW_PX}
                  template={template ?? ''}
                  active={row.original.index === active}
                  open={openId !== null && row.original.view?.row.id === openId}
                  onOpen={() => open(row.original.index)}
                  onKeyDown={onKeyDown}
                >
                  {row
                    .getAllCells()
                    .slice(1)
                    .map((cell) => (
                      <td
                        key={cell.id}
                        className={isNumeric(kinds.get(cell.column.id) ?? 'text') ? styles.numeric : undefined}
                      >
                        <table.FlexRender cell={cell} />
                      </td>
                    ))}
                </ListingRowView>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}
