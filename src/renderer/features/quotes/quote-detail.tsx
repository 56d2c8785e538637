/** The page of one quote: stay, validity, rate plans, coupons, booking and raw record. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { chosenPlanAt, isUnpriced, planKey } from '../../../shared/quote/plan-choice.ts';
import { isBookable, isReservation, isUnsettled, quoteStateOf } from '../../../shared/quote/quote-state.ts';
import { readClock } from '../../../shared/time/clock-face.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { JsonView } from '../../actions/json-view.tsx';
import { offerUndoOf } from '../../actions/offer-undo.tsx';
import { act, quietly } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { formatCount, formatInstant, formatParty, formatPlainRange } from '../../text/format.ts';
import { localDayOf } from '../../text/local-day.ts';
import { WORDS } from '../../text/words.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { IconListDetails, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { PictureFrame } from '../../ui/picture-frame.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { useRememberedState } from '../../ui/use-remembered-state.ts';
import { type BookingForm, emptyBooking } from './booking-form.ts';
import { BookingSection, focusBooking } from './booking-section.tsx';
import { ChangeQuote } from './change-quote.tsx';
import { Coupons } from './coupons.tsx';
import { NoPrice } from './no-price.tsx';
import { OfferPart } from './offer-part.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { PriceBreakdown } from './price-breakdown.tsx';
import { PriceChanges } from './price-changes.tsx';
import { changesBetween } from './quote-changes.ts';
import { QuoteNoteSection } from './quote-note.tsx';
import styles from './quotes.module.css';
import { RatePlans } from './rate-plans.tsx';
import { ReplacementNote } from './replacement-note.tsx';
import { StateTag } from './state-tag.tsx';

const ICON = { size: 17, 'aria-hidden': true } as const;

export function QuoteDetail({
  quote,
  isSent,
  earlier,
  connection,
  face,
  onCopy,
  onReplaced,
  onDismissed,
  onListing,
}: {
  quote: Quote;
  /** Whether a person marked the quote as sent to the guest. */
  isSent: boolean;
  /** The quote that this one replaces, if it is known. */
  earlier: Quote | undefined;
  connection: Connection;
  face: ClockFace | undefined;
  /** Opens the quote that replaces this one. */
  onReplaced: (quoteId: string) => void;
  /** Prefills the form with the values of this quote. */
  onCopy: () => void;
  onDismissed: () => void;
  onListing: () => void;
}) {
  const audience = useAudience();
  const now = useNow(face);
  const { outcome, expiresAt, replacedBy } = quote;
  const state = quoteStateOf({ outcome, expiresAt, isReplaced: replacedBy !== null, isSent }, now);
  const open = isBookable(state);
  const [form, setForm] = useRememberedState<BookingForm>(
    `quotes.booking.${quote.connectionId}.${quote.id}`,
    emptyBooking,
  );
  const read = useMutation(quietly(act('quotes', 'fetch')));
  const choosePlan = useMutation(act('quotes', 'choosePlan'));
  // Another window may have booked another rate plan than the one that was chosen here.
  const planAt = chosenPlanAt(
    quote.ratePlans,
    open ? (form.planKey ?? quote.chosenPlan) : (quote.chosenPlan ?? form.planKey),
  );
  const remove = useMutation(act('quotes', 'remove'));
  const plan = quote.ratePlans[planAt];
  const hasNoPrice = plan !== undefined && isUnpriced(plan);
  const isPriceNotFound = plan?.isPriceNotFound === true;
  const application = connection.applications.find(({ id }) => id === quote.applicationId);
  // The outcome takes the focus once after a booking step or a look-up on this page.
  const outcomeRef = useRef<HTMLElement>(null);
  const [noReservation, setNoReservation] = useState(false);
  const focusWanted = useRef(false);
  /** The result of the last “Check for changes”. */
  const [checked, setChecked] = useState<string | null>(null);
  useEffect(() => {
    if (state === 'sending') focusWanted.current = true;
    if (!focusWanted.current || state === 'sending' || (open && !noReservation)) return;
    focusWanted.current = false;
    outcomeRef.current?.focus();
  }, [state, open, noReservation]);
  const quoteKey = { connectionId: quote.connectionId, quoteId: quote.id };
  const one = useOneAtATime();
  const readAgain = () => {
    if (!one.begin()) return;
    setChecked(null);
    const wasUnconfirmed = state === 'unconfirmed';
    focusWanted.current = wasUnconfirmed;
    read.mutate(
      { ...quoteKey, applicationId: quote.applicationId },
      {
        onSuccess: (answer) => {
          setNoReservation(wasUnconfirmed && answer.outcome === 'open');
          const changes = changesBetween(quote, answer);
          setChecked(changes.length === 0 ? 'nothing has changed' : changes.join('; '));
        },
        onSettled: one.end,
      },
    );
  };
  const quotesKey = { connectionId: quote.connectionId, quoteIds: [quote.id] };
  const removeIt = () =>
    remove.mutate(quotesKey, {
      onSuccess: ({ deletionId }) => {
        onDismissed();
        offerUndoOf('Quote deleted', [deletionId]);
      },
    });
  // Stable between renders: the clock renders the detail each second, but not the plans and the form.
  const change = useCallbackRef((changes: Partial<BookingForm>) => setForm((known) => ({ ...known, ...changes })));
  const choose = useCallbackRef((key: string) => {
    change({ planKey: key });
    choosePlan.mutate({ ...quoteKey, plan: key });
  });
  const showOutcome = useCallbackRef(() => {
    focusWanted.current = true;
    setNoReservation(false);
  });
  const readError = read.error ? <ErrorNotice error={read.error} onRetry={readAgain} compact /> : null;
  // Below the notice whose “Check now” was pressed, so that this button stays where it is.
  const isLookUp = state === 'unconfirmed' || (state === 'used' && quote.reservation === null);
  return (
    <article className={styles.panel} aria-labelledby="quote-title">
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
          <p className={styles.headState}>
            <StateTag state={state} />
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
              loading={read.isPending}
              disabled={state === 'sending'}
              onClick={readAgain}
            >
              <IconRefresh {...ICON} />
            </ActionIcon>
          </Tooltip>
        </div>
        {open ? (
          <div className={styles.headRing}>
            <CountdownRing from={quote.createdAt} to={quote.expiresAt} dueAt={null} face={face} size={72} />
          </div>
        ) : null}
      </header>
      {isLookUp ? null : readError}
      <ReplacementNote quote={quote} />
      <OfferPart
        quote={quote}
        canOffer={open && !hasNoPrice && !isPriceNotFound}
        isSent={isSent}
        onBook={focusBooking}
      />
      <ChangeQuote
        quote={quote}
        canChange={open || state === 'expired'}
        today={localDayOf(face ? readClock(face, now) : now)}
        face={face}
        onReplaced={onReplaced}
      />
      <p className={styles.hint} role="status" hidden={checked === null}>
        {checked === null ? null : `Checked: ${checked}.`}
      </p>
      <OutcomePanel
        quote={quote}
        state={state}
        now={now}
        lookingUp={read.isPending}
        noReservation={noReservation}
        onLookUp={readAgain}
        onCopy={onCopy}
        focusRef={outcomeRef}
      />
      {isLookUp ? readError : null}
      <RatePlans
        nights={quote.nights}
        plans={quote.ratePlans}
        chosenKey={plan ? planKey(plan, planAt) : null}
        disabled={!open}
        onChoose={choose}
      />
      {plan && earlier ? <PriceChanges quote={quote} earlier={earlier} plan={plan} planAt={planAt} /> : null}
      {hasNoPrice || isPriceNotFound ? <NoPrice isNotFound={isPriceNotFound} /> : null}
      {plan && !hasNoPrice ? <PriceBreakdown plan={plan} nights={quote.nights} /> : null}
      <Coupons key={quote.coupons.map(({ code }) => code).join(' ')} quote={quote} open={open} />
      {open && plan && !hasNoPrice ? (
        <BookingSection
          quote={quote}
          plan={plan}
          application={application}
          form={form}
          onChange={change}
          onSettled={showOutcome}
        />
      ) : null}
      <QuoteNoteSection {...quoteKey} />
      {audience === 'support' ? <RawQuote raw={quote.raw} /> : null}
      <footer className={styles.foot}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconTrash size={15} aria-hidden />}
          disabled={isUnsettled(quote.outcome)}
          loading={remove.isPending}
          onClick={removeIt}
        >
          Delete from this computer
        </Button>
        {isUnsettled(quote.outcome) ? (
          <span className={styles.hint}>Its booking may have been made, so it stays until the service tells.</span>
        ) : null}
      </footer>
    </article>
  );
}

const RawQuote = memo(function RawQuote({ raw }: { raw: Quote['raw'] }) {
  if (raw === null)
    return <p className={styles.hint}>The full response is not stored across restarts. Check for changes to see it.</p>;
  return (
    <details className={styles.raw}>
      <summary>The quote as the service sent it</summary>
      <JsonView value={raw} label="Quote" maxHeight={360} />
    </details>
  );
});
