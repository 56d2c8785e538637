/** The gaps of all calendars as a table: free nights between stays, with their value, and whether they can be sold. */
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { PAGE_ROWS } from '../../../shared/listing/listing-table.ts';
import type { GapFilter, GapRow, GapRows } from '../../../shared/model/calendars.ts';
import { MAX_GAP_NIGHTS } from '../../../shared/stay/home-stays.ts';
import { addDays } from '../../../shared/time/plain-date.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { ask, useAct } from '../../ipc/client.ts';
import { formatCount, formatMoney, formatNumber, formatPlainRange } from '../../text/format.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Cell, HeadCell, SortHead } from '../../ui/virtual-table/cells.tsx';
import { PAGE_GC_MS, useRowPages } from '../../ui/virtual-table/use-row-pages.ts';
import { useVirtualRows } from '../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../ui/virtual-table/virtual-table.tsx';
import { SPAN_LABELS, SPANS, type Span } from './calendar-view.ts';
import styles from './calendars.module.css';

const ROW_PX = 46;
/** The widths of the columns. The first cell of a row spans two columns; the headings above it sort by its two lines. */
const COLUMNS = 'minmax(140px, 1fr) minmax(130px, 1fr) minmax(164px, 0.8fr) 96px 128px minmax(126px, 0.6fr)';
const MIN_WIDTH_PX = 784;
/** The maximum number of currencies in the sums. Of more currencies, the most frequent are shown. */
const MAX_SUMS = 3;
const LENGTHS = [1, 2, 3, 5, 7, MAX_GAP_NIGHTS];

interface Props {
  filter: GapFilter;
  span: Span;
  onChange: (changes: { span?: Span; nights?: number; sellable?: 'yes' | 'no' | undefined; gapSort?: string }) => void;
}

export const GapList = memo(function GapList({ filter, span, onChange }: Props) {
  const first = useQuery({ ...optionsOf(filter, 0), placeholderData: keepPreviousData });
  const write = useAct('calendars', 'exportGaps');
  const { data } = first;
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          aria-label="Gaps that begin"
          value={span}
          onChange={(value) => onChange({ span: value as Span })}
          data={SPANS.map((value) => ({ value, label: SPAN_LABELS[value] }))}
        />
        <NativeSelect
          aria-label="Longest gap"
          value={String(filter.maxNights)}
          onChange={({ currentTarget: { value } }) => onChange({ nights: Number(value) })}
          data={LENGTHS.map((nights) => ({ value: String(nights), label: `Up to ${formatCount(nights, 'night')}` }))}
        />
        <NativeSelect
          aria-label="Which gaps"
          value={filter.sellable}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sellable: value === 'yes' || value === 'no' ? value : undefined })
          }
          data={[
            { value: 'all', label: 'All gaps' },
            { value: 'yes', label: 'Can be sold' },
            { value: 'no', label: 'Cannot be sold' },
          ]}
        />
        <ExportButton
          aria-label="Export the gaps"
          disabled={!data?.total}
          loading={write.isPending}
          onWrite={(format) => write.mutate({ ...filter, format })}
        />
      </div>
      <p className={styles.hint} role="status">
        {data && !first.isPlaceholderData ? sumText(data) : ''}
      </p>
      <WrittenFile file={write.data ? { what: formatCount(write.data.records, 'gap'), path: write.data.path } : null} />
      {first.error ? <ErrorNotice error={first.error} onRetry={() => void first.refetch()} /> : null}
      {data && data.total > 0 ? (
        <GapTable filter={filter} count={data.total} onSort={(gapSort) => onChange({ gapSort })} />
      ) : null}
    </>
  );
});

/** Sums up the gaps: "3 gaps, 7 nights, 1 cannot be sold. Together €840.00 before fees and taxes; 1 without a known price." */
function sumText({ total, nights, unsellable, unpriced, values }: GapRows): string {
  if (total === 0) return 'No such gap in the loaded calendars.';
  const lost = unsellable === 0 ? '' : `, ${formatNumber(unsellable)} cannot be sold`;
  const others = Math.max(0, values.length - MAX_SUMS);
  const more = others === 0 ? '' : ` and sums in ${formatCount(others, 'other currency', 'other currencies')}`;
  const sums = `${values
    .slice(0, MAX_SUMS)
    .map((value) => formatMoney(value))
    .join(' + ')}${more}`;
  const together = sums === '' ? '' : ` Together ${sums} before fees and taxes`;
  const without = unpriced === 0 ? '' : `${sums === '' ? ' ' : '; '}${formatNumber(unpriced)} without a known price`;
  return `${formatCount(total, 'gap')}, ${formatCount(nights, 'night')}${lost}.${together}${without}${together + without === '' ? '' : '.'}`;
}

function GapTable({ filter, count, onSort }: { filter: GapFilter; count: number; onSort: (sort: string) => void }) {
  const navigate = useNavigate();
  const rows = useVirtualRows({ count, rowHeight: ROW_PX });
  const { first, last } = rows;
  const pages = useRowPages({ query: filter, count, first, last, optionsOf, isSameTable: () => true });
  const { by, descending } = filter.order;
  // The head names the year in which all gaps begin; a gap that ends in the next year has both.
  const year = filter.from.slice(0, 4);
  const isOneYear = addDays(filter.from, filter.days - 1).startsWith(year);
  const head = (title: string, of: GapFilter['order']['by'], numeric = false) => (
    <SortHead
      title={title}
      numeric={numeric}
      sorted={by !== of ? null : descending ? 'descending' : 'ascending'}
      onSort={() => onSort(`${by === of && !descending ? '-' : ''}${of}`)}
    />
  );
  return (
    <VirtualTable
      rows={rows}
      aria-label="Gaps"
      rememberAs="gaps"
      columns={COLUMNS}
      minWidth={MIN_WIDTH_PX}
      frameClassName={styles.tableFrame}
      head={
        <>
          {head('Property', 'name')}
          {head('Place', 'place')}
          {head(isOneYear ? `Free nights, ${year}` : 'Free nights', 'first')}
          {head('Nights', 'nights', true)}
          <HeadCell>Minimum</HeadCell>
          {head('Would bring', 'value', true)}
        </>
      }
    >
      {rows.drawn.map(({ slot, place }) => {
        const gap = (pages.rowAt(place.index)?.row as GapRow | undefined) ?? null;
        const open = () => {
          rows.setActive(place.index);
          if (gap?.isSellable)
            void navigate({
              to: '/quotes',
              search: { listingId: gap.listingId, checkIn: gap.first, checkOut: gap.until },
            });
          else if (gap) void navigate({ to: '/listings', search: { id: gap.listingId } });
        };
        return (
          <VirtualRow key={slot} {...place} onClick={open}>
            <Cell colSpan={2} style={{ gridColumn: 'span 2' }}>
              <span className={styles.twoLines}>
                <RowButton
                  {...place}
                  title={gap?.title}
                  onClick={open}
                  onKeyDown={(event) => rows.move(event.key, place.index) !== null && event.preventDefault()}
                >
                  {gap?.title ?? null}
                </RowButton>
                <span className={styles.homePlace} title={gap?.place ?? undefined}>
                  {gap?.place ?? null}
                </span>
              </span>
            </Cell>
            <Cell>
              <span className="lk-num">
                {gap
                  ? formatPlainRange(
                      gap.first,
                      gap.until,
                      isOneYear && gap.until.startsWith(year) ? 'dayMonth' : 'short',
                    )
                  : null}
              </span>
            </Cell>
            <Cell numeric>{gap ? formatNumber(gap.nights) : null}</Cell>
            <Cell>
              <span className={styles.twoLines}>
                {gap ? (gap.minNights === null ? 'not said' : formatCount(gap.minNights, 'night')) : null}
                {gap && !gap.isSellable ? <span className={styles.unsold}>Cannot be sold</span> : null}
              </span>
            </Cell>
            <Cell numeric>
              {gap ? (
                gap.value === null ? (
                  <span className={styles.hint}>no price</span>
                ) : (
                  formatMoney({ amount: gap.value, currency: gap.currency })
                )
              ) : null}
            </Cell>
          </VirtualRow>
        );
      })}
    </VirtualTable>
  );
}

const optionsOf = (filter: GapFilter, page: number) => ({
  ...ask('calendars', 'gaps', { ...filter, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
