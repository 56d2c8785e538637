/** Reads a quote again on request, and moves the focus to the outcome after a booking step or a look-up on this page. */
import { useCallbackRef } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Quote } from '../../../shared/model/quote.ts';
import { isBookable, type QuoteState } from '../../../shared/quote/quote-state.ts';
import { act, quietly } from '../../ipc/client.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { changesBetween } from './quote-changes.ts';

export function useQuoteReading(quote: Quote, state: QuoteState) {
  const read = useMutation(quietly(act('quotes', 'fetch')));
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
