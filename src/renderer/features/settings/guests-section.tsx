/** The guest records of the window's connection, to search, delete and export. */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { GuestRecord } from '../../../shared/model/guest.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { KeptNote, usePersonalKept } from '../../actions/kept-note.tsx';
import { offerUndoOf } from '../../actions/offer-undo.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { call, keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount } from '../../text/format.ts';
import { nameOfGuest } from '../../text/guest-name.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { guestsKept, usePolicies } from './policies-section.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const MAX_SHOWN = 8;

interface Deletion {
  readonly guest: GuestRecord;
  readonly offers: number;
}

export function GuestsSection() {
  const { id: connectionId, name } = useConnection();
  const [search, setSearch] = useState('');
  const kept = usePersonalKept();
  const { guestDays } = usePolicies();
  const guests = useAsk(
    'guests',
    'list',
    { connectionId, search, offset: 0, limit: MAX_SHOWN },
    { keepsPrevious: true },
  );
  const write = useAct('guests', 'exportTable', { quiet: true });
  /** The deletion that the dialog asks about; null while the dialog is closed. */
  const [asking, setAsking] = useState<Deletion | null>(null);
  // The ids of guests that are being deleted. They block a second press until the list is read without the guest.
  const deleting = useRef(new Set<string>());
  const keep = ({ id }: GuestRecord) => deleting.current.delete(id);
  const remove = useMutation({
    mutationFn: ({ guest: { id }, offers }: Deletion) =>
      call('guests', 'remove', { connectionId, ids: [id], withOffers: offers > 0 }),
    onError: (_error, { guest }) => keep(guest),
    onSuccess: ({ deletionId }, { guest, offers }) => {
      const what = [nameOfGuest(guest), ...(offers === 0 ? [] : [formatCount(offers, 'offer')])].join(' and ');
      offerUndoOf(`${what} deleted`, [deletionId], () => keep(guest));
    },
  });
  const count = useMutation({
    mutationFn: (guest: GuestRecord) => call('guests', 'sentOffers', { connectionId, id: guest.id }),
    onError: (_error, guest) => keep(guest),
    onSuccess: ({ count: offers }, guest) =>
      offers === 0 ? remove.mutate({ guest, offers }) : setAsking({ guest, offers }),
  });
  const deleteOnce = (guest: GuestRecord) => {
    if (deleting.current.has(guest.id)) return;
    deleting.current.add(guest.id);
    count.mutate(guest);
  };
  const { rows = [], all = 0, total = 0 } = guests.data ?? {};
  return (
    <SettingsSection name="guests">
      <p className={styles.text}>
        The app remembers the guests of your bookings and offers for “{name}”, so that you type them once.
      </p>
      <div className={styles.kept}>
        <KeptNote kept={kept} />
      </div>
      {guestDays === undefined ? null : <p className={styles.dim}>{guestsKept(guestDays)}</p>}
      <LostRecords />
      {guests.error ? <ErrorNotice error={guests.error} onRetry={() => void guests.refetch()} compact /> : null}
      {guests.data && all === 0 ? <p className={styles.text}>No guests yet.</p> : null}
      {all > 0 ? (
        <>
          <div className={styles.guestTools}>
            <SearchInput
              label="Search the guests"
              placeholder="Name, mail address or phone"
              maxLength={MAX_CHARACTERS.phrase}
              value={search}
              onChange={setSearch}
            />
            <ExportButton loading={write.isPending} onWrite={(format) => write.mutate({ connectionId, format })}>
              Export all
            </ExportButton>
          </div>
          <ul className={styles.guests} aria-label="Guests">
            {rows.map((guest) => (
              <li key={guest.id}>
                <span className={styles.guest}>
                  <bdi>{nameOfGuest(guest)}</bdi>
                  <span className={styles.guestAbout}>
                    {guest.email}
                    {guest.email === '' ? '' : ' · '}
                    {guest.quoteIds.length === 0 ? (
                      'no quotes'
                    ) : (
                      <PageLink to="/guests" search={{ id: guest.id }} fz="inherit" underline="always">
                        {formatCount(guest.quoteIds.length, 'quote')}
                      </PageLink>
                    )}
                  </span>
                </span>
                <Button size="compact-xs" aria-label={`Delete ${nameOfGuest(guest)}`} onClick={() => deleteOnce(guest)}>
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
      {asking ? (
        <DeleteGuest
          {...asking}
          onDelete={(withOffers) => {
            setAsking(null);
            remove.mutate({ guest: asking.guest, offers: withOffers ? asking.offers : 0 });
          }}
          onClose={() => {
            keep(asking.guest);
            setAsking(null);
          }}
        />
      ) : null}
      {write.error ? <ErrorNotice error={write.error} compact /> : null}
      <WrittenFile
        file={write.data ? { what: formatCount(write.data.records, 'guest'), path: write.data.path } : null}
      />
    </SettingsSection>
  );
}

interface DeleteGuestProps {
  guest: GuestRecord;
  offers: number;
  onDelete: (withOffers: boolean) => void;
  onClose: () => void;
}

function DeleteGuest({ guest, offers, onDelete, onClose }: DeleteGuestProps): ReactNode {
  return (
    <ConfirmDialog
      title="Delete the offers for this guest, too?"
      confirm="Delete both"
      onConfirm={() => onDelete(true)}
      onClose={onClose}
    >
      {formatCount(offers, 'offer')} that {offers === 1 ? 'was' : 'were'} made for <bdi>{nameOfGuest(guest)}</bdi>{' '}
      {offers === 1 ? 'is' : 'are'} kept on this computer with the quotes, as business letters.{' '}
      <Button size="compact-sm" onClick={() => onDelete(false)}>
        Delete only the guest
      </Button>
    </ConfirmDialog>
  );
}

function LostRecords(): ReactNode {
  const client = useQueryClient();
  const lost = useAsk('guests', 'lost', null).data;
  const remove = useAct('guests', 'deleteLost', {
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('guests', 'lost', null) }),
  });
  const { records = 0 } = lost ?? {};
  if (records === 0) return null;
  return (
    <Alert className="lk-alert-warn" my="sm" p="xs" role="status" aria-label="Records without their key">
      {formatCount(records, 'record')} of guests, offers and notes on properties cannot be read, because the key of this
      computer for them is lost: quit, put a backup of data-key.json back and start again, or delete them.{' '}
      <Button size="compact-xs" loading={remove.isPending} onClick={() => remove.mutate(null)}>
        Delete them
      </Button>
    </Alert>
  );
}
