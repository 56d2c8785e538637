/** The guests that the console remembers for the window's connection: search, delete, export. */
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/max-input.ts';
import type { GuestRecord } from '../../../shared/model/guest.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { offerUndo } from '../../actions/offer-undo.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { act, ask, call, quietly } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { formatCount } from '../../text/format.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const MAX_SHOWN = 8;

export function GuestsSection() {
  const { id: connectionId, name } = useConnection();
  const [search, setSearch] = useState('');
  const guests = useQuery({
    ...ask('guests', 'list', { connectionId, search, offset: 0, limit: MAX_SHOWN }),
    placeholderData: keepPreviousData,
  });
  const write = useMutation(quietly(act('guests', 'exportCsv')));
  const remove = useMutation(act('guests', 'remove'));
  const removeGuest = (guest: GuestRecord) => {
    const chosen = { connectionId, ids: [guest.id] };
    remove.mutate(chosen, {
      onSuccess: () => offerUndo('guest-removed', 'Guest deleted', () => call('guests', 'restore', chosen)),
    });
  };
  const { rows = [], all = 0, total = 0 } = guests.data ?? {};
  return (
    <SettingsSection title="Guests" name="guests">
      <p className={styles.text}>
        The console remembers the guests of your bookings and offers for “{name}”, so that you type them once. They stay
        on this computer, encrypted like your secrets; where secrets are not stored, they are forgotten when the console
        quits.
      </p>
      {guests.error ? <ErrorNotice error={guests.error} onRetry={() => void guests.refetch()} compact /> : null}
      {guests.data && all === 0 ? <p className={styles.text}>No guest is remembered yet.</p> : null}
      {all > 0 ? (
        <>
          <div className={styles.guestTools}>
            <SearchInput
              label="Search the guests"
              placeholder="Name, mail address or phone"
              maxLength={MAX_CHARACTERS.search}
              value={search}
              onChange={setSearch}
            />
            <Button variant="default" loading={write.isPending} onClick={() => write.mutate({ connectionId })}>
              Export all as CSV
            </Button>
          </div>
          <ul className={styles.guests} aria-label="Guests">
            {rows.map((guest) => (
              <li key={guest.id}>
                <span className={styles.guest}>
                  <bdi>{nameOf(guest)}</bdi>
                  <span className={styles.guestAbout}>
                    {[guest.email, formatCount(guest.quoteIds.length, 'quote')].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Delete ${nameOf(guest)}`}
                  onClick={() => removeGuest(guest)}
                >
                  Delete
                </Button>
              </li>
            ))}
          </ul>
          <p className={styles.text} role="status">
            {total > rows.length
              ? `${rows.length} of ${formatCount(total, 'guest')} are shown; search for the others.`
              : `${formatCount(total, 'guest')}${total < all ? ` of ${all}` : ''}`}
          </p>
        </>
      ) : null}
      {write.error ? <ErrorNotice error={write.error} compact /> : null}
      <WrittenFile
        file={write.data ? { what: formatCount(write.data.records, 'guest'), path: write.data.path } : null}
      />
    </SettingsSection>
  );
}

const nameOf = ({ firstName, lastName, email, phone }: GuestRecord): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || phone;
