/** The results as a table that draws only the rows in view. */
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { formatMoney } from '../../../text/format.ts';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import { Cell, HeadCell } from '../../../ui/virtual-table/cells.tsx';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from '../availability.module.css';
import { usualText } from './price.tsx';
import { QuoteButton, type ResultsProps } from './result-cards.tsx';
import type { Sort } from './rows.ts';

const ROW_PX = 46;
const HEAD_PX = 38;
const COLUMNS = [
  { title: 'Property', by: 'name', width: 'minmax(186px, 2.4fr)', isNumeric: false },
  { title: 'Place', by: null, width: 'minmax(108px, 1.4fr)', isNumeric: false },
  { title: 'Type', by: null, width: 'minmax(84px, 1fr)', isNumeric: false },
  { title: 'Sleeps', by: 'guests', width: '80px', isNumeric: true },
  { title: 'Bedrooms', by: 'bedrooms', width: '104px', isNumeric: true },
  { title: 'Per night', by: 'perNight', width: '104px', isNumeric: true },
  { title: 'Before fees and taxes', by: 'total', width: '168px', isNumeric: true },
  { title: 'All included', by: null, width: '104px', isNumeric: true },
  { title: 'Quote', by: null, width: '78px', isNumeric: false },
] as const;
const MIN_WIDTH = 880;

export function ResultTable({
  items,
  quotedOf,
  sort,
  onSort,
  onQuote,
  onOpen,
}: ResultsProps & { sort: Sort | null; onSort: (sort: Sort | null) => void }) {
  /** Until a quote has shown a price with all in it, the column would be empty. */
  const isQuoted = items.some((item) => quotedOf(item) !== undefined);
  const columns = COLUMNS.filter(({ title }) => isQuoted || title !== 'All included');
  const rows = useVirtualRows({ count: items.length, rowHeight: ROW_PX, headHeight: HEAD_PX });
  return (
    <div
      className={styles.tableFrame}
      style={{ '--rows-height': `${HEAD_PX + items.length * ROW_PX + 2}px` } as CSSProperties}
    >
      <VirtualTable
        rows={rows}
        frameClassName={styles.table}
        aria-label="Available"
        columns={columns.map(({ width }) => width).join(' ')}
        minWidth={MIN_WIDTH}
        head={columns.map(({ title, by, isNumeric }) => (
          <SortableHead key={title} title={title} by={by} isNumeric={isNumeric} sort={sort} onSort={onSort} />
        ))}
      >
        {rows.drawn.map(({ slot, place }) => {
          const item = items[place.index];
          if (!item) return null;
          const quoted = quotedOf(item);
          const open = () => {
            rows.setActive(place.index);
            onOpen(item);
          };
          return (
            <VirtualRow key={slot} {...place} onClick={open}>
              <Cell>
                <PictureFrame src={item.picture?.src ?? null} alt="" ratio={4 / 3} width={48} />
                <RowButton
                  {...place}
                  title={item.title}
                  onClick={open}
                  onKeyDown={(event) => rows.move(event.key, place.index) !== null && event.preventDefault()}
                >
                  {item.title}
                </RowButton>
              </Cell>
              <Cell>
                <span>{item.place}</span>
              </Cell>
              <Cell>
                <span>{item.type}</span>
              </Cell>
              <Cell numeric>{item.accommodates}</Cell>
              <Cell numeric>{item.bedrooms}</Cell>
              <Cell numeric>{item.perNight ? formatMoney(item.perNight) : null}</Cell>
              <Cell
                numeric
                title={
                  item.basis === 'inferred' ? 'The service does not say whether fees and taxes are in it.' : undefined
                }
              >
                {item.total ? `${formatMoney(item.total)}${item.basis === 'inferred' ? ' ?' : ''}` : null}
              </Cell>
              {isQuoted ? (
                <Cell numeric title={quoted ? (usualText(quoted) ?? undefined) : undefined}>
                  {quoted?.total
                    ? formatMoney(quoted.total)
                    : quoted?.share
                      ? `usually +${Math.round(quoted.share * 100)} %`
                      : null}
                </Cell>
              ) : null}
              <Cell>
                <QuoteButton item={item} onQuote={onQuote} />
              </Cell>
            </VirtualRow>
          );
        })}
      </VirtualTable>
    </div>
  );
}

function SortableHead({
  title,
  by,
  isNumeric,
  sort,
  onSort,
}: {
  title: string;
  /** Null for a column that is not sorted. */
  by: Sort['by'] | null;
  isNumeric: boolean;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}) {
  if (by === null) return <HeadCell numeric={isNumeric}>{title}</HeadCell>;
  const own = sort?.by === by ? sort : null;
  const Icon = own === null ? IconArrowsSort : own.descending ? IconArrowDown : IconArrowUp;
  const next = own === null ? { by, descending: false } : own.descending ? null : { by, descending: true };
  return (
    <HeadCell numeric={isNumeric} aria-sort={own === null ? 'none' : own.descending ? 'descending' : 'ascending'}>
      <button
        type="button"
        className={styles.sort}
        data-sorted={own !== null || undefined}
        onClick={() => onSort(next)}
      >
        {title} <Icon size={14} aria-hidden />
      </button>
    </HeadCell>
  );
}
