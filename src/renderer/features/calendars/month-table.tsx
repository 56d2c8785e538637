/** Occupancy and average price of each property by month. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { PAGE_ROWS } from '../../../shared/listing/listing-table.ts';
import type { GridFilter, MonthFacts, MonthRow } from '../../../shared/model/calendars.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ask } from '../../ipc/client.ts';
import { formatCount, formatMonth, formatShortMoney } from '../../text/format.ts';
import { Cell, HeadCell } from '../../ui/virtual-table/cells.tsx';
import { PAGE_GC_MS, useRowPages } from '../../ui/virtual-table/use-row-pages.ts';
import { useVirtualRows } from '../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../ui/virtual-table/virtual-table.tsx';
import styles from './calendars.module.css';

const ROW_PX = 38;
const TITLE_PX = 200;
const MONTH_PX = 142;

export const MonthTable = memo(function MonthTable({ filter }: { filter: GridFilter }) {
  const first = useQuery({ ...optionsOf(filter, 0), placeholderData: keepPreviousData });
  if (first.error) return <ErrorNotice error={first.error} onRetry={() => void first.refetch()} />;
  if (!first.data) return null;
  return (
    <>
      <p className={styles.hint}>Share of the sellable nights that are sold, and the average price of the free ones.</p>
      <Months filter={filter} count={first.data.total} months={first.data.months} />
    </>
  );
});

function Months({ filter, count, months }: { filter: GridFilter; count: number; months: readonly string[] }) {
  const navigate = useNavigate();
  const rows = useVirtualRows({ count, rowHeight: ROW_PX });
  const { first, last } = rows;
  const pages = useRowPages({ query: filter, count, first, last, optionsOf, isSameTable: () => true });
  return (
    <VirtualTable
      rows={rows}
      aria-label="Occupancy by month"
      rememberAs="months"
      columns={`minmax(${TITLE_PX}px, 1.4fr) repeat(${months.length}, minmax(${MONTH_PX}px, 1fr))`}
      minWidth={TITLE_PX + MONTH_PX * months.length}
      frameClassName={styles.tableFrame}
      head={
        <>
          <HeadCell>Property</HeadCell>
          {months.map((month) => (
            <HeadCell key={month} numeric>
              {formatMonth(`${month}-01`)}
            </HeadCell>
          ))}
        </>
      }
    >
      {rows.drawn.map(({ slot, place }) => {
        const row = (pages.rowAt(place.index)?.row as MonthRow | undefined) ?? null;
        const open = () => {
          rows.setActive(place.index);
          if (row) void navigate({ to: '/listings', search: { id: row.listingId } });
        };
        return (
          <VirtualRow key={slot} {...place} onClick={open}>
            <Cell>
              <RowButton
                {...place}
                title={row ? [row.title, row.place].filter(Boolean).join(', ') : undefined}
                onClick={open}
                onKeyDown={(event) => rows.move(event.key, place.index) !== null && event.preventDefault()}
              >
                {row?.title ?? null}
              </RowButton>
            </Cell>
            {months.map((month, at) => (
              <Cell key={month} numeric title={row ? wholeText(row.months[at] ?? null) : undefined}>
                <span>{row ? shortText(row.months[at] ?? null) : null}</span>
              </Cell>
            ))}
          </VirtualRow>
        );
      })}
    </VirtualTable>
  );
}

/** Formats the facts of a month: "68 % · €120". */
function shortText(facts: MonthFacts | null): string {
  if (facts === null || facts.occupancy === null) return '–';
  const price =
    facts.price === null ? '' : ` · ${formatShortMoney({ amount: Math.round(facts.price), currency: facts.currency })}`;
  return `${Math.round(facts.occupancy * 100)} %${price}`;
}

function wholeText(facts: MonthFacts | null): string {
  if (facts === null) return 'Several units';
  if (facts.occupancy === null) return 'Not loaded, or nothing to sell';
  return `${formatCount(facts.sold, 'night')} sold, ${facts.free} free`;
}

const optionsOf = (filter: GridFilter, page: number) => ({
  ...ask('calendars', 'months', { ...filter, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
