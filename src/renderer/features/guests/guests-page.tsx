/** The page Guests: the remembered guests, found by name, mail address or half a phone number, and the page of one guest. */
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant } from '../../text/format.ts';
import { nameOfGuest } from '../../text/guest-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconUsers } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { GuestDetail } from './guest-detail.tsx';
import styles from './guests.module.css';

export function GuestsPage() {
  const { id: connectionId } = useConnection();
  const { id, search } = useSearch({ from: '/guests' });
  if (id !== undefined) return <GuestDetail key={`${connectionId} ${id}`} connectionId={connectionId} id={id} />;
  return <GuestList key={connectionId} connectionId={connectionId} initial={search ?? ''} />;
}

const PAGE = 50;

function GuestList({ connectionId, initial }: { connectionId: string; initial: string }) {
  const [search, setSearch] = useState(initial);
  const [offset, setOffset] = useState(0);
  const guests = useAsk('guests', 'list', { connectionId, search, offset, limit: PAGE }, { keepsPrevious: true });
  const { rows = [], all = 0, total = 0 } = guests.data ?? {};
  return (
    <>
      <PageHeader title="Guests" description="The guests of your bookings and offers, on this computer only." />
      {guests.error ? <ErrorNotice error={guests.error} onRetry={() => void guests.refetch()} /> : null}
      {guests.data && all === 0 ? (
        <EmptyState icon={<IconUsers size={30} aria-hidden />} title="No guests yet">
          The app remembers a guest when you book or make an offer.
        </EmptyState>
      ) : null}
      {all > 0 ? (
        <>
          <SearchInput
            label="Search the guests"
            placeholder="Name, mail address or a part of the phone number"
            maxLength={MAX_CHARACTERS.phrase}
            value={search}
            onChange={(text) => {
              setSearch(text);
              setOffset(0);
            }}
          />
          <ul className={styles.list} aria-label="Guests">
            {rows.map((guest) => (
              <li key={guest.id}>
                <PageLink to="/guests" search={{ id: guest.id }}>
                  <bdi>{nameOfGuest(guest)}</bdi>
                </PageLink>
                <span className={styles.dim}>{[guest.email, guest.phone].filter(Boolean).join(' · ')}</span>
                <span className={styles.dim}>
                  {formatCount(guest.quoteIds.length, 'quote')}, {formatInstant(guest.lastAt)}
                </span>
              </li>
            ))}
          </ul>
          <div className={styles.foot}>
            <span className={styles.dim} role="status">
              {total === 0
                ? 'No guest matches.'
                : `${offset + 1}–${offset + rows.length} of ${formatCount(total, 'guest')}`}
            </span>
            {total > PAGE ? (
              <>
                <Button size="compact-sm" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
                  Newer
                </Button>
                <Button size="compact-sm" disabled={offset + PAGE >= total} onClick={() => setOffset(offset + PAGE)}>
                  Older
                </Button>
              </>
            ) : null}
          </div>
        </>
      ) : null}
    </>
  );
}
