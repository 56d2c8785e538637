/** The page Guests: the remembered guests as a table, found by name, mail address or half a phone number, and the page of one guest. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { GuestSort } from '../../../shared/model/guest.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useConnection } from '../../ipc/current.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconUsers } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useRememberedState } from '../../ui/use-remembered-state.ts';
import { GuestDetail } from './guest-detail.tsx';
import { GuestTable, guestPage } from './guest-table.tsx';
import styles from './guests.module.css';

export function GuestsPage() {
  const { id: connectionId } = useConnection();
  const { id, search } = useSearch({ from: '/guests' });
  if (id !== undefined) return <GuestDetail key={`${connectionId} ${id}`} connectionId={connectionId} id={id} />;
  return <GuestList key={connectionId} connectionId={connectionId} initial={search ?? ''} />;
}

const NEWEST_FIRST: GuestSort = { by: 'lastAt', descending: true };

function GuestList({ connectionId, initial }: { connectionId: string; initial: string }) {
  const [search, setSearch] = useState(initial);
  const [sort, setSort] = useRememberedState<GuestSort>(`guests.sort.${connectionId}`, () => NEWEST_FIRST);
  const query = useMemo(() => ({ connectionId, search, sort }), [connectionId, search, sort]);
  const guests = useQuery({ ...guestPage(query, 0), placeholderData: keepPreviousData });
  const { all = 0, total = 0 } = guests.data ?? {};
  return (
    <div className={styles.tablePage}>
      <PageHeader title="Guests" description="The guests of your bookings and offers, on this computer only." isTight />
      {guests.error ? <ErrorNotice error={guests.error} onRetry={() => void guests.refetch()} /> : null}
      {guests.data && all === 0 ? (
        <EmptyState icon={<IconUsers size={30} aria-hidden />} title="No guests yet">
          The app remembers a guest when you book or make an offer.
        </EmptyState>
      ) : null}
      {all > 0 ? (
        <div className={styles.bar}>
          <SearchInput
            className={styles.search}
            label="Search the guests"
            placeholder="Name, mail address or a part of the phone number"
            maxLength={MAX_CHARACTERS.phrase}
            value={search}
            onChange={setSearch}
          />
          <span className={styles.dim} role="status">
            {total === 0
              ? 'No guest matches.'
              : total < all
                ? `${formatNumber(total)} of ${formatCount(all, 'guest')}`
                : formatCount(all, 'guest')}
          </span>
        </div>
      ) : null}
      {total > 0 ? <GuestTable query={query} count={total} onSort={(by) => setSort(() => by)} /> : null}
    </div>
  );
}
