/** The guests as a table that draws only the rows in view. A row opens the page of its guest. */
import { useNavigate } from '@tanstack/react-router';
import type { GuestRow } from '../../../shared/model/guest.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ask } from '../../ipc/client.ts';
import { formatInstant, formatNumber, formatPlainRange } from '../../text/format.ts';
import { nameOfGuest } from '../../text/guest-name.ts';
import { Cell, HeadCell } from '../../ui/virtual-table/cells.tsx';
import { PAGE_GC_MS, useRowPages } from '../../ui/virtual-table/use-row-pages.ts';
import { useVirtualRows } from '../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../ui/virtual-table/virtual-table.tsx';
import styles from './guests.module.css';

const ROW_PX = 46;
const PAGE_ROWS = 50;
const COLUMNS = 'minmax(150px, 1fr) minmax(170px, 1.2fr) minmax(190px, 1.2fr) 72px 80px minmax(136px, 0.6fr)';
const MIN_WIDTH_PX = 798;

interface GuestQuery {
  readonly connectionId: string;
  readonly search: string;
}

export const guestPage = (query: GuestQuery, page: number) => ({
  ...ask('guests', 'list', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});

export function GuestTable({ query, count }: { query: GuestQuery; count: number }) {
  const navigate = useNavigate();
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, listKey: query.search });
  const { first, last } = rows;
  const pages = useRowPages({
    ...{ query, count, first, last, pageRows: PAGE_ROWS, optionsOf: guestPage },
    isSameTable: (one, other) => one.connectionId === other.connectionId,
  });
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
            <HeadCell>Name</HeadCell>
            <HeadCell>Contact</HeadCell>
            <HeadCell>Next stay</HeadCell>
            <HeadCell numeric>Stays</HeadCell>
            <HeadCell numeric>Quotes</HeadCell>
            <HeadCell>Last used</HeadCell>
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
                <TwoLines one={guest?.phone ?? ''} other={guest?.email ?? ''} />
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
