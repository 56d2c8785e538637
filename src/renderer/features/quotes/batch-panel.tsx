/** The progress of several quotes that are requested one after the other, with each result and the next actions. */
import { Button, Progress } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import { chosenPlanAt, isUnpriced, offeredPlan } from '../../../shared/quote/plan-choice.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import type { Batch, BatchItem } from '../../actions/quote-batch/quote-batch.ts';
import { quoteBatches } from '../../actions/quote-batch/quote-batches.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatMoney, formatNumber, formatParty, formatPlainRange } from '../../text/format.ts';
import { IconCircleCheck, IconCircleX, IconClock, IconLoader2 } from '../../ui/icons.ts';
import { NO_PRICE_TEXT } from './no-price.tsx';
import { OurSum } from './our-sum.tsx';
import styles from './quotes.module.css';

const ICONS = { waiting: IconClock, running: IconLoader2, done: IconCircleCheck, failed: IconCircleX } as const;
/** Whether a program requested the quote and its answer was lost, so that the quote may exist. */
export const isUnconfirmed = ({ state, askedBy }: BatchItem): boolean => state === 'waiting' && askedBy !== undefined;
const stateOf = (item: BatchItem): string => (isUnconfirmed(item) ? 'unconfirmed' : STATES[item.state]);
const STATES = { waiting: 'not asked for yet', running: 'asked for now', done: 'made', failed: 'failed' } as const;

interface Props {
  connectionId: string;
  batch: Batch;
  /** True when an offer opens once all quotes are created. */
  toOffer: boolean;
  onClose: () => void;
}

export function BatchPanel({ connectionId, batch, toOffer, onClose }: Props) {
  const { items, phase } = batch;
  const navigate = useNavigate();
  const made = items.flatMap(({ quote }) => quote?.id ?? []);
  const done = made.length;
  const open = items.length - done;
  const ended = phase === 'ended';
  const quotes = items.flatMap(({ quote }) => (quote && offeredPlan(quote) ? [quote.id] : []));
  const canOffer = quotes.length > 0 && quotes.length <= MAX_ENTRIES.offeredQuotes;
  const heading = useRef<HTMLHeadingElement>(null);
  const offerButton = useRef<HTMLButtonElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const offered = quotes.join(',');
  const isComplete = ended && open === 0 && canOffer;
  useEffect(() => {
    if (!isComplete) return;
    if (toOffer) void navigate({ to: '/offers/new', search: { quotes: offered }, replace: true });
    else if (document.activeElement === heading.current) offerButton.current?.focus();
  }, [isComplete, toOffer, offered, navigate]);
  return (
    <section className={styles.panel} aria-labelledby="batch-title">
      <h2 id="batch-title" ref={heading} tabIndex={-1} className={styles.panelTitle}>
        {formatCount(items.length, 'quote')}
      </h2>
      <p className={styles.text} role="status">
        {ended && open === 0
          ? `All ${formatCount(done, 'quote')} are made.`
          : `${formatNumber(done)} of ${formatCount(items.length, 'quote')} made${ended ? leftText(open, items) : ''}.`}
      </p>
      <Progress value={(done / items.length) * 100} aria-label="Quotes made" />
      <ul className={styles.batch}>
        {items.map((item) => (
          <BatchLine key={JSON.stringify([item.input, item.quote?.id])} item={item} />
        ))}
      </ul>
      <div className={styles.footer}>
        {ended ? (
          <>
            {open > 0 ? (
              <Button variant="filled" size="compact-sm" onClick={() => void quoteBatches.resume(connectionId)}>
                Ask for the other {formatNumber(open)}
              </Button>
            ) : null}
            {canOffer ? (
              <Button
                ref={offerButton}
                size="compact-sm"
                variant={open > 0 ? 'default' : 'filled'}
                onClick={() => void navigate({ to: '/offers/new', search: { quotes: offered } })}
              >
                Make an offer
              </Button>
            ) : null}
            <Button
              size="compact-sm"
              onClick={() => {
                quoteBatches.forget(connectionId);
                onClose();
              }}
            >
              {open > 0 ? `Forget the other ${formatNumber(open)}` : 'Close'}
            </Button>
          </>
        ) : (
          <Button size="compact-sm" disabled={phase === 'cancelling'} onClick={() => quoteBatches.cancel(connectionId)}>
            {phase === 'cancelling' ? 'Stops after this quote' : 'Cancel'}
          </Button>
        )}
        <span className={styles.hint}>Quotes that are made stay on the list. A quote reserves nothing.</span>
      </div>
    </section>
  );
}

/** Counts the quotes of a batch that are not made: ", 2 not, 1 unconfirmed"; empty for none. */
function leftText(open: number, items: readonly BatchItem[]): string {
  const unconfirmed = items.filter(isUnconfirmed).length;
  return [
    ...(open > unconfirmed ? [`, ${formatNumber(open - unconfirmed)} not`] : []),
    ...(unconfirmed > 0 ? [`, ${formatNumber(unconfirmed)} unconfirmed`] : []),
  ].join('');
}

function BatchLine({ item }: { item: BatchItem }) {
  const { input, title, state, quote, error, askedBy } = item;
  const Icon = ICONS[state];
  const plan = quote?.ratePlans[chosenPlanAt(quote.ratePlans, quote.chosenPlan)];
  const { adults = null, children = null, infants = null } = input;
  return (
    <li data-state={state}>
      <Icon size={18} aria-hidden />
      <div>
        <p className={styles.entryTitle}>
          {quote ? (
            <PageLink to="/quotes" search={{ id: quote.id }}>
              {title}
            </PageLink>
          ) : (
            title
          )}
        </p>
        <p className={styles.entryAbout}>
          {formatPlainRange(input.checkIn, input.checkOut)}, {formatParty(input.guests, { adults, children, infants })}
        </p>
        {isUnconfirmed(item) ? (
          <p className={styles.entryAbout}>
            <bdi>“{askedBy}”</bdi> asked for it, and the answer was lost: it may be made. A quote reserves nothing.
          </p>
        ) : null}
        {error ? <ErrorNotice error={error} compact /> : null}
      </div>
      <span className="lk-num">
        {plan && isUnpriced(plan) ? NO_PRICE_TEXT : plan?.total ? formatMoney(plan.total) : stateOf(item)}
        {plan?.isTotalOurs ? <OurSum /> : null}
      </span>
    </li>
  );
}
