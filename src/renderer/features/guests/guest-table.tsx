/** The guests as a table that draws only the rows in view. A row opens the page of its guest. */
import { useNavigate } from '@tanstack/react-router';
import type { GuestRow, GuestSort } from '../../../shared/model/guest.ts';
import { groupedPhone } from '../../../shared/text/phone.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ask } from '../../ipc/client.ts';
import { formatInstant, formatNumber, formatPlainRange } from '../../text/format.ts';
import { nameOfGuest } from '../../text/guest-name.ts';
import { Cell, HeadCell, SortHead } from '../../ui/virtual-table/cells.tsx';
import { PAGE_GC_MS, useRowPages } from '../../ui/virtual-table/use-row-pages.ts';
import { useVirtualRows } from '../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../ui/virtual-table/virtual-table.tsx';
import styles from './guests.module.css';

const ROW_PX = 46;
const PAGE_ROWS = 50;
const COLUMNS = 'minmax(140px, 1fr) minmax(160px, 1.2fr) minmax(170px, 1.2fr) 90px 102px minmax(136px, 0.6fr)';
const MIN_WIDTH_PX = 798;

interface GuestQuery {
  readonly connectionId: string;
  readonly search: string;
  readonly sort: GuestSort;
}

export const guestPage = (query: GuestQuery, page: number) => ({
  ...ask('guests', 'list', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});

interface GuestTableProps {
  query: GuestQuery;
  count: number;
  onSort: (sort: GuestSort) => void;
}

export function GuestTable({ query, count, onSort }: GuestTableProps) {
  const navigate = useNavigate();
  const { sort } = query;
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, listKey: `${query.search} ${sort.by} ${sort.descending}` });
  const { first, last } = rows;
  const pages = useRowPages({
    ...{ query, count, first, last, pageRows: PAGE_ROWS, optionsOf: guestPage },
    isSameTable: (one, other) => one.connectionId === other.connectionId,
  });
  const head = (title: string, by: GuestSort['by'], numeric = false) => (
    <SortHead
      title={title}
      numeric={numeric}
      sorted={sort.by !== by ? null : sort.descending ? 'descending' : 'ascending'}
      // The first press shows the most or the newest; of names and stays it shows the first.
      onSort={() => onSort({ by, descending: sort.by === by ? !sort.descending : by !== 'name' && by !== 'nextStay' })}
    />
  );
  return (
    <>
      {pages.error ? <ErrorNotice error={pages.error} onRetry={pages.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        aria-label="Guests"
        rememberAs="guests"
        columns={COLUMNS}
        minWidth={MIN_WIDTH_PX}
        frameClassName={styles.frame}
        head={
          <>
            {head('Name', 'name')}
            <HeadCell>Contact</HeadCell>
            {head('Next stay', 'nextStay')}
            {head('Stays', 'stays', true)}
            {head('Quotes', 'quotes', true)}
            {head('Last used', 'lastAt')}
          </>
        }
      >
        {rows.drawn.map(({ slot, place }) => {
          const guest = (pages.rowAt(place.index)?.row as GuestRow | undefined) ?? null;
          const open = () => {
            rows.setActive(place.index);
            if (guest) void navigate({ to: '/guests', search: { id: guest.id } });
          };
          return (
            <VirtualRow key={slot} {...place} onClick={open}>
              <Cell>
                <RowButton
                  {...place}
                  title={guest ? nameOfGuest(guest) : undefined}
                  onClick={open}
                  onKeyDown={(event) => rows.move(event.key, place.index) !== null && event.preventDefault()}
                >
                  {guest ? <bdi>{nameOfGuest(guest)}</bdi> : null}
                </RowButton>
              </Cell>
              <Cell>
                <TwoLines one={groupedPhone(guest?.phone ?? '')} other={guest?.email ?? ''} />
              </Cell>
              <Cell>
                {guest?.nextStay ? (
                  <TwoLines
                    one={formatPlainRange(guest.nextStay.checkIn, guest.nextStay.checkOut)}
                    other={guest.nextStay.listingTitle ?? ''}
                  />
                ) : (
                  <span className={styles.dim}>{guest ? 'none' : ''}</span>
                )}
              </Cell>
              <Cell numeric>{guest ? formatNumber(guest.stays) : null}</Cell>
              <Cell numeric>{guest ? formatNumber(guest.quoteIds.length) : null}</Cell>
              <Cell>{guest ? formatInstant(guest.lastAt) : null}</Cell>
            </VirtualRow>
          );
        })}
      </VirtualTable>
    </>
  );
}

function TwoLines({ one, other }: { one: string; other: string }) {
  return (
    <span className={styles.twoLines}>
      {[one, other]
        .filter((text) => text !== '')
        .map((text) => (
          <bdi key={text} title={text}>
            {text}
          </bdi>
        ))}
    </span>
  );
}
