/** The page of a quote: stay, validity, rate plans, coupons, booking and raw record. */
import { useCallbackRef } from '@mantine/hooks';
import { memo, useEffect, useState } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Quote, RatePlan } from '../../../shared/model/quote.ts';
import { chosenPlanAt, isUnpriced, planKey } from '../../../shared/quote/plan-choice.ts';
import { isBookable, isHeldByEarlier, isUnsettled, quoteStateOf } from '../../../shared/quote/quote-state.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { JsonView } from '../../actions/json-view.tsx';
import { offerUndoOf } from '../../actions/offer-undo.tsx';
import { TakenNotice, useTaken } from '../../actions/taken-dates.tsx';
import { useAct } from '../../ipc/client.ts';
import { useAudience, useCurrentClockFace } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { useSecond } from '../../ui/use-now.ts';
import { useTypedState } from '../../ui/use-remembered-state.ts';
import { useStable } from '../../ui/use-stable.ts';
import { type BookingForm, emptyBooking, type PreparedBooking } from './booking-form.ts';
import { BookingSection, focusBooking } from './booking-section.tsx';
import { ChangeQuote } from './change-quote.tsx';
import { Coupons } from './coupons.tsx';
import { NoPrice } from './no-price.tsx';
import { OfferPart } from './offer-part.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { RatePlans } from './plan-table.tsx';
import { NightPrices, PriceBreakdown } from './price-breakdown.tsx';
import { PriceChanges } from './price-changes.tsx';
import { QuoteHead } from './quote-head.tsx';
import { QuoteNoteSection } from './quote-note.tsx';
import styles from './quotes.module.css';
import { useQuoteReading } from './use-quote-reading.ts';

interface Props {
  quote: Quote;
  isSent: boolean;
  /** The quote that this one replaces; undefined when there is none or it is not loaded. */
  earlier: Quote | undefined;
  connection: Connection;
  /** The choices of a program in the booking form; null without any. `onPrepared` is called when the form shows them. */
  prepared: PreparedBooking | null;
  onPrepared: () => void;
  /** Opens the replacement of this quote. */
  onReplaced: (quoteId: string) => void;
  onCopy: () => void;
  onDismissed: () => void;
  onListing: () => void;
}

export function QuoteDetail(props: Props) {
  const { quote, isSent, earlier, connection, prepared, onPrepared, onCopy, onReplaced, onDismissed, onListing } =
    props;
  const audience = useAudience();
  const now = useSecond(useCurrentClockFace());
  const { outcome, expiresAt, replacedBy } = quote;
  const state = quoteStateOf({ outcome, expiresAt, isReplaced: replacedBy !== null, isSent }, now);
  const open = isBookable(state);
  const [form, setForm] = useTypedState<BookingForm>(`quotes.booking.${quote.connectionId}.${quote.id}`, emptyBooking);
  const choosePlan = useAct('quotes', 'choosePlan');
  // Another window may have booked another rate plan than this window chose.
  const planAt = chosenPlanAt(
    quote.ratePlans,
    open ? (form.planKey ?? quote.chosenPlan) : (quote.chosenPlan ?? form.planKey),
  );
  const plan = quote.ratePlans[planAt];
  const hasNoPrice = plan !== undefined && isUnpriced(plan);
  const isPriceNotFound = plan?.isPriceNotFound === true;
  const application = connection.applications.find(({ id }) => id === quote.applicationId);
  const reading = useQuoteReading(quote, state);
  const taken = useTaken(quote.connectionId, open ? [quote.id] : []).get(quote.id);
  const quoteKey = { connectionId: quote.connectionId, quoteId: quote.id };
  // These functions stay the same between renders. The clock renders the page each second, but should not render the plans and the form.
  const change = useCallbackRef((changes: Partial<BookingForm>) => setForm((known) => ({ ...known, ...changes })));
  const [isPrepared, setPrepared] = useState(false);
  const showPrepared = useCallbackRef((choice: PreparedBooking) => {
    change(choice);
    setPrepared(true);
    onPrepared();
    focusBooking();
  });
  const chosen = useStable(prepared);
  useEffect(() => {
    if (chosen !== null) showPrepared(chosen);
  }, [chosen, showPrepared]);
  const choose = useCallbackRef((key: string) => {
    change({ planKey: key });
    choosePlan.mutate({ ...quoteKey, plan: key });
  });
  const readError = reading.error ? <ErrorNotice error={reading.error} onRetry={reading.readAgain} compact /> : null;
  // The error of a look-up stands below the notice with the pressed button “Check now”, so that the button does not move.
  const isLookUp = state === 'unconfirmed' || (state === 'used' && quote.reservation === null);
  return (
    <article className={styles.panel} aria-labelledby="quote-title">
      <QuoteHead
        quote={quote}
        state={state}
        taken={open ? taken : undefined}
        application={application}
        now={now}
        isReading={reading.isReading}
        onRead={reading.readAgain}
        onListing={onListing}
      />
      {isLookUp ? null : readError}
      {taken && open ? <TakenNotice quote={quote} taken={taken} /> : null}
      <ReplacementNote quote={quote} />
      <OfferPart
        quote={quote}
        canOffer={open && !hasNoPrice && !isPriceNotFound}
        isSent={isSent}
        onBook={focusBooking}
      />
      <ChangeQuote quote={quote} canChange={open || state === 'expired'} onReplaced={onReplaced} />
      <p className={styles.hint} role="status" hidden={reading.checked === null}>
        {reading.checked === null ? null : `Checked: ${reading.checked}.`}
      </p>
      <OutcomePanel
        quote={quote}
        state={state}
        now={now}
        lookingUp={reading.isReading}
        noReservation={reading.noReservation}
        onLookUp={reading.readAgain}
        onCopy={onCopy}
        focusRef={reading.outcomeRef}
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
      {plan && !hasNoPrice ? <Price plan={plan} nights={quote.nights} isAlone={quote.ratePlans.length === 1} /> : null}
      <Coupons key={quote.coupons.map(({ code }) => code).join(' ')} quote={quote} open={open} />
      {open && plan && !hasNoPrice ? (
        <BookingSection
          quote={quote}
          plan={plan}
          application={application}
          form={form}
          isPrepared={isPrepared}
          onChange={change}
          onSettled={reading.showOutcome}
        />
      ) : null}
      <QuoteNoteSection {...quoteKey} />
      {audience === 'support' ? <RawQuote raw={quote.raw} /> : null}
      <DeleteQuote quote={quote} onDeleted={onDismissed} />
    </article>
  );
}

/** The price of the chosen rate plan: all its lines for a single plan, else its nights, because the table of plans shows the lines. */
const Price = ({ isAlone, ...priced }: { plan: RatePlan; nights: number; isAlone: boolean }) =>
  isAlone ? <PriceBreakdown {...priced} /> : <NightPrices {...priced} />;

const RawQuote = memo(function RawQuote({ raw }: { raw: Quote['raw'] }) {
  if (raw === null)
    return (
      <p className={styles.hint}>What the service sent is not stored across restarts. Check for changes to see it.</p>
    );
  return (
    <details className={styles.raw}>
      <summary>The quote as the service sent it</summary>
      <JsonView value={raw} label="Quote" maxHeight={360} />
    </details>
  );
});

function DeleteQuote({ quote, onDeleted }: { quote: Quote; onDeleted: () => void }) {
  const remove = useAct('quotes', 'remove');
  const quotesKey = { connectionId: quote.connectionId, quoteIds: [quote.id] };
  const removeIt = () =>
    remove.mutate(quotesKey, {
      onSuccess: ({ deletionId }) => {
        onDeleted();
        offerUndoOf('Quote deleted', [deletionId]);
      },
    });
  return (
    <footer className={styles.foot}>
      <IconButton
        Icon={IconTrash}
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={isUnsettled(quote.outcome)}
        loading={remove.isPending}
        onClick={removeIt}
      >
        Delete from this computer
      </IconButton>
      {isUnsettled(quote.outcome) ? (
        <span className={styles.hint}>Its booking may have been made, so it stays until the service tells.</span>
      ) : null}
    </footer>
  );
}

/** Links from a quote to the quote that it replaced, and to its replacement. */
function ReplacementNote({ quote }: { quote: Pick<Quote, 'replaces' | 'replacedBy' | 'outcome'> }) {
  const { replaces, replacedBy, outcome } = quote;
  if (replaces !== null && isHeldByEarlier(quote))
    return (
      <div className={styles.notice} data-tone="warn" role="alert">
        <div>
          <p className={styles.noticeTitle}>The earlier quote was sent to be booked meanwhile</p>
          <p className={styles.text}>
            This quote came from changing it, and cannot be booked while the earlier one is booked or its booking is
            unconfirmed: one guest would have two stays.
          </p>
          <PageLink to="/quotes" search={{ id: replaces }}>
            Show the earlier quote
          </PageLink>
        </div>
      </div>
    );
  if (replaces === null && replacedBy === null) return null;
  return (
    <p className={styles.hint}>
      {replacedBy === null ? null : (
        <>
          {outcome === 'open'
            ? 'A newer quote replaces this one.'
            : 'A change of this quote made a newer one, which is not booked.'}{' '}
          <PageLink to="/quotes" search={{ id: replacedBy }}>
            Show the newer quote
          </PageLink>{' '}
        </>
      )}
      {replaces === null ? null : (
        <>
          This quote replaces an earlier one.{' '}
          <PageLink to="/quotes" search={{ id: replaces }}>
            Show the earlier quote
          </PageLink>
        </>
      )}
    </p>
  );
}
