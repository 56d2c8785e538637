/** The results as a table that draws only the rows in view. */
import type { CSSProperties } from 'react';
import { NotBookableMark } from '../../../actions/not-bookable.tsx';
import { LaterCellControls } from '../../../actions/table-cells/later-cell-controls.tsx';
import { tellCopied } from '../../../actions/table-cells/tell-copied.ts';
import { useAct } from '../../../ipc/client.ts';
import type { GridBlock } from '../../../ui/grid-block.ts';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import { Cell, HeadCell, SelectableCell, SortHead } from '../../../ui/virtual-table/cells.tsx';
import { useTableCells } from '../../../ui/virtual-table/use-table-cells.ts';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from '../availability.module.css';
import { AVAILABLE } from './focus-results.ts';
import type { Covers } from './quoted.ts';
import { QuoteButton, type ResultsProps } from './result-cards.tsx';
import type { Sort } from './rows.ts';
import { copiedCells, type TableItem, tableColumns } from './table-columns.ts';

const ROW_PX = 46;
const HEAD_PX = 38;
const QUOTE_WIDTH = '108px';
const MIN_WIDTH = 950;

interface Props extends ResultsProps {
  compared: Covers | undefined;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}

export function ResultTable({ items, quotedOf, said: _, compared, sort, onSort, onOpen, ...actions }: Props) {
  const results = items.map((item): TableItem => ({ item, quoted: quotedOf(item) }));
  const columns = tableColumns(results, compared);
  const rows = useVirtualRows({ count: items.length, rowHeight: ROW_PX, headHeight: HEAD_PX });
  const titles = columns.map(({ title }) => title);
  const { cells, grid, onKey, marksOf } = useTableCells(rows, items, titles);
  const { mutate, isPending } = useAct('app', 'copyTable');
  const copy = (block: GridBlock, headed: boolean) =>
    mutate(copiedCells(results, columns, block, headed), {
      onSuccess: ({ rows: copied }) =>
        tellCopied({ rows: copied, wanted: block.lastRow - block.firstRow + 1 }, 'Filter the results.'),
    });
  return (
    <div
      className={styles.tableFrame}
      style={{ '--rows-height': `${HEAD_PX + items.length * ROW_PX + 2}px` } as CSSProperties}
    >
      <VirtualTable
        rows={rows}
        frameClassName={styles.table}
        {...grid}
        aria-label={AVAILABLE}
        banner={
          <LaterCellControls
            cells={cells}
            titleOf={(column) => titles[column] ?? ''}
            textOf={(index, column) => {
              const row = results[index];
              return row ? String(columns[column]?.textOf(row) ?? '') : null;
            }}
            isCopying={isPending}
            onCopy={copy}
          />
        }
        columns={[...columns.map(({ width }) => width), QUOTE_WIDTH].join(' ')}
        minWidth={MIN_WIDTH}
        head={
          <>
            {columns.map(({ title, by, isNumeric = false }) => {
              const own = sort !== null && sort.by === by ? sort : null;
              return by === null ? (
                <HeadCell key={title} numeric={isNumeric}>
                  {title}
                </HeadCell>
              ) : (
                <SortHead
                  key={title}
                  title={title}
                  numeric={isNumeric}
                  sorted={own && (own.descending ? 'descending' : 'ascending')}
                  onSort={() => onSort(nextSort(by, own))}
                />
              );
            })}
            <HeadCell>Quote</HeadCell>
          </>
        }
      >
        {rows.drawn.map(({ slot, place }) => {
          const row = results[place.index];
          if (!row) return null;
          const { item } = row;
          const marks = marksOf(place);
          const open = () => {
            rows.setActive(place.index);
            onOpen(item);
          };
          return (
            <VirtualRow key={slot} {...place} onClick={open}>
              <SelectableCell at={0} marks={marks}>
                <PictureFrame src={item.picture?.src ?? null} alt="" ratio={4 / 3} width={48} />
                <RowButton
                  {...place}
                  title={item.title}
                  onClick={open}
                  onKeyDown={(event) => onKey(event, place.index)}
                >
                  {item.title}
                </RowButton>
                <NotBookableMark note={actions.notBookable.get(item.listingId ?? '')} brief />
              </SelectableCell>
              {columns.slice(1).map(({ title, isNumeric = false, textOf, hintOf }, at) => (
                <SelectableCell
                  key={title}
                  at={at + 1}
                  marks={marks}
                  numeric={isNumeric}
                  title={hintOf?.(row) ?? undefined}
                >
                  <span>{textOf(row)}</span>
                </SelectableCell>
              ))}
              <Cell role="gridcell">
                <QuoteButton item={item} {...actions} />
              </Cell>
            </VirtualRow>
          );
        })}
      </VirtualTable>
    </div>
  );
}

/** The order after a click on a heading: ascending, descending, then as answered. */
const nextSort = (by: Sort['by'], own: Sort | null): Sort | null =>
  own === null ? { by, descending: false } : own.descending ? null : { by, descending: true };
