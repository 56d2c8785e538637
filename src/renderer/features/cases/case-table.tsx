/** The cases as a table that draws only the rows in view; a row opens its case. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PAGE_ROWS } from '../../../shared/listing/listing-table.ts';
import type { CaseFilter, CaseSummary } from '../../../shared/model/case.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ask } from '../../ipc/client.ts';
import { formatInstant, formatNumber } from '../../text/format.ts';
import { Cell, HeadCell } from '../../ui/virtual-table/cells.tsx';
import { PAGE_GC_MS, useRowPages } from '../../ui/virtual-table/use-row-pages.ts';
import { useVirtualRows, type VirtualRows } from '../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../ui/virtual-table/virtual-table.tsx';
import { CaseStateTag } from './case-state.tsx';
import styles from './cases.module.css';

const ROW_PX = 38;
const COLUMNS = 'minmax(210px, 1.5fr) minmax(140px, 1.2fr) minmax(120px, 1.1fr) 94px 62px 128px';
const MIN_WIDTH_PX = 754;

export function CaseTable({ filter, count }: { filter: CaseFilter; count: number }) {
  const navigate = useNavigate();
  const rows = useVirtualRows({ count, rowHeight: ROW_PX });
  const cases = useCaseRows(filter, rows);
  return (
    <>
      {cases.error ? <ErrorNotice error={cases.error} onRetry={cases.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        aria-label="Cases, latest first"
        rememberAs="cases"
        frameClassName={styles.frame}
        columns={COLUMNS}
        minWidth={MIN_WIDTH_PX}
        head={
          <>
            <HeadCell>What failed</HeadCell>
            <HeadCell>Cause</HeadCell>
            <HeadCell>Ticket, customer</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell numeric>Times</HeadCell>
            <HeadCell>Last</HeadCell>
          </>
        }
      >
        {rows.drawn.map(({ slot, place }) => {
          const row = (cases.rowAt(place.index)?.row as CaseSummary | undefined) ?? null;
          const open = () => {
            rows.setActive(place.index);
            if (row) void navigate({ to: '/cases', search: { id: row.id } });
          };
          return (
            <VirtualRow key={slot} {...place} onClick={open}>
              <Cell>
                <RowButton
                  {...place}
                  title={row ? [row.title, row.host, row.requestId].filter(Boolean).join(', ') : ''}
                  onClick={open}
                  onKeyDown={(event) => rows.move(event.key, place.index) !== null && event.preventDefault()}
                >
                  {row ? (
                    <>
                      <span className={styles.number}>#{row.number}</span> {row.title}
                    </>
                  ) : null}
                </RowButton>
              </Cell>
              <Cell title={row?.causeTitle ?? undefined}>
                <span>{row ? (row.causeTitle ?? 'Not known') : null}</span>
              </Cell>
              <Cell title={row ? labelText(row, [row.tags.join(', ')]) : undefined}>
                <span>{row ? labelText(row) : null}</span>
              </Cell>
              <Cell>{row ? <CaseStateTag state={row.state} /> : null}</Cell>
              <Cell numeric>{row ? formatNumber(row.times) : null}</Cell>
              <Cell>
                <span className="lk-num">{row ? formatInstant(row.lastAt) : null}</span>
              </Cell>
            </VirtualRow>
          );
        })}
      </VirtualTable>
    </>
  );
}

const labelText = ({ customer, ticket }: CaseSummary, more: readonly string[] = []): string =>
  [ticket, customer, ...more].filter((part) => part !== '').join(' · ');

const optionsOf = (filter: CaseFilter, page: number) => ({
  ...ask('cases', 'list', { ...filter, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});

/** Reads the first page of cases, whose answer also counts the cases. */
export const useFirstCases = (filter: CaseFilter) =>
  useQuery({ ...optionsOf(filter, 0), placeholderData: keepPreviousData });

const useCaseRows = (query: CaseFilter, { count, first, last }: VirtualRows) =>
  useRowPages({ query, count, first, last, optionsOf, isSameTable: () => true });
