/** The outcome of a quote: reserved, booked, used, unconfirmed or expired. */

import { Button, Loader } from '@mantine/core';
import type { Ref } from 'react';
import type { Quote } from '../../../shared/model/quote.ts';
import { isBookable, isReservation, type QuoteState, STATE_NAMES } from '../../../shared/quote/quote-state.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { JsonView } from '../../actions/json-view.tsx';
import { useAsk } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant } from '../../text/format.ts';
import { IconCircleCheck, IconHelpCircle, IconHourglassEmpty, IconUserQuestion } from '../../ui/icons.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { guestFacts } from './guest-facts.tsx';
import { Notice } from './notice.tsx';
import styles from './quotes.module.css';

export function OutcomePanel({
  quote,
  state,
  now,
  lookingUp,
  noReservation,
  onLookUp,
  onCopy,
  focusRef,
}: {
  quote: Quote;
  state: QuoteState;
  now: number;
  lookingUp: boolean;
  /** True when a look-up of an unconfirmed booking found no reservation. */
  noReservation: boolean;
  onLookUp: () => void;
  onCopy: () => void;
  focusRef: Ref<HTMLElement>;
}) {
  const audience = useAudience();
  const notice = { ref: focusRef, tabIndex: -1, role: 'status' };
  const checkNow = (
    <div className={styles.footer}>
      <Button variant="filled" size="xs" loading={lookingUp} onClick={onLookUp}>
        Check now
      </Button>
      {audience === 'support' && quote.exchangeId !== null ? (
        <PageLink to="/traffic" search={{ id: quote.exchangeId }} size="sm">
          See the exchange
        </PageLink>
      ) : null}
    </div>
  );
  if (isBookable(state) || state === 'replaced')
    return noReservation ? (
      <p
        ref={focusRef as Ref<HTMLParagraphElement>}
        tabIndex={-1}
        role="status"
        className={styles.notice}
        data-tone="info"
      >
        <IconHelpCircle size={22} aria-hidden />
        <span>The service shows no reservation for this quote, so the quote is open again.</span>
      </p>
    ) : null;
  if (state === 'sending')
    return (
      <Notice {...notice} tone="info" icon={<Loader size={20} aria-hidden />} title="Sending">
        <p className={styles.text}>The booking was sent; the app waits for the service.</p>
      </Notice>
    );
  if (state === 'unconfirmed')
    return (
      <Notice
        {...notice}
        role="alert"
        tone="bad"
        icon={<IconHelpCircle size={22} aria-hidden />}
        title="The booking is unconfirmed"
      >
        <p className={styles.text}>
          A response was lost, or the quote comes from a backup, so there may be a reservation or none. The app does not
          send the request again. Check before you decide.
        </p>
        {checkNow}
      </Notice>
    );
  if (state === 'expired')
    return (
      <Notice
        {...notice}
        tone="muted"
        icon={<IconHourglassEmpty size={22} aria-hidden />}
        title="This quote has expired"
      >
        <p className={styles.text}>
          It expired {formatInstant(quote.expiresAt, { now })}. A new one has the same property, dates, guests and
          coupons; its price may differ.
        </p>
        <Button variant="filled" size="xs" onClick={onCopy}>
          Make a new quote
        </Button>
      </Notice>
    );
  if (state === 'used' && quote.reservation === null)
    return (
      <Notice
        {...notice}
        tone="warn"
        icon={<IconHelpCircle size={22} aria-hidden />}
        title="This quote already is a reservation"
      >
        <p className={styles.text}>
          The service says that this quote is fulfilled by a reservation, and does not show the reservation. Check
          again, or find the reservation in the account. No further request was sent.
        </p>
        {checkNow}
      </Notice>
    );
  return isReservation(state) ? <Reservation quote={quote} state={state} now={now} focusRef={focusRef} /> : null;
}

/** Explains a reservation's status to a person; a title of null shows the status itself. */
const TITLES = { awaitingApproval: STATE_NAMES.awaitingApproval, booked: STATE_NAMES.booked, used: null } as const;
const MEANINGS = {
  awaitingApproval: 'The request to book was sent; the owner must accept it.',
  booked: 'The booking is confirmed.',
  used: 'The service made a reservation; its status says what became of it, and it may not be a booking.',
} as const;

interface ReservationProps {
  quote: Quote;
  state: 'awaitingApproval' | 'booked' | 'used';
  now: number;
  focusRef: Ref<HTMLElement>;
}

function Reservation({ quote, state, now, focusRef }: ReservationProps) {
  const audience = useAudience();
  const { reservation } = quote;
  const Icon = { awaitingApproval: IconUserQuestion, booked: IconCircleCheck, used: IconHelpCircle }[state];
  const status = reservation?.status ?? (state === 'awaitingApproval' ? 'reserved' : null);
  return (
    <section ref={focusRef} tabIndex={-1} className={styles.done} data-outcome={state} aria-label="Reservation">
      <div className={styles.doneHead} role="status">
        <Icon size={30} stroke={1.7} aria-hidden />
        <div>
          <p className={styles.doneLabel}>Reservation status</p>
          <p className={styles.doneStatus}>
            {TITLES[state] ?? status ?? 'not stated'}
            {TITLES[state] && status ? <span className={styles.doneWord}>{status}</span> : null}
          </p>
        </div>
        {reservation?.confirmationCode ? (
          <div className={styles.code}>
            <p className={styles.doneLabel}>Confirmation code</p>
            <p className={styles.codeText}>
              <span className="lk-mono">{reservation.confirmationCode}</span>
              <CopyButton text={reservation.confirmationCode} label="Copy the confirmation code" />
            </p>
          </div>
        ) : null}
      </div>
      <p className={styles.text}>
        {MEANINGS[state]} {reservation ? `The service answered ${formatInstant(reservation.at, { now })}. ` : ''}
        It cannot be booked again.
      </p>
      <BookedGuest quote={quote} />
      {state === 'used' ? null : (
        <div className={styles.toGuest}>
          <PageLink to="/offers/new" search={{ quotes: quote.id, kind: 'confirmation' }} size="sm">
            {state === 'booked' ? 'Write the confirmation for the guest' : 'Write to the guest about the request'}
          </PageLink>
        </div>
      )}
      {audience === 'support' && reservation && reservation.raw !== null ? (
        <details className={styles.raw}>
          <summary>What the service sent</summary>
          <JsonView value={reservation.raw} label="Reservation" maxHeight={300} />
        </details>
      ) : null}
    </section>
  );
}

/** The guest of a reservation from the guest records, because the service's answer names no guest. */
function BookedGuest({ quote: { connectionId, id: quoteId } }: { quote: Quote }) {
  const { data: guest, error, refetch } = useAsk('guests', 'ofQuote', { connectionId, quoteId });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} compact />;
  if (guest === undefined) return null;
  if (guest === null) return <p className={styles.text}>This computer remembers no guest of this reservation.</p>;
  return <KeyValueGrid entries={guestFacts(guest)} dense />;
}
