/** Reads a quote again on request, and moves the focus to the outcome after a booking step or a look-up on this page. */
import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Quote, RatePlan } from '../../../shared/model/quote.ts';
import { isUnpriced, samePlanAt } from '../../../shared/quote/plan-choice.ts';
import { isBookable, type QuoteState } from '../../../shared/quote/quote-state.ts';
import { useAct } from '../../ipc/client.ts';
import { formatMoney } from '../../text/format.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

export function useQuoteReading(quote: Quote, state: QuoteState) {
  const read = useAct('quotes', 'fetch', { quiet: true });
  const outcomeRef = useRef<HTMLElement>(null);
  const [noReservation, setNoReservation] = useState(false);
  const [checked, setChecked] = useState<string | null>(null);
  const focusWanted = useRef(false);
  const open = isBookable(state);
  useEffect(() => {
    if (state === 'sending') focusWanted.current = true;
    if (!focusWanted.current || state === 'sending' || (open && !noReservation)) return;
    focusWanted.current = false;
    outcomeRef.current?.focus();
  }, [state, open, noReservation]);
  const one = useOneAtATime();
  const readAgain = () => {
    if (!one.begin()) return;
    setChecked(null);
    const wasUnconfirmed = state === 'unconfirmed';
    focusWanted.current = wasUnconfirmed;
    read.mutate(
      { connectionId: quote.connectionId, quoteId: quote.id, applicationId: quote.applicationId },
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
  const showOutcome = useCallbackRef(() => {
    focusWanted.current = true;
    setNoReservation(false);
  });
  return {
    isReading: read.isPending,
    error: read.error,
    readAgain,
    /** The result of the last “Check for changes”; null before. */
    checked,
    /** True when the look-up of an unconfirmed booking found no reservation. */
    noReservation,
    outcomeRef,
    showOutcome,
  };
}

type Read = Pick<Quote, 'outcome' | 'reservation' | 'ratePlans' | 'coupons' | 'expiresAt'>;

/** Describes how a quote changed between two readings, in short phrases; empty when nothing visible has changed. */
export function changesBetween(before: Read, after: Read): string[] {
  const status = ({ reservation, outcome }: Read) => reservation?.status ?? (outcome === 'open' ? null : outcome);
  const changes: string[] = [];
  if (status(before) !== status(after))
    changes.push(`the status is ${status(after) ?? 'open'}${status(before) ? `, it was ${status(before)}` : ''}`);
  for (const [at, plan] of after.ratePlans.entries()) {
    const known = before.ratePlans[samePlanAt(before.ratePlans, after.ratePlans, at)];
    if (!known) changes.push(`${plan.name} is new`);
    else if (priceOf(known) !== priceOf(plan))
      changes.push(`${plan.name} costs ${priceOf(plan)}, it was ${priceOf(known)}`);
  }
  for (const [at, plan] of before.ratePlans.entries())
    if (samePlanAt(after.ratePlans, before.ratePlans, at) < 0) changes.push(`${plan.name} is gone`);
  if (codesOf(before) !== codesOf(after)) changes.push(`coupons: ${codesOf(after) || 'none'}`);
  if (before.expiresAt !== after.expiresAt) changes.push('it expires at another time');
  return changes;
}

const priceOf = (plan: RatePlan): string => {
  if (isUnpriced(plan)) return 'an unstated amount';
  return plan.total ? formatMoney(plan.total) : 'an unknown amount';
};

const codesOf = ({ coupons }: Read): string => coupons.map(({ code }) => code).join(', ');
