/** The top of a quote's page: listing, stay, state and validity. */

import { ActionIcon, Tooltip } from '@mantine/core';
import type { TakenQuote } from '../../../shared/model/calendars.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { isBookable, isReservation, type QuoteState } from '../../../shared/quote/quote-state.ts';
import { groupedPhone } from '../../../shared/text/phone.ts';
import { TakenTag } from '../../actions/taken-dates.tsx';
import { useAsk } from '../../ipc/client.ts';
import { useAudience, useCurrentClockFace } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatParty, formatPlainRange } from '../../text/format.ts';
import { nameOfGuest } from '../../text/guest-name.ts';
import { WORDS } from '../../text/words.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { IconListDetails, IconRefresh } from '../../ui/icons.ts';
import { PictureFrame } from '../../ui/picture-frame.tsx';
import styles from './quotes.module.css';
import { StateTag } from './state-tag.tsx';

const ICON = { size: 17, 'aria-hidden': true } as const;

/** The guest of the quote, once one is known. */
function HeadGuest(of: { connectionId: string; quoteId: string }) {
  const guest = useAsk('guests', 'ofQuote', of).data;
  if (!guest) return null;
  return (
    <p className={styles.text}>
      For{' '}
      <PageLink to="/guests" search={{ id: guest.id }} fz="inherit">
        <bdi>{nameOfGuest(guest)}</bdi>
      </PageLink>
      {guest.phone === '' ? '' : ` · ${groupedPhone(guest.phone)}`}
    </p>
  );
}

interface Props {
  quote: Quote;
  state: QuoteState;
  /** The taken nights of the quote; undefined when none are taken. */
  taken: TakenQuote | undefined;
  /** The application of the quote; undefined when it was removed. */
  application: Connection['applications'][number] | undefined;
  now: number;
  isReading: boolean;
  onRead: () => void;
  onListing: () => void;
}

export function QuoteHead({ quote, state, taken, application, now, isReading, onRead, onListing }: Props) {
  const audience = useAudience();
  const face = useCurrentClockFace();
  return (
    <header className={styles.head}>
      <div className={styles.headPicture}>
        <PictureFrame src={quote.picture?.src ?? null} alt="" />
      </div>
      <div className={styles.headText}>
        <h2 id="quote-title" className={styles.panelTitle}>
          {quote.listingTitle ?? quote.listingId}
        </h2>
        <p className={styles.text}>
          {formatPlainRange(quote.checkIn, quote.checkOut)} · {formatCount(quote.nights, 'night')} ·{' '}
          {formatParty(quote.guests, quote.party)}
        </p>
        <HeadGuest connectionId={quote.connectionId} quoteId={quote.id} />
        <p className={styles.headState}>
          {taken ? <TakenTag taken={taken} /> : <StateTag state={state} />}
          <span>{application?.label ?? WORDS[audience].applicationRemoved}</span>
          {isReservation(state) ? null : (
            <span
              title={
                quote.expiryBasis === 'assumed' ? 'The service reported no expiry; 24 hours are assumed.' : undefined
              }
            >
              {now < quote.expiresAt ? 'valid until' : 'was valid until'} {formatInstant(quote.expiresAt, { now })}
              {quote.expiryBasis === 'assumed' ? ' (assumed)' : ''}
            </span>
          )}
        </p>
      </div>
      <div className={styles.headTools}>
        <Tooltip label="Show it in Listings">
          <ActionIcon aria-label="Show it in Listings" onClick={onListing}>
            <IconListDetails {...ICON} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Check for changes: reads the quote again">
          <ActionIcon
            aria-label="Check for changes"
            loading={isReading}
            disabled={state === 'sending'}
            onClick={onRead}
          >
            <IconRefresh {...ICON} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isBookable(state) ? (
        <div className={styles.headRing}>
          <CountdownRing from={quote.createdAt} to={quote.expiresAt} dueAt={null} face={face} size={72} />
        </div>
      ) : null}
    </header>
  );
}
