/** The page of one guest: stays, quotes with their notes, and the offers made for the guest. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { GuestProfile, GuestQuote, GuestRecord } from '../../../shared/model/guest.ts';
import { isReservation, STATE_NAMES } from '../../../shared/quote/quote-state.ts';
import { groupedPhone } from '../../../shared/text/phone.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { CopyButton } from '../../actions/copy-button.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { GuestInput } from '../../actions/guest-input.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatMoney, formatPlainDate, formatPlainRange } from '../../text/format.ts';
import { nameOfGuest } from '../../text/guest-name.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './guests.module.css';

export function GuestDetail({ connectionId, id }: { connectionId: string; id: string }) {
  const profile = useAsk('guests', 'profile', { connectionId, id });
  const { guest } = profile.data ?? {};
  return (
    <>
      <PageHeader title={guest ? nameOfGuest(guest) : 'Guest'} actions={<PageLink to="/guests">All guests</PageLink>} />
      {profile.error ? <ErrorNotice error={profile.error} onRetry={() => void profile.refetch()} /> : null}
      {profile.data ? <Profile connectionId={connectionId} profile={profile.data} /> : null}
    </>
  );
}

function Profile({ connectionId, profile }: { connectionId: string; profile: GuestProfile }) {
  const { guest, quotes, more, offers } = profile;
  const stays = quotes.filter(({ state }) => isReservation(state));
  const others = quotes.filter(({ state }) => !isReservation(state));
  return (
    <div className={styles.page}>
      <KeyValueGrid
        entries={[
          { name: 'Mail', value: <Copied text={guest.email} what="mail address" /> },
          { name: 'Phone', value: <Copied text={guest.phone} shown={groupedPhone(guest.phone)} what="phone number" /> },
        ]}
      />
      <QuoteList title="Stays" quotes={stays} none="No booking in this app yet." />
      <QuoteList title="Quotes" quotes={others} none="No other quote." />
      {more > 0 ? (
        <p className={styles.dim}>
          {more === 1
            ? '1 more quote is not shown: an older one, or one that was deleted.'
            : `${formatCount(more, 'more quote')} are not shown: older ones, or ones that were deleted.`}
        </p>
      ) : null}
      <section aria-labelledby="guest-offers">
        <h2 id="guest-offers" className={styles.title}>
          Offers and confirmations
        </h2>
        {offers.length === 0 ? <p className={styles.dim}>None was made.</p> : null}
        <ul className={styles.list}>
          {offers.map(({ id, at, kind, quoteId }) => (
            <li key={id}>
              <PageLink to="/quotes" search={{ id: quoteId }}>
                {kind === 'offer' ? 'Offer' : 'Confirmation'}
              </PageLink>
              <span className={styles.dim}>{formatInstant(at)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Merge connectionId={connectionId} guest={guest} />
    </div>
  );
}

/** A text with a button that copies it. `shown` is easier to read, and not copied. */
function Copied({ text, shown = text, what }: { text: string; shown?: string; what: string }) {
  if (text === '') return 'not given';
  return (
    <>
      <bdi>{shown}</bdi> <CopyButton text={text} label={`Copy the ${what}`} size="xs" ofGuest />
    </>
  );
}

function QuoteList({ title, quotes, none }: { title: string; quotes: readonly GuestQuote[]; none: string }) {
  const id = `guest-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {quotes.length === 0 ? <p className={styles.dim}>{none}</p> : null}
      <ul className={styles.list}>
        {quotes.map((quote) => (
          <li key={quote.id}>
            <PageLink to="/quotes" search={{ id: quote.id }}>
              {quote.listingTitle ?? quote.listingId}
            </PageLink>
            <span className={styles.dim}>
              {[
                formatPlainRange(quote.checkIn, quote.checkOut),
                quote.total ? formatMoney(quote.total) : '',
                STATE_NAMES[quote.state],
                quote.reservation?.confirmationCode ?? '',
                quote.followUpOn === null ? '' : `follow up on ${formatPlainDate(quote.followUpOn)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {quote.note === '' ? null : (
              <span className={styles.note}>{quote.note ?? 'The note cannot be read now.'}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Joins another record of the same person into this one, after one question. */
function Merge({ connectionId, guest }: { connectionId: string; guest: GuestRecord }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [other, setOther] = useState<GuestRecord | null>(null);
  const merge = useAct('guests', 'merge', {
    quiet: true,
    onSuccess: ({ id }) => {
      setOther(null);
      setTyped('');
      void navigate({ to: '/guests', search: { id } });
    },
  });
  return (
    <section aria-labelledby="guest-merge">
      <h2 id="guest-merge" className={styles.title}>
        The same person twice?
      </h2>
      <div className={styles.merge}>
        <GuestInput
          label="Merge with"
          placeholder="Name, mail address or phone of the other record"
          maxLength={MAX_CHARACTERS.name}
          value={other ? nameOfGuest(other) : typed}
          onChange={(text) => {
            setTyped(text);
            setOther(null);
          }}
          onPick={(picked) => setOther(picked.id === guest.id ? null : picked)}
        />
      </div>
      {other ? (
        <ConfirmDialog
          title="Merge these two guests?"
          confirm="Merge"
          mutation={merge}
          onConfirm={() => merge.mutate({ connectionId, intoId: guest.id, fromId: other.id })}
          onClose={() => setOther(null)}
        >
          <bdi>{nameOfGuest(guest)}</bdi> keeps name, mail and phone, gets what is missing from{' '}
          <bdi>{nameOfGuest(other)}</bdi>, and all quotes and offers of both. The other record is deleted; this cannot
          be undone.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
